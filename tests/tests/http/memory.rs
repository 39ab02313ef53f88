//! Memory of hostile clients and of long answers, in bytes that the server allocates.

use super::at_rest;
use super::mass::{CSV, LOCAL, NDJSON, begun, post_with};
use super::unread::{runtime, unread};
use crate::COUNTED_PROGRAM;
use std::io::Write;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use tests::served::Served;
use tests::until_true;

const MB: u64 = 1 << 20;
/// What may remain in tables after much work.
const SPARE: u64 = 2 * MB;
/// Maximum of one call: the bounds of all its parts together.
const MAX_CALL: u64 = 16 * MB;
/// Maximum of 1,900 unread responses: 16 MB × 1.5 (PERFORMANCE.md).
const MAX_UNREAD: u64 = 24 * MB;
/// Maximum of a response of 100,000 rows.
const MAX_LONG_ANSWER: u64 = 4 * MB;

/// A server that counts its memory, for one test at a time.
fn counted() -> MutexGuard<'static, Served> {
    static COUNTED: OnceLock<(Mutex<Served>, u64)> = OnceLock::new();
    let start = || {
        let server = Served::start(COUNTED_PROGRAM, tests::built(), &["--demo"]).to_the_end();
        // What the first request prepares stays in memory.
        assert_eq!(server.get("/body-position/2000-01-01/2000-01-02?body=sun,moon&obs=1,2,3").status, 200);
        server.encoded_ahead();
        let (bytes, _) = server.allocated_bytes();
        (Mutex::new(server), bytes)
    };
    let (server, at_first) = COUNTED.get_or_init(start);
    let server = server.lock().unwrap_or_else(PoisonError::into_inner);
    at_rest(&server);
    until_true("the memory of earlier tests is free", || server.allocated_bytes().0 < at_first + SPARE);
    server
}

/// Asserts how many more bytes a server allocates at a time at most while something runs.
fn assert_grows(server: &Served, most: u64, run: impl FnOnce()) {
    let (before, _) = server.allocated_bytes();
    run();
    let (_, peak) = server.allocated_bytes();
    let grown = peak.saturating_sub(before);
    println!("at most {grown} bytes more, allowed {most}");
    assert!(grown < most, "{grown} bytes more, allowed {most}");
}

#[test]
fn a_hundred_thousand_positions_take_no_more_memory_than_a_few() {
    let server = counted();
    let path = "/body-position/2000-01-01/2000-03-10T10:40:00Z?body=sun,moon&obs=1,2,3";
    let mut body = Vec::new();
    assert_grows(&server, MAX_LONG_ANSWER, || {
        body = server.get_with(path, &[("Accept-Encoding", "zstd")]).body;
    });
    let plain = zstd::stream::decode_all(&body[..]).expect("decoded");
    let json: serde_json::Value = serde_json::from_slice(&plain).expect("JSON");
    assert_eq!(json["response"].as_object().map(serde_json::Map::len), Some(100_000));
    assert!(plain.len() as u64 > MAX_LONG_ANSWER, "{} bytes", plain.len());
}

#[test]
fn unread_answers_fill_no_memory() {
    const CONNECTIONS: usize = 20;
    let server = counted();
    let paths: Vec<String> = (0..95).map(|k| format!("/version?{}", format!("a{k}&").repeat(1500))).collect();
    let runtime = runtime();
    assert_grows(&server, MAX_UNREAD, || {
        for _ in 0..CONNECTIONS {
            unread(&runtime, &server, &paths);
        }
        until_true("all requests", || {
            server.metric("umbra_http_requests_in_flight ") == (CONNECTIONS * paths.len()) as f64
        });
    });
    drop(runtime);
    assert_eq!(server.get("/version").status, 200);
}

#[test]
fn a_client_that_does_not_read_takes_no_more_memory_than_one_that_does() {
    let server = counted();
    let rows = "42.34,-3.7\n".repeat(5000);
    let chunk = format!("{:x}\r\n{rows}\r\n", rows.len());
    assert_grows(&server, MAX_CALL, || {
        let mut stream = begun(&server, 1000);
        // The server reads them into a temporary file, for it expects that the client reads at last.
        for _ in 0..2 * MAX_CALL as usize / chunk.len() {
            stream.write_all(chunk.as_bytes()).expect("sent");
        }
    });
}

#[test]
fn gzip_that_becomes_too_large_is_refused_with_little_memory() {
    let server = counted();
    for text in ["\n", "42.34,-3.7\n"] {
        let text = "lat,lng\n".to_owned() + &text.repeat((64 << 20) / text.len());
        let bomb = web::coding::encode(web::coding::Coding::Gzip, &[text.into()]).expect("encoded");
        let headers = format!("Content-Type: {CSV}\r\nAccept: {NDJSON}\r\nContent-Encoding: gzip\r\n");
        let mut answer = None;
        assert_grows(&server, MAX_CALL, || {
            answer = Some(post_with(&server, &format!("{LOCAL}?fields=max"), &headers, &bomb));
        });
        let answer = answer.expect("an answer");
        let text = answer.text();
        let last = text.lines().last().unwrap_or_default();
        assert!(answer.status == 413 || answer.status == 200, "{last}");
        assert!(last.contains("more than 100 times as large by gzip"), "{last}");
    }
}
