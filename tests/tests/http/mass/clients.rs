//! Clients that are slow, send too much, or do not read.

use super::super::{demo, start};
use super::{CSV, JSON, LOCAL, NDJSON, lines, post, post_with};
use bytes::Bytes;
use std::io::{Read, Write};
use tests::served::{Served, parse};
use tests::until_true;

/// Maximum additional memory of one call, kB: the bounds of all its parts together.
const MAX_CALL_KB: u64 = 48 * 1024;

/// Begins a request with an endless body, and sends the first rows.
fn begun(server: &Served, rows: usize) -> std::net::TcpStream {
    let mut stream = server.connect();
    let head = format!(
        "POST {LOCAL} HTTP/1.1\r\nHost: test\r\nContent-Type: {CSV}\r\nAccept: {NDJSON}\r\n\
         Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    let rows = format!("lat,lng\n{}", "42.34,-3.7\n".repeat(rows));
    stream.write_all(format!("{head}{:x}\r\n{rows}\r\n", rows.len()).as_bytes()).expect("sent");
    stream
}

#[test]
fn a_body_that_does_not_go_on_ends_the_response() {
    let server = start(&["--demo", "--header-timeout", "1"]);
    for (rows, status) in [(0, 408), (3, 200), (2000, 200)] {
        let mut raw = Vec::new();
        let _ = begun(&server, rows).read_to_end(&mut raw);
        let answer = parse(&raw).expect("an answer");
        assert_eq!(answer.status, status, "{}", answer.text());
        let text = answer.text();
        let last = text.lines().last().unwrap_or_default();
        assert!(last.contains("did not arrive, or not go on, within 1 seconds"), "{last}");
    }
    until_true("the end of the connections", || server.metric("umbra_connections ") == 0.0);
}

#[test]
fn a_client_that_does_not_read_is_let_go_with_its_memory() {
    let server = start(&["--demo", "--header-timeout", "1", "--idle-timeout", "2"]);
    assert_eq!(post(&server, LOCAL, [CSV, NDJSON], b"lat,lng\n1,2\n").status, 200);
    server.encoded_ahead();
    let before_kb = server.memory_kb("RssAnon");
    let mut stream = begun(&server, 1000);
    let rows = "42.34,-3.7\n".repeat(5000);
    let chunk = format!("{:x}\r\n{rows}\r\n", rows.len());
    let mut most_kb = 0;
    // It sends until the server has no more room, and never reads.
    while stream.write_all(chunk.as_bytes()).is_ok() {
        most_kb = most_kb.max(server.memory_kb("RssAnon"));
    }
    until_true("the end of the connection", || server.metric("umbra_connections ") == 0.0);
    println!("at most {} kB", most_kb.saturating_sub(before_kb));
    assert!(most_kb < before_kb + MAX_CALL_KB, "{most_kb} kB, before {before_kb}");
}

#[test]
fn a_client_that_leaves_ends_the_work() {
    let server = start(&["--demo"]);
    drop(begun(&server, 100_000));
    until_true("the end of the connection", || server.metric("umbra_connections ") == 0.0);
    until_true("the end of the request", || server.metric("umbra_http_requests_in_flight ") <= 1.0);
}

#[test]
fn a_client_that_sends_everything_first_gets_its_response() {
    let body = "lat,lng\n".to_owned() + &"42.34,-3.7\n".repeat(200_000);
    let rows = post(demo(), &format!("{LOCAL}?fields=magnitude,c1,c2,c3,c4"), [CSV, CSV], body.as_bytes());
    assert_eq!(rows.text().lines().count(), 200_001);
}

#[test]
fn gzip_that_becomes_too_large_is_refused_with_little_memory() {
    let server = start(&["--demo"]);
    server.encoded_ahead();
    let before_kb = server.memory_kb("RssAnon");
    for text in ["\n", "42.34,-3.7\n"] {
        let text = "lat,lng\n".to_owned() + &text.repeat((256 << 20) / text.len());
        let bomb = web::coding::encode(web::coding::Coding::Gzip, &[text.into()]).expect("encoded");
        let headers = format!("Content-Type: {CSV}\r\nAccept: {NDJSON}\r\nContent-Encoding: gzip\r\n");
        let answer = post_with(&server, &format!("{LOCAL}?fields=max"), &headers, &bomb);
        let text = answer.text();
        let last = text.lines().last().unwrap_or_default();
        assert!(answer.status == 413 || answer.status == 200, "{last}");
        assert!(last.contains("more than 100 times as large by gzip"), "{last}");
    }
    assert!(server.memory_kb("VmHWM") < before_kb + 2 * MAX_CALL_KB + server.memory_kb("RssFile"));
    let truncated =
        &web::coding::encode(web::coding::Coding::Gzip, &["lat,lng\n1,2\n".into()]).expect("encoded")[..20];
    let headers = format!("Content-Type: {CSV}\r\nContent-Encoding: gzip\r\n");
    assert_eq!(post_with(&server, LOCAL, &headers, truncated).status, 400);
}

#[test]
fn a_refused_body_is_read_to_its_end_so_that_the_client_reads_why() {
    let body = "lat,lng\n".to_owned() + &"42.34,-3.7\n".repeat(1_000_000);
    let body = body.as_bytes();
    for (path, formats, status) in [
        (format!("{LOCAL}?fields=sun"), [CSV, CSV], 400),
        (LOCAL.to_owned(), ["text/plain", CSV], 415),
        (LOCAL.to_owned(), [CSV, "image/png"], 406),
        (LOCAL.to_owned(), [JSON, CSV], 400),
    ] {
        assert_eq!(post(demo(), &path, formats, body).status, status, "{path} {formats:?}");
    }
}

#[test]
fn http_2_streams_both_ways() {
    const ROWS: usize = 3000;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let text = runtime.block_on(async {
        let stream = tokio::net::TcpStream::connect(demo().address).await.expect("connected");
        let (client, connection) = h2::client::handshake(stream).await.expect("a handshake");
        let driver = tokio::spawn(connection);
        let mut client = client.ready().await.expect("ready");
        let request = http::Request::post(format!("http://test{LOCAL}?fields=magnitude"))
            .header("content-type", CSV)
            .header("accept", NDJSON);
        let (answer, mut sender) =
            client.send_request(request.body(()).expect("a request"), false).expect("sent");
        sender
            .send_data(Bytes::from("lat,lng\n".to_owned() + &"42.34,-3.7\n".repeat(ROWS / 2)), false)
            .expect("sent");
        // The response begins before the body ends.
        let answer = answer.await.expect("answered");
        assert_eq!(answer.status(), 200);
        let mut body = answer.into_body();
        let mut text = body.data().await.expect("a body").expect("bytes").to_vec();
        sender.send_data(Bytes::from("42.34,-3.7\n".repeat(ROWS / 2)), true).expect("sent");
        while let Some(bytes) = body.data().await {
            let bytes = bytes.expect("bytes");
            body.flow_control().release_capacity(bytes.len()).expect("a window");
            text.extend_from_slice(&bytes);
        }
        driver.abort();
        String::from_utf8(text).expect("text")
    });
    assert_eq!(text.lines().count(), ROWS);
    let single =
        lines(&post(demo(), &format!("{LOCAL}?fields=magnitude"), [CSV, NDJSON], b"lat,lng\n42.34,-3.7\n"));
    assert!(
        text.lines()
            .all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok_and(|row| row == single[0]))
    );
}
