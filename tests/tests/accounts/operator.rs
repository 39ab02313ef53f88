//! The program as its operator meets it: commands beside a running server, what is printed, and what is left
//! after it was killed.

use super::*;
use server::testing::SqliteStore;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tests::served::{Served, operate};
use tests::until_true;

const UNLIMITED: [&str; 2] = ["--rate-standard", "100000000/10s,1s"];

pub(super) fn start() -> Served {
    Served::start(PROGRAM, tests::built(), &UNLIMITED)
}

/// A command that succeeds and prints JSON.
pub(super) fn json(accounts: &Path, arguments: &[&str]) -> Value {
    let (code, text) = operate(PROGRAM, accounts, &[arguments, &["--json"]].concat(), "");
    assert_eq!(code, 0, "{arguments:?}: {text}");
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{arguments:?}: {e}: {text}"))
}

/// A command that succeeds and prints for people.
pub(super) fn text(accounts: &Path, arguments: &[&str]) -> String {
    let (code, text) = operate(PROGRAM, accounts, arguments, "");
    assert_eq!(code, 0, "{arguments:?}: {text}");
    text
}

/// What a command that fails says.
pub(super) fn failure(accounts: &Path, arguments: &[&str]) -> String {
    let (code, text) = operate(PROGRAM, accounts, arguments, "");
    assert_ne!(code, 0, "{arguments:?}: {text}");
    text
}

/// An account with a key, made by the operator: id, name of the key, secret.
pub(super) fn made(accounts: &Path, plan: &str) -> (String, String, String) {
    let account = json(
        accounts,
        &[
            "accounts",
            "create",
            "--name",
            "Ada Lovelace",
            "--email",
            &format!("{plan}@example.org"),
            "--plan",
            plan,
        ],
    );
    let account = account["account"].as_str().expect("an id").to_owned();
    let key = json(
        accounts,
        &["keys", "create", "--account", &account, "--nickname", "main", "--description", "of the tests"],
    );
    (
        account,
        key["key"].as_str().expect("a name").to_owned(),
        key["secret"].as_str().expect("a secret").to_owned(),
    )
}

/// Waits for a status.
pub(super) fn until_status(server: &Served, path: &str, status: u16) {
    until_true(&format!("{status} for {path}"), || server.get(path).status == status);
}

#[test]
fn a_running_server_sees_what_the_operator_does() {
    let server = start();
    assert!(
        server.said("keys create").contains("server accounts create"),
        "an empty database says how to fill it"
    );
    let db = server.accounts();
    let (account, key, secret) = made(&db, "free");
    let (free, gated) = (format!("{FREE}?apiKey={secret}"), format!("{GATED}&apiKey={secret}"));
    until_status(&server, &free, 200);
    let step = |arguments: &[&str], path: &str, status: u16| {
        text(&db, arguments);
        until_status(&server, path, status);
    };
    step(&["keys", "disable", &key], &free, 401);
    step(&["keys", "enable", &key], &free, 200);
    step(&["accounts", "set-plan", &account, "pro"], &gated, 200);
    step(&["keys", "set-ips", &key, "198.51.100.0/24"], &free, 403);
    step(&["keys", "set-ips", &key], &free, 200);
    step(&["keys", "set-origins", &key, "*.example.org"], &free, 401);
    step(&["keys", "set-origins", &key, ""], &free, 200);
    step(&["accounts", "set-plan", &account, "free"], &gated, 403);
    step(&["keys", "grant", &key, "research"], &gated, 200);
    step(&["keys", "revoke", &key, "research"], &gated, 403);
    step(&["plans", "set-allowance", "free", "0"], &free, 402);
    step(&["plans", "set-allowance", "free", "5000"], &free, 200);
    let token = server
        .get_with("/auth/access-token", &[("Authorization", &format!("ServiceAuth {account}:{secret}"))])
        .json()["token"]
        .clone();
    let with_token = || {
        server
            .get_with(
                FREE,
                &[("Authorization", &format!("ServiceAuth {}", token.as_str().expect("a token")))],
            )
            .status
    };
    assert_eq!(with_token(), 200);
    step(&["tokens", "rotate-secret"], &free, 200);
    assert_eq!(with_token(), 200);
    step(&["keys", "delete", &key], &free, 401);
    assert_eq!(with_token(), 401);
    // Ordinary usage comes into the store, too.
    until_true("the usage of the key", || {
        let usage = json(&db, &["usage", "--account", &account]);
        let rows = usage.as_array().expect("rows");
        rows.iter().any(|r| r["endpoint"] == "julian-day" && r["nickname"] == "main")
    });
}

#[test]
fn commands_speak_to_people_and_to_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("accounts.sqlite");
    assert!(failure(&db, &["accounts", "list"]).contains("server accounts create"));
    assert!(!db.exists(), "looking makes nothing");
    let (account, key, secret) = made(&db, "pro");
    assert!(secret.starts_with("umbra_") && secret.contains(&key) && secret.len() == 56);
    for arguments in [
        vec!["accounts", "list"],
        vec!["accounts", "show", "PRO@example.org"],
        vec!["keys", "list"],
        vec!["keys", "show", &key],
    ] {
        let (people, programs) = (text(&db, &arguments), json(&db, &arguments).to_string());
        for shown in [&people, &programs] {
            assert!(
                shown.contains(&account) && !shown.contains(&secret) && !shown.contains("digest"),
                "{arguments:?}: {shown}"
            );
        }
    }
    let shown = json(&db, &["keys", "show", &key]);
    assert_eq!(
        (shown["entitlements"][0].as_str(), shown["enabled"].as_bool(), shown["description"].as_str()),
        (Some("pro"), Some(true), Some("of the tests"))
    );
    text(&db, &["accounts", "set-name", &account, "Countess of Lovelace"]);
    text(&db, &["accounts", "set-email", "pro@example.org", "Ada@Example.org"]);
    assert_eq!(
        json(&db, &["accounts", "show", "ada@example.org"])["account"]["name"],
        "Countess of Lovelace"
    );
    text(&db, &["accounts", "set-email", "ada@example.org", "pro@example.org"]);
    text(&db, &["keys", "set-nickname", &key, "map2"]);
    assert_eq!(
        json(&db, &["keys", "show", &secret])["nickname"],
        "map2",
        "the whole secret names the key as well"
    );
    assert_eq!(
        json(&db, &["plans", "list"])[3],
        serde_json::json!({ "plan": "enterprise", "allowance": 10_000_000.0 })
    );
}

#[test]
fn a_command_that_is_wrong_says_what_would_be_right() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("accounts.sqlite");
    let (account, key, _) = made(&db, "pro");
    text(&db, &["keys", "set-nickname", &key, "map2"]);
    for (arguments, says) in [
        (vec!["accounts", "create", "--name", "A", "--email", "pro@example.org"], "exists"),
        (vec!["accounts", "create", "--name", "A", "--email", "nobody"], "ada@example.org"),
        (vec!["accounts", "create", "--name", " ", "--email", "a@example.org"], "name"),
        (
            vec!["accounts", "create", "--name", "A", "--email", "a@example.org", "--plan", "gold"],
            "enterprise",
        ),
        (vec!["accounts", "create", "--name", "\u{1b}[2J", "--email", "a@example.org"], "control characters"),
        (vec!["accounts", "set-name", &account, " "], "name"),
        (vec!["accounts", "set-email", &account, "nobody"], "ada@example.org"),
        (vec!["accounts", "show", "nobody"], "no account \"nobody\""),
        (vec!["accounts", "set-plan", &account, "gold"], "enterprise"),
        (vec!["keys", "create", "--account", &account, "--nickname", "map2"], "another key"),
        (vec!["keys", "create", "--account", &account, "--nickname", "no spaces"], "letters and digits"),
        (vec!["keys", "show", "short"], "12 letters"),
        (vec!["keys", "disable", "AAAAAAAAAAAA"], "no key"),
        (vec!["keys", "set-ips", &key, "10.0.0.0/33"], "10.0.0.0/33"),
        (vec!["keys", "set-origins", &key, "*.*.org"], "more than one *"),
        (vec!["keys", "grant", &key, "Research"], "small letters"),
        (vec!["keys", "revoke", &key, "research"], "no grant"),
        (vec!["plans", "set-allowance", "free", "-1"], "-1"),
        (vec!["usage", "--month", "2026-13"], "2026-11"),
        (vec!["--rate-standard", "fast"], "100/10s,60s"),
        (vec!["--trusted-proxies", "all"], "CIDR"),
        (vec!["--premium-host", "x:443"], "premium.example.org"),
        (vec!["--premium-host", ""], "premium.example.org"),
    ] {
        let said = failure(&db, &arguments);
        assert!(said.contains(says) && !said.contains("panicked"), "{arguments:?}: {said}");
    }
    let free = made(&db, "free");
    assert!(
        failure(&db, &["keys", "set-ips", &free.1, "192.0.2.1"]).contains("pro"),
        "rules are for higher plans"
    );
    let (code, said) = operate(PROGRAM, &db, &["accounts", "set-password", &account], "short\n");
    assert!(code != 0 && said.contains("10 to 200"), "{said}");
    for weak in ["aaaaaaaaaa", "0123456789", "          ", "password12", "PRO@example.org"] {
        let (code, said) = operate(PROGRAM, &db, &["accounts", "set-password", &account], weak);
        assert!(code != 0 && said.contains("think of another"), "{weak}: {said}");
    }
    assert_eq!(
        operate(PROGRAM, &db, &["accounts", "set-password", &account], "correct horse battery\n").0,
        0
    );
    assert_eq!(json(&db, &["accounts", "show", &account])["account"]["has_password"], true);
    text(&db, &["accounts", "delete", &account]);
    assert_eq!(json(&db, &["keys", "list"]).as_array().map(Vec::len), Some(1));
}

#[test]
fn a_newer_schema_is_not_touched_and_what_is_no_database_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let newer = folder.path().join("newer.sqlite");
    made(&newer, "free");
    rusqlite::Connection::open(&newer)
        .and_then(|c| c.pragma_update(None, "user_version", 99))
        .expect("a newer schema");
    assert!(failure(&newer, &["accounts", "list"]).contains("newer server"));
    let other = folder.path().join("other");
    std::fs::write(
        &other,
        "no database at all, but long enough to be looked at as if it were one".repeat(40),
    )
    .expect("a file");
    std::fs::set_permissions(&other, std::fs::Permissions::from_mode(0o644)).expect("a mode");
    assert!(failure(&other, &["accounts", "list"]).contains("not a database"));
    let mode = std::fs::metadata(&other).expect("a file").permissions().mode() & 0o777;
    assert_eq!(mode, 0o644, "what is no database is left alone");
}

#[test]
fn only_the_owner_may_read_and_only_a_hash_is_stored() {
    let server = start();
    let db = server.accounts();
    let (account, _, secret) = made(&db, "free");
    let (code, _) = operate(PROGRAM, &db, &["accounts", "set-password", &account], "correct horse battery");
    assert_eq!(code, 0);
    until_status(&server, &format!("{FREE}?apiKey={secret}"), 200);
    let backup = db.with_file_name("backup.sqlite");
    text(&db, &["backup", backup.to_str().expect("a path")]);
    assert!(
        failure(&db, &["backup", backup.to_str().expect("a path")]).contains("exists"),
        "nothing is overwritten"
    );
    let mut files = 0;
    for entry in std::fs::read_dir(db.parent().expect("a folder")).expect("a folder").flatten() {
        if !entry.file_name().to_string_lossy().contains("sqlite") {
            continue;
        }
        files += 1;
        let mode = entry.metadata().expect("a file").permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{:?}: {mode:o}", entry.file_name());
        let bytes = std::fs::read(entry.path()).expect("a file");
        for hidden in [secret.as_bytes(), &secret.as_bytes()[18..50], b"correct horse battery"] {
            assert!(
                !bytes.windows(hidden.len()).any(|w| w == hidden),
                "{:?} holds a secret",
                entry.file_name()
            );
        }
    }
    assert!(files >= 3, "database, log, index, backup: {files}");
    // The copy serves in the place of the original.
    let other = Served::start(PROGRAM, tests::built(), &["--accounts", backup.to_str().expect("a path")]);
    assert_eq!(other.get(&format!("{FREE}?apiKey={secret}")).status, 200);
    drop(other);
    // A file that everybody could read is closed.
    std::fs::set_permissions(&backup, std::fs::Permissions::from_mode(0o644)).expect("a mode");
    assert!(text(&backup, &["accounts", "list"]).contains(&account));
    assert_eq!(SqliteStore::open(&backup).and_then(|s| s.integrity()).expect("a database"), "ok");
    assert_eq!(std::fs::metadata(&backup).expect("a file").permissions().mode() & 0o777, 0o600);
}

/// Asks on one connection until it breaks; notes when each answer came.
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

/// Calls of the month in the store.
pub(super) fn written(db: &Path) -> i64 {
    json(db, &["usage"]).as_array().expect("rows").iter().filter_map(|r| r["calls"].as_i64()).sum()
}

#[test]
fn a_killed_server_loses_a_second_of_usage_at_most() {
    const KILLS: usize = 20;
    const CLIENTS: usize = 4;
    let server = start();
    let (_, _, secret) = made(&server.accounts(), "enterprise");
    until_status(&server, &format!("{FREE}?apiKey={secret}"), 200);
    let path = format!("{FREE}?apiKey={secret}");
    let mut folder = server.kill();
    let mut most_lost = 0;
    let mut total = 0;
    for kill in 0..KILLS {
        let before = written(&folder.path().join("accounts.sqlite"));
        let server = Served::start_in(folder, PROGRAM, tests::built(), &UNLIMITED);
        let address = server.address;
        let (stop, answered) = (AtomicBool::new(false), Mutex::new(Vec::new()));
        let (kept_folder, killed) = std::thread::scope(|scope| {
            for _ in 0..CLIENTS {
                scope.spawn(|| load(address, &path, &stop, &answered));
            }
            // At another phase of the writing each time.
            std::thread::sleep(Duration::from_millis(1100 + 37 * kill as u64));
            let killed = Instant::now();
            let folder = server.kill();
            stop.store(true, Ordering::Relaxed);
            (folder, killed)
        });
        folder = kept_folder;
        let answered = answered.into_inner().expect("a list");
        let db = folder.path().join("accounts.sqlite");
        assert_eq!(SqliteStore::open(&db).and_then(|s| s.integrity()).expect("a database"), "ok");
        let kept = written(&db) - before;
        let due =
            answered.iter().filter(|t| killed.duration_since(**t) > Duration::from_secs(1)).count() as i64;
        // A request may have been charged whose answer was cut off.
        let most = (answered.len() + CLIENTS) as i64;
        assert!(
            (due..=most).contains(&kept),
            "kill {kill}: {kept} calls kept; {due} were due, {} answered",
            answered.len()
        );
        most_lost = most_lost.max(answered.len() as i64 - kept);
        total += answered.len();
    }
    println!("{KILLS} kills, {total} calls answered, at most {most_lost} calls lost by one kill");
    assert!(total > 20_000, "there was hardly any load: {total}");
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
    let calls: i64 = usage.as_array().expect("rows").iter().filter_map(|r| r["calls"].as_i64()).sum();
    // The first calls waited for the key to be seen.
    assert_eq!(calls, 12_000, "{good} of {} answered, {before} written before the end", CLIENTS * CALLS);
    assert!((11_990..CLIENTS * CALLS).contains(&good), "{good}");
}
