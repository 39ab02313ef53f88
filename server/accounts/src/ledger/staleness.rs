//! Time since the accounts were last read, and its limit.

use crate::clock::{Clock, Moment};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Delay that is not yet a fault: accounts are read four times a second.
const GRACE: Duration = Duration::from_secs(2);
/// `Retry-After` for clients, s.
pub const RETRY_AFTER_S: u64 = 5;

/// Time since the accounts were last read.
#[derive(Debug)]
pub struct Staleness {
    read: Moment,
    /// The time that keys stay valid while they cannot be read again; `None` for accounts in a file.
    most: Option<Duration>,
    is_logged: AtomicBool,
    /// `true` if the accounts could not be read since the start.
    is_unread: AtomicBool,
}

impl Staleness {
    /// Starts with accounts that have just been read.
    pub(super) fn new(most: Option<Duration>, clock: Clock) -> Self {
        let [is_logged, is_unread] = Default::default();
        Self { read: Moment::new(clock), most, is_logged, is_unread }
    }

    /// Notes that the server starts without its accounts, which is in the log.
    pub(super) fn begin_unread(&self) {
        self.is_unread.store(true, Ordering::Relaxed);
        self.is_logged.store(true, Ordering::Relaxed);
    }

    /// Returns whether the accounts could not be read since the start.
    pub fn is_unread(&self) -> bool {
        self.is_unread.load(Ordering::Relaxed)
    }

    /// Records an attempt to read the accounts and whether it succeeded.
    pub(super) fn note(&self, could_be_read: bool) {
        if could_be_read {
            self.read.set();
            self.is_unread.store(false, Ordering::Relaxed);
        }
        let is_stale = self.is_stale();
        let was_logged = self.is_logged.swap(is_stale, Ordering::Relaxed);
        let seconds = self.most.map_or(0, |most| most.as_secs());
        match (is_stale, was_logged) {
            (true, false) => tracing::error!(
                seconds,
                "the accounts could not be read for longer than --stale-seconds: requests with keys are \
                 refused with 503 until they can be"
            ),
            (false, true) => tracing::info!("the accounts can be read again: keys are accepted again"),
            _ => {}
        }
    }

    /// Time since the accounts were last read.
    pub fn since_read(&self) -> Duration {
        self.read.elapsed()
    }

    /// Returns whether the accounts are not in a file of this server alone.
    pub fn is_shared(&self) -> bool {
        self.most.is_some()
    }

    /// Returns whether the accounts cannot be read at the moment.
    pub fn is_failing(&self) -> bool {
        self.is_unread() || self.since_read() > GRACE
    }

    /// Returns whether keys are refused because their state is unknown.
    pub fn is_stale(&self) -> bool {
        self.is_unread() || self.most.is_some_and(|most| self.since_read() > most.max(GRACE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn accounts_in_a_file_are_never_too_old_and_shared_ones_are_after_their_time() {
        const MOST: Duration = Duration::from_secs(4);
        for (most, limit) in [(None, None), (Some(Duration::ZERO), Some(GRACE)), (Some(MOST), Some(MOST))] {
            let clock = Clock::Set(Arc::default());
            let staleness = Staleness::new(most, clock.clone());
            assert_eq!(staleness.is_shared(), most.is_some());
            clock.sleep(GRACE);
            assert!(!staleness.is_stale() && !staleness.is_failing());
            clock.sleep(limit.unwrap_or(MOST) - GRACE);
            assert!(!staleness.is_stale());
            clock.sleep(Duration::from_millis(1));
            assert_eq!((staleness.is_stale(), staleness.is_failing()), (limit.is_some(), true), "{most:?}");
            staleness.note(false);
            assert_eq!(staleness.is_logged.load(Ordering::Relaxed), limit.is_some());
            assert!(staleness.since_read() > GRACE);
            staleness.note(true);
            assert!(!staleness.is_stale() && !staleness.is_logged.load(Ordering::Relaxed));
            assert!(staleness.since_read().is_zero());
        }
    }

    #[test]
    fn accounts_that_were_never_read_are_too_old_until_they_are() {
        let staleness = Staleness::new(Some(GRACE), Clock::Set(Arc::default()));
        staleness.begin_unread();
        assert!(staleness.is_unread() && staleness.is_stale() && staleness.is_failing());
        assert!(staleness.is_logged.load(Ordering::Relaxed));
        staleness.note(false);
        assert!(staleness.is_unread());
        staleness.note(true);
        assert!(!staleness.is_unread() && !staleness.is_stale() && !staleness.is_failing());
    }
}
