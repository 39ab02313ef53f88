//! An instant in requests and responses.

use accounts::clock::iso;
use astro::constants::{MS_PER_DAY, UNIX_EPOCH_JD};
use astro::time::{Ut1, date_text_ms};

/// An instant of UT, to the millisecond.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant {
    /// Milliseconds since 1970-01-01, 0h UT.
    pub unix_ms: i64,
}

impl Instant {
    /// The instant as a Julian Date of UT.
    pub(crate) fn ut1(self) -> Ut1 {
        Ut1(UNIX_EPOCH_JD + self.unix_ms as f64 / MS_PER_DAY as f64)
    }

    /// The nearest millisecond to a Julian Date.
    pub(crate) fn from_ut1(t: Ut1) -> Self {
        Self { unix_ms: t.unix_ms() }
    }

    /// The date, ISO 8601; expanded years outside 0 … 9999.
    pub(crate) fn date(self) -> String {
        date_text_ms(self.unix_ms)
    }

    /// ISO 8601 with milliseconds and `Z`; expanded years outside 0 … 9999.
    pub fn iso(self) -> String {
        iso(self.unix_ms)
    }
}
