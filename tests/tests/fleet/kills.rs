//! A server, Valkey or PostgreSQL that is killed while calls go on.

use super::*;
use std::sync::{Mutex, PoisonError};
use tests::fleet::kills::{Victim, kill};
use tests::served::Served;

/// Kills something; calls answered by a killed server may be missing up to its lease.
fn killed(victim: Victim) {
    // Two fleets under load leave too little of two cores for their databases to answer in time.
    static ONE_FLEET: Mutex<()> = Mutex::new(());
    let _one_fleet = ONE_FLEET.lock().unwrap_or_else(PoisonError::into_inner);
    // A lease of 2000 calls.
    let mut fleet = Fleet::start(PROGRAM, tests::built(), 3, &["--lease-percent", "0.1"]);
    fleet.allow("enterprise", 1e6);
    fleet.servers().iter().for_each(Served::encoded_ahead);
    let holder = Holder::new(&fleet, "calls", "enterprise");
    let spare = Holder::new(&fleet, "spare", "enterprise");
    let round = kill(&mut fleet, &holder, &spare, victim);
    println!("{round}");
    assert_eq!(round.faults(2000), [""; 0], "{round}");
}

#[test]
#[cfg_attr(
    not(all(has_postgres, has_valkey)),
    ignore = "needs PostgreSQL and Valkey: see the head of tests/src/lib.rs"
)]
fn no_call_is_refused_because_of_a_killed_server_and_at_most_its_lease_is_lost() {
    killed(Victim::Server(1));
}

#[test]
#[cfg_attr(
    not(all(has_postgres, has_valkey)),
    ignore = "needs PostgreSQL and Valkey: see the head of tests/src/lib.rs"
)]
fn no_call_is_refused_without_valkey_and_none_is_lost() {
    killed(Victim::Valkey);
}

#[test]
#[cfg_attr(
    not(all(has_postgres, has_valkey)),
    ignore = "needs PostgreSQL and Valkey: see the head of tests/src/lib.rs"
)]
fn no_call_is_refused_without_postgresql_and_none_is_lost_or_counted_twice() {
    killed(Victim::Postgres);
}
