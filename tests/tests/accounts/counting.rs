//! Usage is counted once, under load and when the server is killed.

use super::operator::{UNLIMITED, json, made, start, text, until_status, written};
use super::*;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tests::served::Served;

/// Sends requests on one connection until it breaks, and records the time of each answer.
fn load(address: std::net::SocketAddr, path: &str, stop: &AtomicBool, answered: &Mutex<Vec<Instant>>) {
    let Ok(stream) = TcpStream::connect(address) else { return };
    // A server that is killed resets its connections.
    let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
    let mut reader = BufReader::new(&stream);
    let request = format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n");
    while !stop.load(Ordering::Relaxed) {
        if (&stream).write_all(request.as_bytes()).is_err() {
            return;
        }
        let (mut length, mut line) = (0, String::new());
        loop {
            line.clear();
            match reader.read_line(&mut line) {
                Ok(n) if n > 2 => {
                    if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                        length = value.trim().parse().unwrap_or(0);
                    }
                }
                Ok(2) => break,
                _ => return,
            }
        }
        let mut body = vec![0; length];
        if reader.read_exact(&mut body).is_err() {
            return;
        }
        assert!(body.starts_with(b"{\"query\""), "{}", String::from_utf8_lossy(&body));
        answered.lock().expect("a list").push(Instant::now());
    }
}

/// Kills a server four times; `UMBRA_KILLS` in the environment sets another number.
#[test]
fn a_killed_server_loses_a_second_of_usage_at_most() {
    let kills: usize =
        std::env::var("UMBRA_KILLS").map_or(4, |kills| kills.parse().expect("UMBRA_KILLS is a number"));
    const CLIENTS: usize = 4;
    let server = start();
    let (_, _, secret) = made(&server.accounts(), "enterprise");
    until_status(&server, &format!("{FREE}?apiKey={secret}"), 200);
    let path = format!("{FREE}?apiKey={secret}");
    let mut folder = server.kill();
    let mut most_lost = 0;
    let mut total = 0;
    for kill in 0..kills {
        let before = written(&folder.path().join("accounts.sqlite"));
        let server = Served::start_in(folder, PROGRAM, tests::built(), &UNLIMITED);
        let address = server.address;
        let (stop, answered) = (AtomicBool::new(false), Mutex::new(Vec::new()));
        let (kept_folder, killed) = std::thread::scope(|scope| {
            for _ in 0..CLIENTS {
                scope.spawn(|| load(address, &path, &stop, &answered));
            }
            // The time of the kill is varied, so that it meets each phase of the writing.
            std::thread::sleep(Duration::from_millis(1100 + 37 * kill as u64));
            let killed = Instant::now();
            let folder = server.kill();
            stop.store(true, Ordering::Relaxed);
            (folder, killed)
        });
        folder = kept_folder;
        let answered = answered.into_inner().expect("a list");
        let db = folder.path().join("accounts.sqlite");
        assert_eq!(integrity(&db), "ok");
        let kept = written(&db) - before;
        let due =
            answered.iter().filter(|t| killed.duration_since(**t) > Duration::from_secs(1)).count() as i64;
        // A request may have been charged although its answer was cut off.
        let most = (answered.len() + CLIENTS) as i64;
        assert!(
            (due..=most).contains(&kept),
            "kill {kill}: {kept} calls kept; {due} were due, {} answered",
            answered.len()
        );
        most_lost = most_lost.max(answered.len() as i64 - kept);
        total += answered.len();
    }
    println!("{kills} kills, {total} calls answered, at most {most_lost} calls lost by one kill");
    assert!(total > 1000 * kills, "there was hardly any load: {total}");
}

#[test]
fn under_load_every_credit_is_counted_once() {
    const CLIENTS: usize = 8;
    const CALLS: usize = 2000;
    let mut server = start();
    let db = server.accounts();
    let (account, _, secret) = made(&db, "pro");
    // Half a credit each: the allowance ends before the calls do.
    text(&db, &["plans", "set-allowance", "pro", "6000"]);
    let path = format!("{FREE}?apiKey={secret}");
    until_status(&server, &path, 200);
    let address = server.address;
    let good: usize = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|_| {
                scope.spawn(|| {
                    let stream = TcpStream::connect(address).expect("a connection");
                    let mut reader = BufReader::new(&stream);
                    let mut good = 0;
                    for _ in 0..CALLS {
                        (&stream)
                            .write_all(format!("HEAD {path} HTTP/1.1\r\nHost: test\r\n\r\n").as_bytes())
                            .expect("sent");
                        let mut line = String::new();
                        reader.read_line(&mut line).expect("an answer");
                        good += usize::from(line.contains("200"));
                        assert!(line.contains("200") || line.contains("402"), "{line}");
                        while line.trim() != "" {
                            line.clear();
                            reader.read_line(&mut line).expect("an answer");
                        }
                    }
                    good
                })
            })
            .collect();
        clients.into_iter().map(|c| c.join().expect("a client")).sum()
    });
    let before = written(&db);
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    let usage = json(&db, &["usage", "--account", &account]);
    let calls: i64 = usage["totals"]["calls"].as_i64().expect("a number");
    // Some calls were made by the wait for the key.
    assert_eq!(calls, 12_000, "{good} of {} answered, {before} written before the end", CLIENTS * CALLS);
    assert!((11_990..CLIENTS * CALLS).contains(&good), "{good}");
}
