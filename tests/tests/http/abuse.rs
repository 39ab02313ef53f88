//! Clients that are slow, many, or dishonest.

use super::{demo, start};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use tests::until_true;

/// Pieces of a slow head: ten times as many as fit into the server's timeout.
const PIECES: usize = 50;
/// Time between two of them.
const EVERY: Duration = Duration::from_millis(200);

/// The number of pieces of a head that the server accepts before it closes the connection.
fn accepted(mut stream: TcpStream, pieces: impl Iterator<Item = &'static str>, every: Duration) -> usize {
    stream.set_read_timeout(Some(every)).expect("a timeout");
    let mut count = 0;
    for piece in pieces {
        if stream.write_all(piece.as_bytes()).is_err() {
            break;
        }
        let mut byte = [0; 256];
        match stream.read(&mut byte) {
            Ok(0) => break,
            Ok(_) => {}
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => break,
        }
        count += 1;
    }
    count
}

#[test]
fn a_head_that_drips_is_cut_off() {
    let server = start(&["--demo", "--header-timeout", "1"]);
    let drip = std::iter::once("GET /version HTTP/1.1\r\n").chain(std::iter::repeat_n("X-A: b\r\n", PIECES));
    let count = accepted(server.connect(), drip, EVERY);
    assert!(count < PIECES, "all of {PIECES} pieces were accepted");
    assert_eq!(server.get("/version").status, 200);
}

#[test]
fn a_connection_that_says_nothing_is_closed() {
    let server = start(&["--demo", "--header-timeout", "1", "--idle-timeout", "2"]);
    // A connection without a request, and an idle one after its answer.
    let mut silent = server.connect();
    let mut kept = server.connect();
    kept.write_all(b"GET /version HTTP/1.1\r\nHost: test\r\n\r\n").expect("sent");
    for stream in [&mut silent, &mut kept] {
        // Closed or reset: either way the line is free.
        let end = stream.read_to_end(&mut Vec::new()).map_err(|e| e.kind());
        assert!(!matches!(end, Err(ErrorKind::WouldBlock | ErrorKind::TimedOut)), "it is not closed");
    }
    until_true("the end of both", || server.metric("umbra_connections") < 1.0);
}

#[test]
fn the_wait_between_requests_has_the_idle_time_and_a_further_head_its_own() {
    let server = start(&["--demo", "--header-timeout", "1", "--idle-timeout", "60"]);
    let mut kept = server.connect();
    for wait_s in [0, 3] {
        // The wait is tested.
        std::thread::sleep(std::time::Duration::from_secs(wait_s));
        kept.write_all(b"GET /version HTTP/1.1\r\nHost: test\r\n\r\n").expect("sent");
        // Head and body of a short response come together.
        let mut answer = [0; 4096];
        let length = kept.read(&mut answer).expect("an answer");
        assert!(answer[..length].starts_with(b"HTTP/1.1 200"));
    }
    kept.write_all(b"GET /version HTTP/1.1\r\n").expect("sent");
    let begun = std::time::Instant::now();
    // Closed or reset: either way the line is free.
    let _ = kept.read_to_end(&mut Vec::new());
    assert!(begun.elapsed() < std::time::Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn a_reader_that_stops_is_let_go() {
    let server = start(&["--demo", "--header-timeout", "1", "--idle-timeout", "1"]);
    let mut stream = server.connect();
    stream
        .write_all(b"GET /body-position/2000-01-01/2000-03-01?body=sun,moon HTTP/1.1\r\nHost: test\r\n\r\n")
        .expect("sent");
    until_true("the end of the connection", || server.metric("umbra_connections ") == 0.0);
}

#[test]
fn requests_that_smell_of_smuggling_get_one_refusal_and_the_line_is_closed() {
    let second = "GET /livez HTTP/1.1\r\nHost: test\r\n\r\n";
    let long = format!("Content-Length: {}", second.len());
    let host = "GET /version HTTP/1.1\r\nHost: test\r\n";
    let chunked = "Transfer-Encoding: chunked";
    for (what, request) in [
        ("two lengths", format!("{host}Content-Length: 0\r\n{long}\r\n\r\n{second}")),
        ("a length that is none", format!("{host}Content-Length: 1x\r\n\r\n{second}")),
        ("a negative length", format!("{host}Content-Length: -1\r\n\r\n{second}")),
        ("a bad chunk", format!("{host}{chunked}\r\n\r\nzz\r\n{second}")),
        ("a chunk of 2^64", format!("{host}{chunked}\r\n\r\n10000000000000000\r\n{second}")),
        ("chunked twice over", format!("{host}{chunked}, identity\r\n\r\n0\r\n\r\n{second}")),
        ("a folded header", format!("{host}X: a\r\n b\r\n\r\n{second}")),
        ("a space before the colon", format!("GET /version HTTP/1.1\r\nHost : test\r\n\r\n{second}")),
        ("no version", "GET /version\r\n\r\n".to_owned()),
        ("nonsense", "\u{1}\u{2}\u{3}\r\n\r\n".to_owned()),
    ] {
        let raw = String::from_utf8_lossy(&demo().raw(&request)).into_owned();
        assert!(raw.is_empty() || raw.starts_with("HTTP/1.1 4"), "{what}: {raw}");
        assert!(raw.matches("HTTP/1.1 ").count() <= 1 && !raw.contains("\r\n\r\nok"), "{what}: {raw}");
    }
    // A length together with chunks: RFC 9112 lets the chunks count, and the line be closed afterwards or the
    // request be refused; never may the length count.
    let length = 5 + second.len();
    let both =
        format!("{host}Content-Length: {length}\r\n{chunked}\r\nConnection: close\r\n\r\n0\r\n\r\n{second}");
    let raw = String::from_utf8_lossy(&demo().raw(&both)).into_owned();
    assert!(raw.matches("HTTP/1.1 ").count() <= 1 && !raw.ends_with("ok\n"), "{raw}");
    assert_eq!(demo().get("/livez").status, 200);
}

#[test]
fn heads_and_bodies_have_a_size() {
    let head = demo().abused(&format!(
        "GET /version HTTP/1.1\r\nHost: test\r\nX: {}\r\nConnection: close\r\n\r\n",
        "a".repeat(40_000)
    ));
    assert_eq!(head.status, 431);
    let many = "X: a\r\n".repeat(200);
    assert_eq!(
        demo()
            .abused(&format!("GET /version HTTP/1.1\r\nHost: test\r\n{many}Connection: close\r\n\r\n"))
            .status,
        431
    );
    let declared = demo().abused("GET /version HTTP/1.1\r\nHost: test\r\nContent-Length: 1000000\r\n\r\n");
    assert_eq!((declared.status, declared.json()["code"].as_str()), (413, Some("body-too-large")));
    let chunk = format!("4e20\r\n{}\r\n0\r\n\r\n", "a".repeat(20_000));
    assert_eq!(
        demo()
            .abused(&format!(
                "GET /version HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n{chunk}"
            ))
            .status,
        413
    );
    // A small body is read away and does no harm.
    let small = demo().raw(
        "GET /version HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\nabc\
         GET /livez HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n",
    );
    assert_eq!(String::from_utf8_lossy(&small).matches("HTTP/1.1 200 OK").count(), 2);
}

#[test]
fn connections_beyond_the_limit_are_turned_away_and_the_others_stay() {
    let server = start(&["--demo", "--max-connections", "20"]);
    let mut first: Vec<TcpStream> = (0..20).map(|_| server.connect()).collect();
    // Wait until the server has accepted all of them.
    until_true("the twentieth", || server.metric("umbra_connections ") >= 20.0);
    for _ in 0..5 {
        let mut more = server.connect();
        let mut all = Vec::new();
        let _ = more.read_to_end(&mut all);
        assert!(all.is_empty() || all.starts_with(b"HTTP/1.1 503"), "{}", String::from_utf8_lossy(&all));
    }
    assert!(server.metric("umbra_refused_connections_total") >= 5.0);
    for stream in &mut first {
        stream.write_all(b"GET /livez HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n").expect("sent");
        let mut all = Vec::new();
        stream.read_to_end(&mut all).expect("read");
        assert!(all.ends_with(b"ok\n"));
    }
    until_true("their end", || server.metric("umbra_connections ") == 0.0);
    assert_eq!(server.get("/livez").status, 200);
}

#[test]
fn ten_thousand_connections_are_answered() {
    const MANY: usize = 10_000;
    let allowed = rlimit::increase_nofile_limit(MANY as u64 + 500).unwrap_or(0) as usize;
    let many = MANY.min(allowed.saturating_sub(500));
    if many < MANY {
        eprintln!("\n*** only {many} connections: this system allows {allowed} open files ***\n");
    }
    let server = start(&["--demo", "--max-connections-per-address", "20000"]);
    let before_kb = server.memory_kb("RssAnon");
    let mut streams: Vec<TcpStream> = (0..many).map(|_| server.connect()).collect();
    for stream in &mut streams {
        stream.write_all(b"GET /julian-day/2024-04-08 HTTP/1.1\r\nHost: test\r\n\r\n").expect("sent");
    }
    let mut answered = 0;
    for stream in &mut streams {
        let mut bytes = [0; 1024];
        let n = stream.read(&mut bytes).expect("read");
        answered += usize::from(bytes[..n].starts_with(b"HTTP/1.1 200"));
    }
    println!(
        "{answered} of {many} answered, {} kB for each",
        (server.memory_kb("RssAnon").saturating_sub(before_kb)) / many as u64
    );
    assert_eq!(answered, many);
    assert_eq!(server.get("/livez").status, 200, "one more");
}

#[test]
fn a_connection_of_http_2_has_a_limit_of_streams() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let stream = tokio::net::TcpStream::connect(demo().address).await.expect("connected");
        let (client, connection) = h2::client::handshake(stream).await.expect("a handshake");
        let driver = tokio::spawn(connection);
        let mut client = client.ready().await.expect("ready");
        let request = http::Request::get("http://test/julian-day/2024-04-08").body(()).expect("a request");
        let (answer, _) = client.send_request(request, true).expect("sent");
        let answer = answer.await.expect("answered");
        assert_eq!(answer.status(), 200);
        let mut body = answer.into_body();
        let bytes = body.data().await.expect("a body").expect("bytes");
        assert!(bytes.starts_with(b"{\"query\":"));
        assert_eq!(client.current_max_send_streams(), 100);
        driver.abort();
    });
}
