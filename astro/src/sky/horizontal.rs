//! Directions over a horizon.

use crate::math::real::Real;

/// A direction over an observer's horizon, radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Horizontal<R = f64> {
    /// Azimuth from north through east, 0 … 2π.
    pub azimuth: R,
    /// Altitude over the level horizon, −π/2 … π/2.
    pub altitude: R,
}

impl<R: Real> Horizontal<R> {
    /// The direction of a vector of any length, given by its parts towards north, east and the zenith.
    ///
    /// The azimuth of a vertical vector is 0. Accurate to rounding at every altitude.
    ///
    /// ```
    /// use astro::sky::horizontal::Horizontal;
    ///
    /// // Meeus, *Astronomical Algorithms* (1998), example 13.b: Venus at Washington, 1987 April 10, azimuth
    /// // 68.0337° from south (248.0337° from north), altitude 15.1249°.
    /// let (hour_angle, declination, latitude) =
    ///     (64.352133f64.to_radians(), -6.719892f64.to_radians(), 38.921389f64.to_radians());
    /// let meridian = declination.cos() * hour_angle.cos();
    /// let venus = Horizontal::from_parts(
    ///     declination.sin() * latitude.cos() - meridian * latitude.sin(),
    ///     -declination.cos() * hour_angle.sin(),
    ///     declination.sin() * latitude.sin() + meridian * latitude.cos(),
    /// );
    /// assert!((venus.azimuth.to_degrees() - 248.0337).abs() < 1e-4);
    /// assert!((venus.altitude.to_degrees() - 15.1249).abs() < 1e-4);
    /// ```
    #[inline(always)]
    pub fn from_parts(north: R, east: R, up: R) -> Self {
        Self {
            azimuth: east.arctangent2(north).normalized(),
            altitude: up.arctangent2(north.hypotenuse(east)),
        }
    }
}
