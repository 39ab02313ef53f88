//! Credits that several servers share: at the end of an allowance the number of answered calls is right at
//! every server, also without Valkey or PostgreSQL. The module `fleet` tests the same with many calls.

use crate::PROGRAM;
use std::time::{Duration, Instant};
use tests::fleet::holder::{CALL, Holder, PRICE};
use tests::fleet::{Fleet, Used};
use tests::until_true;

/// The number of calls that the allowance pays.
const PAID: u64 = 60;

/// The time without calls after which a server returns unused credits.
const IDLE: Duration = Duration::from_secs(1);

/// Two servers and an account that can pay for a few calls.
fn site(fleet: Fleet) -> (Fleet, Holder) {
    fleet.allow("pro", PAID as f64 * PRICE);
    let holder = Holder::new(&fleet, "ada", "pro");
    (fleet, holder)
}

fn shared() -> (Fleet, Holder) {
    site(Fleet::start(PROGRAM, tests::built(), 2, &[]))
}

/// Sends calls to a server and counts the answered ones. The others must be refused for lack of credits.
fn answered(fleet: &Fleet, holder: &Holder, server: usize, calls: u64) -> u64 {
    let path = holder.path(CALL);
    let statuses: Vec<u16> = (0..calls).map(|_| fleet.servers()[server].get(&path).status).collect();
    assert!(statuses.iter().all(|status| [200, 402].contains(status)), "{statuses:?}");
    statuses.into_iter().filter(|status| *status == 200).count() as u64
}

#[test]
#[cfg_attr(
    not(all(has_postgres, has_valkey)),
    ignore = "needs PostgreSQL and Valkey: see the head of tests/src/lib.rs"
)]
fn two_servers_together_answer_exactly_the_calls_that_the_allowance_pays() {
    let (fleet, holder) = shared();
    let first = answered(&fleet, &holder, 0, PAID / 2);
    let second = answered(&fleet, &holder, 1, PAID);
    assert_eq!((first, second), (PAID / 2, PAID / 2));
    assert_eq!(answered(&fleet, &holder, 0, 1), 0);
    let used = Used { calls: PAID, credits: PAID as f64 * PRICE };
    assert_eq!(fleet.used_in_the_end(&holder.account), used);
    for server in fleet.servers() {
        let usage = holder.usage_at(server);
        assert_eq!((usage.used, usage.remaining), (used.credits, 0.0));
    }
    assert!(fleet.servers()[1].metric("umbra_credit_waits_total ") >= 1.0);
    assert!(fleet.servers()[1].metric("umbra_credit_exchange_age_seconds ") < 3.0);
    until_true("the return of unused credits", || {
        fleet.servers().iter().all(|server| server.metric("umbra_credits_granted ") == 0.0)
    });
}

#[test]
#[cfg_attr(
    not(all(has_postgres, has_valkey)),
    ignore = "needs PostgreSQL and Valkey: see the head of tests/src/lib.rs"
)]
fn a_call_that_waits_for_credits_counts_once_against_the_rate() {
    let (fleet, holder) = shared();
    // While half of the allowance is free, servers keep their leases for longer.
    assert_eq!(answered(&fleet, &holder, 0, PAID * 2 / 3), PAID * 2 / 3);
    let path = holder.path(CALL);
    let left = |server: usize| {
        let answer = fleet.servers()[server].get(&path);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.header("ratelimit").expect("a header").to_owned()
    };
    let number = |text: &str| -> f64 {
        let after = text.split("r=").nth(1).expect("what is left");
        after.chars().take_while(char::is_ascii_digit).collect::<String>().parse().expect("a number")
    };
    // A server returns unused credits after a second without calls, so that the next call waits. The first
    // call also exchanges the rates with the other server.
    let until_nothing_granted = || {
        let begun = Instant::now();
        until_true("the return of unused credits", || {
            begun.elapsed() > IDLE && fleet.servers()[0].metric("umbra_credits_granted ") == 0.0
        });
    };
    until_nothing_granted();
    left(0);
    until_nothing_granted();
    let (before, waits) = (number(&left(0)), fleet.servers()[0].metric("umbra_credit_waits_total "));
    until_nothing_granted();
    let after = number(&left(0));
    assert!(fleet.servers()[0].metric("umbra_credit_waits_total ") > waits, "it has waited");
    assert!(before - after <= 1.0, "{before} {after}");
}

#[test]
#[cfg_attr(
    not(all(has_postgres, has_valkey)),
    ignore = "needs PostgreSQL and Valkey: see the head of tests/src/lib.rs"
)]
fn no_call_is_refused_while_valkey_is_away_and_what_was_spent_counts_when_it_comes_back_empty() {
    let (mut fleet, holder) = shared();
    assert_eq!(answered(&fleet, &holder, 0, 10) + answered(&fleet, &holder, 1, 10), 20);
    let valkey = fleet.valkey.as_mut().expect("the fleet has one");
    valkey.kill();
    let begun = Instant::now();
    assert_eq!(answered(&fleet, &holder, 0, 10) + answered(&fleet, &holder, 1, 10), 20);
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    fleet.until_all("umbra_valkey_up{purpose=\"credits\"}", 0.0);
    fleet.valkey.as_mut().expect("the fleet has one").run();
    fleet.until_all("umbra_valkey_up{purpose=\"credits\"}", 1.0);
    assert_eq!(answered(&fleet, &holder, 1, 40), PAID - 40);
    assert_eq!(answered(&fleet, &holder, 0, 5), 0);
}

#[test]
#[cfg_attr(not(has_postgres), ignore = "needs PostgreSQL: see the head of tests/src/lib.rs")]
fn without_valkey_servers_use_the_written_usage() {
    let (fleet, holder) = site(Fleet::without_valkey(PROGRAM, tests::built(), 2, &[]));
    assert_eq!(answered(&fleet, &holder, 0, PAID - 10), PAID - 10);
    // At most one lease more than the allowance pays. A lease pays a little more than one call.
    let rest = answered(&fleet, &holder, 1, 20);
    assert!((10..=12).contains(&rest), "{rest}");
    // The first server may also exceed by a lease, until it has read the usage of the second.
    let mut more = 0;
    until_true("the refusal", || {
        let refused = answered(&fleet, &holder, 0, 1) == 0;
        more += u64::from(!refused);
        refused
    });
    assert!(more <= 2, "{more} more");
}

#[test]
#[cfg_attr(
    not(all(has_postgres, has_valkey)),
    ignore = "needs PostgreSQL and Valkey: see the head of tests/src/lib.rs"
)]
fn the_other_servers_see_the_usage_of_a_stopped_server_at_once() {
    let (mut fleet, holder) = shared();
    assert_eq!(answered(&fleet, &holder, 0, 20), 20);
    fleet.stop_server(0);
    assert_eq!(answered(&fleet, &holder, 1, PAID), PAID - 20);
}
