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
    ///
    /// ```
    /// use accounts::rate::{Limiter, Policy};
    ///
    /// let limiter = Limiter::new(Policy { quota: 2, window_s: 10, back_off_s: 60 });
    /// let client = [192, 0, 2, 1].into();
    /// assert_eq!(limiter.count(client, 0).remaining, 1);
    /// assert!(limiter.count(client, 1).is_within);
    /// let third = limiter.count(client, 2);
    /// assert!(!third.is_within);
    /// assert_eq!(third.reset_s, 60, "the back-off");
    /// ```
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

    const STANDARD: Policy = Policy { quota: 100, window_s: 10, back_off_s: 60 };

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn the_hundred_and_first_request_in_a_window_begins_the_back_off() {
        let limiter = Limiter::new(STANDARD);
        let count = |ms| limiter.count(ip("192.0.2.1"), ms);
        for i in 0..100 {
            let decision = count(i * 90);
            assert!(decision.is_within, "request {i}");
            assert_eq!(decision.remaining, 99 - i as u32);
        }
        assert_eq!(count(9_999), Decision { is_within: false, remaining: 0, reset_s: 60 });
        assert!(!count(9_999 + 59_999).is_within, "requests makes it no longer, but it is not over");
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
        let limiter = Limiter::new(STANDARD);
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
        let limiter = Limiter::new(STANDARD);
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
        let limiter = Limiter::bounded(STANDARD, 100_000);
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
            let limiter = Limiter::new(Policy { quota, window_s, back_off_s });
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
