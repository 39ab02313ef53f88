//! The program for its operator: commands beside a running server, and their output.

use super::*;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tests::served::{Served, operate};
use tests::until_true;

pub(super) const UNLIMITED: [&str; 2] = ["--rate-standard", "100000000/10s,1s"];

pub(super) fn start() -> Served {
    Served::start(PROGRAM, tests::built(), &UNLIMITED)
}

/// A command that succeeds and prints JSON.
pub(crate) fn json(accounts: &Path, arguments: &[&str]) -> Value {
    let (code, text) = operate(PROGRAM, accounts, &[arguments, &["--json"]].concat(), "");
    assert_eq!(code, 0, "{arguments:?}: {text}");
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{arguments:?}: {e}: {text}"))
}

/// A command that succeeds and prints for people.
pub(crate) fn text(accounts: &Path, arguments: &[&str]) -> String {
    let (code, text) = operate(PROGRAM, accounts, arguments, "");
    assert_eq!(code, 0, "{arguments:?}: {text}");
    text
}

/// The error of a command that fails.
pub(super) fn failure(accounts: &Path, arguments: &[&str]) -> String {
    let (code, text) = operate(PROGRAM, accounts, arguments, "");
    assert_ne!(code, 0, "{arguments:?}: {text}");
    text
}

/// Creates an account with a key; returns its id, the name of the key, and the secret.
pub(crate) fn made(accounts: &Path, plan: &str) -> (String, String, String) {
    let email = format!("{plan}@example.org");
    let create = ["accounts", "create", "--name", "Ada Lovelace", "--email", &email, "--plan", plan];
    let account = json(accounts, &create)["account"].as_str().expect("an id").to_owned();
    let create = ["keys", "create", "--account", &account, "--nickname", "main"];
    let key = json(accounts, &[&create[..], &["--description", "of the tests"]].concat());
    let text = |name: &str| key[name].as_str().expect("a text").to_owned();
    (account, text("key"), text("secret"))
}

pub(super) fn until_status(server: &Served, path: &str, status: u16) {
    until_true(&format!("{status} for {path}"), || server.get(path).status == status);
}

#[test]
fn a_running_server_sees_what_the_operator_does() {
    let server = start();
    sees_what_the_operator_does(&server, &server.accounts());
}

/// Checks this wherever the accounts are.
pub(super) fn sees_what_the_operator_does(server: &Served, db: &Path) {
    assert!(server.said("keys create").contains(" accounts create"), "an empty database says how to fill it");
    let (account, key, secret) = made(db, "free");
    let (free, gated) = (format!("{FREE}?apiKey={secret}"), format!("{GATED}&apiKey={secret}"));
    until_status(server, &free, 200);
    let step = |arguments: &[&str], path: &str, status: u16| {
        text(db, arguments);
        until_status(server, path, status);
    };
    step(&["keys", "disable", &key], &free, 401);
    step(&["keys", "enable", &key], &free, 200);
    let rotated = json(db, &["keys", "rotate", &key])["secret"].as_str().expect("a secret").to_owned();
    until_status(server, &format!("{FREE}?apiKey={rotated}"), 200);
    assert_eq!(server.get(&free).status, 200, "the old secret goes on");
    assert!(!server.log().contains(&rotated[18..]));
    step(&["accounts", "set-plan", &account, "pro"], &gated, 200);
    step(&["keys", "set-ips", &key, "198.51.100.0/24"], &free, 403);
    step(&["keys", "set-ips", &key], &free, 200);
    let closed =
        ["keys", "create", "--account", &account, "--nickname", "office", "--ips", "198.51.100.0/24"];
    let closed = json(db, &closed)["secret"].as_str().expect("a secret").to_owned();
    until_status(server, &format!("{FREE}?apiKey={closed}"), 403);
    step(&["keys", "set-origins", &key, "*.example.org"], &free, 401);
    step(&["keys", "set-origins", &key, ""], &free, 200);
    step(&["accounts", "set-plan", &account, "free"], &gated, 403);
    step(&["keys", "grant", &key, "research"], &gated, 200);
    step(&["keys", "revoke", &key, "research"], &gated, 403);
    step(&["plans", "set-allowance", "free", "0"], &free, 402);
    step(&["plans", "set-allowance", "free", "5000"], &free, 200);
    let pair = format!("ServiceAuth {account}:{secret}");
    let token = server.get_with("/auth/access-token", &[("Authorization", &pair)]).json()["token"].clone();
    let token = format!("ServiceAuth {}", token.as_str().expect("a token"));
    let with_token = || server.get_with(FREE, &[("Authorization", &token)]).status;
    assert_eq!(with_token(), 200);
    step(&["tokens", "rotate-secret"], &free, 200);
    assert_eq!(with_token(), 200);
    step(&["keys", "delete", &key, "--yes"], &free, 401);
    assert_eq!(with_token(), 401);
    // Ordinary usage reaches the store too.
    until_true("the usage of the key", || {
        let usage = json(db, &["usage", "--account", &account]);
        let rows = usage["rows"].as_array().expect("rows");
        rows.iter().any(|r| r["endpoint"] == "julian-day" && r["nickname"] == "main")
    });
}

#[test]
fn commands_speak_to_people_and_to_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("accounts.sqlite");
    assert!(failure(&db, &["accounts", "list"]).contains("umbra accounts create"));
    assert!(!db.exists(), "looking makes nothing");
    speak_to_people_and_to_programs(&db);
}

/// Checks this wherever the accounts are.
pub(super) fn speak_to_people_and_to_programs(db: &Path) {
    let (account, key, secret) = made(db, "pro");
    assert!(secret.starts_with("umbra_") && secret.contains(&key) && secret.len() == 56);
    for arguments in [
        vec!["accounts", "list"],
        vec!["accounts", "show", "PRO@example.org"],
        vec!["keys", "list"],
        vec!["keys", "show", &key],
    ] {
        let (people, programs) = (text(db, &arguments), json(db, &arguments).to_string());
        for shown in [&people, &programs] {
            assert!(shown.contains(&account), "{arguments:?}: {shown}");
            assert!(!shown.contains(&secret) && !shown.contains("digest"), "{arguments:?}: {shown}");
        }
    }
    let shown = json(db, &["keys", "show", &key]);
    assert_eq!((&shown["entitlements"][0], &shown["description"]), (&"pro".into(), &"of the tests".into()));
    text(db, &["accounts", "set-name", &account, "Countess of Lovelace"]);
    text(db, &["accounts", "set-email", "pro@example.org", "Ada@Example.org"]);
    assert_eq!(json(db, &["accounts", "show", "ada@example.org"])["account"]["name"], "Countess of Lovelace");
    text(db, &["accounts", "set-email", "ada@example.org", "pro@example.org"]);
    let link = json(db, &["accounts", "reset-password", "pro@example.org"])["path"].clone();
    assert!(link.as_str().is_some_and(|path| path.starts_with("/console/reset?token=")), "{link}");
    text(db, &["keys", "set-nickname", &key, "map2"]);
    assert_eq!(json(db, &["keys", "show", &secret])["nickname"], "map2", "the secret names the key as well");
    let enterprise = serde_json::json!({ "plan": "enterprise", "allowance": 10_000_000.0 });
    assert_eq!(json(db, &["plans", "list"])[3], enterprise);
}

#[test]
fn a_command_that_is_wrong_says_what_would_be_right() {
    let folder = tempfile::tempdir().expect("a folder");
    says_what_would_be_right(&folder.path().join("accounts.sqlite"));
}

/// Checks this wherever the accounts are.
pub(super) fn says_what_would_be_right(db: &Path) {
    let (account, key, _) = made(db, "pro");
    text(db, &["keys", "set-nickname", &key, "map2"]);
    for (arguments, says) in [
        (vec!["accounts", "create", "--name", "A", "--email", "PRO@Example.ORG"], "exists"),
        (vec!["accounts", "create", "--name", "A", "--email", "unknown"], "ada@example.org"),
        (vec!["accounts", "create", "--name", "A", "--email", "a@b.org", "--plan", "gold"], "enterprise"),
        (vec!["accounts", "set-name", &account, "\u{1b}[2J"], "control characters"),
        (vec!["accounts", "set-email", &account, "unknown"], "ada@example.org"),
        (vec!["accounts", "show", "unknown"], "no account \"unknown\""),
        (vec!["accounts", "set-plan", &account, "gold"], "enterprise"),
        (vec!["keys", "create", "--account", &account, "--nickname", "map2"], "another key"),
        (vec!["keys", "create", "--account", &account, "--nickname", "no spaces"], "letters and digits"),
        (vec!["keys", "show", "short"], "12 characters"),
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
        (vec!["--notice-webhook", "example.org"], "https://example.org/notices"),
    ] {
        let said = failure(db, &arguments);
        assert!(said.contains(says) && !said.contains("panicked"), "{arguments:?}: {said}");
    }
    let free = made(db, "free");
    assert!(failure(db, &["keys", "set-ips", &free.1, "192.0.2.1"]).contains("pro"), "rules need a plan");
    for (weak, says) in [("short\n", "10 to 200"), ("PRO@example.org", "choose another password")] {
        let (code, said) = operate(PROGRAM, db, &["accounts", "set-password", &account], weak);
        assert!(code != 0 && said.contains(says), "{weak}: {said}");
    }
    assert_eq!(operate(PROGRAM, db, &["accounts", "set-password", &account], "correct horse battery\n").0, 0);
    assert_eq!(json(db, &["accounts", "show", &account])["account"]["hasPassword"], true);
    text(db, &["accounts", "delete", &account, "--yes"]);
    assert_eq!(json(db, &["keys", "list"]).as_array().map(Vec::len), Some(1));
}

#[test]
fn a_newer_schema_is_not_touched_and_what_is_no_database_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let newer = folder.path().join("newer.sqlite");
    made(&newer, "free");
    let connection = rusqlite::Connection::open(&newer).expect("a database");
    connection.pragma_update(None, "user_version", 99).expect("a newer schema");
    assert!(failure(&newer, &["accounts", "list"]).contains("newer server"));
    let other = folder.path().join("other");
    let long = "no database at all, but long enough to be looked at as if it were one".repeat(40);
    std::fs::write(&other, long).expect("a file");
    std::fs::set_permissions(&other, std::fs::Permissions::from_mode(0o644)).expect("a mode");
    assert!(failure(&other, &["accounts", "list"]).contains("not a database"));
    let mode = std::fs::metadata(&other).expect("a file").permissions().mode() & 0o777;
    assert_eq!(mode, 0o644, "what is no database is left alone");
}

#[test]
fn a_damaged_database_is_refused_wherever_it_is_damaged() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = folder.path().join("accounts.sqlite");
    made(&whole, "free");
    let connection = rusqlite::Connection::open(&whole).expect("a database");
    connection.pragma_update(None, "journal_mode", "DELETE").expect("one file");
    drop(connection);
    let bytes = std::fs::read(&whole).expect("a database");
    let damaged = folder.path().join("damaged.sqlite");
    // A page of the schema, of a table or of an index; a page that is not in use may hold anything.
    let refused = (0..bytes.len() / 4096).filter(|page| {
        let mut copy = bytes.clone();
        copy[page * 4096 + 100..(page + 1) * 4096].fill(0x5a);
        std::fs::write(&damaged, copy).expect("a copy");
        let (code, said) = operate(PROGRAM, &damaged, &["accounts", "list"], "");
        assert!(code == 0 || said.contains("accounts"), "{page}: {said}");
        code != 0
    });
    let (refused, pages) = (refused.count(), bytes.len() / 4096);
    println!("{refused} of {pages} damaged pages are refused");
    assert!(refused > pages * 3 / 4);
}

#[test]
fn only_the_owner_may_read_and_only_a_hash_is_stored() {
    let site = Site::open();
    let db = site.accounts();
    let (account, _, secret) = made(&db, "free");
    let (code, _) = operate(PROGRAM, &db, &["accounts", "set-password", &account], "correct horse battery");
    assert_eq!(code, 0);
    site.tick();
    assert_eq!(site.with_key(FREE, &secret, &[]).status, 200);
    site.tick();
    let copy = tempfile::tempdir().expect("a folder");
    let backup = db.with_file_name("backup.sqlite");
    let back_up = ["backup", backup.to_str().expect("a path")];
    text(&db, &back_up);
    assert!(failure(&db, &back_up).contains("exists"), "nothing is overwritten");
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
            let is_held = bytes.windows(hidden.len()).any(|w| w == hidden);
            assert!(!is_held, "{:?} holds a secret", entry.file_name());
        }
    }
    assert!(files >= 3, "database, log, index, backup: {files}");
    // The copy serves in the place of the original.
    std::fs::copy(&backup, copy.path().join("accounts.sqlite")).expect("a copy");
    let other = Site::begin(Clock::Set(site.clock.clone()), site.clock.clone(), rules(), copy);
    assert_eq!(other.with_key(FREE, &secret, &[]).status, 200);
    // A file that everybody could read is closed.
    std::fs::set_permissions(&backup, std::fs::Permissions::from_mode(0o644)).expect("a mode");
    assert!(text(&backup, &["accounts", "list"]).contains(&account));
    assert_eq!(integrity(&backup), "ok");
    assert_eq!(std::fs::metadata(&backup).expect("a file").permissions().mode() & 0o777, 0o600);
}

/// Calls of the month in the store.
pub(super) fn written(db: &Path) -> i64 {
    json(db, &["usage"])["totals"]["calls"].as_i64().expect("a number")
}
