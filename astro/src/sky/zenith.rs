//! The place on the Earth that has a body in its zenith.

use crate::constants::EQUATORIAL_RADIUS_KM;
use crate::earth::Observer;
use crate::math::angle::normalize_signed;
use crate::math::portable::Portable;
use crate::math::vector::Vector;

/// Geodetic latitude and longitude (−π … π, east positive), radians, of the place on the ellipsoid that has a
/// body in its zenith.
///
/// `body_km`: geocentric, true equator and equinox of date, of any body from the Moon outwards; `gast`:
/// Greenwich apparent sidereal time, radians. Good to 1e-9 rad for the place given: the vertical of a place
/// passes beside the Earth's centre, which moves the latitude from the Moon's declination by 10″ at most.
/// Source: Meeus, *Astronomical Algorithms* (1998), chapter 11.
///
/// ```
/// use astro::earth::Observer;
/// use astro::math::vector::from_spherical;
/// use astro::sky::horizon::Horizon;
/// use astro::sky::zenith::place_below;
///
/// let moon = from_spherical(1.2, 0.4, 384_400.0);
/// let (latitude, longitude) = place_below(moon, 0.7);
/// let there = Horizon::new(Observer { latitude, longitude, height_m: 0.0 });
/// // But for the aberration of the Earth's rotation, 0.3″.
/// let altitude = there.topocentric(moon, 0.7).direction().altitude.to_degrees();
/// assert!((altitude - 90.0).abs() < 0.4 / 3600.0);
/// ```
pub fn place_below([x, y, z]: Vector, gast: f64) -> (f64, f64) {
    /// Each step leaves a four-thousandth of the error of the one before.
    const STEPS: usize = 3;
    let from_axis_km = x.hypotenuse(y);
    let longitude = normalize_signed(y.arctangent2(x) - gast);
    let mut latitude = z.arctangent2(from_axis_km);
    for _ in 0..STEPS {
        let (rho_cos, rho_sin) = Observer { latitude, longitude, height_m: 0.0 }.geocentric();
        let up = z - rho_sin * EQUATORIAL_RADIUS_KM;
        latitude = up.arctangent2(from_axis_km - rho_cos * EQUATORIAL_RADIUS_KM);
    }
    (latitude, longitude)
}
