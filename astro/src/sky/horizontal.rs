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

/// Position angle of a point of the sphere at another one, from north through east, −π … π.
///
/// Each argument is a sine and a cosine: of the declination of the point, of the declination of the other
/// one, and of the difference of their right ascensions, positive if the point is east. With the Sun at the
/// Moon it is the bright limb. With the zenith (latitude, hour angle) at a body it is the parallactic angle,
/// positive west of the meridian. The angle from the zenith is the position angle less the parallactic angle.
/// Exact; undefined at the point itself and its opposite. Reference: Meeus, *Astronomical Algorithms* (1998),
/// eqs. 48.5 and 14.1.
///
/// ```
/// // Example 48.a: the bright limb of the Moon on 1992 April 12, 0h TD, is at 285.0°.
/// use astro::sky::horizontal::position_angle;
/// let of = |degrees: f64| degrees.to_radians().sin_cos();
/// let angle = position_angle(of(8.6964), of(13.7684), of(20.6579 - 134.6885));
/// assert!((angle.to_degrees() + 360.0 - 285.0).abs() < 0.05);
/// // On the meridian, south of the zenith, north is up.
/// assert_eq!(position_angle(of(40.0), of(10.0), of(0.0)), 0.0);
/// ```
#[inline(always)]
pub fn position_angle<R: Real>(of: (R, R), at: (R, R), east: (R, R)) -> R {
    (of.1 * east.0).arctangent2(of.0 * at.1 - of.1 * at.0 * east.1)
}
