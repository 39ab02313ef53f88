//! The figure of the Earth, and a place on it.

use crate::constants::{ECCENTRICITY_SQUARED, EQUATORIAL_RADIUS_KM};
use crate::math::real::Real;

/// A place on or near the ellipsoid of WGS84.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Observer<R = f64> {
    /// Geodetic latitude, radians, north positive.
    pub latitude: R,
    /// Longitude, radians, east positive.
    pub longitude: R,
    /// Height above the ellipsoid, m.
    pub height_m: R,
}

impl Observer {
    /// From degrees, the unit of every interface: geodetic latitude −90 … 90, north positive; longitude
    /// east positive, in any turn; height above the ellipsoid in metres. Nothing is refused: a latitude
    /// beyond 90° is that of the other side of the pole.
    ///
    /// ```
    /// let palomar = astro::earth::Observer::from_degrees(33.356, -116.8625, 1706.0);
    /// assert_eq!((palomar.latitude, palomar.height_m), (33.356f64.to_radians(), 1706.0));
    /// ```
    pub fn from_degrees(latitude_deg: f64, longitude_deg: f64, height_m: f64) -> Self {
        Self { latitude: latitude_deg.to_radians(), longitude: longitude_deg.to_radians(), height_m }
    }
}

impl<R: Real> Observer<R> {
    /// ρ cos φ′ and ρ sin φ′, the distances from the Earth's axis and equator in equatorial radii.
    ///
    /// Reference: Meeus, *Astronomical Algorithms* (1998), chapter 11, with the ellipsoid of WGS84.
    ///
    /// ```
    /// // Meeus (1998), example 11.a: Palomar Observatory, φ = +33°21′22″, 1706 m above the sea.
    /// let latitude_deg = 33.0 + 21.0 / 60.0 + 22.0 / 3600.0;
    /// let palomar = astro::earth::Observer::from_degrees(latitude_deg, -116.8625, 1706.0);
    /// let (rho_cos, rho_sin) = palomar.geocentric();
    /// assert!((rho_cos - 0.836_339).abs() < 1e-6);
    /// assert!((rho_sin - 0.546_861).abs() < 1e-6);
    /// ```
    #[inline(always)]
    pub fn geocentric(self) -> (R, R) {
        let (s, c) = self.latitude.sine_cosine();
        let one = s.splat(1.0);
        let n = one / (one - s * ECCENTRICITY_SQUARED * s).square_root();
        let h = self.height_m / (1000.0 * EQUATORIAL_RADIUS_KM);
        ((n + h) * c, (n * (1.0 - ECCENTRICITY_SQUARED) + h) * s)
    }
}
