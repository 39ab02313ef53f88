//! Clients that are slow, many, or dishonest.

use super::*;

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
    let host = "GET /version HTTP/1.1\r\nHost: test\r\n";
    let long = format!("X: {}\r\nConnection: close\r\n\r\n", "a".repeat(40_000));
    let many = format!("{}Connection: close\r\n\r\n", "X: a\r\n".repeat(200));
    let chunk = format!("Transfer-Encoding: chunked\r\n\r\n4e20\r\n{}\r\n0\r\n\r\n", "a".repeat(20_000));
    for (rest, status) in [(&long, 431), (&many, 431), (&chunk, 413)] {
        assert_eq!(demo().abused(&format!("{host}{rest}")).status, status);
    }
    let declared = demo().abused(&format!("{host}Content-Length: 1000000\r\n\r\n"));
    assert_eq!((declared.status, declared.json()["code"].as_str()), (413, Some("body-too-large")));
    // A small body is read away and does no harm.
    let livez = "GET /livez HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";
    let small = demo().raw(&format!("{host}Content-Length: 3\r\n\r\nabc{livez}"));
    assert_eq!(String::from_utf8_lossy(&small).matches("HTTP/1.1 200 OK").count(), 2);
}

pub(super) fn assert_turned_away(server: &Served) {
    let mut all = Vec::new();
    let _ = server.connect().read_to_end(&mut all);
    assert!(all.is_empty() || all.starts_with(b"HTTP/1.1 503"), "{}", String::from_utf8_lossy(&all));
}

#[test]
fn connections_beyond_the_limit_are_turned_away_and_the_others_stay() {
    let server = start(&["--demo", "--max-connections", "20"]);
    let mut first: Vec<TcpStream> = (0..20).map(|_| server.connect()).collect();
    // Wait until the server has accepted all of them.
    until_true("the twentieth", || server.metric("umbra_connections ") >= 20.0);
    (0..5).for_each(|_| assert_turned_away(&server));
    assert!(server.metric("umbra_refused_connections_total") >= 5.0);
    for stream in &mut first {
        stream.write_all(b"GET /livez HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n").expect("sent");
        let mut all = Vec::new();
        stream.read_to_end(&mut all).expect("read");
        assert!(all.ends_with(b"ok\n"));
    }
    at_rest(&server);
    assert_eq!(server.get("/livez").status, 200);
}

#[test]
fn ten_thousand_connections_are_answered() {
    const MANY: usize = 10_000;
    let allowed = rlimit::increase_nofile_limit(MANY as u64 + 500).unwrap_or(0) as usize;
    let many = MANY.min(allowed.saturating_sub(500));
    println!("{many} connections: this system allows {allowed} open files");
    // One address may have as many only as a proxy, behind which there are many clients.
    let server = start(&["--demo", "--trusted-proxies", "127.0.0.1"]);
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
    assert_eq!(answered, many);
    assert_eq!(server.get("/livez").status, 200, "one more");
}
