//! A day of the canon's calendar.

use artifacts::tables::{eclipses, elements, lunar_eclipses};
use std::fmt;

/// A civil date: Julian before 1582 October 15, astronomical years.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CivilDate {
    pub(crate) year: i32,
    pub(crate) month: i8,
    pub(crate) day: i8,
}

impl From<&eclipses::Row<'_>> for CivilDate {
    fn from(e: &eclipses::Row) -> Self {
        Self { year: e.year, month: e.month, day: e.day }
    }
}

impl From<&elements::Row> for CivilDate {
    fn from(e: &elements::Row) -> Self {
        Self { year: e.year, month: e.month, day: e.day }
    }
}

impl From<&lunar_eclipses::Row<'_>> for CivilDate {
    fn from(e: &lunar_eclipses::Row) -> Self {
        Self { year: e.year, month: e.month, day: e.day }
    }
}

impl fmt::Display for CivilDate {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sign = if self.year < 0 { "-" } else { "" };
        write!(f, "{sign}{:04}-{:02}-{:02}", self.year.unsigned_abs(), self.month, self.day)
    }
}
