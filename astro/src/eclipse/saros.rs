//! Lunations, syzygies and Saros numbers.

use crate::math::polynomial;
use crate::math::portable::Portable;
use crate::time::Tt;

/// Julian Date (TT) of the mean new moon of lunation 0, 2000 January 6. Source: Meeus, *Astronomical
/// Algorithms* (1998), eq. 49.1.
const NEW_MOON_0: f64 = 2_451_550.097_66;
/// Days in a mean synodic month. Source: as [`NEW_MOON_0`].
const SYNODIC_MONTH_DAYS: f64 = 29.530_588_861;
/// Sine of the greatest distance from the node at which an eclipse can happen: that of 21.7°. Source: Meeus
/// (1998), chapter 54 (0.36), widened by half a degree so that none is missed.
const SIN_ECLIPSE_LIMIT: f64 = 0.37;
/// Lunations from the middle of one Saros series to that of the next (an inex). Source: van den Bergh (1955).
const INEX: f64 = 358.0;
/// Lunations in a Saros.
pub const LUNATIONS: i32 = 223;
const SAROS: i64 = LUNATIONS as i64;
/// Solar Saros series of the new moon of lunation 300, 2024 April 8. Source: Espenak & Meeus (2006).
const SOLAR_SERIES_AT_300: i64 = 139;
/// Lunar Saros series of the full moon of lunation 300. Source: Espenak & Meeus (2009).
const LUNAR_SERIES_AT_300: i64 = 151;
/// Lunation about which the middle of the Saros series 0 would lie; see [`saros_number`].
const MIDDLE_OF_SERIES_0: f64 = -49_200.0;

/// A syzygy: new or full moon of a lunation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Conjunction in longitude: solar eclipses.
    New,
    /// Opposition: lunar eclipses.
    Full,
}

/// An approximate syzygy and how far from the node it happens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Syzygy {
    /// Within half an hour of the true syzygy in −3500 … +4500.
    pub time: Tt,
    /// Argument of latitude F, radians.
    pub argument_of_latitude: f64,
}

/// The syzygy of a lunation, counted from the new moon of 2000 January 6; within half an hour in
/// −3500 … +4500.
///
/// Source: Meeus, *Astronomical Algorithms* (1998), chapter 49, eq. 49.1 and the largest periodic terms.
///
/// ```
/// use astro::eclipse::saros::{Phase, syzygy};
///
/// // Meeus (1998), example 49.a: new moon of 1977 February 18 at JDE 2443192.65118.
/// assert!((syzygy(-283, Phase::New).time.0 - 2_443_192.651_18).abs() < 0.02);
/// ```
pub fn syzygy(lunation: i32, phase: Phase) -> Syzygy {
    let k = f64::from(lunation) + if phase == Phase::Full { 0.5 } else { 0.0 };
    let t = k / 1236.85;
    let mean = NEW_MOON_0
        + SYNODIC_MONTH_DAYS * k
        + polynomial::value(&[0.0, 0.0, 0.000_154_37, -0.000_000_150, 0.000_000_000_73], t);
    let degrees = |c0: f64, rate: f64, c2: f64| (c0 + rate * k + c2 * t * t).to_radians();
    let m_sun = degrees(2.5534, 29.105_356_70, -0.000_001_4);
    let m_moon = degrees(201.5643, 385.816_935_28, 0.010_758_2);
    let f = degrees(160.7108, 390.670_502_84, -0.001_611_8);
    let e = 1.0 - 0.002516 * t;
    let correction = -0.4065 * m_moon.sine()
        + 0.1727 * e * m_sun.sine()
        + 0.0161 * (2.0 * m_moon).sine()
        + 0.0104 * (2.0 * f).sine()
        + 0.0074 * e * (m_moon - m_sun).sine()
        - 0.0051 * e * (m_moon + m_sun).sine()
        + 0.0021 * e * e * (2.0 * m_sun).sine();
    Syzygy { time: Tt(mean + correction), argument_of_latitude: f }
}

impl Syzygy {
    /// False where no eclipse can happen: more than 21.7° from the node. Source: Meeus (1998), chapter 54,
    /// widened by half a degree.
    ///
    /// ```
    /// use astro::eclipse::saros::{Phase, syzygy};
    ///
    /// // Meeus (1998), example 54.a: k = −82 (1993 May 21), F = 165.7296°: there may be an eclipse.
    /// let may_1993 = syzygy(-82, Phase::New);
    /// let f_deg = may_1993.argument_of_latitude.to_degrees().rem_euclid(360.0);
    /// assert!((f_deg - 165.7296).abs() < 1e-4 && may_1993.is_eclipse_possible());
    /// // Three months later the new moon is far from the nodes.
    /// assert!(!syzygy(-79, Phase::New).is_eclipse_possible());
    /// ```
    pub fn is_eclipse_possible(&self) -> bool {
        self.argument_of_latitude.sine().abs() < SIN_ECLIPSE_LIMIT
    }
}

/// The lunation whose mean new moon is nearest to an instant; the true one is within 14 hours of it.
///
/// ```
/// use astro::eclipse::saros::lunation_near;
/// use astro::time::Tt;
///
/// // Meeus (1998), example 49.a: k = −283 for February 1977.
/// assert_eq!(lunation_near(Tt(2_443_192.65)), -283);
/// ```
pub fn lunation_near(t: Tt) -> i32 {
    ((t.0 - NEW_MOON_0) / SYNODIC_MONTH_DAYS).round() as i32
}

/// Saros number of an eclipse.
///
/// The number grows by 38 modulo 223 from one lunation to the next; the new moon of lunation 300 is of solar
/// Saros 139, and its full moon falls on 151 in the lunar count (van den Bergh 1955; Meeus, *Mathematical
/// Astronomy Morsels III* (2004), chapter 18). Of the numbers that differ by 223, the nearest series decides:
/// the middles of successive series are about one inex (358 lunations) apart, and that of series s lies
/// within 4,000 lunations of 358 s − 49,200 where the next candidate is 79,834 away.
///
/// ```
/// use astro::eclipse::saros::{Phase, lunation_near, saros_number};
/// use astro::time::Tt;
///
/// // Espenak & Meeus (2006, 2009): solar 1999 August 11 is of Saros 145 and 2017 August 21 too, one Saros
/// // later; lunar 2018 July 27 is of Saros 129.
/// let solar = |jd| saros_number(lunation_near(Tt(jd)), Phase::New);
/// assert_eq!((solar(2_451_401.96), solar(2_457_987.27)), (145, 145));
/// assert_eq!(saros_number(lunation_near(Tt(2_458_327.35 - 14.77)), Phase::Full), 129);
/// ```
pub fn saros_number(lunation: i32, phase: Phase) -> i32 {
    let at_300 = match phase {
        Phase::New => SOLAR_SERIES_AT_300,
        Phase::Full => LUNAR_SERIES_AT_300,
    };
    let residue = (at_300 + 38 * (i64::from(lunation) - 300)).rem_euclid(SAROS) as i32;
    let expected = (f64::from(lunation) - MIDDLE_OF_SERIES_0) / INEX;
    residue + SAROS as i32 * ((expected - f64::from(residue)) / SAROS as f64).round() as i32
}
