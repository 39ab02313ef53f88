//! The reference: the responses that it shows, and the examples of its parameters.

use super::*;

/// A response as the reference shows it: of lists of objects, and of objects by date, the first two entries;
/// of other lists the first eight.
fn shortened(answer: Value) -> Value {
    let is_date = |key: &String| key.len() > 6 && key.starts_with(|c: char| c.is_ascii_digit());
    match answer {
        Value::Array(list) => {
            let most = if list.iter().any(Value::is_object) { 2 } else { 8 };
            Value::Array(list.into_iter().take(most).map(shortened).collect())
        }
        Value::Object(object) => {
            let most = if object.keys().all(is_date) { 2 } else { usize::MAX };
            object.into_iter().take(most).map(|(key, value)| (key, shortened(value))).collect()
        }
        other => other,
    }
}

/// The calls that guides show, with the responses that they show.
fn calls_of_guides() -> Vec<(String, Option<String>)> {
    let pages = docs::pages();
    let calls = pages.values().flat_map(|html| html.split("data-call=\"").skip(1));
    let call = |call: &str| {
        let (address, rest) = call.split_once('"').expect("the end of an attribute");
        let answer = rest.split("<p class=\"answer-label\"").nth(1).and_then(|r| r.split("<code>").nth(1));
        let answer = answer.and_then(|text| text.split("</code>").next());
        (docs::unescaped(address), answer.map(docs::unescaped))
    };
    calls.map(call).collect()
}

/// The responses that the reference shows.
const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/src/api/examples.json");

fn recorded() -> Value {
    serde_json::from_str(&std::fs::read_to_string(RECORDED).expect("the file")).expect("JSON")
}

/// The responses that the reference shows are those of the server; with `UMBRA_EXAMPLES=write` in the
/// environment they are written anew.
#[test]
fn answers_in_the_reference_are_what_the_server_says() {
    /// Placeholder for the name of the dataset, which changes with each build.
    const DATASET: &str = "0123456789abcdef";
    const RENEWED: &str =
        "UMBRA_EXAMPLES=write cargo test --release -p tests writes it anew, for the next build";
    let is_written = std::env::var("UMBRA_EXAMPLES").is_ok_and(|word| word == "write");
    let document = demo().get("/openapi/latest.json").json();
    let version = demo().get("/version").json();
    let dataset = version["response"]["dataset"].as_str().expect("a name");
    let mut answers = serde_json::Map::new();
    for (_, item) in docs::gets(&document) {
        let is_for_all = item["security"].as_array().is_some_and(Vec::is_empty);
        let is_of_account = item["security"][0]["serviceAuth"].is_array();
        let address = item["x-example"].as_str().expect("an address");
        // What an account has used depends on the account, the Moon of these tests is made up, and lines
        // have an example of their own.
        let is_special = ["/usage", "/lunar-limb", "/geodesic/"].iter().any(|p| address.starts_with(p));
        if is_for_all || is_of_account || is_special {
            continue;
        }
        let answer = good(address);
        // Pages and files have no example; maps have one of their own.
        if answer.header("content-type") != Some("application/json") {
            continue;
        }
        let text = answer.text().replace(dataset, DATASET);
        let answer = shortened(serde_json::from_str(&text).expect("JSON"));
        let id = item["operationId"].as_str().expect("a name");
        if !is_written {
            assert_eq!(recorded()[id], answer, "{id}; {RENEWED}");
        }
        answers.insert(id.to_owned(), answer);
    }
    assert!(answers.len() > 20, "{} operations have an example", answers.len());
    for (address, shown) in calls_of_guides() {
        // The page states this date of the example.
        let answer = good(&address.replace("/now/+100y", "/2026-11-24/2126-11-24"));
        let text = answer.text().replace(dataset, DATASET);
        let answer = shortened(serde_json::from_str(&text).expect("JSON"));
        if !is_written {
            let shown = shown.unwrap_or_else(|| panic!("{address} has no answer; {RENEWED}"));
            let shown: Value = serde_json::from_str(&shown).expect("JSON");
            assert_eq!(shown, answer, "{address}; {RENEWED}");
        }
        answers.insert(address, answer);
    }
    if is_written {
        let text = serde_json::to_string_pretty(&answers).expect("memory takes any JSON");
        std::fs::write(RECORDED, text + "\n").expect("the file can be written");
        return;
    }
    assert_eq!(
        recorded().as_object().map(serde_json::Map::len),
        Some(answers.len()),
        "one is of no operation"
    );
}

#[test]
fn every_documented_example_works() {
    let document = demo().get("/openapi/latest.json").json();
    let mut tried = 0;
    for (path, item) in docs::gets(&document) {
        let mut address = path.clone();
        let mut query = Vec::new();
        for p in item["parameters"].as_array().expect("parameters") {
            let p = p["$ref"].as_str().map_or(Some(p), |at| document.pointer(&at[1..])).expect("a parameter");
            // The names of fields depend on the operation.
            if p["example"].is_null() {
                continue;
            }
            let name = p["name"].as_str().expect("a name");
            let text = |v: &Value| v.as_str().map_or(v.to_string(), str::to_owned);
            let value = match &p["example"] {
                Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join(","),
                other => text(other),
            };
            // Instead of other parameters that are shown already, or with heights that are not installed.
            let is_other = match name {
                "tolerance" => path.starts_with("/geodesic"),
                "points" | "max" | "each" => path == "/bounding-tiles",
                "minAlt" => path.starts_with("/az-alt-search"),
                "cost" | "deltaT" | "spacingFactor" | "mag" | "outStep" | "next" => true,
                "obsElevation" | "horizon" => true,
                _ => false,
            };
            match p["in"].as_str() {
                Some("path") => address = address.replace(&format!("{{{name}}}"), &value),
                _ if is_other => {}
                _ => query.push(format!("{name}={value}")),
            }
        }
        // The test generation's ephemeris and the examples both lie about our time.
        let (key, account) = demo().demo_credentials();
        let authorized = [("Authorization", &*format!("ServiceAuth {account}:{key}"))];
        let answer = match address.as_str() {
            "/auth/access-token" => demo().get_with(&address, &authorized),
            "/usage" => demo().get(&format!("{address}?apiKey={key}")),
            _ => demo().get(&format!("{address}?{}", query.join("&"))),
        };
        assert_eq!(answer.status, 200, "{address}: {}", answer.text());
        tried += 1;
    }
    println!("{tried} operations");
    assert_eq!(tried, 65);
}

fn calls_of_readme() -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = std::fs::read_to_string(path).expect("README.md");
    let call = |block: &str| {
        let (address, rest) = block.split_once("'\n```")?;
        let answer = rest.trim_start().strip_prefix("```json\n")?;
        Some((address.to_owned(), answer.split("```").next()?.to_owned()))
    };
    readme.split("curl 'http://127.0.0.1:8080").skip(1).filter_map(call).collect()
}

#[test]
fn the_answers_in_the_readme_are_those_of_the_server() {
    let calls = calls_of_readme();
    assert_eq!(calls.len(), 3);
    for (address, shown) in calls {
        let answer = demo().get(&address).text();
        // The reference shows omitted parts as dots. All names and values that it shows must occur.
        let values = shown.split(['{', '}', '[', ']', ',', '\n', '…']).map(str::trim);
        let values: Vec<_> =
            values.filter(|v| v.starts_with('"') && v.contains("\":") && !v.ends_with(':')).collect();
        assert!(values.len() > 3, "{shown}");
        for value in values {
            let is_there = [",", "}", "]"].iter().any(|end| answer.contains(&format!("{value}{end}")));
            assert!(is_there, "{address}: no {value} in {answer}");
        }
    }
}
