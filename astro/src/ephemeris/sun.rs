//! The apparent Sun from VSOP87D: the interface's `vsop-87a-tr`.

use crate::math::angle::{ARCSEC, normalize};
use crate::math::portable::Portable;
use crate::theory::meeus;
use crate::theory::vsop87::Earth;
use crate::time::Tt;

/// Position of the Sun, true equinox of date; radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ApparentSun {
    /// Apparent longitude: nutation and aberration included.
    pub longitude: f64,
    /// Latitude.
    pub latitude: f64,
    /// Distance, au.
    pub radius_vector_au: f64,
    /// Nutation in longitude.
    pub nutation_longitude: f64,
    /// True obliquity of the ecliptic.
    pub true_obliquity: f64,
}

/// The apparent Sun at `t`, within 1″ with the truncated theory in 1500–2500.
///
/// Reference: Meeus, *Astronomical Algorithms* (1998), chapter 25, "higher accuracy": reduction to FK5 by eq.
/// 25.9, aberration by eq. 25.10. Obliquity: Laskar (1986).
pub fn apparent(earth: &Earth, t: Tt) -> ApparentSun {
    let centuries = t.centuries();
    let [l, b, radius_vector_au] = earth.value(centuries);
    let (true_longitude, latitude) = (l + std::f64::consts::PI, -b);
    let (s, c) =
        (true_longitude - (1.397 * centuries + 0.000_31 * centuries * centuries).to_radians()).sine_cosine();
    let nutation = meeus::nutation(t);
    ApparentSun {
        longitude: normalize(
            true_longitude - 0.090_33 * ARCSEC + nutation.longitude - 20.4898 * ARCSEC / radius_vector_au,
        ),
        latitude: latitude + 0.039_16 * ARCSEC * (c - s),
        radius_vector_au,
        nutation_longitude: nutation.longitude,
        true_obliquity: crate::earth::precession::obliquity_laskar(centuries) + nutation.obliquity,
    }
}
