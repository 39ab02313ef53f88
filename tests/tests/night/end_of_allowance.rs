//! The end of an allowance that is spent at all servers at once.

use super::*;
use tests::fleet::end_of_allowance::End;

/// A tenth of the load of `tools fleet`.
const END: End = End { connections: 64, calls: 20_000, paid: 12_000 };

#[test]
#[ignore = "night: needs PostgreSQL, a real fleet"]
fn an_account_that_calls_three_servers_at_once_gets_its_allowance_to_the_call() {
    let fleet = Fleet::start(PROGRAM, tests::built(), 3, &[]);
    let outcome = END.run(&fleet, "ada", "pro");
    println!("{outcome}");
    assert_eq!(outcome.faults(0), [""; 0], "{outcome}");
}
