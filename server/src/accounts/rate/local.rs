//! Rate limits whose counts are in the memory of this process.

use super::limiter::{Limiter, network};
use super::policy::{Decision, Policy};
use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hash};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

/// Addresses that are remembered at a time, over all shards. Each takes about 40 bytes.
const MAX_SUBJECTS: usize = 1 << 20;
const SHARDS: usize = 64;

/// A limiter whose counts are in the memory of this process.
#[derive(Debug)]
pub struct LocalLimiter {
    policy: Policy,
    hasher: RandomState,
    shards: Vec<Mutex<Shard>>,
    max_per_shard: usize,
}

#[derive(Debug, Default)]
struct Shard {
    windows: HashMap<u64, Window>,
    /// Size at which the shard is next looked through for windows that are over.
    sweep_at: usize,
}

/// A window until it is over, or a back-off until it is.
#[derive(Debug, Clone, Copy)]
struct Window {
    end_ms: i64,
    /// Requests; more than the quota in a back-off.
    count: u32,
}

impl LocalLimiter {
    /// Makes a limiter that has counted nothing yet.
    pub fn new(policy: Policy) -> Self {
        Self::bounded(policy, MAX_SUBJECTS)
    }

    /// Makes a limiter that remembers at most so many addresses or other subjects.
    pub(crate) fn bounded(policy: Policy, max_subjects: usize) -> Self {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Self { policy, hasher: RandomState::new(), shards, max_per_shard: (max_subjects / SHARDS).max(1) }
    }

    fn count_number(&self, subject: u64, now_ms: i64) -> Decision {
        // Spread by a multiplication; the map in the shard has a hasher that nobody outside can aim at.
        let shard = (subject.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % SHARDS;
        let mut shard = self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner);
        if shard.windows.len() >= shard.sweep_at {
            shard.sweep(now_ms, self.policy.quota, self.max_per_shard);
        }
        let fresh = Window { end_ms: now_ms + i64::from(self.policy.window_s) * 1000, count: 0 };
        let window = shard.windows.entry(subject).or_insert(fresh);
        let longest_ms = i64::from(self.policy.window_s.max(self.policy.back_off_s)) * 1000;
        // What ends later than it can was begun before the clock was set back.
        if window.end_ms <= now_ms || window.end_ms - now_ms > longest_ms {
            *window = fresh;
        }
        let was_within = window.count <= self.policy.quota;
        if was_within {
            window.count += 1;
            if window.count > self.policy.quota {
                window.end_ms = now_ms + i64::from(self.policy.back_off_s) * 1000;
            }
        }
        Decision {
            is_within: window.count <= self.policy.quota,
            remaining: self.policy.quota.saturating_sub(window.count),
            reset_s: u32::try_from((window.end_ms - now_ms + 999) / 1000).unwrap_or(0),
        }
    }

    /// Number of addresses and other subjects that are remembered.
    pub fn remembered(&self) -> usize {
        self.shards.iter().map(|s| s.lock().unwrap_or_else(PoisonError::into_inner).windows.len()).sum()
    }
}

impl Limiter for LocalLimiter {
    fn policy(&self) -> Policy {
        self.policy
    }

    fn count(&self, address: IpAddr, now_ms: i64) -> Decision {
        self.count_number(network(address), now_ms)
    }

    fn count_subject(&self, subject: impl Hash, now_ms: i64) -> Decision {
        self.count_number(self.hasher.hash_one(subject), now_ms)
    }
}

impl Shard {
    /// Forgets what is over. If that does not make room, forgets windows that are not: those who ask for
    /// little first, those who are turned away last.
    fn sweep(&mut self, now_ms: i64, quota: u32, max: usize) {
        self.windows.retain(|_, w| w.end_ms > now_ms);
        for enough in [quota / 2, quota, u32::MAX] {
            if self.windows.len() < max {
                break;
            }
            self.windows.retain(|_, w| w.count > enough);
        }
        self.windows.shrink_to(self.windows.len() * 2);
        self.sweep_at = (self.windows.len() * 2).clamp(64.min(max), max);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const STANDARD: Policy = Policy { quota: 100, window_s: 10, back_off_s: 60 };

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn the_hundred_and_first_request_in_a_window_begins_the_back_off() {
        let limiter = LocalLimiter::new(STANDARD);
        let count = |ms| limiter.count(ip("192.0.2.1"), ms);
        for i in 0..100 {
            let decision = count(i * 90);
            assert!(decision.is_within, "request {i}");
            assert_eq!(decision.remaining, 99 - i as u32);
        }
        assert_eq!(count(9_999), Decision { is_within: false, remaining: 0, reset_s: 60 });
        assert!(!count(9_999 + 59_999).is_within, "asking makes it no longer, but it is not over");
        assert!(count(9_999 + 60_000).is_within);
        // Another address is another matter; so is another /64, but not another address of the same.
        assert!(limiter.count(ip("192.0.2.2"), 9_999).is_within);
        for i in 0..101 {
            limiter.count(ip(&format!("2001:db8:0:1::{i:x}")), 0);
        }
        assert!(!limiter.count(ip("2001:db8:0:1:ffff::1"), 1).is_within);
        assert!(limiter.count(ip("2001:db8:0:2::1"), 1).is_within);
        // An IPv4 client on a socket for both families is the same client.
        assert_eq!(limiter.count(ip("::ffff:192.0.2.1"), 70_000).remaining, 98);
    }

    #[test]
    fn a_window_ends_to_the_millisecond() {
        let limiter = LocalLimiter::new(STANDARD);
        for _ in 0..100 {
            assert!(limiter.count(ip("192.0.2.1"), 5).is_within);
        }
        assert_eq!(
            limiter.count(ip("192.0.2.1"), 10_005),
            Decision { is_within: true, remaining: 99, reset_s: 10 }
        );
        for i in 0..99 {
            assert!(limiter.count(ip("192.0.2.1"), 20_004).is_within, "request {i}");
        }
        assert!(!limiter.count(ip("192.0.2.1"), 20_004).is_within);
    }

    #[test]
    fn a_month_of_a_steady_client_and_of_a_greedy_one() {
        const MONTH_MS: i64 = 31 * 86_400_000;
        let limiter = LocalLimiter::new(STANDARD);
        let (mut steady, mut greedy, mut refused) = (0u64, 0u64, 0u64);
        // Ten a second are always answered; fifty a second get a hundred, then nothing for a minute.
        for ms in (0..MONTH_MS / 31).step_by(100) {
            steady += u64::from(limiter.count(ip("192.0.2.1"), ms).is_within);
        }
        for ms in (0..MONTH_MS / 31).step_by(20) {
            if limiter.count(ip("192.0.2.2"), ms).is_within { greedy += 1 } else { refused += 1 }
        }
        assert_eq!(steady, 864_000);
        // 100 requests take 2 s, the back-off 60 s: 86,400 s hold 1393 whole cycles of 62 s and a rest that
        // begins another.
        assert_eq!((greedy, greedy + refused), (139_400, 4_320_000));
        // The rest of the month, once an hour: nothing is remembered of the day before.
        for ms in (MONTH_MS / 31 + 60_000..MONTH_MS).step_by(3_600_000) {
            assert_eq!(limiter.count(ip("192.0.2.2"), ms).remaining, 99);
        }
    }

    #[test]
    fn ten_million_addresses_do_not_fill_the_memory() {
        let limiter = LocalLimiter::bounded(STANDARD, 100_000);
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
        /// Against a list of all requests, whatever their times.
        #[test]
        fn decisions_are_those_of_the_plainest_model(
            gaps in prop::collection::vec(0i64..4000, 1..300),
            quota in 1u32..6,
            window_s in 1u32..5,
            back_off_s in 1u32..8,
        ) {
            let limiter = LocalLimiter::new(Policy { quota, window_s, back_off_s });
            let (mut now, mut window_end, mut in_window, mut blocked_until) = (0i64, 0i64, 0u32, 0i64);
            for gap in gaps {
                now += gap;
                let expected = if now < blocked_until {
                    false
                } else {
                    if blocked_until > 0 || now >= window_end {
                        (window_end, in_window, blocked_until) = (now + i64::from(window_s) * 1000, 0, 0);
                    }
                    in_window += 1;
                    if in_window > quota {
                        blocked_until = now + i64::from(back_off_s) * 1000;
                    }
                    in_window <= quota
                };
                prop_assert_eq!(limiter.count(ip("192.0.2.1"), now).is_within, expected);
            }
        }
    }
}
