//! The errors of the theories against the sky: measured standard errors by century.
//!
//! Each figure is the difference between a theory and a numerical ephemeris of JPL over a century: DE440 in
//! 1550–2650, DE406 before and after. Nothing is fitted here; the tables contain the measured values.
//!
//! Outside the years of the kernels' observations, the Moon's mean longitude is less certain: its secular
//! acceleration n-dot has the uncertainty [`N_DOT_SIGMA`], which adds half of it times t², t in centuries
//! from 2000.

use crate::ephemeris::Body;
use crate::ephemeris::measured::{
    CANON_ELONGATION, CANON_MOON, CANON_SUN, FULL_MOON_KM, FULL_SUN_KM, LEADING_MOON, LEADING_SUN, SKY_MOON,
    SKY_SUN, STANDARD_MOON, STANDARD_MOON_KM, STANDARD_SUN, TRUNCATED_SUN, of_century,
};
use crate::math::angle::ARCSEC;
use crate::math::portable::Portable;
use crate::time::Tt;

/// A theory for the places of Sun and Moon in responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TheoryName {
    /// ELP 2000-82B and VSOP87D as the eclipse canon used them: [`crate::ephemeris::canon`].
    Canon,
    /// ELP/MPP02 and VSOP87B moved to DE440: [`crate::ephemeris::apparent`], the table of
    /// [`crate::ephemeris::chebyshev_table`], and the elements made from them.
    Sky,
    /// Meeus's chapters 25 and 47: the interface's `standard`.
    Standard,
    /// The Sun by truncated VSOP87, the Moon as [`TheoryName::Standard`]: the interface's `vsop-87a-tr`.
    TruncatedSun,
    /// Both by [`crate::ephemeris::truncated`]: the interface's `truncated`.
    Truncated,
}

/// One standard error of an apparent geocentric place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Residual {
    /// Error of the ecliptic longitude, arcseconds; the latitude is not worse.
    pub arcsec: f64,
    /// Error of the distance, km.
    pub km: f64,
}

/// One standard error of n-dot, arcseconds per century²: the determinations since 1990 lie within 0.1 of one
/// another (−25.826 in DE406, −25.858 in ELP/MPP02).
pub const N_DOT_SIGMA: f64 = 0.03;

/// Additional error of the Moon's distance in the canon, compared with the newer theory, km: measured in
/// 1600–2500.
const CANON_MOON_KM: f64 = 0.03;
/// The Sun's distance by Meeus, chapter 25, km: 4200 to 5100 in every century.
const STANDARD_SUN_KM: f64 = 4600.0;
/// The Sun's distance by truncated VSOP87, km: 180 to 260 from year 0 on, up to 1200 before.
const TRUNCATED_SUN_KM: f64 = 220.0;

/// The Moon's distance by the leading terms of ELP/MPP02, km.
const LEADING_MOON_KM: f64 = 1.0;

/// Centuries from 2000 that DE440 covers, which follows observations of the Moon: 1551 to 2650.
const DE440_CENTURIES: (f64, f64) = (-4.49, 6.5);

/// One standard error of the Moon beside the Sun by a numerical ephemeris, arcseconds.
const KERNEL_ARCSEC: f64 = 0.002;

/// One standard error of the place of a body at `t`, by the century in which `t` lies.
pub fn sigma(theory: TheoryName, body: Body, t: Tt) -> Residual {
    let centuries = t.centuries();
    let measured = |figures| of_century(figures, centuries);
    // A century that DE440 covers in part is divided where it begins or ends.
    let of_sky = if is_observed(t) { centuries.clamp(-4.0, 5.99) } else { centuries };
    let (arcsec, km) = match (theory, body) {
        (TheoryName::Canon, Body::Sun) => (measured(&CANON_SUN), measured(&FULL_SUN_KM)),
        (TheoryName::Canon, Body::Moon) => {
            (measured(&CANON_MOON), measured(&FULL_MOON_KM).hypotenuse(CANON_MOON_KM))
        }
        (TheoryName::Sky, Body::Sun) => (of_century(&SKY_SUN, of_sky), measured(&FULL_SUN_KM)),
        (TheoryName::Sky, Body::Moon) => (of_century(&SKY_MOON, of_sky), measured(&FULL_MOON_KM)),
        (TheoryName::Standard, Body::Sun) => (measured(&STANDARD_SUN), STANDARD_SUN_KM),
        (TheoryName::TruncatedSun, Body::Sun) => (measured(&TRUNCATED_SUN), TRUNCATED_SUN_KM),
        (TheoryName::Truncated, Body::Sun) => (measured(&LEADING_SUN), TRUNCATED_SUN_KM),
        (TheoryName::Truncated, Body::Moon) => (measured(&LEADING_MOON), LEADING_MOON_KM),
        (TheoryName::Standard | TheoryName::TruncatedSun, Body::Moon) => {
            (measured(&STANDARD_MOON), measured(&STANDARD_MOON_KM))
        }
    };
    let drift = if body == Body::Moon { drift_arcsec(t) } else { 0.0 };
    Residual { arcsec: arcsec.hypotenuse(drift), km }
}

/// One standard error of the Moon's longitude relative to the Sun at `t`, radians. It shifts the instants of
/// eclipses and phases.
///
/// For the canon it is less than both bodies' errors, which have the frame in common and were fitted to one
/// another; for the others it combines these, as independent.
pub fn elongation_sigma(theory: TheoryName, t: Tt) -> f64 {
    let arcsec = if theory == TheoryName::Canon {
        of_century(&CANON_ELONGATION, t.centuries()).hypotenuse(drift_arcsec(t))
    } else {
        let [sun, moon] = [Body::Sun, Body::Moon].map(|body| sigma(theory, body, t).arcsec);
        sun.hypotenuse(moon)
    };
    arcsec * ARCSEC
}

/// One standard error of the Moon's longitude relative to the Sun at `t` by a numerical ephemeris, radians:
/// an estimate.
///
/// DE440 fits laser ranges of the Moon to centimetres (Park et al. 2021, Astron. J. 161, 105). The estimate
/// is 4 m at the Moon, which also covers the Earth's orbit, nutation and the reduction to positions of date.
pub fn kernel_sigma(t: Tt) -> f64 {
    KERNEL_ARCSEC.hypotenuse(drift_arcsec(t)) * ARCSEC
}

/// Returns whether observations hold the Moon's longitude at `t`.
fn is_observed(t: Tt) -> bool {
    (DE440_CENTURIES.0..DE440_CENTURIES.1).contains(&t.centuries())
}

/// The effect of the error of n-dot on the Moon's longitude, one standard error, arcseconds: nothing where
/// observations hold it.
pub fn drift_arcsec(t: Tt) -> f64 {
    if is_observed(t) { 0.0 } else { N_DOT_SIGMA / 2.0 * t.centuries().integer_power(2) }
}
