//! Lunations, syzygies and Saros numbers.

use crate::constants::{DAYS_PER_CENTURY, J2000};
use crate::math::polynomial;
use crate::time::Tt;

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

/// The syzygy of a lunation, counted from the new moon of 2000 January 6.
///
/// Source: Meeus, *Astronomical Algorithms* (1998), chapter 49, eq. 49.1 and the largest periodic terms.
pub fn syzygy(lunation: i32, phase: Phase) -> Syzygy {
    let k = f64::from(lunation) + if phase == Phase::Full { 0.5 } else { 0.0 };
    let t = k / 1236.85;
    let mean = 2_451_550.097_66
        + 29.530_588_861 * k
        + polynomial::value(&[0.0, 0.0, 0.000_154_37, -0.000_000_150, 0.000_000_000_73], t);
    let degrees = |c0: f64, rate: f64, c2: f64| (c0 + rate * k + c2 * t * t).to_radians();
    let m_sun = degrees(2.5534, 29.105_356_70, -0.000_001_4);
    let m_moon = degrees(201.5643, 385.816_935_28, 0.010_758_2);
    let f = degrees(160.7108, 390.670_502_84, -0.001_611_8);
    let e = 1.0 - 0.002516 * t;
    let correction = -0.4065 * m_moon.sin()
        + 0.1727 * e * m_sun.sin()
        + 0.0161 * (2.0 * m_moon).sin()
        + 0.0104 * (2.0 * f).sin()
        + 0.0074 * e * (m_moon - m_sun).sin()
        - 0.0051 * e * (m_moon + m_sun).sin()
        + 0.0021 * e * e * (2.0 * m_sun).sin();
    Syzygy { time: Tt(mean + correction), argument_of_latitude: f }
}

impl Syzygy {
    /// False where no eclipse can happen: more than 21.7° from the node. Source: Meeus (1998), chapter 54,
    /// widened by half a degree.
    pub fn is_eclipse_possible(&self) -> bool {
        self.argument_of_latitude.sin().abs() < 0.37
    }
}

/// The lunation whose new moon is nearest to an instant.
pub fn lunation_near(t: Tt) -> i32 {
    ((t.0 - 2_451_550.097_66) / 29.530_588_861).round() as i32
}

/// Lunations from one Saros number to the next (an inex), and in a Saros.
const INEX: f64 = 358.0;
const SAROS: i64 = 223;

/// Saros number of an eclipse.
///
/// The number grows by 38 modulo 223 from one lunation to the next; the new moon of lunation 300 is of solar
/// Saros 139, and its full moon falls on 151 in the lunar count (van den Bergh 1955; Meeus, *Mathematical
/// Astronomy Morsels III* (2004), chapter 18). Of the numbers that differ by 223 the one is taken whose
/// series is nearest: the middles of successive series are about one inex (358 lunations) apart, and that of
/// series s lies within 4,000 lunations of 358 s − 49,200 where the next candidate is 79,834 away.
pub fn saros_number(lunation: i32, phase: Phase) -> i32 {
    let at_300 = match phase {
        Phase::New => 139,
        Phase::Full => SAROS_FULL_AT_300,
    };
    let residue = (at_300 + 38 * (i64::from(lunation) - 300)).rem_euclid(SAROS) as i32;
    let expected = (f64::from(lunation) - MIDDLE_OF_SERIES_0) / INEX;
    residue + SAROS as i32 * ((expected - f64::from(residue)) / SAROS as f64).round() as i32
}

const SAROS_FULL_AT_300: i64 = 151;
const MIDDLE_OF_SERIES_0: f64 = -49_200.0;

/// Julian years of 365.25 days from J2000.0, for messages.
pub fn julian_year(t: Tt) -> f64 {
    2000.0 + (t.0 - J2000) / DAYS_PER_CENTURY * 100.0
}
