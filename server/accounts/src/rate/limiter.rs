//! Rate limits: counts requests in memory and decides at once.

use super::network::network;
use super::policy::{Decision, Policy};
use super::shard::Shard;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum number of addresses in memory, over all shards. Each takes about 50 bytes, 50 MB in all.
const MAX_SUBJECTS: usize = 1 << 20;
/// Separate locks, so that the serving threads rarely wait for each other.
const SHARDS: usize = 64;

/// Counts requests and decides whether they are within a limit, in the memory of this process. It never
/// blocks, because every request calls it on a thread that serves other requests too.
#[derive(Debug)]
pub struct Limiter {
    policy: Policy,
    shards: Vec<Mutex<Shard>>,
    max_per_shard: usize,
}

impl Limiter {
    /// Creates a limiter.
    pub fn new(policy: Policy) -> Self {
        Self::bounded(policy, MAX_SUBJECTS)
    }

    /// Makes a limiter for at most `max_subjects` addresses or other subjects.
    pub(crate) fn bounded(policy: Policy, max_subjects: usize) -> Self {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Self { policy, shards, max_per_shard: (max_subjects / SHARDS).max(1) }
    }

    /// The rate limit.
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// Counts a request of an address, and decides whether it is within the limit.
    pub fn count(&self, address: IpAddr, now_ms: i64) -> Decision {
        self.count_subject(network(address), now_ms)
    }

    /// Counts an attempt on another subject, identified by a number.
    pub(crate) fn count_subject(&self, subject: u64, now_ms: i64) -> Decision {
        self.shard(subject).count(subject, self.policy, now_ms, self.max_per_shard)
    }

    /// Number of addresses and other subjects that are remembered.
    pub fn remembered(&self) -> usize {
        self.shards.iter().map(|shard| locked(shard).remembered()).sum()
    }

    fn shard(&self, subject: u64) -> MutexGuard<'_, Shard> {
        // Spread by a multiplication; the map in the shard has a randomly keyed hasher.
        locked(&self.shards[(subject.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % SHARDS])
    }
}

fn locked(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn ten_million_addresses_do_not_fill_the_memory() {
        let limiter = Limiter::bounded(Policy { quota: 100, window_s: 10, back_off_s: 60 }, 100_000);
        // One that is turned away stays so while others come and go.
        for _ in 0..=100 {
            limiter.count(ip("203.0.113.9"), 0);
        }
        for i in 0..10_000_000u32 {
            limiter.count(IpAddr::from((i | 0x1000_0000).to_be_bytes()), i64::from(i / 1000));
        }
        assert!(limiter.remembered() <= 100_000, "{}", limiter.remembered());
        assert!(!limiter.count(ip("203.0.113.9"), 10_000).is_within);
        // When all is over, little stays.
        for i in 0..100_000u32 {
            limiter.count(IpAddr::from((i | 0x2000_0000).to_be_bytes()), 1_000_000 + i64::from(i) * 1000);
        }
        assert!(limiter.remembered() < 100 * SHARDS, "{}", limiter.remembered());
    }

    proptest! {
        /// Windows and back-offs of two clients, also at the millisecond at which they end.
        #[test]
        fn decisions_are_those_of_the_plainest_model(
            requests in prop::collection::vec(
                (prop_oneof![0i64..4000, (0i64..8).prop_map(|n| n * 500)], 0..2usize),
                1..300,
            ),
            quota in 1u32..6,
            window_s in 1u32..5,
            back_off_s in 1u32..8,
        ) {
            let limiter = Limiter::new(Policy { quota, window_s, back_off_s });
            let clients = [ip("192.0.2.1"), ip("2001:db8::1")];
            let (mut now_ms, mut windows) = (0, [(0, 0); 2]);
            for (gap_ms, client) in requests {
                now_ms += gap_ms;
                let (end_ms, count) = &mut windows[client];
                if now_ms >= *end_ms {
                    (*end_ms, *count) = (now_ms + i64::from(window_s) * 1000, 0);
                }
                if *count == quota {
                    *end_ms = now_ms + i64::from(back_off_s) * 1000;
                }
                *count += u32::from(*count <= quota);
                let expected = Decision {
                    is_within: *count <= quota,
                    remaining: quota.saturating_sub(*count),
                    reset_s: ((*end_ms - now_ms) as f64 / 1000.0).ceil() as u32,
                };
                prop_assert_eq!(limiter.count(clients[client], now_ms), expected);
            }
        }
    }
}
