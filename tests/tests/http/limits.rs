//! Nobody can fill the server's memory, take all its connections, or keep the others waiting.

use super::forms::decoded;
use super::{demo, start};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tests::served::{Served, send};
use tests::until_true;

/// Bytes of a refusal for each byte of a bad request of 1 kB and more, at most: the README's 2.1 × 1.5.
const MOST_BYTES_FOR_A_BYTE: f64 = 2.1 * 1.5;
/// Memory that 1,900 answers may take which nobody reads, kB: the README's 16 MB × 1.5.
const MOST_UNREAD_KB: u64 = 24 * 1024;

/// Queries that ask for as many refusals as they can, of about so many bytes.
fn bad_requests(bytes: usize) -> Vec<String> {
    let many = |piece: &str| piece.repeat((bytes / piece.len()).max(1));
    let distinct: String = (0..bytes / 6).map(|k| format!("p{k:03x}&")).collect();
    let mut all = Vec::new();
    for path in [
        "/livez",
        "/version",
        "/julian-day/2024",
        "/body-position/2024-01-01",
        "/rise-transit-set/2024-01-01/2024-01-02",
        "/solar-eclipse/catalog/1/2",
        "/solar-eclipse/local-circumstances/details/2460408.5",
        "/nowhere",
    ] {
        for query in [many("a&"), many("body=sun&"), many("%00&"), distinct.clone()] {
            all.push(format!("{path}?{query}"));
        }
        for name in ["body", "extras", "obs", "deltaT", "interval", "alg", "cost", "apiKey"] {
            all.push(format!("{path}?{name}={}", many(",")));
            all.push(format!("{path}?{name}={}", many("x,")));
            all.push(format!("{path}?{name}={}", many("\u{e9}").replace('\u{e9}', "%C3%A9")));
        }
        all.push(format!("{path}/{}", many("a/")));
        all.push(format!("{path}/{}", many("%22")));
    }
    all
}

#[test]
fn a_refusal_is_not_much_longer_than_its_request() {
    let (mut worst, mut asked) = ((0.0, String::new()), 0);
    for bytes in [1000, 2500, 7900] {
        for path in bad_requests(bytes) {
            let answer = demo().get(&path);
            let ratio = answer.body.len() as f64 / path.len().max(1000) as f64;
            asked += 1;
            if ratio > worst.0 {
                worst = (ratio, path.chars().take(60).collect());
            }
        }
    }
    println!("{asked} bad requests; at worst {:.2} bytes for a byte: {}…", worst.0, worst.1);
    assert!(worst.0 < MOST_BYTES_FOR_A_BYTE, "{:.2} for {}…", worst.0, worst.1);
}

#[test]
fn a_refusal_names_sixteen_errors_and_counts_the_others() {
    let answer = demo().get(&format!("/version?{}", "a&".repeat(4000)));
    let problem = answer.json();
    assert_eq!(answer.status, 400);
    assert_eq!(problem["errors"].as_array().map(Vec::len), Some(16));
    assert!(problem["detail"].as_str().is_some_and(|d| d.contains("and 30 more")), "{problem}");
    let list = demo().get(&format!("/body-position/2024?body={}", "x,".repeat(30)));
    assert!(list.text().contains("\\\"x\\\" and 28 more"), "{}", list.text());
    let long = demo().get(&format!("/body-position/2024?body={}", "x,".repeat(3000)));
    assert!(long.text().contains("a list of 3001 words; at most 64"), "{}", long.text());
}

#[test]
fn probes_ignore_what_supervisors_add() {
    for path in ["/livez?a&b=1&cost=7", "/readyz?t=123456"] {
        assert_eq!(demo().get(path).status, 200, "{path}");
    }
}

/// An HTTP/2 client that gives the server no window and acknowledges its pings; its connection.
async fn unread(server: &Served, paths: &[String]) -> tokio::task::JoinHandle<()> {
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
    })
}

#[test]
fn answers_that_nobody_takes_fill_no_memory_and_are_dropped() {
    const CONNECTIONS: usize = 20;
    let server = start(&["--demo", "--header-timeout", "1", "--idle-timeout", "4"]);
    assert_eq!(server.get("/version").status, 200);
    server.encoded_ahead();
    let before_kb = server.memory_kb("RssAnon");
    let paths: Vec<String> = (0..95).map(|k| format!("/version?{}", format!("a{k}&").repeat(1500))).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut held = Vec::new();
        for _ in 0..CONNECTIONS {
            held.push(unread(&server, &paths).await);
        }
        let mut most_kb = 0;
        let begun = Instant::now();
        // The server ends what is not taken, though the client answers its pings.
        while server.metric("umbra_connections ") > 0.0 {
            most_kb = most_kb.max(server.memory_kb("RssAnon"));
            assert!(begun.elapsed() < Duration::from_secs(60), "the connections are still open");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let grown = most_kb.saturating_sub(before_kb);
        println!("{} answers that nobody takes: {grown} kB at most", CONNECTIONS * paths.len());
        assert!(grown < MOST_UNREAD_KB, "{grown} kB");
        drop(held);
    });
    assert_eq!(server.get("/version").status, 200);
}

#[test]
fn answers_are_refused_while_too_many_bytes_wait() {
    let server = start(&["--demo", "--max-waiting-bytes", "1048576"]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let paths = vec!["/body-position/2000-01-01/2000-01-01T00:50?body=sun,moon".to_owned(); 40];
        let held = unread(&server, &paths).await;
        let is_refused = || server.admin("/metrics").text().contains("status=\"503\"");
        let begun = Instant::now();
        while !is_refused() {
            assert!(begun.elapsed() < Duration::from_secs(30), "no request is refused");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // Another connection has its own part.
        assert_eq!(server.get("/version").status, 200);
        held.abort();
    });
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
                std::thread::sleep(Duration::from_millis(200));
            }
        })
    };
    let mut answer = Vec::new();
    let _ = slow.read_to_end(&mut answer);
    assert!(answer.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&answer));
    drip.join().expect("it ends");
    // HTTP/2 that does nothing but answer pings.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let held = unread(&server, &[]).await;
        let begun = Instant::now();
        while server.metric("umbra_connections ") > 0.0 {
            assert!(begun.elapsed() < Duration::from_secs(30), "the connection is still open");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        held.abort();
    });
}

#[test]
fn malformed_bodies_and_hosts_are_bad_requests() {
    let code = |raw: &str| {
        let answer = demo().abused(raw);
        (answer.status, answer.json()["code"].as_str().unwrap_or_default().to_owned())
    };
    let chunk = "GET /version HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n";
    assert_eq!(code(chunk), (400, "body-malformed".into()));
    for hosts in ["", "Host: a\r\nHost: b\r\n", "Host: a b\r\n", "Host: b/c@d\r\n"] {
        let raw = format!("GET /version HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
        assert_eq!(code(&raw), (400, "bad-host".into()), "{hosts:?}");
    }
    assert_eq!(demo().abused("GET /version HTTP/1.0\r\n\r\n").status, 200);
}

/// How long `/version` takes while something else is asked for: the longest.
fn longest_while(server: &Served, busy: impl Fn(&AtomicBool) + Sync) -> (usize, Duration) {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| busy(&stop));
        }
        let (mut longest, mut asked) = (Duration::ZERO, 0);
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(5) {
            let sent = Instant::now();
            assert_eq!(server.get("/version").status, 200);
            longest = longest.max(sent.elapsed());
            asked += 1;
            std::thread::sleep(Duration::from_millis(5));
        }
        stop.store(true, Ordering::Relaxed);
        (asked, longest)
    })
}

#[test]
fn long_answers_do_not_keep_short_ones_waiting() {
    let server = start(&["--demo"]);
    let positions = "/body-position/2000-01-01/2000-02-05?body=sun,moon&interval=60";
    let catalog = "/solar-eclipse/catalog/-1999/2999";
    for path in [positions, catalog] {
        let (asked, longest) = longest_while(&server, |stop| {
            while !stop.load(Ordering::Relaxed) {
                let mut stream = server.connect();
                let request = format!(
                    "GET {path} HTTP/1.1\r\nHost: test\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n"
                );
                stream.write_all(request.as_bytes()).expect("sent");
                let mut piece = [0; 65536];
                while !stop.load(Ordering::Relaxed) && stream.read(&mut piece).is_ok_and(|n| n > 0) {}
            }
        });
        println!("{path}: /version {asked} times, at most {longest:?}");
        // Far above what is measured, far below what a request takes that computes on the same thread.
        assert!(asked > 20, "only {asked} answers in five seconds");
    }
}

#[test]
fn long_answers_of_an_account_are_limited_and_others_are_answered() {
    let server = start(&["--demo", "--max-long-answers-per-account", "2"]);
    let (key, _) = server.demo_credentials();
    let path = "/body-position/2000-01-01/2000-03-01?body=sun,moon";
    let ask = |credentials: &str| {
        let mut stream = server.connect();
        let request = format!("GET {path}{credentials} HTTP/1.1\r\nHost: test\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut status = [0; 12];
        stream.read_exact(&mut status).expect("an answer");
        (String::from_utf8_lossy(&status[9..]).into_owned(), stream)
    };
    let own = format!("&apiKey={key}");
    let held: Vec<_> = (0..3).map(|_| ask(&own)).collect();
    assert_eq!(held.iter().map(|h| h.0.as_str()).collect::<Vec<_>>(), ["200", "200", "503"]);
    assert_eq!(ask("").0, "200", "a caller without an account has slots of its own");
    let refused = server.get(&format!("{path}{own}"));
    assert_eq!((refused.status, refused.json()["code"].as_str()), (503, Some("busy")));
    assert!(refused.header("retry-after").is_some());
    drop(held);
    until_true("free slots", || ask(&own).0 == "200");
}

#[test]
fn every_coding_of_a_part_of_the_catalog_is_the_same_text() {
    let path = "/solar-eclipse/catalog/-1234/2345";
    let plain = demo().get(path);
    let records = plain.json()["response"].as_array().map_or(0, Vec::len);
    assert!(records > 8000, "{records}");
    for coding in ["br", "gzip", "deflate", "zstd"] {
        let encoded = demo().get_with(path, &[("accept-encoding", coding)]);
        assert_eq!(encoded.header("content-encoding"), Some(coding));
        assert!(decoded(coding, &encoded.body) == plain.body, "{coding}");
        println!("{coding}: {} of {} bytes", encoded.body.len(), plain.body.len());
    }
    for query in ["?primaryType=T", "?saros=139", "?primaryType=H&saros=139", "?primaryType=P"] {
        let part: Value = demo().get(&format!("{path}{query}")).json();
        let all = plain.json();
        let wanted = |r: &&Value| match query {
            "?primaryType=T" => r["eclipseTypePrimary"] == "T",
            "?primaryType=P" => r["eclipseTypePrimary"] == "P",
            "?saros=139" => r["saros"] == 139,
            _ => r["eclipseTypePrimary"] == "H" && r["saros"] == 139,
        };
        let expected: Vec<&Value> =
            all["response"].as_array().expect("a list").iter().filter(wanted).collect();
        assert_eq!(
            part["response"].as_array().expect("a list").iter().collect::<Vec<_>>(),
            expected,
            "{query}"
        );
    }
}

#[test]
fn what_is_left_to_be_encoded_of_a_long_list_is_encoded_apart_from_the_threads_that_serve() {
    // A list that is encoded there has no length before it is sent; 255 records are no whole block.
    for path in ["/solar-eclipse/catalog/-1791/-1691", "/solar-eclipse/catalog/-1791/-1580"] {
        let encoded = demo().get_with(path, &[("accept-encoding", "br")]);
        assert_eq!(encoded.header("content-length"), None, "{path}");
        assert!(decoded("br", &encoded.body) == demo().get(path).body, "{path}");
    }
}

#[test]
fn who_takes_answers_is_answered_whatever_others_leave_and_probes_always() {
    let server = start(&["--demo", "--max-waiting-bytes", "1048576"]);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let paths = vec!["/body-position/2000-01-01/2000-01-01T00:50?body=sun,moon".to_owned(); 2];
    let mut held = Vec::new();
    // No connection has too much for itself; when all have, together, the second answer of one is refused.
    until_true("a refusal", || {
        held.push(runtime.block_on(unread(&server, &paths[..1 + held.len() / 20])));
        assert!(held.len() < 100, "a hundred connections hold less than a megabyte");
        server.admin("/metrics").text().contains("status=\"503\"")
    });
    for path in ["/version", "/livez", "/readyz", "/julian-day/2024"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
}

#[test]
fn every_range_of_years_gives_the_records_of_these_years() {
    let all = demo().get("/solar-eclipse/catalog/-1999/3000").json();
    let all = all["response"].as_array().expect("a list");
    let mut state = 7u64;
    for _ in 0..60 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let from = -1999 + (state >> 33) as i64 % 4990;
        let to = from + (state >> 13) as i64 % 3000 % (3001 - from);
        let part = demo().get(&format!("/solar-eclipse/catalog/{from}/{to}")).json();
        let expected: Vec<&Value> =
            all.iter().filter(|r| r["year"].as_i64().is_some_and(|y| (from..=to).contains(&y))).collect();
        assert!(part["response"].as_array().expect("a list").iter().eq(expected), "{from} … {to}");
    }
}

#[test]
fn zero_seconds_and_other_impossible_options_are_refused_at_the_start() {
    for arguments in [
        ["--header-timeout", "0"],
        ["--idle-timeout", "0"],
        ["--header-timeout", "99999999999"],
        ["--threads", "100000"],
        ["--max-connections", "0"],
        ["--max-waiting-bytes", "1"],
    ] {
        let started = std::process::Command::new(crate::PROGRAM).args(arguments).output().expect("run");
        let said = String::from_utf8_lossy(&started.stderr).into_owned();
        assert_eq!(started.status.code(), Some(2), "{arguments:?}");
        assert!(said.contains(arguments[0]), "{said}");
    }
}

#[test]
fn a_second_signal_ends_the_server_at_once() {
    let mut server = start(&["--demo", "--drain-seconds", "600"]);
    let mut stream = server.connect();
    stream
        .write_all(b"GET /body-position/2000-01-01/2000-03-01?body=sun,moon HTTP/1.1\r\nHost: test\r\n\r\n")
        .expect("sent");
    stream.read_exact(&mut [0]).expect("the answer has begun");
    server.signal("TERM");
    until_true("the listener's end", || TcpStream::connect(server.address).is_err());
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
}

#[test]
fn a_load_balancer_sees_that_the_server_is_stopping() {
    let mut server = start(&["--demo", "--stop-delay-seconds", "600"]);
    server.signal("TERM");
    until_true("503", || server.get("/readyz").status == 503);
    assert_eq!(server.get("/version").status, 200, "requests are still taken");
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
}

/// A server with a database of accounts.
fn demo_accounts() -> &'static Served {
    static SERVER: std::sync::OnceLock<Served> = std::sync::OnceLock::new();
    SERVER.get_or_init(|| start(&[]).to_the_end())
}

#[test]
fn a_full_standard_output_and_a_log_that_nobody_reads_hold_nothing_up() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let listed = std::process::Command::new(crate::PROGRAM)
        .args(["plans", "list", "--accounts"])
        .arg(demo_accounts().accounts())
        .stdout(full)
        .output()
        .expect("run");
    assert_eq!(listed.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&listed.stderr).contains("standard output"));
    // Standard error is a pipe that is full.
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = std::process::Command::new(crate::PROGRAM)
        .args(["--demo", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--artifacts"])
        .arg(tests::built())
        .current_dir(folder.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("run");
    let mut line = String::new();
    let out = child.stdout.take().expect("standard output");
    std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut line).expect("a line");
    let address =
        line.split("http://").nth(1).and_then(|a| a.split(',').next()?.parse().ok()).expect("an address");
    for _ in 0..2000 {
        assert_eq!(send(address, "GET", "/livez", &[], "").status, 200);
    }
    let asked = Instant::now();
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").arg(&id).status().is_ok_and(|s| s.success()));
    let ended = tests::until("its end", || child.try_wait().ok().flatten());
    println!("ended after {:?}", asked.elapsed());
    assert_eq!(ended.code(), Some(0));
}
