//! Faults of the accounts: a second server, a database that is read-only or gone, and a clock that jumps.

use super::console::{self, PASSWORD, sign_in};
use super::operator::{failure, json, made, start, text, until_status, written};
use super::*;
use rusqlite::Connection;
use server::testing::{DAY_MS, Month};
use std::path::Path;
use std::time::{Duration, Instant};
use tests::served::Served;
use tests::until_true;

/// A server with a key, after its first calls were written; with the path of a call and the number of calls.
fn serving() -> (Served, String, i64) {
    let server = start();
    let (_, _, secret) = made(&server.accounts(), "pro");
    let path = format!("{FREE}?apiKey={secret}");
    until_status(&server, &path, 200);
    until_true("the first call", || written(&server.accounts()) > 0);
    let before = written(&server.accounts());
    (server, path, before)
}

/// Locks a database against writes.
pub(super) fn locked(db: &Path) -> Connection {
    let connection = Connection::open(db).expect("the database");
    connection.busy_timeout(Duration::from_secs(10)).expect("a timeout");
    connection.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    connection
}

fn ask(server: &Served, path: &str, calls: usize) {
    for _ in 0..calls {
        assert_eq!(server.get(path).status, 200);
    }
}

#[test]
fn a_second_server_on_the_same_accounts_is_refused() {
    let first = start();
    let db = first.accounts();
    let (_, _, secret) = made(&db, "free");
    let other = tempfile::tempdir().expect("a folder");
    let link = other.path().join("link.sqlite");
    std::os::unix::fs::symlink(&db, &link).expect("a link");
    for name in [&db, &link] {
        let second = std::process::Command::new(PROGRAM)
            .args(["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--artifacts"])
            .arg(tests::built())
            .arg("--accounts")
            .arg(name)
            .output()
            .expect("run");
        let said = String::from_utf8_lossy(&second.stderr).into_owned();
        assert_eq!(second.status.code(), Some(1), "{said}");
        assert!(said.contains("another server") && said.contains(name.to_str().expect("UTF-8")), "{said}");
    }
    // Commands still work, and so does the first server. Another server can start after it has ended in any
    // way.
    text(&db, &["keys", "list"]);
    until_status(&first, &format!("{FREE}?apiKey={secret}"), 200);
    let again = Served::start_in(first.kill(), PROGRAM, tests::built(), &[]);
    assert_eq!(again.get(&format!("{FREE}?apiKey={secret}")).status, 200);
}

#[test]
fn usage_that_cannot_be_written_at_the_end_is_counted_and_reported() {
    let (mut server, path, before) = serving();
    let db = server.accounts();
    let lock = locked(&db);
    ask(&server, &path, 25);
    until_true("the calls that wait", || server.metric("umbra_usage_pending") == 25.0);
    assert!(server.metric("umbra_usage_write_failures_total") >= 1.0);
    server.signal("TERM");
    assert_eq!(server.ended(), Some(1));
    let complaint = server.log_so_far();
    assert!(complaint.contains("25 calls and 12.5 credits are lost"), "{complaint}");
    drop(lock);
    assert_eq!(written(&db), before);
}

#[test]
fn nothing_is_lost_when_the_database_is_free_in_time() {
    let (mut server, path, before) = serving();
    let lock = locked(&server.accounts());
    ask(&server, &path, 25);
    server.signal("TERM");
    until_true("the listener's end", || std::net::TcpStream::connect(server.address).is_err());
    // Longer than the first tries to write, shorter than the server tries at its end.
    std::thread::sleep(Duration::from_millis(1500));
    drop(lock);
    assert_eq!(server.ended(), Some(0));
    assert_eq!(written(&server.accounts()), before + 25);
}

#[test]
fn usage_is_kept_while_the_disk_is_full_and_written_when_it_is_not() {
    let (server, path, before) = serving();
    let db = Connection::open(server.accounts()).expect("the database");
    db.busy_timeout(Duration::from_secs(10)).expect("a timeout");
    db.execute_batch(
        "CREATE TRIGGER full BEFORE INSERT ON usage BEGIN SELECT RAISE(ABORT, 'disk is full'); END",
    )
    .expect("a trigger");
    ask(&server, &path, 40);
    until_true("the calls that wait", || server.metric("umbra_usage_pending") == 40.0);
    ask(&server, &path, 2);
    // The number of tries in this time is tested: one every quarter of a second would be a dozen.
    std::thread::sleep(Duration::from_secs(3));
    let failures = server.metric("umbra_usage_write_failures_total");
    assert!((1.0..6.0).contains(&failures), "{failures}");
    assert_eq!(server.metric("umbra_usage_pending"), 42.0);
    assert!(server.log().contains("disk is full"));
    db.execute_batch("DROP TRIGGER full").expect("room");
    until_true("the usage", || written(&server.accounts()) == before + 42);
    until_true("the end of the fault", || server.metric("umbra_usage_pending") == 0.0);
}

#[test]
fn a_locked_database_does_not_keep_visitors_waiting() {
    const SOON: Duration = Duration::from_secs(5);
    let server = console::start("free", &[]);
    let lock = locked(&server.accounts());
    let begun = Instant::now();
    let signed_in = sign_in(&server, console::EMAIL, PASSWORD);
    let cookie =
        signed_in.header("set-cookie").and_then(|c| c.split(';').next()).expect("a session").to_owned();
    let page = server.get_with("/console", &[("Cookie", &cookie)]);
    assert!(page.status == 200 && page.text().contains("Sign out"), "{}", page.text());
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    let begun = Instant::now();
    let form = format!("csrf={}&nickname=one&description=", console::csrf_in(&page.text()));
    let refused = console::post(&server, "/console/keys", &form, &[("Cookie", &cookie)]);
    assert_eq!(refused.status, 503);
    assert!(refused.text().contains("Try again in a minute"), "{}", refused.text());
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    drop(lock);
    assert_eq!(console::post(&server, "/console/keys", &form, &[("Cookie", &cookie)]).status, 303);
}

#[test]
fn a_database_that_is_replaced_or_deleted_is_noticed() {
    let (server, path, _) = serving();
    let db = server.accounts();
    assert_eq!(server.metric("umbra_accounts_file_replaced"), 0.0);
    let aside = db.with_file_name("aside");
    std::fs::rename(&db, &aside).expect("moved");
    until_true("the alarm", || server.metric("umbra_accounts_file_replaced") == 1.0);
    assert!(server.log().contains("replaced or deleted under the server"));
    assert_eq!((server.get(&path).status, server.get("/readyz").status), (200, 200), "requests go on");
    std::fs::write(&db, "").expect("another file");
    // Time for two more checks of the file, which must not end the alarm.
    std::thread::sleep(Duration::from_millis(600));
    assert_eq!(server.metric("umbra_accounts_file_replaced"), 1.0);
    std::fs::rename(&aside, &db).expect("moved back");
    until_true("the end of the alarm", || server.metric("umbra_accounts_file_replaced") == 0.0);
}

#[test]
fn keys_without_the_secret_that_hashes_them_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("accounts.sqlite");
    let (_, key, _) = made(&db, "free");
    let forget = || {
        let connection = Connection::open(&db).expect("the database");
        connection.execute("DELETE FROM secrets WHERE purpose = 'keys'", []).expect("forgotten");
    };
    let token_secret = "DELETE FROM secrets WHERE purpose = 'tokens'";
    Connection::open(&db).and_then(|c| c.execute(token_secret, [])).expect("forgotten");
    assert_eq!(
        json(&db, &["keys", "list"]).as_array().map(Vec::len),
        Some(1),
        "a new one is made for tokens"
    );
    text(&db, &["keys", "disable", &key]);
    forget();
    let said = failure(&db, &["keys", "list"]);
    assert!(said.contains("secret") && said.contains("backup"), "{said}");
    // Without keys nothing is lost.
    Connection::open(&db).and_then(|c| c.execute("UPDATE keys SET digest = NULL", [])).expect("deleted");
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
        site.store(|_| Ok(()));
    };
    let pass_ms = |ms: i64| {
        steady.fetch_add(ms, Ordering::Relaxed);
        set_by(ms);
    };
    let answered =
        |calls: usize| (0..calls).filter(|_| site.with_key(FREE, &secret, &[]).status == 200).count();
    let credits = |month: Month| {
        let rows = site.store(move |s| s.usage(month, None));
        rows.iter().map(|r| r.credits).sum::<f64>()
    };
    assert_eq!(answered(12), 12);
    set_by(40 * DAY_MS);
    assert_eq!(answered(20), 8, "what is left of December");
    let refused = site.with_key(FREE, &secret, &[]);
    assert!(refused.json["detail"].as_str().is_some_and(|d| d.contains("2027-01-01")), "{}", refused.json);
    assert_eq!(
        site.with_key("/usage", &secret, &[]).json["response"]["period"]["to"],
        "2027-01-01T00:00:00.000Z"
    );
    set_by(-40 * DAY_MS);
    assert_eq!(answered(5), 0);
    assert_eq!((credits(Month::new(2026, 12)), credits(Month::new(2027, 1))), (10.0, 0.0));
    // The server accepts a lasting change after a minute, also the change back.
    set_by(40 * DAY_MS);
    pass_ms(59_000);
    assert_eq!(answered(1), 0);
    pass_ms(2_000);
    assert_eq!(answered(3), 3);
    set_by(-40 * DAY_MS);
    pass_ms(61_000);
    assert_eq!(answered(3), 0, "December is as it was");
    assert_eq!((credits(Month::new(2026, 12)), credits(Month::new(2027, 1))), (10.0, 1.5));
}
