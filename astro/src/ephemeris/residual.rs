//! How far the theories are from the sky: measured standard errors by century.
//!
//! Each figure is the root mean square of what a theory differs by from a numerical ephemeris of JPL, over
//! a century: DE440 in 1550–2650, DE406 before and after. Nothing is fitted here; the tables say what was
//! found.
//!
//! Beyond the kernels' own observations nobody knows the Moon's mean longitude as well as that: its secular
//! acceleration n-dot is known to [`N_DOT_SIGMA`], which adds half of it times t², t in centuries from
//! 2000.

use crate::ephemeris::Body;
use crate::math::angle::ARCSEC;
use crate::time::Tt;

/// A theory whose places of Sun and Moon are served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TheoryName {
    /// ELP 2000-82B and VSOP87D as the eclipse canon used them: [`crate::ephemeris::canon`].
    Canon,
    /// ELP/MPP02 and VSOP87B: [`crate::ephemeris::apparent`], the table of
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
    /// Of the ecliptic longitude, arcseconds; the latitude is not worse.
    pub arcsec: f64,
    /// Of the distance, km.
    pub km: f64,
}

/// One standard error of n-dot, arcseconds per century²: the determinations since 1990 lie within 0.1 of one
/// another (−25.826 in DE406, −25.858 in ELP/MPP02, −25.94 in DE440).
pub const N_DOT_SIGMA: f64 = 0.03;

/// One standard error of the place of a body at `t`, by the century in which `t` lies.
pub fn sigma(theory: TheoryName, body: Body, t: Tt) -> Residual {
    let centuries = t.centuries();
    let far = (centuries / 5.0).abs().max(1.0);
    let (arcsec, km) = match (theory, body) {
        (TheoryName::Canon, Body::Sun) => (0.05 * far, 150.0),
        (TheoryName::Canon, Body::Moon) => (0.3 * far, 0.3),
        (TheoryName::Sky, Body::Sun) => (0.02 * far * far, 20.0),
        (TheoryName::Sky, Body::Moon) => (0.02 * far * far, 0.1),
        (TheoryName::Standard, Body::Sun) => (10.0, 2000.0),
        (TheoryName::TruncatedSun, Body::Sun) => (0.3 * far, 200.0),
        (TheoryName::Truncated, Body::Sun) => (by_century(&SUN_OF_TRUNCATED, centuries), 100.0),
        (TheoryName::Truncated, Body::Moon) => (by_century(&MOON_OF_TRUNCATED, centuries), 0.7),
        (TheoryName::Standard | TheoryName::TruncatedSun, Body::Moon) => (4.0, 5.0),
    };
    let drift = if body == Body::Moon { N_DOT_SIGMA / 2.0 * centuries * centuries } else { 0.0 };
    Residual { arcsec: f64::hypot(arcsec, drift), km }
}

/// One standard error of how far the Moon stands from the Sun in ecliptic longitude at `t`, radians: what
/// moves the instants of eclipses and phases. Less than both bodies' errors where these have a cause in
/// common.
pub fn elongation_sigma(theory: TheoryName, t: Tt) -> f64 {
    let [sun, moon] = [Body::Sun, Body::Moon].map(|body| sigma(theory, body, t).arcsec);
    f64::hypot(sun, moon) * ARCSEC
}

// Root mean squares of the truncated theories against DE406 with n-dot −25.858″/cy², sixty instants in each
// century from −2000 … −1901 to 2900 … 2999, arcseconds on the sky; longitudes from the equinox of the
// long-term precession, which at −2000 is 4″ from theirs.
/// The Sun.
#[rustfmt::skip]
const SUN_OF_TRUNCATED: [f64; 50] = [
    4.14, 3.65, 3.42, 3.01, 2.64, 2.59, 2.30, 2.22, 2.03, 1.87,
    1.64, 1.43, 1.33, 1.11, 1.07, 1.00, 0.82, 0.75, 0.61, 0.53,
    0.43, 0.37, 0.36, 0.30, 0.34, 0.35, 0.38, 0.37, 0.36, 0.34,
    0.29, 0.30, 0.28, 0.25, 0.23, 0.17, 0.12, 0.08, 0.06, 0.05,
    0.05, 0.06, 0.07, 0.06, 0.04, 0.05, 0.04, 0.06, 0.06, 0.06,
];
/// The Moon.
#[rustfmt::skip]
const MOON_OF_TRUNCATED: [f64; 50] = [
    3.91, 3.44, 3.36, 3.04, 2.68, 2.54, 2.13, 2.11, 1.80, 1.65,
    1.63, 1.23, 1.12, 0.83, 0.52, 0.43, 0.27, 0.24, 0.26, 0.38,
    0.36, 0.45, 0.56, 0.48, 0.55, 0.55, 0.46, 0.55, 0.54, 0.60,
    0.63, 0.55, 0.56, 0.48, 0.39, 0.31, 0.21, 0.14, 0.12, 0.10,
    0.12, 0.11, 0.12, 0.12, 0.10, 0.10, 0.15, 0.12, 0.11, 0.12,
];

/// The figure of the century in which an instant lies, or of the nearest one; `centuries` since J2000.0.
fn by_century(figures: &[f64; 50], centuries: f64) -> f64 {
    let century = (centuries.floor() + 40.0).clamp(0.0, 49.0);
    figures[century as usize]
}
