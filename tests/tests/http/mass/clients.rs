//! Clients that are slow, send too much, or do not read.

use super::super::{alone, at_rest, demo};
use super::*;
use bytes::Bytes;
use std::io::Read;
use tests::until_true;

#[test]
fn a_body_that_does_not_go_on_ends_the_response() {
    // All wait for the header timeout at once.
    for (connection, status) in
        [(0, 408), (3, 200), (2000, 200)].map(|(rows, status)| (begun(demo(), rows), status))
    {
        let (mut connection, mut raw) = (connection, Vec::new());
        let _ = connection.read_to_end(&mut raw);
        let answer = parse(&raw).expect("an answer");
        assert_eq!(answer.status, status, "{}", answer.text());
        let text = answer.text();
        let last = text.lines().last().unwrap_or_default();
        assert!(last.contains("no data of the request body arrived for 10 seconds"), "{last}");
    }
}

#[test]
fn a_client_that_leaves_ends_the_work() {
    let server = alone();
    drop(begun(&server, 100_000));
    at_rest(&server);
    until_true("the end of the request", || server.metric("umbra_http_requests_in_flight ") == 0.0);
}

#[test]
fn a_client_that_sends_everything_first_gets_its_response() {
    let body = "lat,lng\n".to_owned() + &"42.34,-3.7\n".repeat(200_000);
    let rows = post(demo(), &format!("{LOCAL}?fields=magnitude,c1,c2,c3,c4"), [CSV, CSV], body.as_bytes());
    assert_eq!(rows.text().lines().count(), 200_001);
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
fn truncated_gzip_is_refused() {
    let body = web::coding::encode(web::coding::Coding::Gzip, &["lat,lng\n1,2\n".into()]).expect("encoded");
    let headers = format!("Content-Type: {CSV}\r\nContent-Encoding: gzip\r\n");
    assert_eq!(post_with(demo(), LOCAL, &headers, &body[..20]).status, 400);
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
        assert_eq!((answer.status().as_u16(), client.current_max_send_streams()), (200, 100));
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
    let single = post(demo(), &format!("{LOCAL}?fields=magnitude"), [CSV, NDJSON], b"lat,lng\n42.34,-3.7\n");
    assert!(text.lines().all(|line| line == single.text().trim_end()));
}
