//! The audit log: author, change, origin and time.

use super::operator::{failure, json, made, text};
use super::*;
use std::path::Path;
use tests::served::operate;

/// Actions in the audit log, oldest first.
fn actions(db: &Path) -> Vec<String> {
    let lines = json(db, &["audit"]);
    let action = |line: &Value| line["action"].as_str().expect("a word").to_owned();
    lines.as_array().expect("lines").iter().map(action).collect()
}

#[test]
fn every_change_by_a_command_leaves_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    every_change_leaves_one_line(&folder.path().join("accounts.sqlite"));
}

/// Checks this wherever the accounts are.
pub(super) fn every_change_leaves_one_line(db: &Path) {
    let (account, key, secret) = made(db, "pro");
    let set = ["accounts", "set-password", &account];
    assert_eq!(operate(PROGRAM, db, &set, "correct horse battery").0, 0);
    let mut expected = vec!["account.create", "key.create", "account.password"];
    for (arguments, action) in [
        (vec!["accounts", "set-name", &account, "Countess"], "account.name"),
        (vec!["accounts", "set-email", &account, "ada@example.org"], "account.email"),
        (vec!["accounts", "suspend", &account], "account.suspend"),
        (vec!["accounts", "resume", &account], "account.resume"),
        (vec!["keys", "set-nickname", &key, "map"], "key.change"),
        (vec!["keys", "set-description", &key, "of the map"], "key.change"),
        (vec!["keys", "set-origins", &key, "*.example.org"], "key.change"),
        (vec!["keys", "set-ips", &key, "192.0.2.0/24"], "key.change"),
        (vec!["keys", "disable", &key], "key.change"),
        (vec!["keys", "enable", &key], "key.change"),
        (vec!["keys", "grant", &key, "research"], "key.grant"),
        (vec!["keys", "revoke", &key, "research"], "key.revoke"),
        (vec!["keys", "rotate", &key], "key.rotate"),
        (vec!["accounts", "set-plan", &account, "starter"], "account.plan"),
        (vec!["plans", "set-allowance", "free", "6000"], "plan.allowance"),
        (vec!["tokens", "rotate-secret"], "tokens.rotate-secret"),
        (vec!["keys", "delete", &key, "--yes"], "key.delete"),
        (vec!["accounts", "delete", &account, "--yes"], "account.delete"),
    ] {
        text(db, &arguments);
        expected.push(action);
    }
    assert_eq!(actions(db), expected);
    let lines = json(db, &["audit"]);
    for line in lines.as_array().expect("lines") {
        assert_eq!((line["by"].as_str(), line["from"].as_str()), (Some("operator"), Some("command line")));
        assert!(!line["name"].as_str().unwrap_or("").is_empty(), "the user of the system: {line}");
        assert!(line["at"].as_str().is_some_and(|at| at.ends_with('Z')), "{line}");
    }
    let shown = lines.to_string();
    for (part, is_there) in [
        ("Ada Lovelace → Countess", true),
        ("pro → starter", true),
        ("origins: any → *.example.org", true),
        ("addresses: any → 192.0.2.0/24", true),
        ("free: 5000 → 6000", true),
        (&secret[18..], false),
        ("argon2", false),
        ("of the map", false),
    ] {
        assert_eq!(shown.contains(part), is_there, "{part}: {shown}");
    }
    // Lines outlast the account, and can be chosen by its id and by time.
    let of_account = json(db, &["audit", "--account", &account]);
    assert_eq!(of_account.as_array().map(Vec::len), Some(expected.len() - 2));
    for (since, lines) in [("2999-01-01", 0), ("2020-01-01", 2)] {
        let chosen = json(db, &["audit", "--since", since, "--most", "2"]);
        assert_eq!(chosen.as_array().map(Vec::len), Some(lines), "{since}");
    }
    assert!(text(db, &["audit"]).contains("account.delete"));
    assert!(failure(db, &["audit", "--since", "soon"]).contains("2026-11-01"));
    assert!(failure(db, &["audit", "--account", "ada@example.org"]).contains("no account"));
}

#[test]
fn what_changes_nothing_or_fails_leaves_no_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("accounts.sqlite");
    let (account, key, _) = made(&db, "pro");
    text(&db, &["keys", "grant", &key, "research"]);
    let before = actions(&db);
    for arguments in [
        vec!["keys", "enable", &key],
        vec!["keys", "set-nickname", &key, "main"],
        vec!["keys", "set-ips", &key],
        vec!["keys", "grant", &key, "research"],
        vec!["accounts", "resume", &account],
        vec!["accounts", "set-name", &account, "Ada Lovelace"],
        vec!["accounts", "set-email", &account, "pro@example.org"],
        vec!["accounts", "set-plan", &account, "pro"],
        vec!["plans", "set-allowance", "free", "5000"],
    ] {
        text(&db, &arguments);
    }
    failure(&db, &["keys", "create", "--account", &account, "--nickname", "main"]);
    failure(&db, &["keys", "revoke", &key, "survey"]);
    failure(&db, &["keys", "delete", &key]);
    assert_eq!(actions(&db), before);
}
