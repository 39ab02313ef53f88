//! The log: the fields of a request, and the ids for finding a request.

use super::*;

const TRACE: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

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
    let id = &key["umbra_".len()..][..12];
    let of_first: [(&str, Value); 8] = [
        ("operation", "julian-day".into()),
        ("status", 200.into()),
        ("account", account.clone().into()),
        ("key", id.into()),
        ("user_agent", "Tester/1.0 (+https://example.org)".into()),
        ("request_id", "a.b-c_1".into()),
        ("path", "/julian-day/2024".into()),
        ("peer", "127.0.0.1".into()),
    ];
    for (name, expected) in of_first {
        assert_eq!(lines[0][name], expected, "{name}");
    }
    assert!(lines[0].get("problem").is_none());
    assert_eq!(lines[0]["trace_id"], TRACE[3..35]);
    assert!(lines[1].get("trace_id").is_none());
    let of = |line: usize, names: [&str; 2]| names.map(|name| lines[line][name].as_str().expect("a text"));
    assert_eq!(of(1, ["operation", "problem"]), ["julian-day", "bad-parameter"]);
    assert_eq!(of(2, ["operation", "problem"]), ["unknown", "no-such-path"]);
    assert_eq!(of(3, ["operation", "path"]), ["console", "/console"]);
    assert!(lines[2].get("account").is_none() && lines[2].get("user_agent").is_none());
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
    let who = format!("account={account} key={}", &key["umbra_".len()..][..12]);
    let parts = ["operation=julian-day", "status=400", "problem=bad-parameter", "request_id=seven"];
    for part in parts.into_iter().chain(who.split(' ')).chain(["user_agent=\"Tester/1.0 of \\\"Ada\\\"\""]) {
        assert!(line.contains(part), "{part}: {line}");
    }
    assert!(!line.contains(&key));
    assert_quotes_agents(&server);
}

/// Checks that the name of a client cannot break the log.
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
    for path in ["/julian-day/2024", "/julian-day/x", "/nowhere", "/console", "/docs", "/livez"] {
        assert_eq!(id(path, &[("X-Request-Id", "a.b-c_1")]), "a.b-c_1", "{path}");
    }
    // A refusal before any operation has one as well.
    let answer = server.abused("GET /julian-day/2024 HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert_eq!(answer.status, 400);
    assert!(answer.header("x-request-id").is_some());
}
