//! `POST` with the rows of a body: the values of single calls, in all formats, and clients that misbehave.

mod clients;
mod formats;
mod values;

use super::*;
use crate::accounts::operator::{made, text};
use tests::served::parse;

/// The place of a call for a town in all tests.
pub(super) const LOCAL: &str = "/solar-eclipse/local-circumstances/details/2026-08-12";
const JSON: &str = "application/json";
pub(super) const NDJSON: &str = "application/x-ndjson";
pub(super) const CSV: &str = "text/csv";
const ARROW: &str = "application/vnd.apache.arrow.stream";
const PARQUET: &str = "application/vnd.apache.parquet";

/// Sends a body in a format and returns the response in another. The client sends all before it reads.
fn post(server: &Served, path: &str, [content, accept]: [&str; 2], body: &[u8]) -> Answer {
    let headers = format!("Content-Type: {content}\r\nAccept: {accept}\r\n");
    post_with(server, path, &headers, body)
}

/// Begins a request with an endless body, and sends the first rows.
pub(super) fn begun(server: &Served, rows: usize) -> std::net::TcpStream {
    let mut stream = server.connect();
    let head = format!(
        "POST {LOCAL} HTTP/1.1\r\nHost: test\r\nContent-Type: {CSV}\r\nAccept: {NDJSON}\r\n\
         Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    let rows = format!("lat,lng\n{}", "42.34,-3.7\n".repeat(rows));
    stream.write_all(format!("{head}{:x}\r\n{rows}\r\n", rows.len()).as_bytes()).expect("sent");
    stream
}

pub(super) fn post_with(server: &Served, path: &str, headers: &str, body: &[u8]) -> Answer {
    let mut stream = server.connect();
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
    );
    stream.write_all(head.as_bytes()).expect("sent");
    stream.write_all(body).expect("sent");
    let mut raw = Vec::new();
    std::io::Read::read_to_end(&mut stream, &mut raw).expect("an answer");
    parse(&raw).unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(&raw)))
}

fn lines(answer: &Answer) -> Vec<serde_json::Value> {
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.text().lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

#[test]
fn wrong_requests_are_refused_with_the_reason() {
    let town = br#"[{"lat":42.34,"lng":-3.7}]"#;
    for (path, content, body, status, reason) in [
        (format!("{LOCAL}?fields=sun"), JSON, &town[..], 400, "use some of place, catalog_number"),
        (format!("{LOCAL}?obs=1,2"), JSON, town, 400, "no such parameter here"),
        (format!("{LOCAL}?dataset=0123"), JSON, town, 409, "not 0123"),
        (LOCAL.into(), "text/html", town, 415, ARROW),
        (LOCAL.into(), ARROW, b"not arrow at all", 413, "Arrow"),
        (LOCAL.into(), PARQUET, b"not parquet at all", 400, "Parquet"),
        (format!("{LOCAL}?moments=1"), JSON, b"[{\"lat\":1,\"lng\":2}]", 200, "time"),
        ("/body-position?body=sun".into(), CSV, b"lat,lng\n1,2\n", 400, "the column time is missing"),
        ("/solar-eclipse/search/2030/2020".into(), JSON, town, 400, "does not come after"),
        ("/rise-transit-set/2024-01-01/2024-01-02".into(), JSON, town, 400, "body: required"),
        ("/version".into(), JSON, town, 405, "use GET, HEAD or OPTIONS"),
    ] {
        let answer = post(demo(), &path, [content, "*/*"], body);
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        assert!(answer.text().contains(reason), "{path}: {}", answer.text());
    }
    let dataset = super::dataset(demo());
    assert_eq!(post(demo(), &format!("{LOCAL}?dataset={dataset}"), [JSON; 2], town).status, 200);
    let answer = demo().get("/body-position");
    assert_eq!((answer.status, answer.header("allow")), (405, Some("OPTIONS, POST")));
    let preflight = demo().send("OPTIONS", LOCAL, &[("origin", "https://example.org")], "");
    let methods = preflight.header("access-control-allow-methods").unwrap_or_default();
    assert!(methods.contains("POST"), "{methods}");
}

#[test]
fn a_thousand_bad_rows_in_succession_end_the_response() {
    let body = "lat,lng\n42.34,-3.7\n".to_owned() + &"91,0\n".repeat(5000);
    let rows = lines(&post(demo(), &format!("{LOCAL}?fields=magnitude"), [CSV, NDJSON], body.as_bytes()));
    assert_eq!(rows.len(), 1002);
    let last = rows[1001]["error"].as_str().unwrap_or_default();
    assert!(last.contains("more than 1000 rows in succession are bad"), "{last}");
}

#[test]
fn each_row_is_charged_and_the_response_ends_with_the_credits() {
    let server = start(&[]);
    let (_, _, key) = made(&server.accounts(), "starter");
    text(&server.accounts(), &["plans", "set-allowance", "starter", "50005"]);
    // 2,500 rows of 20 credits are covered, also a bad one.
    let body = "lat,lng\n91,0\n".to_owned() + &"42.34,-3.7\n".repeat(3000);
    let path = format!("{LOCAL}?fields=magnitude&apiKey={key}");
    until_true("the new key", || post(&server, &format!("{path}&cost=1"), [CSV; 2], b"").status == 200);
    let answer = post(&server, &path, [CSV, NDJSON], body.as_bytes());
    let rows = lines(&answer);
    assert_eq!(rows.len(), 2501);
    assert!(rows[0]["error"].as_str().is_some_and(|error| error.starts_with("lat: 91 ")), "{:?}", rows[0]);
    assert!(rows[1..2500].iter().all(|row| row["error"].is_null() && row["magnitude"].is_f64()));
    assert!(rows[2500]["error"].as_str().is_some_and(|error| error.contains("credits")), "{:?}", rows[2500]);
    let answer = post(&server, &path, [CSV, NDJSON], b"lat,lng\n42.34,-3.7\n");
    assert_eq!(answer.status, 402, "{}", answer.text());
    assert_eq!(answer.header("x-credits-used"), Some("50000"));
    let answer = post(&server, &format!("{path}&cost=1"), [CSV, NDJSON], b"");
    assert_eq!(answer.json()["query"]["cost"], 20.0);
}
