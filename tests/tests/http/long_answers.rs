//! Long answers do not delay other requests, and each account has a few at a time.

use super::start;
use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tests::served::Served;
use tests::until_true;

/// The number of requests for `/version` during other requests, and the longest time of one.
fn longest_while(server: &Served, busy: impl Fn(&AtomicBool) + Sync) -> (usize, Duration) {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| busy(&stop));
        }
        let (mut longest, mut requests) = (Duration::ZERO, 0);
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(3) {
            let sent = Instant::now();
            assert_eq!(server.get("/version").status, 200);
            longest = longest.max(sent.elapsed());
            requests += 1;
            std::thread::sleep(Duration::from_millis(5));
        }
        stop.store(true, Ordering::Relaxed);
        (requests, longest)
    })
}

#[test]
fn long_answers_do_not_keep_short_ones_waiting() {
    let server = start(&["--demo"]);
    let positions = "/body-position/2000-01-01/2000-02-05?body=sun,moon&interval=60";
    let catalog = "/solar-eclipse/catalog/-1999/2999";
    let search = "/az-alt-search/2015-01-01/2025-01-01?obs=40,10&body=sun,moon,gc&az=180";
    let showers = "/meteor-showers/2010-01-01/2011-02-04?obs=66.5,10";
    let sunlight = "/insolation/daily/1024-07-01/1024-08-01?obs=66.5,10&eclipse=1";
    // Much work without a byte of the response.
    let nothing =
        "/solar-eclipse/search/-1999/3000?obs=40,-3&era=canon&type=total&minAlt=89.9&minMagnitude=1.19";
    let calendar = "/rise-transit-set/1000-01-01/1001-01-01?obs=89.99,-4&body=moon,sun,gc&format=ics";
    let curves = "/solar-eclipse/path/2460408.5?paths=all&tolerance=100";
    for path in [positions, catalog, search, showers, sunlight, nothing, calendar, curves] {
        let (requests, longest) = longest_while(&server, |stop| {
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
        println!("{path}: /version {requests} times, at most {longest:?}");
        // Far above the measured time, far below the time behind a request on the same thread.
        assert!(requests > 20, "only {requests} answers in three seconds");
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
fn small_requests_take_no_place_of_long_ones() {
    let server = start(&["--demo", "--max-long-answers-per-account", "2"]);
    for path in [
        "/celestial-events/2024-03-20/2024-06-28?body=sun,moon,gc",
        "/celestial-events/2024-03-20/2024-03-21?obs=40,10&circumstances=1&overflow=1",
        "/az-alt-search/2024-01-01/2024-02-02?obs=40,10&body=sun,moon&az=180",
        "/az-alt-search/1024-01-01/1024-01-05?obs=40,10&body=sun,moon&az=180",
        "/meteor-showers/2024-01-01/2024-12-01",
    ] {
        let statuses: Vec<u16> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..20).map(|_| scope.spawn(|| server.get(path).status)).collect();
            threads.into_iter().map(|thread| thread.join().expect("an answer")).collect()
        });
        assert_eq!(statuses, [200; 20], "{path}");
        // A long answer has no length before it is sent.
        assert!(server.get(path).header("content-length").is_some(), "{path}");
    }
}

#[test]
fn a_hundred_thousand_positions_take_no_more_memory_than_one() {
    let server = start(&["--demo"]);
    assert_eq!(server.get("/body-position/2000-01-01/2000-01-02?body=sun,moon&obs=1,2,3").status, 200);
    server.encoded_ahead();
    let before_kb = server.memory_kb("VmHWM");
    let answer = server.get_with(
        "/body-position/2000-01-01/2000-03-10T10:40:00Z?body=sun,moon&obs=1,2,3",
        &[("Accept-Encoding", "zstd")],
    );
    let grown_kb = server.memory_kb("VmHWM").saturating_sub(before_kb);
    let mut plain = Vec::new();
    zstd::stream::read::Decoder::new(&answer.body[..])
        .and_then(|mut d| d.read_to_end(&mut plain))
        .expect("decoded");
    let json: serde_json::Value = serde_json::from_slice(&plain).expect("JSON");
    assert_eq!(json["response"].as_object().map(serde_json::Map::len), Some(100_000));
    println!("{} MB of JSON, the server grew by {grown_kb} kB at most", plain.len() / 1_000_000);
    assert!(grown_kb < 20_000);
}
