//! The Julian and the Gregorian calendar.

use crate::constants::FIRST_GREGORIAN_JD;

/// The calendar of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Calendar {
    /// The Julian calendar in all years.
    Julian,
    /// The Gregorian calendar in all years: that of ISO 8601.
    Gregorian,
    /// The Julian calendar until 1582 October 4, then the Gregorian.
    Auto,
}

impl Calendar {
    /// Julian Date of a date. Days after the end of a month continue into the next. Source: as of
    /// [`Date::civil_jd`].
    ///
    /// ```
    /// // The eclipse of Nineveh, 763 BC June 15 (Stephenson 1997, chapter 5).
    /// use astro::time::{Calendar, Date};
    /// let date = Date { year: -762, month: 6, day: 15.0 };
    /// assert_eq!(Calendar::Julian.jd(date), 1_442_902.5);
    /// assert_eq!(Calendar::Gregorian.date(1_442_902.5), Date { year: -762, month: 6, day: 7.0 });
    /// ```
    pub fn jd(self, date: Date) -> f64 {
        match self {
            Self::Julian => date.jd(false),
            Self::Gregorian => date.jd(true),
            Self::Auto => date.civil_jd(),
        }
    }

    /// Date of a Julian Date. Source: as of [`Date::civil`].
    pub fn date(self, jd: f64) -> Date {
        match self {
            Self::Julian => Date::from_jd(jd, false),
            Self::Gregorian => Date::from_jd(jd, true),
            Self::Auto => Date::civil(jd),
        }
    }
}

/// A calendar date; astronomical years (the year before 1 is 0), the day with its fraction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Date {
    /// Astronomical year.
    pub year: i32,
    /// Month, 1 … 12.
    pub month: i32,
    /// Day of the month with the fraction of the day.
    pub day: f64,
}

impl Date {
    /// Julian Date of the civil date: Julian calendar until 1582 October 4, then Gregorian.
    ///
    /// Valid for any year of an `i32` that keeps its days in a double; the ten days that were left out in
    /// October 1582 count as Julian. Source: Meeus, *Astronomical Algorithms* (1998), eq. 7.1.
    ///
    /// ```
    /// // Meeus (1998), examples 7.a and 7.b: the launch of Sputnik 1, and a day of the year 333.
    /// use astro::time::Date;
    /// assert_eq!(Date { year: 1957, month: 10, day: 4.81 }.civil_jd(), 2_436_116.31);
    /// assert_eq!(Date { year: 333, month: 1, day: 27.5 }.civil_jd(), 1_842_713.0);
    /// ```
    pub fn civil_jd(self) -> f64 {
        let gregorian = (self.year, self.month, self.day) >= (1582, 10, 15.0);
        self.jd(gregorian)
    }

    /// The date as ISO 8601 writes one, in whatever calendar: `-000762-06-15`.
    pub fn text(self) -> String {
        let Self { year, month, day } = self;
        match year {
            0..=9999 => format!("{year:04}-{month:02}-{day:02.0}"),
            _ => format!("{year:+07}-{month:02}-{day:02.0}"),
        }
    }

    /// Julian Date of the proleptic Gregorian date, the calendar of ISO 8601 in all years.
    ///
    /// ```
    /// // The Gregorian calendar was ahead by ten days when it began (Meeus 1998, chapter 7).
    /// use astro::time::Date;
    /// let date = Date { year: 1582, month: 10, day: 4.0 };
    /// assert_eq!(date.civil_jd() - date.gregorian_jd(), 10.0);
    /// ```
    pub fn gregorian_jd(self) -> f64 {
        self.jd(true)
    }

    fn jd(self, gregorian: bool) -> f64 {
        let (y, m) = if self.month <= 2 {
            (f64::from(self.year) - 1.0, f64::from(self.month) + 12.0)
        } else {
            (f64::from(self.year), f64::from(self.month))
        };
        let century = (y / 100.0).floor();
        let b = if gregorian { 2.0 - century + (century / 4.0).floor() } else { 0.0 };
        (365.25 * (y + 4716.0)).floor() + (30.6001 * (m + 1.0)).floor() + self.day + b - 1524.5
    }

    /// Civil date of a Julian Date: Julian calendar before 1582 October 15, then Gregorian.
    ///
    /// Source: Meeus, *Astronomical Algorithms* (1998), chapter 7, with floors so that years before −4716
    /// work.
    ///
    /// ```
    /// // Meeus (1998), example 7.c and the exercise after it.
    /// use astro::time::Date;
    /// let date = Date::civil(2_436_116.31);
    /// assert_eq!((date.year, date.month), (1957, 10));
    /// assert!((date.day - 4.81).abs() < 1e-9);
    /// assert_eq!(Date::civil(1_842_713.0), Date { year: 333, month: 1, day: 27.5 });
    /// ```
    pub fn civil(jd: f64) -> Self {
        Self::from_jd(jd, jd >= FIRST_GREGORIAN_JD)
    }

    /// Proleptic Gregorian date of a Julian Date. Source: as [`Date::civil`].
    pub fn gregorian(jd: f64) -> Self {
        Self::from_jd(jd, true)
    }

    fn from_jd(jd: f64, gregorian: bool) -> Self {
        let z = (jd + 0.5).floor();
        let fraction = jd + 0.5 - z;
        let a = if gregorian {
            let alpha = ((z - 1_867_216.25) / 36_524.25).floor();
            z + 1.0 + alpha - (alpha / 4.0).floor()
        } else {
            z
        };
        let b = a + 1524.0;
        let c = ((b - 122.1) / 365.25).floor();
        let d = (365.25 * c).floor();
        let e = ((b - d) / 30.6001).floor();
        let day = b - d - (30.6001 * e).floor() + fraction;
        let month = if e < 14.0 { e - 1.0 } else { e - 13.0 };
        let year = if month > 2.0 { c - 4716.0 } else { c - 4715.0 };
        Self { year: year as i32, month: month as i32, day }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn dates_of_the_textbook() {
        // Meeus, Astronomical Algorithms (1998), chapter 7.
        for (year, month, day, jd) in [
            (1957, 10, 4.81, 2_436_116.31),
            (333, 1, 27.5, 1_842_713.0),
            (-123, 12, 31.0, 1_676_496.5),
            (-4712, 1, 1.5, 0.0),
            (2000, 1, 1.5, 2_451_545.0),
        ] {
            assert_eq!(Date { year, month, day }.civil_jd(), jd);
        }
    }

    proptest! {
        #[test]
        fn calendars_round_trip_over_ten_thousand_years(days in -3_652_500i32..3_652_500) {
            let jd = 2_451_544.5 + f64::from(days);
            prop_assert_eq!(Date::gregorian(jd).gregorian_jd(), jd);
            prop_assert_eq!(Date::civil(jd).civil_jd(), jd);
        }
    }
}
