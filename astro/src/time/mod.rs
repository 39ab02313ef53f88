//! Time scales as types, calendars, and ISO 8601 text.
//!
//! [`Tt`] is Terrestrial Time (the canon's Terrestrial Dynamical Time, TD; the theories' TDB differs by less
//! than 2 ms, which is neglected: the Moon moves 2 m). [`Ut1`] is Universal Time. The one way between them is
//! [`crate::time::delta_t::DeltaT`] or an explicit ΔT in seconds.

pub mod delta_t;

use crate::constants::{
    DAYS_PER_CENTURY, FIRST_GREGORIAN_JD, J2000, MS_PER_DAY, SECONDS_PER_DAY, UNIX_EPOCH_JD,
};

/// Terrestrial Time, as a Julian Date. Resolution 40 µs.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Tt(pub f64);

/// Universal Time (UT1), as a Julian Date.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Ut1(pub f64);

impl Tt {
    /// Julian centuries since J2000.0.
    pub fn centuries(self) -> f64 {
        (self.0 - J2000) / DAYS_PER_CENTURY
    }

    /// The instant `hours` later.
    pub fn plus_hours(self, hours: f64) -> Self {
        Self(self.0 + hours / 24.0)
    }

    /// UT1 for a given ΔT in seconds.
    pub fn to_ut1(self, delta_t_s: f64) -> Ut1 {
        Ut1(self.0 - delta_t_s / SECONDS_PER_DAY)
    }
}

impl Ut1 {
    /// Terrestrial Time for a given ΔT in seconds.
    pub fn to_tt(self, delta_t_s: f64) -> Tt {
        Tt(self.0 + delta_t_s / SECONDS_PER_DAY)
    }

    /// Milliseconds since 1970 January 1, 0h UT, proleptic Gregorian, to the nearest.
    pub fn unix_ms(self) -> i64 {
        ((self.0 - UNIX_EPOCH_JD) * MS_PER_DAY as f64).round() as i64
    }

    /// Decimal year: year + (day of the year − 1 + fraction) / days in the year, proleptic Gregorian.
    pub fn decimal_year(self) -> f64 {
        let year = Date::gregorian(self.0).year;
        let start = Date { year, month: 1, day: 1.0 }.gregorian_jd();
        let end = Date { year: year.saturating_add(1), month: 1, day: 1.0 }.gregorian_jd();
        f64::from(year) + (self.0 - start) / (end - start)
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
    /// Julian Date of the civil date: Julian calendar until 1582 October 4, then Gregorian. Source: Meeus,
    /// *Astronomical Algorithms* (1998), eq. 7.1. Valid for any year of an `i32` that keeps its days in a
    /// double.
    pub fn civil_jd(self) -> f64 {
        let gregorian = (self.year, self.month, self.day) >= (1582, 10, 15.0);
        self.jd(gregorian)
    }

    /// Julian Date of the proleptic Gregorian date.
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
    pub fn civil(jd: f64) -> Self {
        Self::from_jd(jd, jd >= FIRST_GREGORIAN_JD)
    }

    /// Proleptic Gregorian date of a Julian Date.
    pub fn gregorian(jd: f64) -> Self {
        Self::from_jd(jd, true)
    }

    /// Source: Meeus, *Astronomical Algorithms* (1998), chapter 7, with floors so that years before −4716
    /// work.
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

/// ISO 8601 text with milliseconds of a Julian Date, proleptic Gregorian, without a zone letter; expanded
/// `±YYYYYY` outside 0 … 9999.
pub fn iso_text(jd: f64) -> String {
    iso_text_ms(((jd - UNIX_EPOCH_JD) * MS_PER_DAY as f64).round() as i64)
}

/// The same of milliseconds since 1970 January 1, 0h.
pub fn iso_text_ms(unix_ms: i64) -> String {
    let (days, ms) = (unix_ms.div_euclid(MS_PER_DAY), unix_ms.rem_euclid(MS_PER_DAY));
    let date = Date::gregorian(UNIX_EPOCH_JD + days as f64);
    let (s, ms) = (ms / 1000, ms % 1000);
    let (sign, year_digits) = match date.year {
        0..=9999 => ("", 4),
        ..0 => ("-", 6),
        _ => ("+", 6),
    };
    let s = s as u32;
    let parts = [
        (sign, date.year.unsigned_abs(), year_digits),
        ("-", date.month.unsigned_abs(), 2),
        ("-", date.day as u32, 2),
        ("T", s / 3600, 2),
        (":", s / 60 % 60, 2),
        (":", s % 60, 2),
        (".", ms as u32, 3),
    ];
    // An answer may hold a hundred thousand of these: no formatting machinery.
    let mut text = String::with_capacity(28);
    for (mark, mut value, count) in parts {
        text.push_str(mark);
        let mut digits = [b'0'; 6];
        for digit in digits[..count].iter_mut().rev() {
            *digit = b'0' + (value % 10) as u8;
            value /= 10;
        }
        // Digits are text.
        text.push_str(std::str::from_utf8(&digits[..count]).unwrap_or_default());
    }
    text
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
            (2000, 1, 1.5, J2000),
        ] {
            assert_eq!(Date { year, month, day }.civil_jd(), jd);
        }
        assert_eq!(iso_text(2_460_408.5), "2024-04-08T00:00:00.000");
        assert_eq!(iso_text(991_085.635), "-001999-05-26T03:14:24.000");
    }

    proptest! {
        #[test]
        fn no_finite_input_panics(jd in prop::num::f64::NORMAL | prop::num::f64::ZERO | prop::num::f64::SUBNORMAL, year: i32, month: i32, day: i32) {
            let _ = (Date::civil(jd), Date::gregorian(jd), iso_text(jd), Ut1(jd).unix_ms(), Ut1(jd).decimal_year(), Tt(jd).to_ut1(jd));
            let date = Date { year, month, day: f64::from(day) };
            let _ = (date.civil_jd(), date.gregorian_jd(), crate::eclipse::saros::lunation_near(Tt(jd)));
            let _ = (crate::earth::gmst_1982(Ut1(jd)), crate::theory::meeus::sun(Tt(jd)), crate::theory::meeus::moon(Tt(jd)));
            for phase in [crate::eclipse::saros::Phase::New, crate::eclipse::saros::Phase::Full] {
                let _ = (crate::eclipse::saros::syzygy(year, phase), crate::eclipse::saros::saros_number(year, phase));
            }
            let _ = (crate::earth::precession::obliquity_laskar(jd), crate::math::angle::normalize_signed(jd), crate::theory::elp_mpp02::to_j2000(jd));
        }

        #[test]
        fn calendars_round_trip_over_ten_thousand_years(days in -3_652_500i32..3_652_500) {
            let jd = J2000 - 0.5 + f64::from(days);
            prop_assert_eq!(Date::gregorian(jd).gregorian_jd(), jd);
            prop_assert_eq!(Date::civil(jd).civil_jd(), jd);
            let year = Ut1(jd).decimal_year();
            prop_assert!((year - (2000.0 + (jd - J2000) / 365.2425)).abs() < 0.1 + (year - 2000.0).abs() * 1e-4);
        }
    }
}
