//! How far the theories are from the sky: measured standard errors by century.
//!
//! Each figure is what a theory differs by from a numerical ephemeris of JPL, over a century: DE440 in
//! 1550–2650, DE406 before and after. Nothing is fitted here; the tables say what was
//! found.
//!
//! Beyond the kernels' own observations nobody knows the Moon's mean longitude as well as that: its secular
//! acceleration n-dot is known to [`N_DOT_SIGMA`], which adds half of it times t², t in centuries from
//! 2000.

use crate::ephemeris::Body;
use crate::ephemeris::measured::{SKY_MOON, SKY_SUN, STANDARD_MOON, STANDARD_SUN, TRUNCATED_SUN, of_century};
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

/// Centuries from 2000 that DE440 covers, which follows observations of the Moon: 1551 to 2650.
const DE440_CENTURIES: (f64, f64) = (-4.49, 6.5);

/// One standard error of the place of a body at `t`, by the century in which `t` lies.
pub fn sigma(theory: TheoryName, body: Body, t: Tt) -> Residual {
    let centuries = t.centuries();
    let far = (centuries / 5.0).abs().max(1.0);
    let (arcsec, km) = match (theory, body) {
        (TheoryName::Canon, Body::Sun) => (0.05 * far, 150.0),
        (TheoryName::Canon, Body::Moon) => (0.3 * far, 0.3),
        (TheoryName::Sky, Body::Sun) => (of_century(&SKY_SUN, t), 20.0),
        (TheoryName::Sky, Body::Moon) => (of_century(&SKY_MOON, t), 0.1),
        (TheoryName::Standard, Body::Sun) => (of_century(&STANDARD_SUN, t), 4300.0),
        (TheoryName::Truncated, Body::Sun) => (of_century(&TRUNCATED_SUN, t), 200.0),
        (TheoryName::Standard | TheoryName::Truncated, Body::Moon) => (of_century(&STANDARD_MOON, t), 5.0),
    };
    let is_observed = (DE440_CENTURIES.0..DE440_CENTURIES.1).contains(&centuries);
    let drift =
        if body == Body::Moon && !is_observed { N_DOT_SIGMA / 2.0 * centuries * centuries } else { 0.0 };
    Residual { arcsec: f64::hypot(arcsec, drift), km }
}

/// One standard error of how far the Moon stands from the Sun in ecliptic longitude at `t`, radians: what
/// moves the instants of eclipses and phases. Less than both bodies' errors where these have a cause in
/// common.
pub fn elongation_sigma(theory: TheoryName, t: Tt) -> f64 {
    let [sun, moon] = [Body::Sun, Body::Moon].map(|body| sigma(theory, body, t).arcsec);
    f64::hypot(sun, moon) * ARCSEC
}
