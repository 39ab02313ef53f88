//! Rules for the descriptions of all operations, so that clients can be generated from them.

use super::{OPERATIONS, date, description, julian_day};
use crate::api::date_time;
use crate::api::headers::{Notes, finish, refused};
use crate::api::operation::{Deprecation, Operation};
use hyper::{HeaderMap, Method, Uri};
use serde_json::{Value, json};
use web::call::Call;
use web::problem::{Code, Problem};

/// Words by which descriptions of numbers name a unit, or that there is none.
const UNITS: [&str; 22] = [
    "degrees", "radians", "km", "metres", "m", "seconds", "s", "hour", "hours", "minutes", "Julian",
    "credits", "0 … 1", "number", "W/m²", "kWh/m²", "radii", "au", "pixels", "diameter", "lux", "h",
];
const LONG_UNITS: [&str; 6] =
    ["arcseconds", "arcminutes", "magnitude", "magnitudes", "astronomical units", "fraction of a day"];
/// Words by which descriptions of fields that may be absent state their condition.
const CONDITIONS: [&str; 9] =
    ["only", "Only", "if ", "unless", "with `", "With `", "without", "where", "Of a "];

struct Property<'a> {
    place: String,
    schema: &'a Value,
    description: &'a str,
    is_required: bool,
}

fn document() -> Value {
    super::document(OPERATIONS, false).openapi
}

/// The operations of a path.
fn methods(item: &Value) -> impl Iterator<Item = &Value> {
    ["get", "post"].into_iter().filter_map(|method| item.get(method))
}

fn properties(document: &Value) -> Vec<Property<'_>> {
    let mut found = Vec::new();
    let schemas = &document["components"]["schemas"];
    for (name, schema) in schemas.as_object().expect("schemas") {
        collect(schemas, name, schema, &mut found);
    }
    for (path, item) in document["paths"].as_object().expect("paths") {
        for operation in methods(item) {
            for (form, body) in operation["responses"]["200"]["content"].as_object().expect("forms") {
                collect(schemas, &format!("{path} {form}"), &body["schema"], &mut found);
            }
        }
    }
    found
}

fn collect<'a>(schemas: &'a Value, place: &str, schema: &'a Value, found: &mut Vec<Property<'a>>) {
    let required = schema["required"].as_array();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let place = format!("{place}.{name}");
        collect(schemas, &place, property, found);
        let description = description(schemas, property);
        let is_required = required.is_some_and(|names| names.iter().any(|n| n == name));
        found.push(Property { place, schema: property, description, is_required });
    }
    for within in [&schema["items"], &schema["additionalProperties"]].into_iter().filter(|s| s.is_object()) {
        collect(schemas, place, within, found);
    }
    alternatives(schema).for_each(|part| collect(schemas, place, part, found));
}

/// The description of a schema, or of the one that it refers to.
fn description<'a>(schemas: &'a Value, schema: &'a Value) -> &'a str {
    let own = schema["description"].as_str();
    let name = schema["$ref"].as_str().and_then(|r| r.rsplit('/').next());
    let named = || name.and_then(|name| schemas[name]["description"].as_str());
    let within = || alternatives(schema).map(|part| description(schemas, part)).find(|d| !d.is_empty());
    own.or_else(named).or_else(within).unwrap_or_default()
}

fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    ["oneOf", "anyOf", "allOf"].into_iter().flat_map(|kind| schema[kind].as_array().into_iter().flatten())
}

/// Returns whether a schema is of values of a type, or of lists of them, that are not listed one by one.
fn has_type(schema: &Value, kind: &str) -> bool {
    let is_listed = schema["enum"].is_array();
    let types = &schema["type"];
    let has = types == kind || types.as_array().is_some_and(|all| all.iter().any(|t| t == kind));
    let within = alternatives(schema).chain([&schema["items"]]).filter(|part| part.is_object());
    !is_listed && (has || within.into_iter().any(|part| has_type(part, kind)))
}

/// Returns whether a text has a unit as a separate word.
fn has_unit(description: &str) -> bool {
    let words = description.to_lowercase();
    let is_end = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    UNITS.iter().chain(&LONG_UNITS).map(|unit| unit.to_lowercase()).any(|unit| {
        let mut found = words.match_indices(&unit);
        found.any(|(i, _)| {
            is_end(words[..i].chars().next_back()) && is_end(words[i + unit.len()..].chars().next())
        })
    })
}

#[test]
fn every_schema_is_described_and_every_field_with_its_unit_bounds_and_condition() {
    let document = document();
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let all = properties(&document);
    println!("{} schemas, {} fields", schemas.len(), all.len());
    assert!(all.len() > 500);
    type IsWrong = fn(&Property) -> bool;
    let faults: [(&str, IsWrong); 4] = [
        ("is not described", |p| p.description.is_empty()),
        ("has no unit", |p| has_type(p.schema, "number") && !has_unit(p.description)),
        ("has no bounds", |p| {
            let is_open = p.schema["minimum"].is_null() && p.schema["items"]["minimum"].is_null();
            has_type(p.schema, "integer") && is_open
        }),
        ("is absent without a condition", |p| {
            // A row says for all its columns when they are there.
            let is_silent = !CONDITIONS.iter().any(|c| p.description.contains(c));
            !p.is_required && is_silent && !p.place.contains("Rows")
        }),
    ];
    let is_silent = |schema: &Value| schema["description"].as_str().is_none_or(str::is_empty);
    let mut wrong: Vec<_> = schemas.iter().filter(|(_, s)| is_silent(s)).map(|(s, _)| s.clone()).collect();
    for (fault, is_wrong) in faults {
        let fields = all.iter().filter(|p| is_wrong(p));
        wrong.extend(fields.map(|p| format!("{} {fault}: {}", p.place, p.description)));
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn all_json_of_an_operation_has_one_schema() {
    let document = document();
    for (path, item) in document["paths"].as_object().expect("paths") {
        let Some(get) = item.get("get") else { continue };
        let content = get["responses"]["200"]["content"].as_object().expect("forms");
        let mut of_json = content.iter().filter(|(form, _)| form.contains("json")).map(|(_, b)| &b["schema"]);
        if let Some(first) = of_json.next() {
            assert!(of_json.all(|schema| schema == first), "{path}");
            assert!(content.keys().next().is_some_and(|form| form.contains("json")), "{path}: not first");
        }
    }
}

#[test]
fn every_operation_has_one_tag_which_the_document_describes() {
    let document = document();
    let tags: Vec<_> = document["tags"].as_array().expect("tags").iter().map(|tag| &tag["name"]).collect();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for operation in methods(item) {
            let own = operation["tags"].as_array().expect("tags");
            assert!(own.len() == 1 && tags.contains(&&own[0]), "{path}: {own:?}");
        }
    }
}

#[test]
fn words_of_a_parameter_differ_also_without_regard_to_capitals() {
    for parameter in OPERATIONS.iter().flat_map(|operation| operation.parameters) {
        let schema = parameter.accepted().schema;
        let words = [&schema["enum"], &schema["items"]["enum"]].into_iter().filter_map(Value::as_array);
        let mut words: Vec<_> = words.flatten().filter_map(Value::as_str).map(str::to_lowercase).collect();
        let count = words.len();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), count, "{}", parameter.name);
    }
}

/// The least time between the announcement and the end of an operation, days (COMPATIBILITY.md).
const MIN_NOTICE_DAYS: i64 = 365;

/// Returns whether the dates are well formed and far enough apart.
fn is_announced(Deprecation { since, sunset, .. }: &Deprecation) -> bool {
    let since_s = since.strip_prefix('@').and_then(|seconds| seconds.parse::<i64>().ok());
    let end_ms = sunset.ends_with(" GMT").then(|| date_time::parse(sunset)).flatten();
    since_s.zip(end_ms).is_some_and(|(from, to)| to / 1000 - from >= MIN_NOTICE_DAYS * 86_400)
}

#[test]
fn a_deprecated_operation_says_so_in_headers_and_description() {
    const END: Deprecation = Deprecation {
        since: "@1735689600",
        sunset: "Thu, 01 Jan 2026 00:00:00 GMT",
        page: "/docs/compatibility",
    };
    static OLD: Operation = julian_day::OPERATION.deprecated(&END);
    assert!(OPERATIONS.iter().filter_map(|o| o.deprecation).all(is_announced) && is_announced(&END));
    assert!(!is_announced(&Deprecation { sunset: "Mon, 01 Dec 2025 00:00:00 GMT", ..END }));

    let openapi = description::documentation(&[&OLD, &date::OPERATION], false).openapi;
    let item = |path: &str| &openapi["paths"][path]["get"];
    let (old, other) = (item("/julian-day/{date}"), item("/date/{julian-day}"));
    assert_eq!((&old["deprecated"], &other["deprecated"]), (&json!(true), &Value::Null));
    let words = "**Deprecated**: ends Thu, 01 Jan 2026 00:00:00 GMT; see [/docs/compatibility]";
    assert!(old["description"].as_str().is_some_and(|text| text.starts_with(words)), "{old}");

    let call = Call {
        method: &Method::GET,
        uri: &Uri::from_static("/julian-day/2024"),
        headers: &HeaderMap::new(),
        client: [192, 0, 2, 1].into(),
        is_over_tls: false,
        now_ms: 0,
        request_id: "",
    };
    let problem = Problem::new(Code::BadParameter, "");
    let mut response = refused(&problem, &call);
    finish(&call, &Notes { deprecation: OLD.deprecation, ..Notes::default() }, &mut response);
    let all = |name| response.headers().get_all(name).iter().map(|v| v.to_str().expect("ASCII")).collect();
    let [deprecation, sunset, links]: [Vec<_>; 3] = ["deprecation", "sunset", "link"].map(all);
    assert_eq!((deprecation, sunset), (vec![END.since], vec![END.sunset]));
    assert_eq!(links[1..], ["</docs/compatibility>; rel=\"deprecation\""]);
}
