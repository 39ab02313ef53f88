//! The interface of rate limiters, wherever their counts are stored.

use super::policy::{Decision, Policy};
use std::hash::Hash;
use std::net::IpAddr;

/// Counts requests and decides whether they are within a limit.
///
/// Both methods return at once, because every request passes them on a thread that answers others, too. A
/// limiter whose counts are shared by several servers therefore takes leases: it is granted a share of the
/// quota, counts against it in memory, and has it refilled in the background.
pub trait Limiter: Send + Sync {
    /// The limit by which requests are judged.
    fn policy(&self) -> Policy;

    /// Counts a request of an address, and decides whether it is within the limit.
    fn count(&self, address: IpAddr, now_ms: i64) -> Decision;

    /// Counts an attempt on something else that is to be guarded, such as an email address.
    fn count_subject(&self, subject: impl Hash, now_ms: i64) -> Decision;
}

/// The network whose requests are counted together: an IPv4 address, or the first half of an IPv6 address.
/// The two do not meet: no IPv6 network in use begins with four zero octets.
pub fn network(address: IpAddr) -> u64 {
    match address.to_canonical() {
        IpAddr::V4(v4) => u64::from(v4.to_bits()),
        IpAddr::V6(v6) => (v6.to_bits() >> 64) as u64,
    }
}
