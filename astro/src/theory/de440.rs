//! The analytical theories closest to JPL DE440: ELP/MPP02 and VSOP87 with corrections fitted to it.
//!
//! Few numbers, each with a physical name, found by least squares from 6,000 places of DE440 spread evenly
//! over 1550–2650: the mean longitudes ([`DE440`]), three long waves of the Moon's longitude that planets
//! raise and one that grows, the tilt of the theories' ecliptic against the ICRF, and the Earth's mean
//! longitude, eccentricity and perihelion. [`crate::ephemeris::residual`] has the residuals.
//!
//! DE440 has no data outside of 1550–2650. The Earth's mean longitude less that of VSOP87, the tilts,
//! the amplitude of the growing wave, and how far the Moon's arguments are from those of lunar laser ranging
//! ([`LLR`]) keep there the value that they have in 1550 or 2650. The waves themselves go on, and so do the
//! Earth's two annual terms, of which that of the perihelion goes on growing.
//!
//! The rates of lunar laser ranging, found from three decades, do not carry the Moon far: one standard error
//! of its longitude against DE406 of the same n-dot is 39″ in the century of −2000, 5″ in that of year 0 and
//! 3″ in that of 2900. [`crate::ephemeris::residual`] has all centuries. Arguments that follow DE406 there,
//! as [`crate::ephemeris::truncated`] has them, would be nearer to it.

use crate::Error;
use crate::math::angle::ARCSEC;
use crate::math::polynomial;
use crate::math::portable::Portable;
use crate::math::vector::Rotation;
use crate::theory::elp_mpp02::{DE440, LLR, MainTerm, PerturbationTerm, Theory};
use crate::theory::vsop87::{self, Row};
use std::f64::consts::{FRAC_PI_2, TAU};

/// Range of the fit, Julian centuries since J2000.0: 1550–2650.
const FITTED: [f64; 2] = [-4.5, 6.5];

/// A wave in the mean longitude of the Moon, arcseconds.
struct Wave {
    cycles_per_century: f64,
    sine: f64,
    cosine: f64,
    /// Power of the time in centuries.
    power: i32,
}

/// Long waves that the terms of the same arguments lack: their amplitudes are constant in the theory, and the
/// planets' mean longitudes linear in time.
const WAVES: [Wave; 4] = [
    // 18 Venus − 16 Earth − l, 273 years.
    Wave { cycles_per_century: 0.366_25, sine: -0.010_97, cosine: 0.003_21, power: 0 },
    // 8 Venus − 13 Earth, 239 years.
    Wave { cycles_per_century: 0.418_55, sine: 0.011_02, cosine: 0.001_24, power: 0 },
    // 2 Jupiter − 5 Saturn, the great inequality, 883 years.
    Wave { cycles_per_century: 0.113_21, sine: 0.077_94, cosine: -0.008_13, power: 0 },
    // 2D − l and planets, 39.3 years.
    Wave { cycles_per_century: 2.546_4, sine: 0.001_27, cosine: 0.001_54, power: 1 },
];

/// Mean longitude of the Earth less that of VSOP87, arcseconds, coefficients of t⁰ … t⁴ in centuries.
const EARTH_LONGITUDE: [f64; 5] = [0.010_90, 0.023_13, -0.006_33, -0.000_140, 0.000_033];
/// Its eccentricity (sin l′) and the drift of its perihelion (t cos l′).
const EARTH_TERMS: [Row; 2] = [
    Row { coordinate: 0, power: 0, amplitude: 0.001_68 * ARCSEC, phase: L_SUN - FRAC_PI_2, rate: L_SUN_RATE },
    Row { coordinate: 0, power: 1, amplitude: 0.008_73 * ARCSEC, phase: L_SUN, rate: L_SUN_RATE },
];
/// Mean anomaly of the Sun, radians, and its rate per millennium.
const L_SUN: f64 = 6.240_060;
const L_SUN_RATE: f64 = 6283.019_55;

/// Turns about the axes of the theories' own ecliptic, to the equinox and 90° east of it, arcseconds; the
/// drift, per century, is common to both.
const MOON_TILT: [f64; 2] = [-0.000_91, 0.001_98];
const EARTH_TILT: [f64; 2] = [0.001_42, 0.018_58];
const TILT_DRIFT: [f64; 2] = [-0.001_72, -0.000_64];

/// The Moon of ELP/MPP02, moved to DE440.
#[derive(Debug, Clone)]
pub struct Moon {
    before: Theory,
    fitted: Theory,
    after: Theory,
}

/// The heliocentric Earth of VSOP87B, moved to DE440.
#[derive(Debug, Clone)]
pub struct Earth(vsop87::Earth);

impl Moon {
    /// From the terms of ELP/MPP02.
    pub fn new(main: &[MainTerm], perturbations: &[PerturbationTerm]) -> Result<Self, Error> {
        let [start, end] = FITTED;
        let theory = |arguments| Theory::new(main, perturbations, arguments);
        Ok(Self {
            before: theory(&DE440.held_at(start, &LLR))?,
            fitted: theory(&DE440)?,
            after: theory(&DE440.held_at(end, &LLR))?,
        })
    }

    /// As [`Theory::taylor`], with the waves.
    ///
    /// A change of the mean longitude is a change of the time: it moves every argument of the Moon with it.
    /// The waves run so slowly that they count as constant over a `step` of days.
    pub fn taylor<const N: usize>(&self, t: f64, step: f64) -> [[f64; N]; 3] {
        let [start, end] = FITTED;
        let theory = if t < start {
            &self.before
        } else if t > end {
            &self.after
        } else {
            &self.fitted
        };
        theory.taylor(t + waves(t) / LLR.w1[1], step)
    }
}

impl Earth {
    /// From the table of VSOP87B.
    pub fn new(mut rows: Vec<Row>) -> Result<Self, Error> {
        rows.extend(EARTH_TERMS);
        Ok(Self(vsop87::Earth::new(&rows)?))
    }

    /// As [`vsop87::Earth::taylor`].
    pub fn taylor<const N: usize>(&self, t: f64, step: f64) -> [[f64; N]; 3] {
        self.0.taylor(t + polynomial::value(&EARTH_LONGITUDE, held(t)) / LLR.t[1], step)
    }
}

/// From ELP's ecliptic and equinox of J2000.0 to those that the ICRF belongs to.
pub fn moon_tilt(t: f64) -> Rotation {
    tilt(MOON_TILT, t)
}

/// From VSOP87's ecliptic and equinox of J2000.0 to those that the ICRF belongs to.
pub fn earth_tilt(t: f64) -> Rotation {
    tilt(EARTH_TILT, t)
}

fn tilt(constant: [f64; 2], t: f64) -> Rotation {
    let [x, y] = std::array::from_fn(|k| (constant[k] + TILT_DRIFT[k] * held(t)) * ARCSEC);
    [[1.0, 0.0, y], [0.0, 1.0, -x], [-y, x, 1.0]]
}

/// The nearest instant that the fit covers.
fn held(t: f64) -> f64 {
    t.clamp(FITTED[0], FITTED[1])
}

/// All waves at `t` centuries, arcseconds.
fn waves(t: f64) -> f64 {
    let wave = |w: &Wave| {
        let (s, c) = (TAU * w.cycles_per_century * t).sine_cosine();
        (w.sine * s + w.cosine * c) * held(t).integer_power(w.power)
    };
    WAVES.iter().map(wave).sum()
}
