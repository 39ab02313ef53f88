//! The log: the fields of a request, and the ids for finding a request.

use super::{demo, start};
use serde_json::Value;
use tests::served::Served;

/// A trace context.
const TRACE: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/// The lines of requests, as JSON.
fn lines(server: &Served) -> Vec<Value> {
    let log = server.log();
    let all = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    all.filter(|line| line["message"] == "request").collect()
}

#[test]
fn a_line_names_the_client_the_request_and_the_outcome() {
    let server = start(&["--demo", "--log-format", "json"]);
    let (key, account) = server.demo_credentials();
    let path = format!("/julian-day/2024?apiKey={key}");
    server.get_with(
        &path,
        &[
            ("User-Agent", "Tester/1.0 (+https://example.org)"),
            ("X-Request-Id", "a.b-c_1"),
            ("traceparent", TRACE),
        ],
    );
    server.get_with(&format!("/julian-day/x?apiKey={key}"), &[]);
    server.get("/nowhere");
    server.get("/console");
    let lines = lines(&server);
    let fields =
        |line: usize, names: &[&str]| names.iter().map(|name| lines[line][*name].clone()).collect::<Vec<_>>();
    let id = &key["umbra_".len()..][..12];
    let names = ["operation", "status", "account", "key", "user_agent", "request_id", "path", "peer"];
    let agent = "Tester/1.0 (+https://example.org)";
    let first: Vec<Value> = vec![
        "julian-day".into(),
        200.into(),
        account.clone().into(),
        id.into(),
        agent.into(),
        "a.b-c_1".into(),
        "/julian-day/2024".into(),
        "127.0.0.1".into(),
    ];
    assert_eq!(fields(0, &names), first);
    assert!(lines[0].get("problem").is_none());
    assert_eq!(lines[0]["trace_id"], TRACE[3..35]);
    assert!(lines[1].get("trace_id").is_none());
    let why = ["operation", "problem", "key"];
    assert_eq!(fields(1, &why), ["julian-day", "bad-parameter", id]);
    assert_eq!(fields(2, &why[..2]), ["unknown", "no-such-path"]);
    assert!(lines[2].get("account").is_none() && lines[2].get("user_agent").is_none());
    assert_eq!(fields(3, &why[..1]), ["console"]);
    assert_quotes_agents(&server);
}

#[test]
fn a_line_for_people_has_the_same_fields() {
    let server = start(&["--demo"]);
    let (key, account) = server.demo_credentials();
    let headers = [("User-Agent", "Tester/1.0 of \"Ada\""), ("X-Request-Id", "seven")];
    server.get_with(&format!("/julian-day/x?apiKey={key}"), &headers);
    let log = server.log();
    let line = log.lines().find(|line| line.contains(" request ")).expect("a line");
    let id = &key["umbra_".len()..][..12];
    for part in [
        "operation=julian-day",
        "status=400",
        "problem=bad-parameter",
        &format!("account={account}"),
        &format!("key={id}"),
        "user_agent=\"Tester/1.0 of \\\"Ada\\\"\"",
        "request_id=seven",
    ] {
        assert!(line.contains(part), "{part}: {line}");
    }
    assert!(!line.contains(&key));
    assert_quotes_agents(&server);
}

/// What a client calls itself cannot break the log.
fn assert_quotes_agents(server: &Served) {
    let agent = format!("a\tb\u{9b}31m\u{2028}ü{}", "x".repeat(500));
    server.get_with("/julian-day/2023", &[("User-Agent", &agent)]);
    let log = server.log();
    let line = log.lines().find(|line| line.contains("/julian-day/2023")).expect("a line");
    assert!(line.contains("a\\u0009b\\u009b31m\\u2028ü"), "{line}");
    assert!(line.contains(&"x".repeat(190)) && !line.contains(&"x".repeat(200)), "{line}");
    assert!(line.contains("request_id"), "all on one line: {line}");
}

#[test]
fn the_id_of_a_request_comes_back() {
    let server = demo();
    let id = |path: &str, headers: &[(&str, &str)]| {
        server.get_with(path, headers).header("x-request-id").expect("an id").to_owned()
    };
    let longest = "a".repeat(128);
    for given in ["7", "0af7651916cd43dd8448eb211c80319c", &longest] {
        for path in ["/julian-day/2024", "/julian-day/x", "/nowhere", "/console", "/docs", "/livez"] {
            assert_eq!(id(path, &[("X-Request-Id", given)]), given, "{path}");
        }
    }
    let too_long = "a".repeat(129);
    for wrong in ["a b", "<b>", "a;b", &too_long] {
        let made = id("/julian-day/2024", &[("X-Request-Id", wrong)]);
        assert!(made.len() == 16 && made.bytes().all(|b| b.is_ascii_alphanumeric()), "{made}");
    }
    assert_ne!(id("/julian-day/2024", &[]), id("/julian-day/2024", &[]));
    // A refusal before any operation has one as well.
    let answer = server.abused("GET /julian-day/2024 HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert_eq!(answer.status, 400);
    assert!(answer.header("x-request-id").is_some());
}

#[test]
fn pages_of_other_sites_may_send_and_read_the_id() {
    let server = demo();
    let origin = ("Origin", "https://example.org");
    let preflight = server.send("OPTIONS", "/julian-day/2024", &[origin], "");
    let allowed = preflight.header("access-control-allow-headers").unwrap_or("");
    assert!(allowed.split(", ").any(|name| name == "X-Request-Id"), "{allowed}");
    let answer = server.get_with("/julian-day/2024", &[origin]);
    let exposed = answer.header("access-control-expose-headers").unwrap_or("");
    assert!(exposed.split(", ").any(|name| name == "X-Request-Id"), "{exposed}");
}
