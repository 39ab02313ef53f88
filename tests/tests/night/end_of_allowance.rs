//! The end of an allowance that is spent at all servers at once.

use super::*;
use std::time::Duration;
use tests::fleet::Used;
use tests::fleet::holder::{CALL, PRICE, Usage};
use tests::fleet::load::Load;
use tests::{PATIENCE, within};

/// Calls, and those that the allowance pays.
const CALLS: u64 = 20_000;
const PAID: u64 = 12_000;

#[test]
#[ignore = "night: needs PostgreSQL, a real fleet"]
fn an_account_that_calls_three_servers_at_once_gets_its_allowance_to_the_call() {
    let fleet = Fleet::start(PROGRAM, tests::built(), 3);
    fleet.allow("pro", PAID as f64 * PRICE);
    let holder = Holder::new(&fleet, "ada", "pro");
    let path = holder.path(CALL);
    let load = Load { addresses: fleet.addresses(), connections: 64, path: &path, rest: Duration::ZERO };
    let tally = load.calls(CALLS);
    println!("{tally}");
    assert_eq!(tally.others(&[200, 402]), [""; 0]);
    assert_eq!((tally.count(200), tally.broken + tally.turned_away), (PAID, 0));
    // Both are complete once all servers have written their usage.
    let used = || fleet.used(&holder.account);
    let _ = within(PATIENCE, || (used().calls == PAID).then_some(()));
    let credits = PAID as f64 * PRICE;
    assert_eq!(used(), Used { calls: PAID, credits });
    for server in fleet.servers() {
        assert_eq!(holder.usage_at(server), Usage { used: credits, remaining: 0.0, calls: PAID });
    }
}
