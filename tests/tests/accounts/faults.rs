//! Faults of the accounts: a second server, a database that is read-only or gone, and a clock that jumps.

use super::console::{self, signed_in};
use super::operator::{failure, made, start, text, until_status, written};
use super::*;
use rusqlite::Connection;
use server::testing::DAY_MS;
use std::time::Duration;
use tests::served::operate;
use tests::until_true;

#[test]
fn a_second_server_on_the_same_accounts_is_refused() {
    let first = start();
    let db = first.accounts();
    let (_, _, secret) = made(&db, "free");
    let other = tempfile::tempdir().expect("a folder");
    let link = other.path().join("link.sqlite");
    std::os::unix::fs::symlink(&db, &link).expect("a link");
    let artifacts = tests::built().to_str().expect("UTF-8");
    let listen = ["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--artifacts", artifacts];
    let (code, said) = operate(PROGRAM, &link, &listen, "");
    assert!(code == 1 && said.contains("another server"), "{said}");
    assert!(said.contains(link.to_str().expect("UTF-8")), "{said}");
    // Commands still work, and so does the first server.
    text(&db, &["keys", "list"]);
    until_status(&first, &format!("{FREE}?apiKey={secret}"), 200);
}

#[test]
fn usage_that_cannot_be_written_at_the_end_is_counted_and_reported() {
    let mut server = start();
    let db = server.accounts();
    let (_, _, secret) = made(&db, "pro");
    let path = format!("{FREE}?apiKey={secret}");
    until_status(&server, &path, 200);
    until_true("the first call", || written(&db) == 1);
    let full = "CREATE TRIGGER full BEFORE INSERT ON usage BEGIN SELECT RAISE(ABORT, 'disk is full'); END";
    let connection = Connection::open(&db).expect("the database");
    connection.busy_timeout(Duration::from_secs(10)).expect("a timeout");
    connection.execute_batch(full).expect("a trigger");
    (0..25).for_each(|_| assert_eq!(server.get(&path).status, 200));
    until_true("the calls that wait", || server.metric("umbra_usage_pending") == 25.0);
    assert!(server.metric("umbra_usage_write_failures_total") >= 1.0);
    until_true("the delay", || server.metric("umbra_usage_delay_seconds") > 0.5);
    server.signal("TERM");
    assert_eq!(server.ended(), Some(1));
    let complaint = server.log_so_far();
    assert!(complaint.contains("disk is full"), "{complaint}");
    assert!(complaint.contains("25 calls and 12.5 credits are lost"), "{complaint}");
    assert_eq!(written(&db), 1);
}

#[test]
fn a_locked_database_does_not_keep_visitors_waiting() {
    let console = console::start(Plan::Free);
    let lock = Connection::open(console.accounts()).expect("the database");
    lock.busy_timeout(Duration::from_secs(10)).expect("a timeout");
    lock.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    let (cookie, csrf) = signed_in(&console);
    let form = format!("csrf={csrf}&nickname=one&description=");
    let create = || console::post(&console, "/console/keys", &form, &[("Cookie", &cookie)]);
    let refused = create();
    assert_eq!(refused.status, 503);
    assert!(refused.text().contains("Try again in a minute"), "{}", refused.text());
    drop(lock);
    assert_eq!(create().status, 303);
}

#[test]
fn a_database_that_is_replaced_or_deleted_is_noticed() {
    let site = Site::open();
    let (_, _, secret) = site.account(Plan::Free);
    let (db, aside) = (site.accounts(), site.accounts().with_file_name("aside"));
    let is_replaced = || {
        site.tick();
        site.service.gate.ledger.health.file_replaced.get() == 1
    };
    assert!(!is_replaced());
    std::fs::rename(&db, &aside).expect("moved");
    assert!(is_replaced());
    assert_eq!((site.with_key(FREE, &secret, &[]).status, site.get("/readyz").status), (200, 200));
    std::fs::write(&db, "").expect("another file");
    assert!(is_replaced() && is_replaced());
    std::fs::rename(&aside, &db).expect("moved back");
    assert!(!is_replaced());
}

#[test]
fn keys_without_the_secret_that_hashes_them_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("accounts.sqlite");
    let (_, key, _) = made(&db, "free");
    let sql = |sql: &str| Connection::open(&db).and_then(|c| c.execute(sql, [])).expect("changed");
    sql("DELETE FROM secrets WHERE purpose = 'tokens'");
    text(&db, &["keys", "disable", &key]);
    sql("DELETE FROM secrets WHERE purpose = 'keys'");
    let said = failure(&db, &["keys", "list"]);
    assert!(said.contains("secret") && said.contains("backup"), "{said}");
    // Without keys nothing is lost.
    sql("UPDATE keys SET digest = NULL");
    text(&db, &["keys", "list"]);
}

#[test]
fn a_clock_that_jumps_ahead_and_back_gives_no_second_allowance() {
    const DECEMBER_MS: i64 = NOON_MS + 10 * DAY_MS;
    let shown = Arc::new(AtomicI64::new(DECEMBER_MS));
    let steady = Arc::new(AtomicI64::new(0));
    let clock = Clock::Apart { shown: shown.clone(), steady: steady.clone() };
    let site = Site::on(clock, shown.clone(), |_| {});
    let (_, _, secret) = site.account(Plan::Free);
    site.allow(Plan::Free, 10.0);
    // The thread of the accounts reads the clock before each task.
    let set_by = |ms: i64| {
        shown.fetch_add(ms, Ordering::Relaxed);
        site.tick();
    };
    let answered =
        |calls: usize| (0..calls).filter(|_| site.with_key(FREE, &secret, &[]).status == 200).count();
    let credits =
        |month: Month| -> f64 { site.store(move |s| s.usage(month, None)).iter().map(|r| r.credits).sum() };
    assert_eq!(answered(12), 12);
    set_by(40 * DAY_MS);
    assert_eq!(answered(20), 8, "what is left of December");
    let refused = site.with_key(FREE, &secret, &[]);
    assert!(refused.json["detail"].as_str().is_some_and(|d| d.contains("2027-01-01")), "{}", refused.json);
    set_by(-40 * DAY_MS);
    assert_eq!(answered(5), 0);
    assert_eq!((credits(Month::new(2026, 12)), credits(Month::new(2027, 1))), (10.0, 0.0));
    // The server accepts a lasting change after a minute, also the change back; December is as it was.
    for (change_ms, pass_ms, calls) in [(40 * DAY_MS, 59_000, 0), (0, 2_000, 3), (-40 * DAY_MS, 61_000, 0)] {
        set_by(change_ms);
        steady.fetch_add(pass_ms, Ordering::Relaxed);
        set_by(pass_ms);
        assert_eq!(answered(3), calls, "{change_ms} {pass_ms}");
    }
    assert_eq!((credits(Month::new(2026, 12)), credits(Month::new(2027, 1))), (10.0, 1.5));
}
