//! Time as a parameter, so that tests can simulate a month in a second.

use astro::constants::UNIX_EPOCH_JD;
use astro::time::{Date, iso_text_ms};
use std::fmt;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant, SystemTime};

/// Milliseconds of an hour.
pub const HOUR_MS: i64 = 3_600_000;
/// Milliseconds of a day.
pub const DAY_MS: i64 = astro::constants::MS_PER_DAY;

/// The start of the process, from which test clocks count.
static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// A source of the time of day and of a steady time.
///
/// Only the outermost loops read it. All other functions have the time as an argument.
#[derive(Debug, Clone)]
pub enum Clock {
    /// The clock of the system.
    System,
    /// A test clock, in milliseconds since 1970, which is also the steady clock.
    Set(Arc<AtomicI64>),
    /// A test clock with a separate steady clock.
    Apart {
        /// The time that the clock shows, milliseconds since 1970.
        shown: Arc<AtomicI64>,
        /// Milliseconds that have passed.
        steady: Arc<AtomicI64>,
    },
}

impl Clock {
    /// The present time, milliseconds since 1970, UTC.
    pub fn now_ms(&self) -> i64 {
        match self {
            Self::System => {
                SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |d| d.as_millis() as i64)
            }
            Self::Set(ms) | Self::Apart { shown: ms, .. } => ms.load(Ordering::Relaxed),
        }
    }

    /// The present instant of a monotonic clock.
    pub fn steady(&self) -> Instant {
        match self {
            Self::System => Instant::now(),
            Self::Set(ms) | Self::Apart { steady: ms, .. } => {
                let ms = u64::try_from(ms.load(Ordering::Relaxed)).unwrap_or(0);
                *BEGUN + Duration::from_millis(ms)
            }
        }
    }

    /// The present time by both clocks.
    pub fn now(&self) -> Now {
        Now { steady: self.steady(), unix_ms: self.now_ms() }
    }

    /// Waits for some time. A test clock does not wait but moves on.
    pub fn sleep(&self, time: Duration) {
        let pass = |clock: &AtomicI64| clock.fetch_add(time.as_millis() as i64, Ordering::Relaxed);
        match self {
            Self::System => std::thread::sleep(time),
            Self::Set(clock) => {
                pass(clock);
            }
            Self::Apart { shown, steady } => {
                pass(shown);
                pass(steady);
            }
        }
    }

    /// Milliseconds since an arbitrary instant, by a monotonic clock.
    pub(crate) fn steady_ms(&self) -> i64 {
        let begun = *BEGUN;
        self.steady().saturating_duration_since(begun).as_millis() as i64
    }
}

/// The present time by two clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Now {
    /// The instant of a monotonic clock, for intervals.
    pub steady: Instant,
    /// The time of day, which can be set: milliseconds since 1970, UTC.
    pub unix_ms: i64,
}

/// The day of an instant, in days since 1970-01-01, UTC.
pub fn day_of(unix_ms: i64) -> i64 {
    // Rounds down also before 1970.
    unix_ms.div_euclid(DAY_MS)
}

/// An instant in milliseconds since 1970 as ISO 8601 with milliseconds and `Z`; expanded years outside
/// 0 … 9999.
pub fn iso(unix_ms: i64) -> String {
    let mut text = iso_text_ms(unix_ms);
    text.push('Z');
    text
}

/// A calendar month, UTC: its first day and that of the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month {
    /// First day of the month, in days since 1970-01-01.
    pub first_day: i64,
    /// First day of the next month, in days since 1970-01-01.
    pub end_day: i64,
}

impl Month {
    /// The month to which an instant belongs.
    pub fn of(unix_ms: i64) -> Self {
        let date = Date::gregorian(UNIX_EPOCH_JD + day_of(unix_ms) as f64);
        Self::new(date.year, date.month)
    }

    /// The month with this number in a year; January is 1.
    pub fn new(year: i32, month: i32) -> Self {
        let first =
            |year, month| (Date { year, month, day: 1.0 }.gregorian_jd() - UNIX_EPOCH_JD).round() as i64;
        let end_day = if month == 12 { first(year + 1, 1) } else { first(year, month + 1) };
        Self { first_day: first(year, month), end_day }
    }

    /// Reads a month such as `2026-11`.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('-')?;
        let (year, month) = (
            year.parse().ok().filter(|y| (1970..=9999).contains(y))?,
            month.parse().ok().filter(|m| (1..=12).contains(m))?,
        );
        Some(Self::new(year, month))
    }

    /// Returns whether a day, counted from 1970-01-01, belongs to the month.
    pub fn has(&self, day: i64) -> bool {
        (self.first_day..self.end_day).contains(&day)
    }

    /// Returns the beginning of the month, milliseconds since 1970.
    pub fn from_ms(&self) -> i64 {
        self.first_day * DAY_MS
    }

    /// Returns the beginning of the next month, when credits are replenished, milliseconds since 1970.
    pub fn end_ms(&self) -> i64 {
        self.end_day * DAY_MS
    }
}

/// In the form that [`Month::parse`] reads: `2026-11`.
impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let date = Date::gregorian(UNIX_EPOCH_JD + self.first_day as f64);
        write!(f, "{:04}-{:02}", date.year, date.month)
    }
}

/// Time of the last occurrence of an event. Clones share it across threads.
#[derive(Debug, Clone)]
pub struct Moment {
    clock: Clock,
    begun: Instant,
    after_ms: Arc<AtomicU64>,
}

impl Moment {
    /// Starts at the present time of a clock.
    pub fn new(clock: Clock) -> Self {
        Self { begun: clock.steady(), clock, after_ms: Arc::default() }
    }

    /// Sets the moment to the present.
    pub fn set(&self) {
        let ms = u64::try_from(self.since_begun().as_millis()).unwrap_or(u64::MAX);
        self.after_ms.store(ms, Ordering::Relaxed);
    }

    /// Time since the moment.
    pub fn elapsed(&self) -> Duration {
        let after = Duration::from_millis(self.after_ms.load(Ordering::Relaxed));
        self.since_begun().saturating_sub(after)
    }

    fn since_begun(&self) -> Duration {
        self.clock.steady().saturating_duration_since(self.begun)
    }
}

impl Default for Moment {
    fn default() -> Self {
        Self::new(Clock::System)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_counts_the_steady_time_whatever_the_clock_shows() {
        let [shown, steady] = [7_000, 1_000].map(|ms| Arc::new(AtomicI64::new(ms)));
        let clock = Clock::Apart { shown: shown.clone(), steady: steady.clone() };
        let (moment, before) = (Moment::new(clock.clone()), clock.now());
        clock.sleep(Duration::from_millis(1500));
        shown.fetch_add(-3_000, Ordering::Relaxed);
        assert_eq!((moment.elapsed(), clock.now_ms()), (Duration::from_millis(1500), 5_500));
        assert_eq!(clock.now().steady - before.steady, Duration::from_millis(1500));
        moment.set();
        steady.fetch_add(250, Ordering::Relaxed);
        assert_eq!(moment.clone().elapsed(), Duration::from_millis(250));
    }

    #[test]
    fn months_have_their_days() {
        for (text, days) in [("2024-02", 29), ("2000-02", 29), ("2100-02", 28), ("2026-12", 31)] {
            let month = Month::parse(text).expect("a month");
            assert_eq!(month.end_day - month.first_day, days, "{text}");
            assert_eq!(Month::of(month.from_ms()), month);
            assert_eq!(Month::of(month.end_ms() - 1), month);
            assert_ne!(Month::of(month.end_ms()), month);
            assert!(iso(month.from_ms()).starts_with(&format!("{text}-01T00:00:00.000")));
        }
        for wrong in ["2026", "2026-13", "26-1", "2026-0", "x-1"] {
            assert_eq!(Month::parse(wrong), None, "{wrong}");
        }
    }
}
