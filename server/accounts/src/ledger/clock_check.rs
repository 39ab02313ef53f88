//! Compares the clock of this machine with that of PostgreSQL. Tokens of a server whose clock is ahead are
//! refused by others.

use super::fault_log::FaultLog;
use crate::clock::{Clock, Now};
use crate::store::Store;
use prometheus_client::metrics::gauge::Gauge;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

/// Interval between two comparisons.
const INTERVAL: Duration = Duration::from_secs(60);
/// Maximum difference, s; servers accept tokens of clocks that are 30 s ahead.
const MAX_DIFFERENCE_S: f64 = 5.0;

/// The difference, s: positive if the clock of this machine is ahead.
pub type ClockDifference = Gauge<f64, AtomicU64>;

/// Compares the clocks now and then.
pub(super) struct ClockCheck {
    next: Instant,
    difference: ClockDifference,
    faults: FaultLog,
}

impl ClockCheck {
    /// Makes a check that is due.
    pub(super) fn new(difference: ClockDifference, now: Instant) -> Self {
        let faults = FaultLog::new(
            "the clocks of this machine and of PostgreSQL differ, so tokens may be refused: synchronize them",
            "the clocks of this machine and of PostgreSQL agree again",
        );
        Self { next: now, difference, faults }
    }

    /// Compares the clocks if it is time. A database that does not answer is reported elsewhere.
    pub(super) fn look(&mut self, store: &dyn Store, clock: &Clock) {
        let before = clock.now();
        if before.steady >= self.next
            && let Ok(Some(theirs_ms)) = store.clock_ms()
        {
            self.compare(theirs_ms, before, clock.steady());
        }
    }

    /// Compares with the time that the database has returned between two instants.
    fn compare(&mut self, theirs_ms: i64, before: Now, after: Instant) {
        self.next = before.steady + INTERVAL;
        let took = after.saturating_duration_since(before.steady);
        let ours_ms = before.unix_ms + took.as_millis() as i64 / 2;
        let seconds = (ours_ms - theirs_ms) as f64 / 1000.0;
        self.difference.set(seconds);
        let is_good = seconds.abs() <= MAX_DIFFERENCE_S;
        self.faults.note(&is_good.then_some(()).ok_or_else(|| format!("{seconds:.1} s")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn the_time_that_the_answer_takes_is_halved() {
        const NOON_MS: i64 = 1_796_126_400_000;
        let clock = Clock::Set(Arc::new(NOON_MS.into()));
        let before = clock.now();
        let after = before.steady + Duration::from_millis(400);
        let mut check = ClockCheck::new(ClockDifference::default(), before.steady);
        for (ahead_ms, is_far) in [(0, false), (5000, false), (5001, true), (-5001, true), (-5000, false)] {
            check.compare(NOON_MS + 200 - ahead_ms, before, after);
            assert_eq!((check.difference.get(), check.faults.is_on()), (ahead_ms as f64 / 1000.0, is_far));
            assert_eq!(check.next, before.steady + INTERVAL);
        }
    }
}
