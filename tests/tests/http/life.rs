//! Start and shutdown of the server: options, signals, and requests under way.

use super::*;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use tests::served::send;

#[test]
fn options_are_explained_and_bad_ones_are_refused_by_name() {
    let run = |arguments: &[&str]| Command::new(PROGRAM).args(arguments).output().expect("run");
    let help = String::from_utf8_lossy(&run(&["--help"]).stdout).into_owned();
    for part in
        ["--listen", "--artifacts", "--demo", "--stop-delay-seconds", "UMBRA_LISTEN", "SIGHUP", "SIGTERM"]
    {
        assert!(help.contains(part), "{part}");
    }
    let empty = tempfile::tempdir().expect("a folder");
    let empty = empty.path().to_string_lossy();
    for (arguments, code, says) in [
        (&["--demo", "--artifacts", &empty][..], 1, "run the builder"),
        (&["--max-connections", "many"], 2, "--max-connections"),
        (&["--max-connections", "0"], 2, "--max-connections"),
        (&["--threads", "100000"], 2, "--threads"),
    ] {
        let started = run(arguments);
        let said = String::from_utf8_lossy(&started.stderr).into_owned();
        assert!(started.status.code() == Some(code) && said.contains(says), "{arguments:?}: {said}");
    }
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
    out.read_to_string(&mut String::new()).expect("the rest of its output");
    let output = server.wait_with_output().expect("the server's end");
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(log.contains("the limit of open files is too low") && log.contains("allowed=400"), "{log}");
    assert!(log.contains("needed=1256") && output.status.success(), "{log}");
}

#[test]
fn a_full_standard_output_and_an_unread_log_block_no_request() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let listed = Command::new(PROGRAM)
        .args(["plans", "list", "--accounts"])
        .arg(without_accounts().accounts())
        .stdout(full)
        .output()
        .expect("run");
    assert_eq!(listed.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&listed.stderr).contains("standard output"));
    // Standard error is a pipe that is full.
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(PROGRAM)
        .args(["--demo", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--artifacts"])
        .arg(tests::built())
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("run");
    let mut line = String::new();
    let out = child.stdout.take().expect("standard output");
    BufReader::new(out).read_line(&mut line).expect("a line");
    let address =
        line.split("http://").nth(1).and_then(|a| a.split(',').next()?.parse().ok()).expect("an address");
    for _ in 0..2000 {
        assert_eq!(send(address, "GET", "/livez", &[], "").status, 200);
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").arg(&id).status().is_ok_and(|s| s.success()));
    let ended = tests::until("its end", || child.try_wait().ok().flatten());
    assert_eq!(ended.code(), Some(0));
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
    until_true("the listener's end", || TcpStream::connect(server.address).is_err());
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).expect("the rest");
    first.extend(rest);
    let answer = tests::served::parse(&first).expect("a whole answer");
    assert_eq!(answer.body.len(), whole);
    assert_eq!(server.ended(), Some(0));
}

#[test]
fn a_second_signal_ends_the_server_at_once() {
    let mut server = start(&["--demo"]);
    let _answer = begun(&server, "/body-position/2000-01-01/2000-03-01?body=sun,moon");
    server.signal("TERM");
    until_true("the listener's end", || TcpStream::connect(server.address).is_err());
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    let log = server.log_so_far();
    assert!(log.contains("second stop signal") && log.contains("cut_off=1"), "{log}");
}

#[test]
fn a_load_balancer_sees_that_the_server_is_stopping() {
    let mut server = start(&["--demo", "--stop-delay-seconds", "600"]);
    server.signal("TERM");
    until_true("503", || server.get("/readyz").status == 503);
    assert_eq!(server.get("/version").status, 200, "requests are still answered");
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
}
