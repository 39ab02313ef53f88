//! Slow is not dead: credits while the ways to Valkey and PostgreSQL are slow, silent or cut.

use super::*;
use std::time::Duration;
use tests::fleet::slow::{PAID, calls};
use tests::fleet::{Proxies, load};

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn fleet() -> Fleet {
    Fleet::behind_proxies(PROGRAM, tests::built(), 3, &[])
}

fn proxies(fleet: &Fleet) -> &Proxies {
    fleet.proxies.as_ref().expect("the fleet has proxies")
}

/// The one answer besides 200 that is right while credits are free.
fn refused(tally: &load::Tally) -> Vec<String> {
    tally.others(&[200, 503])
}

#[test]
#[cfg_attr(
    not(all(has_postgres, has_valkey)),
    ignore = "needs PostgreSQL and Valkey: see the head of tests/src/lib.rs"
)]
fn no_call_is_refused_for_want_of_credits_while_some_are_free_and_valkey_is_slow() {
    let fleet = fleet();
    for delay_ms in [0, 25, 160] {
        proxies(&fleet).valkey.delay(ms(delay_ms));
        let (holder, tally) = calls(&fleet, &format!("late{delay_ms}"), PAID * 3 / 4);
        println!("Valkey {delay_ms} ms away each way: {tally}");
        assert_eq!(refused(&tally), [""; 0], "{delay_ms} ms");
        let used = fleet.used_in_the_end(&holder.account);
        assert_eq!(used.calls, tally.count(200));
    }
}

#[test]
#[cfg_attr(
    not(all(has_postgres, has_valkey)),
    ignore = "needs PostgreSQL and Valkey: see the head of tests/src/lib.rs"
)]
fn a_silent_valkey_does_not_delay_the_way_around_it() {
    let fleet = fleet();
    let Proxies { valkey, postgres } = proxies(&fleet);
    valkey.hold(true);
    postgres.delay(ms(20));
    fleet.until_all("umbra_credits_mode{mode=\"postgres\"}", 1.0);
    let (_, tally) = calls(&fleet, "ada", PAID * 3 / 4);
    println!("Valkey silent, PostgreSQL 20 ms away each way: {tally}");
    assert_eq!(refused(&tally), [""; 0]);
    valkey.hold(false);
    fleet.until_all("umbra_credits_mode{mode=\"valkey\"}", 1.0);
}

#[test]
#[cfg_attr(
    not(all(has_postgres, has_valkey)),
    ignore = "needs PostgreSQL and Valkey: see the head of tests/src/lib.rs"
)]
fn while_postgresql_answers_at_all_each_server_spends_at_most_a_lease_more() {
    let mut fleet = fleet();
    fleet.valkey.as_mut().expect("the fleet has one").kill();
    for delay_ms in [0, 100] {
        proxies(&fleet).postgres.delay(ms(delay_ms));
        fleet.until_all("umbra_credits_mode{mode=\"postgres\"}", 1.0);
        let (_, tally) = calls(&fleet, &format!("late{delay_ms}"), PAID + 1000);
        println!("no Valkey, PostgreSQL {delay_ms} ms away each way: {tally}");
        assert_eq!(tally.others(&[200, 402, 503]), [""; 0]);
        let beyond = tally.count(200).saturating_sub(PAID);
        assert!(beyond <= 3 * PAID / 100, "{beyond} more at {delay_ms} ms");
    }
}

#[test]
#[cfg_attr(
    not(all(has_postgres, has_valkey)),
    ignore = "needs PostgreSQL and Valkey: see the head of tests/src/lib.rs"
)]
fn connections_that_are_cut_again_and_again_lose_no_credits() {
    let fleet = fleet();
    let Proxies { valkey, postgres } = proxies(&fleet);
    let (_, tally) = std::thread::scope(|scope| {
        let running = scope.spawn(|| calls(&fleet, "ada", PAID + 2000));
        while !running.is_finished() {
            std::thread::sleep(ms(150));
            valkey.cut();
            std::thread::sleep(ms(150));
            postgres.cut();
        }
        running.join().unwrap_or_else(|_| panic!("the client has failed"))
    });
    println!("connections cut: {tally}");
    assert_eq!(tally.others(&[200, 402, 503]), [""; 0]);
    let beyond = tally.count(200).saturating_sub(PAID);
    assert!(beyond <= 3 * PAID / 100, "{beyond} more");
}
