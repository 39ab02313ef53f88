//! Requests for the curves of an eclipse: parameters, errors, prices and documentation.

use super::path::{APRIL_2024, features, path};
use super::{demo, start};
use serde_json::Value;
use std::io::{Read, Write};
use tests::until_true;

/// A map of more than 16 MB.
const MANY: &str = "paths=iso&isoStep=1&tolerance=4&format=json";

#[test]
fn magnitudes_have_six_decimals_and_stand_once() {
    let query =
        |query: &str| path(2_460_408.5, &format!("format=json&tolerance=10000&{query}"))["query"].clone();
    let given = query("paths=eqn&mag=0.5000001,0.5,0.9&obscuration=0.12345678");
    assert_eq!(given["mag"], serde_json::json!([0.5, 0.9]));
    assert_eq!(given["obscuration"], serde_json::json!([0.123457]));
    for name in ["mag", "obscuration"] {
        for value in ["0.0000004", "0.9999996"] {
            let answer = demo().get(&format!("{APRIL_2024}?paths=eqn&{name}={value}"));
            let detail = answer.json()["errors"][0].clone();
            assert_eq!((answer.status, detail["parameter"].as_str()), (400, Some(name)));
            let text = detail["detail"].as_str().unwrap_or_default();
            assert!(text.contains("0.000001") && text.contains("0.999999"), "{text}");
        }
    }
    assert!(demo().get(&format!("{APRIL_2024}?minAlt=-0")).text().contains("\"minAlt\":0}"));
}

#[test]
fn parameters_without_effect_are_checked_and_ignored() {
    let own = features(&path(2_460_408.5, "tolerance=5000")).clone();
    for query in ["eqm=5", "mag=0.5", "step=10", "isoStep=5", "outStep=5"] {
        assert_eq!(*features(&path(2_460_408.5, &format!("tolerance=5000&{query}"))), own, "{query}");
    }
    assert_eq!(demo().get(&format!("{APRIL_2024}?step=0")).status, 400);
}

#[test]
fn the_cost_is_counted_in_every_format_and_too_many_are_refused_while_counting() {
    for format in ["geojson", "json", "kml", "czml", "gpx", "csv"] {
        let query = format!("paths=classic,out&tolerance=50&step=0.2&format={format}");
        let cost = demo().get(&format!("{APRIL_2024}?{query}&cost=1"));
        assert_eq!(cost.header("content-disposition"), None, "{format}");
        let credits = cost.json()["query"]["cost"].as_f64().unwrap_or(f64::NAN);
        let text = demo().get(&format!("{APRIL_2024}?{query}")).text();
        // Places of a text by a mark that each has.
        let places = match format {
            "geojson" => text.matches("\"points\":").count().min(1) * 500,
            "csv" => 3 * text.lines().filter(|line| line.contains(",path,")).count(),
            _ => 500,
        };
        println!("{format}: {credits} credits, {} bytes", text.len());
        assert!(credits >= 10.0 * (places / 500) as f64 && credits < 400.0, "{format}: {credits}");
    }
    let too_many = demo().get(&format!("{APRIL_2024}?paths=out&outStep=0.1&tolerance=1&cost=1"));
    assert_eq!((too_many.status, too_many.json()["code"].as_str()), (400, Some("too-large")));
}

#[test]
fn files_are_named_after_the_eclipse() {
    for (format, treated) in [
        ("geojson", "inline"),
        ("json", "inline"),
        ("kml", "attachment"),
        ("czml", "inline"),
        ("gpx", "attachment"),
        ("csv", "attachment"),
    ] {
        let answer = demo().get(&format!("{APRIL_2024}?tolerance=5000&format={format}"));
        let expected = format!("{treated}; filename=\"eclipse-2024-04-08-path.{format}\"");
        assert_eq!(answer.header("content-disposition"), Some(&*expected));
    }
    assert_eq!(demo().get(&format!("{APRIL_2024}?minAlt=100")).header("content-disposition"), None);
}

#[test]
fn each_polygon_of_a_region_is_identifiable_in_json() {
    // Cut at the antimeridian, and round a pole.
    for (jd, id) in [(2_457_456.5, "area"), (2_457_456.5, "region"), (2_459_375.5, "region")] {
        let query = "paths=area,region&tolerance=5000";
        let collection = path(jd, query);
        let feature = features(&collection).iter().find(|f| f["id"] == id).expect("a region").clone();
        let expected = super::path::polygons(&feature["geometry"]);
        let answer = path(jd, &format!("{query}&format=json"));
        let polygons: Vec<&Value> = answer["response"]["polygons"]
            .as_array()
            .expect("polygons")
            .iter()
            .filter(|polygon| polygon["id"] == id)
            .collect();
        let rings = |polygon: &Value| polygon["rings"].as_array().map_or(0, Vec::len);
        let found: Vec<usize> = polygons.iter().map(|polygon| rings(polygon)).collect();
        assert_eq!(found, expected.iter().map(Vec::len).collect::<Vec<_>>(), "{jd} {id}");
    }
}

#[test]
fn types_that_there_are_not_are_refused_as_everywhere() {
    for path in [APRIL_2024, "/solar-eclipse/elements/2460408.5"] {
        for accept in ["image/png", "text/html"] {
            assert_eq!(demo().get_with(path, &[("Accept", accept)]).status, 406, "{path} {accept}");
        }
        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        assert_eq!(demo().get_with(path, &[("Accept", browser)]).status, 200, "{path}");
    }
}

/// Whether a value has the type of its schema. References to other schemas are not followed.
fn is_of(schema: &Value, value: &Value) -> bool {
    if let Some(any) = schema["anyOf"].as_array() {
        return any.iter().any(|schema| is_of(schema, value));
    }
    let is = |name: &Value| match name.as_str() {
        Some("null") => value.is_null(),
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_i64(),
        Some("array") => {
            value.as_array().is_some_and(|items| items.iter().all(|item| is_of(&schema["items"], item)))
        }
        Some("object") => value.is_object(),
        _ => panic!("{name} is no type"),
    };
    match &schema["type"] {
        Value::Null => schema["$ref"].is_string(),
        Value::Array(names) => names.iter().any(is),
        name => is(name),
    }
}

#[test]
fn every_member_of_the_collection_is_described_with_its_type_and_meaning() {
    let document = demo().get("/openapi/latest.json").json();
    let schema = |name: &str| document["components"]["schemas"][name]["properties"].clone();
    let query = "paths=all&mag=0.5&obscuration=0.5&extras=times,centre&tolerance=10000";
    let collections = [
        path(2_460_408.5, query),
        path(2_460_408.5, "spacingFactor=1"),
        // Pieces on both sides of the antimeridian, of regions too.
        path(2_457_456.5, query),
        // The axis misses the ground beyond the ends of the line.
        path(2_460_408.5, "paths=c&extras=centre&minAlt=-2"),
    ];
    let check = |name: &str, object: &Value| {
        for (member, value) in object.as_object().expect("an object") {
            let described = &schema(name)[member];
            assert!(described.is_object(), "{name} says nothing of {member}");
            assert!(is_of(described, value), "{name}: {member} is {value}, not {described}");
        }
    };
    for collection in &collections {
        check("PathCollection", collection);
        check("PathEclipse", &collection["eclipse"]);
        for feature in features(collection) {
            check("PathFeature", feature);
            check("PathProperties", &feature["properties"]);
            let coordinates = &schema("PathFeature")["geometry"]["properties"]["coordinates"];
            assert!(is_of(coordinates, &feature["geometry"]["coordinates"]), "{}", feature["id"]);
        }
    }
    for name in ["PathEclipse", "PathProperties"] {
        for (member, described) in schema(name).as_object().expect("members") {
            assert!(described["description"].is_string(), "{name}: {member}");
        }
    }
    let (schemas, parameters) =
        (demo().get("/docs/schemas").text(), demo().get("/docs/solar-eclipse-path").text());
    assert!(schemas.contains("schema-PathEclipse") && schemas.contains("list of 4 to 6 × number"));
    assert!(parameters.contains("with commas between, at most 64"));
}

#[test]
fn a_long_map_counts_by_its_size_for_as_long_as_it_is_held() {
    // Of sixteen long answers one caller has four: a large map takes all of them.
    let server = start(&["--demo", "--max-long-answers", "16"]);
    let mut held = server.connect();
    let request = format!("GET {APRIL_2024}?{MANY} HTTP/1.1\r\nHost: test\r\n\r\n");
    held.write_all(request.as_bytes()).expect("sent");
    let mut status = [0; 12];
    held.read_exact(&mut status).expect("an answer");
    assert_eq!(&status[9..], b"200");
    let again = || server.get(&format!("{APRIL_2024}?{MANY}"));
    let refused = again();
    assert_eq!((refused.status, refused.json()["code"].as_str()), (503, Some("busy")));
    assert_eq!(server.get(APRIL_2024).status, 200, "a short map needs none");
    drop(held);
    until_true("free slots", || again().status == 200);
}
