//! Arguments and output of commands: names of keys, confirmations, dates and totals.

use super::operator::{failure, json, made, text};
use super::*;
use tests::served::operate;

#[test]
fn what_cannot_be_undone_wants_a_yes() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("accounts.sqlite");
    let (account, key, _) = made(&db, "free");
    for arguments in [["accounts", "delete", &account], ["keys", "delete", &key]] {
        let (code, said) = operate(PROGRAM, &db, &arguments, "yes\n");
        assert_eq!(code, 1, "an answer that is no person's does not count: {said}");
        assert!(said.contains("cannot be undone; nothing was done. Add --yes"), "{said}");
    }
    let said = failure(&db, &["accounts", "delete", &account]);
    assert!(said.contains("free@example.org") && said.contains("its 1 key and"), "{said}");
    assert_eq!(json(&db, &["keys", "list"]).as_array().map(Vec::len), Some(1));
    text(&db, &["keys", "delete", &key, "--yes"]);
    text(&db, &["accounts", "delete", &account, "--yes"]);
    assert_eq!(json(&db, &["accounts", "list"]).as_array().map(Vec::len), Some(0));
}

#[test]
fn a_key_is_named_by_its_nickname_where_that_is_clear() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("accounts.sqlite");
    let (_, key, secret) = made(&db, "free");
    text(&db, &["keys", "disable", "main"]);
    assert_eq!(json(&db, &["keys", "show", "main"])["enabled"], false);
    let (account, other, _) = made(&db, "pro");
    let said = failure(&db, &["keys", "enable", "main"]);
    assert!(said.contains("2 keys have the nickname") && said.contains("--account"), "{said}");
    assert!(said.contains("pro@example.org") && said.contains(&key), "{said}");
    text(&db, &["keys", "enable", "main", "--account", "free@example.org"]);
    assert_eq!(json(&db, &["keys", "show", &key])["enabled"], true);
    let rules = ["keys", "set-ips", "main", "192.0.2.0/24, 2001:db8::/32", "--account", &account];
    text(&db, &rules);
    let shown = json(&db, &["keys", "show", &other]);
    assert_eq!(shown["ips"], serde_json::json!(["192.0.2.0/24", "2001:db8::/32"]));
    assert_eq!(shown["origins"], serde_json::json!([]));
    // A secret that is mistyped is not repeated.
    let mistyped = format!("{}{}", &secret[..55], if secret.ends_with('x') { 'y' } else { 'x' });
    let said = failure(&db, &["keys", "show", &mistyped]);
    assert!(said.contains("12 characters") && !said.contains(&secret[20..50]), "{said}");
    // Rules need a plan that has them, as in the console.
    assert!(failure(&db, &["keys", "set-origins", &key, "*.example.org"]).contains("plan pro"));
}

#[test]
fn programs_get_dates_lists_and_totals() {
    let site = Site::open();
    let db = site.accounts();
    let (account, key, secret) = made(&db, "free");
    let shown = json(&db, &["keys", "show", &key]);
    assert_eq!((&shown["lastUsedAt"], &shown["oldSecretUntil"]), (&Value::Null, &Value::Null));
    assert!(text(&db, &["keys", "show", &key]).contains("last used    never"));
    site.tick();
    (0..10).for_each(|_| assert_eq!(site.with_key(FREE, &secret, &[]).status, 200));
    site.tick();
    text(&db, &["plans", "set-allowance", "free", "20"]);
    let of_month = ["usage", "--month", "2026-11"];
    let usage = json(&db, &of_month);
    assert_eq!(usage["totals"], serde_json::json!({ "calls": 10, "credits": 5.0 }));
    let total = &usage["accounts"][0];
    assert_eq!((&total["email"], &total["share"]), (&"free@example.org".into(), &0.25_f64.into()));
    let row = &usage["rows"][0];
    assert_eq!((usage["month"].as_str(), row["day"].as_str()), (Some("2026-11"), Some("2026-11-21")));
    assert_eq!((&row["account"], &row["key"]), (&Value::from(account), &Value::from(key.as_str())));
    let people = text(&db, &of_month);
    assert!(people.contains("free@example.org") && people.contains("25.0 %"), "{people}");
    let (accounts, keys) = (json(&db, &["accounts", "list"]), json(&db, &["keys", "list"]));
    for at in
        [&accounts[0]["createdAt"], &keys[0]["createdAt"], &keys[0]["secretMadeAt"], &keys[0]["lastUsedAt"]]
    {
        assert!(at.as_str().is_some_and(|at| at.len() == 24 && at.ends_with('Z')), "{at}");
    }
    assert!(!text(&db, &["keys", "show", &key]).contains("never"));
}

#[test]
fn the_last_use_is_that_of_the_last_call_that_was_counted() {
    let site = Site::open();
    let (_, key, secret) = site.account(Plan::Free);
    let last = || {
        let key = key.clone();
        site.store(move |s| s.key(&key)).last_used_ms
    };
    assert_eq!(last(), None);
    assert_eq!(site.with_key(FREE, &secret, &[]).status, 200);
    assert_eq!(last(), Some(NOON_MS));
    site.pass_ms(60_000);
    assert_eq!(site.with_key("/julian-day/nonsense", &secret, &[]).status, 400);
    assert_eq!(last(), Some(NOON_MS), "what is refused is not counted");
    assert_eq!(site.with_key(FREE, &secret, &[]).status, 200);
    assert_eq!(last(), Some(NOON_MS + 60_000));
}
