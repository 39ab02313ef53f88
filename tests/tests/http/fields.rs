//! `fields` and `digits`: over all operations, and what they refuse.

use super::*;

/// The reference of the parameter `fields`.
const REFERENCE: &str = "#/components/parameters/fields";
/// A name that no response has.
const UNKNOWN: &str = "noSuchField";

/// The addresses of the examples of all operations that have `fields`, as JSON, each with its first delimiter
/// of a further parameter.
fn examples() -> Vec<String> {
    let document = demo().get("/openapi/latest.json").json();
    let has_fields = |item: &Value| {
        item["parameters"].as_array().is_some_and(|all| all.iter().any(|p| p["$ref"] == REFERENCE))
    };
    let addresses = docs::gets(&document).filter(|(_, item)| has_fields(item)).map(|(_, item)| {
        let address =
            item["x-example"].as_str().expect("an address").replace("format=geojson", "format=array");
        let more = if address.contains('?') { '&' } else { '?' };
        let json = if address.starts_with("/solar-eclipse/path") { "format=json&" } else { "" };
        format!("{address}{more}{json}")
    });
    // What an account has used needs a key, and the status changes while the test runs.
    addresses.filter(|address| !address.starts_with("/usage") && !address.starts_with("/status")).collect()
}

/// The names that the refusal of an unknown name lists.
fn names(address: &str) -> Vec<String> {
    let refused = demo().get(&format!("{address}fields={UNKNOWN}"));
    assert_eq!(refused.status, 400, "{address}");
    let error = &refused.json()["errors"][0];
    assert_eq!(error["parameter"], "fields", "{address}");
    let detail = error["detail"].as_str().expect("a text");
    let names = detail.split_once(&format!("there is no field \"{UNKNOWN}\"; use some of "));
    let (_, names) = names.unwrap_or_else(|| panic!("{address}: {detail}"));
    names.split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// A member of a response, found another way than the server does: where `names` are all names at this level,
/// other keys are data.
fn selected(value: &Value, name: &str, names: &[String]) -> Value {
    match value {
        Value::Array(list) => list.iter().map(|item| selected(item, name, names)).collect(),
        Value::Object(members) => {
            let kept = members.iter().filter_map(|(key, value)| match key {
                key if key == name => Some((key.clone(), value.clone())),
                key if names.contains(key) => None,
                key => Some((key.clone(), selected(value, name, names))),
            });
            Value::Object(kept.collect())
        }
        other => other.clone(),
    }
}

#[test]
fn every_field_of_every_operation_can_be_selected() {
    let (mut operations, mut fields) = (0, 0);
    for address in examples() {
        let whole = good(&address).json();
        let names = names(&address);
        for name in &names {
            let answer = good(&format!("{address}fields={name}")).json();
            let expected = selected(&whole["response"], name, &names);
            assert_eq!(answer["response"], expected, "{address}fields={name}");
            let query = answer["query"].as_object().expect("an object");
            assert!(query.keys().all(|key| ["name", "cost", "note"].contains(&&**key)), "{query:?}");
            assert_eq!(answer["query"]["cost"], whole["query"]["cost"], "{address}");
            fields += 1;
        }
        operations += 1;
    }
    println!("{fields} fields of {operations} operations");
    assert!(operations >= 38 && fields > 200, "{fields} fields of {operations} operations");
}

#[test]
fn a_path_selects_within_objects_lists_and_keys_that_are_dates() {
    let answer = good("/day/2026-08-12?obs=place:Oviedo&fields=sun.set.local,moonPhase.name");
    println!("{} bytes: {}", answer.body.len(), answer.text());
    assert!(answer.body.len() <= 200, "{}", answer.text());
    let whole = good("/day/2026-08-12?obs=place:Oviedo").json();
    let expected = json!({
        "sun": { "set": { "local": whole["response"]["sun"]["set"]["local"] } },
        "moonPhase": { "name": whole["response"]["moonPhase"]["name"] },
    });
    assert_eq!(answer.json()["response"], expected);
    let search = "/solar-eclipse/search/2024/2030?obs=42.34,-3.7,860";
    let times = good(&format!("{search}&fields=max.date")).json()["response"].take();
    let all = good(search).json()["response"].take();
    let expected =
        all.as_array().expect("a list").iter().map(|seen| json!({ "max": { "date": seen["max"]["date"] } }));
    assert_eq!(times, expected.collect::<Value>());
    let places = "/body-position/2024-04-08T18:00:00Z/2024-04-08T19:00:00Z?body=sun,moon";
    let shown = good(&format!("{places}&fields=sun.apparentCoordinates.ra")).json()["response"].take();
    let all = good(places).json()["response"].take();
    let shown = shown.as_object().expect("an object");
    assert_eq!(shown.len(), all.as_object().expect("an object").len());
    for (date, value) in shown {
        let ra = &all[date]["sun"]["apparentCoordinates"]["ra"];
        assert_eq!(value, &json!({ "sun": { "apparentCoordinates": { "ra": ra } } }), "{date}");
    }
}

#[test]
fn null_in_place_of_an_object_stays() {
    // The Sun does not set.
    let answer = good("/day/2026-06-21?obs=78.22,15.65&fields=sun.set.local,sun.reason").json();
    assert_eq!(answer["response"], json!({ "sun": { "set": null, "reason": "always_above" } }));
}

#[test]
fn digits_round_the_numbers_of_the_response() {
    let path = "/body-position/2024-04-08T18:00:00Z?body=moon&obs=43.362519,-5.851234";
    let (whole, short) = (good(path).json(), good(&format!("{path}&digits=2")).json());
    assert_eq!(short["query"]["obs"], whole["query"]["obs"], "the echo is not rounded");
    assert_eq!(short["query"]["digits"], 2);
    let of =
        |answer: &Value, name: &str| number(&answer["response"]["2024-04-08T18:00:00.000Z"]["moon"][name]);
    for name in ["jde", "apparentLongitude", "meanElongation"] {
        assert_eq!(of(&short, name), (of(&whole, name) * 100.0).round() / 100.0, "{name}");
    }
    let small = of(&whole, "nutationInLongitude");
    assert!((of(&short, "nutationInLongitude") / small - 1.0).abs() < 0.5, "not zero");
    assert_eq!(good(&format!("{path}&digits=8")).json()["response"], whole["response"]);
}

#[test]
fn wrong_names_and_other_formats_are_refused_by_name() {
    let day = "/day/2026-08-12?obs=43.36,-5.85";
    for (address, expected) in [
        (format!("{day}&fields=sun.sets"), "there is no field \"sun.sets\"; use some of sun.rise"),
        (format!("{day}&fields=sun.set.local.hour"), "use some of sun.set.local"),
        (format!("{day}&fields="), "there is no field \"\"; use some of "),
        (format!("{day}&fields=sun,moon,sun"), "you named twice the field \"sun\""),
        (format!("{day}&fields=sun&fields=moon"), "given more than once"),
        (format!("{day}&digits=9"), "0 to 8"),
        (format!("{day}&digits=1.5"), "0 to 8"),
        (
            "/celestial-events/2024-03-20/2024-04-20?format=ics&fields=date".into(),
            "the response is text/calendar",
        ),
        ("/solar-eclipse/path/2460408.5?fields=paths".into(), "the response is application/geo+json"),
        ("/solar-eclipse/path/2460408.5?digits=2".into(), "only JSON has digits"),
        ("/terminator/2026-06-21T12:00Z?fields=type".into(), "no such parameter here"),
        ("/moon-picture/2026-08-20?digits=1".into(), "no such parameter here"),
    ] {
        let refused = demo().get(&address);
        let error = &refused.json()["errors"][0];
        let name = if address.contains("digits") { "digits" } else { "fields" };
        assert_eq!((refused.status, error["parameter"].as_str()), (400, Some(name)), "{address}");
        let detail = error["detail"].as_str().unwrap_or_default();
        assert!(detail.contains(expected), "{address}: {detail}");
    }
    let rows = "/lunar-eclipse/search/2024/2030?obs=43.36,-5.85&format=csv&fields=max";
    assert_eq!(demo().get(rows).json()["errors"][0]["parameter"], "fields");
}

#[test]
fn both_are_part_of_the_validator_and_none_of_the_price() {
    let path = "/day/2026-08-12?obs=43.36,-5.85";
    let addresses = ["", "&fields=sun", "&fields=moon", "&digits=3", "&digits=4", "&fields=sun&digits=3"];
    let answers = addresses.map(|more| good(&format!("{path}{more}")));
    let mut tags: Vec<_> =
        answers.iter().map(|answer| answer.header("etag").expect("a tag").to_owned()).collect();
    let tag = tags[1].clone();
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), addresses.len());
    let known = [("If-None-Match", tag.as_str())];
    assert_eq!(demo().get_with(&format!("{path}&fields=sun"), &known).status, 304);
    assert_eq!(demo().get_with(path, &known).status, 200);
    let cost = good(&format!("{path}&fields=sun&digits=1&cost=1")).json();
    assert_eq!(cost, good(&format!("{path}&cost=1")).json(), "the price alone has no fields");
}

#[test]
fn long_lists_are_selected_piece_by_piece() {
    let address = "/solar-eclipse/catalog/-1999/3000";
    let whole = good(address).json();
    let cost = |more: &str| good(&format!("{address}?cost=1{more}")).json()["query"]["cost"].as_f64();
    let read = cost("&fields=year");
    assert!(cost("") == Some(1.0) && read == cost("&digits=1") && read > Some(30.0) && read < Some(60.0));
    for coding in ["identity", "gzip"] {
        let short = demo().get_with(&format!("{address}?fields=year"), &[("Accept-Encoding", coding)]);
        assert_eq!(short.status, 200);
        println!("{} bytes in {coding}", short.body.len());
        if coding == "identity" {
            let days = selected(&whole["response"], "year", &["year".to_owned()]);
            let list = short.json()["response"].take();
            let rows = days.as_array().expect("a list").iter();
            assert!(
                rows.map(|row| json!({ "year": row["year"] })).eq(list.as_array().expect("a list").clone())
            );
        }
    }
    let days = "/rise-transit-set/2024-01-01/2024-12-31?observer=38.9,-77.04,20&body=sun";
    let short = good(&format!("{days}&fields=key")).json()["response"].take();
    let whole = good(days).json()["response"].take();
    assert_eq!(short.as_object().map(serde_json::Map::len), whole.as_object().map(serde_json::Map::len));
}
