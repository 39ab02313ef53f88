//! Compares the clock of this machine with that of PostgreSQL. Tokens of a server whose clock is ahead are
//! refused by others.

use super::fault_log::FaultLog;
use crate::clock::Clock;
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
    pub(super) fn new(difference: ClockDifference) -> Self {
        let faults = FaultLog::new(
            "the clocks of this machine and of PostgreSQL differ, so tokens may be refused: synchronize them",
            "the clocks of this machine and of PostgreSQL agree again",
        );
        Self { next: Instant::now(), difference, faults }
    }

    /// Compares the clocks if it is time. A database that does not answer is reported elsewhere.
    pub(super) fn look(&mut self, store: &dyn Store) {
        if Instant::now() < self.next {
            return;
        }
        let (begun, before_ms) = (Instant::now(), Clock::System.now_ms());
        let Ok(Some(theirs_ms)) = store.clock_ms() else { return };
        self.next = begun + INTERVAL;
        let ours_ms = before_ms + begun.elapsed().as_millis() as i64 / 2;
        let seconds = (ours_ms - theirs_ms) as f64 / 1000.0;
        self.difference.set(seconds);
        let is_good = seconds.abs() <= MAX_DIFFERENCE_S;
        self.faults.note(&is_good.then_some(()).ok_or_else(|| format!("{seconds:.1} s")));
    }
}
