//! A small account while the ways to Valkey and PostgreSQL are slow, silent or cut.

use super::Fleet;
use super::holder::{CALL, Holder, PRICE};
use super::load::{Load, Tally};
use std::time::Duration;

/// Connections of clients, and the pause of each after a call: 1,500 calls a second where all is well.
const CONNECTIONS: usize = 24;
const REST: Duration = Duration::from_millis(16);
/// Calls that the allowance pays. Its leases pay 40 each.
pub const PAID: u64 = 4000;

/// Makes calls of a new account at a pace, as an account would that is far from a fleet's limits.
pub fn calls(fleet: &Fleet, name: &str, calls: u64) -> (Holder, Tally) {
    fleet.allow("pro", PAID as f64 * PRICE);
    let holder = Holder::new(fleet, name, "pro");
    let path = holder.path(CALL);
    let load = Load { addresses: fleet.addresses(), connections: CONNECTIONS, path: &path, rest: REST };
    let tally = load.calls(calls);
    (holder, tally)
}
