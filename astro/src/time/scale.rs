//! The two time scales as types: Terrestrial Time and Universal Time, both as Julian Dates.
//!
//! [`Tt`] is Terrestrial Time (the canon's Terrestrial Dynamical Time, TD; the theories' TDB differs by less
//! than 2 ms, which is neglected: the Moon moves 2 m). [`Ut1`] is Universal Time, the rotation of the Earth.
//! They differ by ΔT = TT − UT1, and only a ΔT converts one to the other.

use crate::constants::{DAYS_PER_CENTURY, J2000, MS_PER_DAY, SECONDS_PER_DAY, UNIX_EPOCH_JD};
use crate::math::portable::Portable;
use crate::time::calendar::Date;

/// Terrestrial Time, as a Julian Date. A double resolves 40 µs of it.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Tt(pub f64);

/// Universal Time (UT1), as a Julian Date. A double resolves 40 µs of it.
///
/// UTC, which civil clocks show, is within 0.9 s of it and is used in its place.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Ut1(pub f64);

/// Resolution of a Julian Date in either scale.
macro_rules! julian_date {
    ($scale:ident) => {
        impl $scale {
            /// The instant `days` later, earlier for a negative number; days of this scale, rounded to the 40
            /// µs that a Julian Date resolves.
            #[inline]
            pub fn plus_days(self, days: f64) -> Self {
                Self(self.0 + days)
            }

            /// The instant `hours` later, earlier for a negative number; hours of this scale, rounded to the
            /// 40 µs that a Julian Date resolves.
            #[inline]
            pub fn plus_hours(self, hours: f64) -> Self {
                Self(self.0 + hours / 24.0)
            }

            /// The instant `seconds` later, earlier for a negative number; seconds of this scale, rounded to
            /// the 40 µs that a Julian Date resolves.
            #[inline]
            pub fn plus_seconds(self, seconds: f64) -> Self {
                Self(self.0 + seconds / SECONDS_PER_DAY)
            }

            /// Days from `earlier` to this instant, negative if it comes first.
            #[inline]
            pub fn days_since(self, earlier: Self) -> f64 {
                self.0 - earlier.0
            }

            /// Seconds from `earlier` to this instant, negative if it comes first. Good to 40 µs.
            #[inline]
            pub fn seconds_since(self, earlier: Self) -> f64 {
                (self.0 - earlier.0) * SECONDS_PER_DAY
            }

            /// The last 0h, in this scale, that is not after the instant.
            #[inline]
            pub fn midnight(self) -> Self {
                Self((self.0 - 0.5).floor() + 0.5)
            }

            /// Share of the day that has passed since 0h: 0 … 1, 1 excluded.
            #[inline]
            pub fn day_fraction(self) -> f64 {
                (self.0 + 0.5).rem_euclid(1.0)
            }

            /// From milliseconds since 1970 January 1, 0h of this scale.
            #[inline]
            pub fn from_unix_ms(unix_ms: i64) -> Self {
                Self(UNIX_EPOCH_JD + unix_ms as f64 / MS_PER_DAY as f64)
            }

            /// Milliseconds since 1970 January 1, 0h of this scale, to the nearest.
            #[inline]
            pub fn unix_ms(self) -> i64 {
                ((self.0 - UNIX_EPOCH_JD) * MS_PER_DAY as f64).round() as i64
            }
        }
    };
}

julian_date!(Tt);
julian_date!(Ut1);

impl Tt {
    /// Julian centuries since J2000.0, the argument of every theory.
    ///
    /// ```
    /// // Meeus, Astronomical Algorithms (1998), example 22.a: 1987 April 10, 0h TD.
    /// let t = astro::time::Tt(2_446_895.5).centuries();
    /// assert!((t - -0.127_296_372_348).abs() < 1e-12);
    /// ```
    #[inline]
    pub fn centuries(self) -> f64 {
        (self.0 - J2000) / DAYS_PER_CENTURY
    }

    /// Returns the lead of barycentric dynamical time, TDB, the argument of numerical ephemerides, over
    /// Terrestrial Time at the Earth's centre, seconds; TDB − TT within 10 µs in 1550–2650.
    ///
    /// Source: Kaplan (2005), *USNO Circular* 179, eq. 2.6.
    ///
    /// ```
    /// // The check value of the IAU's SOFA library (routine dtdb, 1992 November 13), without its terms of
    /// // the observer's place, which are below 3 µs.
    /// let ahead_s = astro::time::Tt(2_448_939.623).tdb_minus_tt_s();
    /// assert!((ahead_s - -0.001_280_368).abs() < 1e-5, "{ahead_s}");
    /// ```
    pub fn tdb_minus_tt_s(self) -> f64 {
        let t = self.centuries();
        0.001_657 * (628.3076 * t + 6.2401).sine()
            + 0.000_022 * (575.3385 * t + 4.2970).sine()
            + 0.000_014 * (1_256.6152 * t + 6.1969).sine()
            + 0.000_005 * (606.9777 * t + 4.0212).sine()
            + 0.000_005 * (52.9691 * t + 0.4444).sine()
            + 0.000_002 * (21.3299 * t + 5.5431).sine()
            + 0.000_010 * t * (628.3076 * t + 4.2490).sine()
    }

    /// UT1 for a given ΔT in seconds.
    ///
    /// ```
    /// // The greatest eclipse of 2024 April 8: 18:18:29 TD, with ΔT = 70.6 s 18:17:18 UT1 (NASA, Five
    /// // Millennium Catalog of Solar Eclipses, no. 9561).
    /// use astro::time::{Date, Tt};
    /// let greatest = Tt(Date { year: 2024, month: 4, day: 8.0 }.civil_jd()).plus_seconds(65_909.0);
    /// assert_eq!(astro::time::iso_text(greatest.to_ut1(70.6).0), "2024-04-08T18:17:18.400");
    /// ```
    #[inline]
    pub fn to_ut1(self, delta_t_s: f64) -> Ut1 {
        Ut1(self.0 - delta_t_s / SECONDS_PER_DAY)
    }
}

impl Ut1 {
    /// Terrestrial Time for a given ΔT in seconds.
    #[inline]
    pub fn to_tt(self, delta_t_s: f64) -> Tt {
        Tt(self.0 + delta_t_s / SECONDS_PER_DAY)
    }

    /// Decimal year: year + (day of the year − 1 + fraction) / days in the year, proleptic Gregorian.
    ///
    /// ```
    /// // Half of the leap year 2024 has passed at the end of July 1.
    /// use astro::time::{Date, Ut1};
    /// let july_2 = Ut1(Date { year: 2024, month: 7, day: 2.0 }.gregorian_jd());
    /// assert_eq!(july_2.decimal_year(), 2024.5);
    /// ```
    pub fn decimal_year(self) -> f64 {
        let year = Date::gregorian(self.0).year;
        let start = Date { year, month: 1, day: 1.0 }.gregorian_jd();
        let end = Date { year: year.saturating_add(1), month: 1, day: 1.0 }.gregorian_jd();
        f64::from(year) + (self.0 - start) / (end - start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn milliseconds_round_trip(unix_ms in -130_000_000_000_000i64..130_000_000_000_000) {
            prop_assert_eq!(Ut1::from_unix_ms(unix_ms).unix_ms(), unix_ms);
            prop_assert_eq!(Tt::from_unix_ms(unix_ms).unix_ms(), unix_ms);
        }

        #[test]
        fn a_decimal_year_grows_with_the_days(days in -3_652_500i32..3_652_500) {
            let jd = J2000 - 0.5 + f64::from(days);
            let year = Ut1(jd).decimal_year();
            let mean = 2000.0 + (jd - J2000) / 365.2425;
            prop_assert!((year - mean).abs() < 0.1 + (year - 2000.0).abs() * 1e-4);
        }
    }
}
