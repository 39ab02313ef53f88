//! No client can fill the server's memory or occupy all its connections.

use super::start;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use tests::served::Served;
use tests::until_true;
use tokio::runtime::{Builder, Runtime};

/// Maximum memory of 1,900 unread responses, kB: 16 MB × 1.5 (PERFORMANCE.md).
const MOST_UNREAD_KB: u64 = 24 * 1024;

/// Threads for clients that open no flow-control window. Their connections end with it.
fn runtime() -> Runtime {
    Builder::new_multi_thread().enable_all().build().expect("a runtime")
}

/// Connects an HTTP/2 client that opens no flow-control window and acknowledges pings.
fn unread(runtime: &Runtime, server: &Served, paths: &[String]) {
    runtime.block_on(async {
        let stream = tokio::net::TcpStream::connect(server.address).await.expect("connected");
        let mut builder = h2::client::Builder::new();
        builder.initial_window_size(0);
        let (client, connection) = builder.handshake::<_, &'static [u8]>(stream).await.expect("a handshake");
        let driver = tokio::spawn(async move {
            // Broken off by the server at last.
            let _ = connection.await;
        });
        let mut answers = Vec::new();
        for path in paths {
            let mut client = client.clone().ready().await.expect("ready");
            let request = http::Request::get(format!("http://test{path}")).body(()).expect("a request");
            answers.push(client.send_request(request, true).expect("sent").0);
        }
        tokio::spawn(async move {
            let mut held = Vec::new();
            for answer in answers {
                held.extend(answer.await);
            }
            let _ = driver.await;
        });
    });
}

#[test]
fn unread_answers_fill_no_memory_and_are_dropped() {
    const CONNECTIONS: usize = 20;
    let server = start(&["--demo", "--header-timeout", "1", "--idle-timeout", "4"]);
    assert_eq!(server.get("/version").status, 200);
    server.encoded_ahead();
    let before_kb = server.memory_kb("RssAnon");
    let paths: Vec<String> = (0..95).map(|k| format!("/version?{}", format!("a{k}&").repeat(1500))).collect();
    let runtime = runtime();
    for _ in 0..CONNECTIONS {
        unread(&runtime, &server, &paths);
    }
    let mut most_kb = 0;
    // The server closes connections whose answers are not read, although the client answers pings.
    until_true("the end of the connections", || {
        most_kb = most_kb.max(server.memory_kb("RssAnon"));
        server.metric("umbra_connections ") == 0.0
    });
    let grown = most_kb.saturating_sub(before_kb);
    println!("{} answers that are not read: {grown} kB at most", CONNECTIONS * paths.len());
    assert!(grown < MOST_UNREAD_KB, "{grown} kB");
    assert_eq!(server.get("/version").status, 200);
}

#[test]
fn answers_are_refused_while_too_many_bytes_wait() {
    let server = start(&["--demo", "--max-waiting-bytes", "1048576"]);
    let runtime = runtime();
    unread(
        &runtime,
        &server,
        &vec!["/body-position/2000-01-01/2000-01-01T00:50?body=sun,moon".to_owned(); 40],
    );
    until_true("a refusal", || server.admin("/metrics").text().contains("status=\"503\""));
    // Another connection has its own part.
    assert_eq!(server.get("/version").status, 200);
}

#[test]
fn who_takes_answers_is_answered_whatever_others_leave_and_probes_always() {
    let server = start(&["--demo", "--max-waiting-bytes", "1048576"]);
    let runtime = runtime();
    let paths = vec!["/body-position/2000-01-01/2000-01-01T00:50?body=sun,moon".to_owned(); 2];
    let mut connections = 0;
    // No connection has too much for itself; when all have, together, the second answer of one is refused.
    until_true("a refusal", || {
        unread(&runtime, &server, &paths[..1 + connections / 20]);
        connections += 1;
        assert!(connections < 100, "a hundred connections hold less than a megabyte");
        server.admin("/metrics").text().contains("status=\"503\"")
    });
    for path in ["/version", "/livez", "/readyz", "/julian-day/2024"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
}

#[test]
fn one_address_cannot_take_all_connections() {
    let server = start(&["--demo", "--max-connections-per-address", "5"]);
    let held: Vec<TcpStream> = (0..5).map(|_| server.connect()).collect();
    until_true("the fifth", || server.metric("umbra_connections ") >= 5.0);
    let mut more = server.connect();
    let mut all = Vec::new();
    let _ = more.read_to_end(&mut all);
    assert!(all.is_empty() || all.starts_with(b"HTTP/1.1 503"), "{}", String::from_utf8_lossy(&all));
    drop(held);
    until_true("their end", || server.metric("umbra_connections ") == 0.0);
    assert_eq!(server.get("/livez").status, 200);
    assert!(server.log().contains("--max-connections-per-address"));
    // Behind a proxy there are many clients.
    let server = start(&["--demo", "--max-connections-per-address", "1", "--trusted-proxies", "127.0.0.1"]);
    let _held: Vec<TcpStream> = (0..5).map(|_| server.connect()).collect();
    until_true("all five", || server.metric("umbra_connections ") >= 5.0);
    assert_eq!(server.get("/livez").status, 200);
}

#[test]
fn a_body_that_drips_and_a_connection_without_requests_are_closed() {
    let server = start(&["--demo", "--header-timeout", "1", "--idle-timeout", "2"]);
    let mut slow = server.connect();
    slow.write_all(b"POST /console/sign-in HTTP/1.1\r\nHost: test\r\nContent-Length: 1000\r\n\r\na")
        .expect("sent");
    let drip = {
        let mut slow = slow.try_clone().expect("a second handle");
        std::thread::spawn(move || {
            while slow.write_all(b"a").is_ok() {
                // The slowness of the client is tested.
                std::thread::sleep(Duration::from_millis(200));
            }
        })
    };
    let mut answer = Vec::new();
    let _ = slow.read_to_end(&mut answer);
    assert!(answer.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&answer));
    drip.join().expect("it ends");
    // An HTTP/2 connection that only answers pings.
    let runtime = runtime();
    unread(&runtime, &server, &[]);
    until_true("the end of the connection", || server.metric("umbra_connections ") == 0.0);
}
