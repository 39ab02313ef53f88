//! Usage is counted once, under load and when the server is killed.

use super::operator::{UNLIMITED, made, start, until_status, written};
use super::*;
use std::sync::atomic::{AtomicBool, AtomicI64};
use tests::served::{Served, call};
use tests::until_true;

/// Kills a server twice under load; `UMBRA_KILLS` in the environment sets another number.
#[test]
fn a_killed_server_keeps_what_it_has_written_and_counts_nothing_twice() {
    let kills: usize =
        std::env::var("UMBRA_KILLS").map_or(2, |kills| kills.parse().expect("UMBRA_KILLS is a number"));
    const CLIENTS: i64 = 4;
    let server = start();
    let (_, _, secret) = made(&server.accounts(), "enterprise");
    let path = format!("{FREE}?apiKey={secret}");
    until_status(&server, &path, 200);
    let mut folder = server.kill();
    for kill in 0..kills {
        let before = written(&folder.path().join("accounts.sqlite"));
        let server = Served::start_in(folder, PROGRAM, tests::built(), &UNLIMITED);
        let (address, db) = (server.address, server.accounts());
        let (stop, answered) = (AtomicBool::new(false), AtomicI64::new(0));
        let mut seen = 0;
        folder = std::thread::scope(|scope| {
            for _ in 0..CLIENTS {
                // A server that is killed resets its connections.
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed)
                        && let Ok(answer) = call(address, &path)
                    {
                        assert_eq!(answer.status, 200, "{}", answer.text());
                        answered.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            until_true("usage in the database", || {
                seen = written(&db) - before;
                seen > 0
            });
            let folder = server.kill();
            stop.store(true, Ordering::Relaxed);
            folder
        });
        let db = folder.path().join("accounts.sqlite");
        assert_eq!(integrity(&db), "ok");
        let (kept, answered) = (written(&db) - before, answered.into_inner());
        // A request may have been charged although its response was cut off.
        let kept_of = seen..=answered + CLIENTS;
        assert!(kept_of.contains(&kept), "kill {kill}: {kept} calls kept of {kept_of:?}");
        println!("kill {kill}: {kept} of {answered} calls kept");
    }
}

/// The bound of what a kill loses: every look at the database writes all usage before it.
#[test]
fn usage_is_in_the_database_after_every_look() {
    let site = Site::open();
    let (_, _, secret) = site.account(Plan::Pro);
    let database = rusqlite::Connection::open(site.accounts()).expect("a database");
    let written = || -> i64 {
        let sum = "SELECT COALESCE(SUM(calls), 0) FROM usage";
        database.query_row(sum, [], |row| row.get(0)).expect("a sum")
    };
    for calls in 1..=3 {
        assert_eq!(site.with_key(FREE, &secret, &[]).status, 200);
        site.tick();
        assert_eq!(written(), calls);
    }
    assert_eq!(site.with_key(FREE, &secret, &[]).status, 200);
    until_true("a look that nothing but time has caused", || written() == 4);
}

#[test]
fn under_load_every_credit_is_counted_once() {
    let site = Site::open();
    let (_, _, secret) = site.account(Plan::Pro);
    // Half a credit each: the allowance ends before the calls do.
    site.allow(Plan::Pro, 1200.0);
    let status = || site.with_key(FREE, &secret, &[]).status;
    let calls = || (0..400).map(|_| status()).filter(|status| *status != 402).collect::<Vec<_>>();
    let good: Vec<u16> = std::thread::scope(|scope| {
        let clients = [(); 8].map(|()| scope.spawn(calls));
        clients.into_iter().flat_map(|client| client.join().expect("a client")).collect()
    });
    assert_eq!(good, [200; 2400]);
    let site = site.restart();
    assert_eq!((written(&site.accounts()), site.with_key(FREE, &secret, &[]).status), (2400, 402));
}
