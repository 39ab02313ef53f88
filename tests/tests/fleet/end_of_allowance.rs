//! The end of an allowance that is spent at all servers at once.

use super::*;
use tests::fleet::end_of_allowance::End;

/// A tenth of the load of `tools fleet`.
const END: End = End { connections: 64, calls: 20_000, paid: 12_000 };

#[test]
#[cfg_attr(
    not(all(has_postgres, has_valkey)),
    ignore = "needs PostgreSQL and Valkey: see the head of tests/src/lib.rs"
)]
fn an_account_that_calls_three_servers_at_once_gets_its_allowance_to_the_call() {
    let fleet = Fleet::start(PROGRAM, tests::built(), 3, &[]);
    let outcome = END.run(&fleet, "ada", "pro");
    println!("{outcome}");
    assert_eq!(outcome.faults(0), [""; 0], "{outcome}");
}

#[test]
#[cfg_attr(not(has_postgres), ignore = "needs PostgreSQL: see the head of tests/src/lib.rs")]
fn without_valkey_it_gets_at_most_the_leases_more() {
    let fleet = Fleet::without_valkey(PROGRAM, tests::built(), 3, &["--lease-percent", "2"]);
    let outcome = END.run(&fleet, "ada", "pro");
    println!("{outcome}");
    assert_eq!(outcome.faults(3 * END.paid / 50), [""; 0], "{outcome}");
}
