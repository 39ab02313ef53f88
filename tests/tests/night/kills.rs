//! A server or PostgreSQL that is killed while calls go on.

use super::*;
use tests::fleet::kills::{Victim, kill};

/// Kills something; calls answered by a killed server may be missing up to its lease.
fn killed(victim: Victim) {
    // A lease of 20,000 calls.
    let mut fleet = Fleet::start(PROGRAM, tests::built(), 3, &[]);
    fleet.allow("enterprise", 1e6);
    let holder = Holder::new(&fleet, "calls", "enterprise");
    let spare = Holder::new(&fleet, "spare", "enterprise");
    let mut round = kill(&mut fleet, &holder, &spare, victim);
    fleet.stop();
    round.grown = fleet.used(&holder.account);
    println!("{round}");
    assert_eq!(round.faults(20_000), [""; 0], "{round}");
}

#[test]
#[ignore = "night: needs PostgreSQL, a real fleet"]
fn no_call_is_refused_because_of_a_killed_server_and_at_most_its_lease_is_lost() {
    killed(Victim::Server(1));
}

#[test]
#[ignore = "night: needs PostgreSQL, a real fleet"]
fn no_call_is_refused_without_postgresql_and_none_is_lost_or_counted_twice() {
    killed(Victim::Postgres);
}
