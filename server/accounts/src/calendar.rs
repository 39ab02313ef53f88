//! The time that decides which month it is: the system clock, as long as it runs steadily.
//!
//! A clock that is set wrong and then back must not grant a second allowance or use that of a later month. So
//! the clock is compared with a monotonic one. If the two differ, months continue as if the clock had not
//! been set, until it has stayed at its new time for [`STAY_MS`].

use super::clock::Clock;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// A clock that is set by less than this, by its daemon or for a leap second, is followed at once.
const TOLERANCE_MS: i64 = 10_000;
/// Time that a clock that was set must stay at its new time to be believed, ms.
const STAY_MS: i64 = 60_000;

/// The time that decides which month it is.
#[derive(Debug)]
pub struct Calendar {
    clock: Clock,
    /// Believed lead of the clock that can be set over the steady one, ms.
    ahead_ms: AtomicI64,
}

/// Compares the clocks regularly and decides which one a calendar trusts. A calendar has one.
#[derive(Debug)]
pub struct ClockWatch {
    calendar: Arc<Calendar>,
    /// The new difference of the clocks, and since when it has stayed, by the steady clock.
    new: Option<(i64, i64)>,
}

/// Result of a comparison of the clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockComparison {
    /// Nothing has changed.
    Steady,
    /// The clock was set by this many milliseconds; months do not follow it yet.
    Set(i64),
    /// The clock was set back before months followed it.
    Back,
    /// Months follow the clock from now on, which was set by this many milliseconds.
    Believed(i64),
}

impl Calendar {
    /// Makes a calendar that believes the clock as it is now.
    pub fn new(clock: Clock) -> Self {
        let ahead_ms = AtomicI64::new(clock.now_ms() - clock.steady_ms());
        Self { clock, ahead_ms }
    }

    /// The time that decides which month it is when the clock shows `clock_ms`, milliseconds since 1970.
    pub fn reckoned_ms(&self, clock_ms: i64) -> i64 {
        let believed_ms = self.clock.steady_ms() + self.ahead_ms.load(Ordering::Relaxed);
        if (clock_ms - believed_ms).abs() <= TOLERANCE_MS { clock_ms } else { believed_ms }
    }
}

impl ClockWatch {
    /// Begins to look at the clocks of a calendar.
    pub fn new(calendar: Arc<Calendar>) -> Self {
        Self { calendar, new: None }
    }

    /// The time by which months are reckoned now, milliseconds since 1970.
    pub fn now_ms(&self) -> i64 {
        self.calendar.reckoned_ms(self.calendar.clock.now_ms())
    }

    /// Compares the clocks.
    pub fn look(&mut self) -> ClockComparison {
        let Calendar { clock, ahead_ms } = &*self.calendar;
        let steady_ms = clock.steady_ms();
        let (seen, believed) = (clock.now_ms() - steady_ms, ahead_ms.load(Ordering::Relaxed));
        let is_near = |a: i64, b: i64| (a - b).abs() <= TOLERANCE_MS;
        if is_near(seen, believed) {
            ahead_ms.store(seen, Ordering::Relaxed);
            return self.new.take().map_or(ClockComparison::Steady, |_| ClockComparison::Back);
        }
        match self.new {
            Some((new, since_ms)) if is_near(seen, new) => {
                if steady_ms - since_ms < STAY_MS {
                    return ClockComparison::Steady;
                }
                ahead_ms.store(seen, Ordering::Relaxed);
                self.new = None;
                ClockComparison::Believed(seen - believed)
            }
            _ => {
                self.new = Some((seen, steady_ms));
                ClockComparison::Set(seen - believed)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::DAY_MS;

    /// A clock that was set apart from the steady one by hand.
    struct Hands {
        shown: Arc<AtomicI64>,
        steady: Arc<AtomicI64>,
        calendar: Arc<Calendar>,
        watch: ClockWatch,
    }

    const NOON_MS: i64 = 1_796_126_400_000; // 2026-12-01T12:00:00Z

    impl Hands {
        fn at_noon() -> Self {
            let (shown, steady) = (Arc::new(AtomicI64::new(NOON_MS)), Arc::new(AtomicI64::new(7)));
            let clock = Clock::Apart { shown: shown.clone(), steady: steady.clone() };
            let calendar = Arc::new(Calendar::new(clock));
            Self { shown, steady, calendar: calendar.clone(), watch: ClockWatch::new(calendar) }
        }

        fn pass(&mut self, ms: i64) -> ClockComparison {
            self.steady.fetch_add(ms, Ordering::Relaxed);
            self.shown.fetch_add(ms, Ordering::Relaxed);
            self.watch.look()
        }

        fn set_by(&mut self, ms: i64) -> ClockComparison {
            self.shown.fetch_add(ms, Ordering::Relaxed);
            self.watch.look()
        }

        fn reckoned_ms(&self) -> i64 {
            self.calendar.reckoned_ms(self.shown.load(Ordering::Relaxed))
        }
    }

    #[test]
    fn time_that_passes_is_followed_to_the_millisecond() {
        let mut hands = Hands::at_noon();
        for ms in [1, 250, DAY_MS / 2 - 251, 40 * DAY_MS] {
            assert_eq!(hands.pass(ms), ClockComparison::Steady);
            assert_eq!(hands.reckoned_ms(), hands.shown.load(Ordering::Relaxed));
        }
        // So is a clock that its daemon corrects a little, also many times.
        for _ in 0..100 {
            assert_eq!(hands.set_by(9_000), ClockComparison::Steady);
            assert_eq!(hands.reckoned_ms(), hands.shown.load(Ordering::Relaxed));
        }
    }

    #[test]
    fn a_clock_that_is_set_and_comes_back_changes_nothing() {
        let mut hands = Hands::at_noon();
        for by in [40 * DAY_MS, -16 * DAY_MS, -NOON_MS] {
            let before = hands.reckoned_ms();
            assert_eq!(hands.set_by(by), ClockComparison::Set(by));
            assert_eq!(hands.pass(59_999), ClockComparison::Steady);
            assert_eq!(hands.reckoned_ms(), before + 59_999);
            assert_eq!(hands.set_by(-by), ClockComparison::Back);
            assert_eq!(hands.reckoned_ms(), before + 59_999);
            assert_eq!(hands.pass(60_000), ClockComparison::Steady);
        }
    }

    #[test]
    fn a_clock_that_stays_where_it_was_set_is_believed_after_a_minute() {
        let mut hands = Hands::at_noon();
        hands.set_by(40 * DAY_MS);
        hands.pass(30_000);
        // Set again meanwhile: the minute begins anew.
        assert_eq!(hands.set_by(DAY_MS), ClockComparison::Set(41 * DAY_MS));
        assert_eq!(hands.pass(59_000), ClockComparison::Steady);
        assert_eq!(hands.reckoned_ms(), NOON_MS + 89_000);
        assert_eq!(hands.pass(1_000), ClockComparison::Believed(41 * DAY_MS));
        assert_eq!(hands.reckoned_ms(), NOON_MS + 90_000 + 41 * DAY_MS);
    }
}
