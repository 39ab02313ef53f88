//! One good response and each refusal of every operation, as snapshots.

use super::*;

/// Status, relevant headers, and the body with placeholders for parts that change with each build.
fn shown(answer: &Answer) -> String {
    let version = demo().get("/version").json();
    let of = |key: &str| version["response"][key].as_str().unwrap_or_default().to_owned();
    let headers: Vec<String> = ["content-type", "cache-control", "allow", "www-authenticate"]
        .into_iter()
        .filter_map(|name| Some(format!("{name}: {}", answer.header(name)?)))
        .collect();
    let body = match serde_json::from_slice::<serde_json::Value>(&answer.body) {
        Ok(json) => serde_json::to_string_pretty(&json).unwrap_or_default(),
        Err(_) => answer.text(),
    };
    let text = format!("{}\n{}\n\n{body}", answer.status, headers.join("\n"));
    text.replace(&of("dataset"), "<dataset>").replace(&of("builtAt"), "<built>")
}

/// Good requests: the name of a snapshot and the path that it shows on each line.
const GOOD: &str = include_str!("good.txt");
/// Refused requests in the same form.
const REFUSED: &str = include_str!("refused.txt");

fn pairs(lines: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    lines.lines().map(|line| line.split_once(' ').expect("a name and a path"))
}

/// The paths of good requests.
pub(crate) fn good_paths() -> impl Iterator<Item = &'static str> {
    pairs(GOOD).map(|(_, path)| path)
}

#[test]
fn a_good_answer_of_every_operation() {
    for (name, path) in pairs(GOOD) {
        let answer = good(path);
        insta::assert_snapshot!(format!("good_{name}"), shown(&answer), path);
    }
}

#[test]
fn each_refusal_of_every_operation() {
    for (name, path) in pairs(REFUSED) {
        let answer = demo().get(path);
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{path}");
        insta::assert_snapshot!(format!("refused_{name}"), shown(&answer), path);
    }
    let long = demo().get(&format!("/julian-day/{}", "2".repeat(31_000)));
    let long = Answer { body: long.text().replace(&"2".repeat(31_000), "2…").into(), ..long };
    insta::assert_snapshot!("refused_address_too_long", shown(&long));
    insta::assert_snapshot!("refused_method", shown(&demo().send("DELETE", "/version", &[], "")));
    insta::assert_snapshot!("refused_type", shown(&demo().get_with("/version", &[("Accept", "image/png")])));
    let coding = demo().get_with("/version", &[("Accept-Encoding", "*;q=0")]);
    insta::assert_snapshot!("refused_coding", shown(&coding));
}

#[test]
fn without_accounts_and_without_demo_only_open_operations_answer() {
    let server = without_accounts();
    const MAP: [&str; 3] = ["/tiles/current", "/tiles/current/0/0/0.mvt", "/tiles/current/zone/1/2"];
    for path in ["/", "/version", "/docs", "/openapi/latest.json", "/livez", "/readyz"].into_iter().chain(MAP)
    {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    for path in good_paths().skip(1) {
        assert_eq!(server.get(path).status, 401, "{path}");
    }
    insta::assert_snapshot!("refused_without_credentials", shown(&server.get("/julian-day/2024")));
}

#[test]
fn a_demo_ignores_wrong_credentials_except_for_the_account() {
    let server = start(&["--demo"]);
    let path = "/julian-day/2024-04-08";
    let expected = server.get(path).body;
    assert_eq!(server.get(&format!("{path}?apiKey=YOUR_KEY")).body, expected);
    for header in ["ServiceAuth YOUR_TOKEN", "Bearer YOUR_KEY"] {
        assert_eq!(server.get_with(path, &[("Authorization", header)]).body, expected, "{header}");
    }
    assert_eq!(server.get("/eclipse-path?date=2024-04-08&apiKey=YOUR_KEY").status, 200);
    for path in ["/usage", "/auth/access-token"] {
        let wrong = server.get_with(path, &[("Authorization", "ServiceAuth ID:YOUR_KEY")]);
        assert_eq!(wrong.status, 401, "{path}");
    }
    let security = |server: &Served| {
        server.get("/openapi/latest.json").json()["paths"]["/julian-day/{date}"]["get"]["security"].clone()
    };
    assert_eq!(security(&server)[0], json!({}), "a key is optional in a demo");
    assert!(security(without_accounts())[0]["apiKey"].is_array());
}
