//! Signals, generations, logs, memory.

use super::{demo, start};
use crate::PROGRAM;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tests::served::Served;
use tests::until_true;

/// Requests that are answered before and after a change of generations.
const LOAD: usize = 200;

/// A folder of artifacts of its own: the tests' generation under another root.
fn copy_of_artifacts() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let copied = Command::new("cp").arg("-a").arg(tests::built().join(".")).arg(folder.path()).status();
    assert!(copied.is_ok_and(|s| s.success()), "cp failed");
    folder
}

/// Publishes another generation into a folder.
fn publish_another(folder: &Path) {
    let options = builder::BuildOptions { ephemeris_years: (2000, 2000), ..tests::options(folder) };
    builder::build(&options, &builder::Progress::new(true)).expect("a second generation");
}

fn dataset(server: &Served) -> String {
    server.get("/version").json()["response"]["dataset"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_new_generation_is_taken_under_load_without_a_failed_request() {
    let folder = copy_of_artifacts();
    let server = Served::start(PROGRAM, folder.path(), &["--demo"]);
    let old = dataset(&server);
    publish_another(folder.path());
    let (stop, answered) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for path in [
            "/julian-day/2024",
            "/solar-eclipse/elements/2460408.5",
            "/body-position/2000-06-01/2000-06-03?body=sun,moon&alg=precise",
            "/solar-eclipse/catalog/-1999/3000",
        ] {
            let (server, stop, answered) = (&server, &stop, &answered);
            scope.spawn(move || {
                let whole = server.get(path).body.len();
                while !stop.load(Ordering::Relaxed) {
                    let answer = server.get(path);
                    assert_eq!(answer.status, 200, "{path}");
                    // The same but for the name of the dataset.
                    assert_eq!(answer.body.len(), whole, "{path}");
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let more = || {
            let so_far = answered.load(Ordering::Relaxed);
            until_true("the load", || answered.load(Ordering::Relaxed) > so_far + LOAD);
        };
        more();
        server.signal("HUP");
        until_true("the new generation", || dataset(&server) != old);
        more();
        stop.store(true, Ordering::Relaxed);
    });
    println!("{} requests answered about the change", answered.load(Ordering::Relaxed));
}

#[test]
fn a_damaged_generation_is_refused_and_the_old_one_stays() {
    let folder = copy_of_artifacts();
    let server = Served::start(PROGRAM, folder.path(), &["--demo"]);
    let served = dataset(&server);
    publish_another(folder.path());
    // A changed byte in the generation that `current` points at.
    let current = std::fs::canonicalize(folder.path().join("current")).expect("current");
    let table = current.join("elements.arrow");
    let aside = current.join("aside");
    let mut bytes = std::fs::read(&table).expect("read");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&aside, &bytes).and_then(|()| std::fs::rename(&aside, &table)).expect("damaged");
    server.signal("HUP");
    until_true("the refusal", || server.metric("umbra_reload_failures_total") > 0.0);
    assert_eq!(dataset(&server), served, "the old one stays");
    assert_eq!(server.get("/solar-eclipse/elements/2460408.5").status, 200);
    assert!(server.log().contains("elements.arrow"), "the log names the file");
    // The same generation again does not start.
    let started = Command::new(PROGRAM)
        .args(["--demo", "--listen", "127.0.0.1:0", "--artifacts"])
        .arg(folder.path())
        .output()
        .expect("run");
    assert!(!started.status.success());
    assert!(String::from_utf8_lossy(&started.stderr).contains("run the builder"));
}

#[test]
fn files_that_are_changed_in_place_change_no_answer() {
    let folder = copy_of_artifacts();
    let server = Served::start(PROGRAM, folder.path(), &["--demo"]);
    let paths = [
        "/body-position/2000-06-01?body=sun,moon&alg=precise&obs=1,2,3",
        "/body-position/2003-01-01?body=moon&alg=precise",
        "/solar-eclipse/elements/2460408.5",
        "/solar-eclipse/catalog/1999/2001",
        "/delta-t/2000",
    ];
    let answers = || paths.map(|path| server.get(path)).map(|a| (a.status, a.text()));
    let before = answers();
    assert!(before.iter().all(|(status, _)| *status == 200), "{before:?}");
    let current = std::fs::canonicalize(folder.path().join("current")).expect("current");
    let files = || std::fs::read_dir(&current).expect("list").flatten().map(|entry| entry.path());
    let writable = |path: &std::path::Path| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644)).expect("writable");
        std::fs::OpenOptions::new().write(true).open(path).expect("open")
    };
    for path in files() {
        let length = std::fs::metadata(&path).expect("length").len();
        writable(&path).write_all(&vec![0x55; length as usize]).expect("overwritten");
    }
    assert_eq!(answers(), before, "overwritten");
    for path in files() {
        writable(&path).set_len(0).expect("truncated");
    }
    assert_eq!(answers(), before, "truncated");
}

#[test]
fn sigterm_finishes_what_is_under_way() {
    let mut server = start(&["--demo"]);
    let path = "/body-position/2000-01-01/2000-01-15?body=sun,moon";
    let whole = server.get(path).body.len();
    let mut stream = server.connect();
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n").as_bytes()).expect("sent");
    let mut first = vec![0; 1000];
    stream.read_exact(&mut first).expect("begun");
    server.signal("TERM");
    until_true("the listener's end", || std::net::TcpStream::connect(server.address).is_err());
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).expect("the rest");
    first.extend(rest);
    let answer = tests::served::parse(&first).expect("a whole answer");
    assert_eq!(answer.body.len(), whole);
    assert_eq!(server.ended(), Some(0));
}

#[test]
fn a_client_that_does_not_read_cannot_hold_the_end_up() {
    // The default is 20 s. The rest of the allowance is for a busy machine.
    const DRAIN: Duration = Duration::from_secs(1);
    const ALLOWED: Duration = Duration::from_secs(11);
    let mut server = start(&["--demo", "--drain-seconds", "1"]);
    let mut stream = server.connect();
    stream
        .write_all(b"GET /body-position/2000-01-01/2000-03-01?body=sun,moon HTTP/1.1\r\nHost: test\r\n\r\n")
        .expect("sent");
    stream.read_exact(&mut [0]).expect("the answer has begun");
    let begun = Instant::now();
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    let took = begun.elapsed();
    assert!((DRAIN..ALLOWED).contains(&took), "--drain-seconds 1, and the end came after {took:?}");
}

#[test]
fn fewer_open_files_than_connections_are_said_in_the_log() {
    // Enough for the server to start, and fewer than the connections that it allows.
    let limited = "ulimit -n 400; exec \"$0\" --demo --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 \"$@\"";
    let mut server = Command::new("sh")
        .args(["-c", limited, PROGRAM, "--max-connections", "1000", "--artifacts"])
        .arg(tests::built())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sh");
    let mut out = BufReader::new(server.stdout.take().expect("standard output"));
    out.read_line(&mut String::new()).expect("the server has begun");
    let ended = Command::new("kill").args(["-s", "TERM", &server.id().to_string()]).status();
    assert!(ended.is_ok_and(|s| s.success()), "kill failed");
    out.read_to_string(&mut String::new()).expect("the rest of what it says");
    let output = server.wait_with_output().expect("the server's end");
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(log.contains("fewer open files are allowed") && log.contains("allowed=400"), "{log}");
    assert!(log.contains("wanted=1256") && output.status.success(), "{log}");
}

#[test]
fn keys_and_tokens_are_in_no_log_and_no_metric() {
    const WRONG: &str = "Sesame0penNow";
    for format in ["human", "json"] {
        let server = start(&["--demo", "--log-format", format, "--log-level", "debug"]);
        let (key, account) = server.demo_credentials();
        let mut answers = vec![server.get(&format!("/julian-day/2024?apiKey={key}"))];
        assert_eq!(answers[0].status, 200);
        let token = server
            .get_with("/auth/access-token", &[("Authorization", &format!("ServiceAuth {account}:{key}"))])
            .json()["token"]
            .clone();
        let token = token.as_str().expect("a token").to_owned();
        for secret in [&key, &token, WRONG] {
            answers.push(server.get(&format!("/julian-day/x?apiKey={secret}")));
            answers.push(server.get(&format!("/nowhere?apiKey={secret}")));
            answers.push(
                server.get(&format!("/julian-day/2024?apikey={secret}&cost={}", &secret[..secret.len() / 2])),
            );
            answers.push(
                server.get_with("/delta-t/2024", &[("Authorization", &format!("ServiceAuth {secret}"))]),
            );
            answers.push(server.get_with(
                "/auth/access-token",
                &[("Authorization", &format!("ServiceAuth {account}:{secret}"))],
            ));
            answers.push(server.get_with("/delta-t/2024", &[("Authorization", &format!("Bearer {secret}"))]));
        }
        let log = server.log();
        let lines: Vec<&str> = log.lines().filter(|l| l.contains("request")).collect();
        assert_eq!(lines.len(), 20, "one line a request: {log}");
        for secret in [&key, &token, WRONG] {
            let shown = |text: &str| text.contains(secret);
            assert!(!shown(&log) && !shown(&server.admin("/metrics").text()));
            // A token is shown where it is given, and nothing in any other answer.
            for answer in answers.iter().filter(|a| !a.text().contains("\"success\":true")) {
                assert!(
                    !shown(&answer.text()) && !answer.headers.iter().any(|h| shown(&h.1)),
                    "{}",
                    answer.text()
                );
            }
        }
        assert!(lines[0].contains("/julian-day/2024") && lines[0].contains("200"));
        if format == "json" {
            for line in log.lines() {
                assert!(
                    serde_json::from_str::<serde_json::Value>(line).is_ok_and(|v| v["timestamp"].is_string()),
                    "{line}"
                );
            }
        }
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

#[test]
fn metrics_count_what_was_answered() {
    let server = start(&["--demo"]);
    for _ in 0..3 {
        server.get("/julian-day/2024");
    }
    server.get("/julian-day/x");
    server.get("/nowhere");
    assert_eq!(server.metric("umbra_requests_total{endpoint=\"julian-day\",status=\"200\"}"), 3.0);
    assert_eq!(server.metric("umbra_requests_total{endpoint=\"julian-day\",status=\"400\"}"), 1.0);
    assert_eq!(server.metric("umbra_requests_total{endpoint=\"none\",status=\"404\"}"), 1.0);
    assert!(server.admin("/metrics").text().contains(&format!("dataset=\"{}\"", dataset(&server))));
    assert_eq!(server.admin("/readyz").status, 200);
}

#[test]
fn options_are_explained_and_bad_ones_are_refused_by_name() {
    let run = |arguments: &[&str]| Command::new(PROGRAM).args(arguments).output().expect("run");
    let help = String::from_utf8_lossy(&run(&["--help"]).stdout).into_owned();
    for option in [
        "--listen",
        "--artifacts",
        "--demo",
        "--admin-listen",
        "--drain-seconds",
        "UMBRA_LISTEN",
        "SIGHUP",
        "SIGTERM",
    ] {
        assert!(help.contains(option), "{option}");
    }
    let busy = run(&[
        "--demo",
        "--listen",
        &demo().address.to_string(),
        "--artifacts",
        &tests::built().display().to_string(),
    ]);
    assert!(!busy.status.success() && String::from_utf8_lossy(&busy.stderr).contains("--listen"), "{busy:?}");
    let empty = tempfile::tempdir().expect("a folder");
    let nothing = run(&["--demo", "--artifacts", &empty.path().display().to_string()]);
    assert!(
        !nothing.status.success() && String::from_utf8_lossy(&nothing.stderr).contains("run the builder"),
        "{nothing:?}"
    );
    assert!(!run(&["--max-connections", "many"]).status.success());
}
