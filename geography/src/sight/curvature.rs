//! The curvature of the Earth, reduced by that of light in the air.

/// Standard coefficient of refraction, k: the curvature of light as a part of that of the Earth. Source:
/// Gauss's value, as in Torge (2001), section 5.1.2.
pub const USUAL_REFRACTION: f64 = 0.13;

/// Semi-major axis of WGS 84, m. Source: NGA.STND.0036 (2014), table 3.1.
const EQUATORIAL_RADIUS_M: f64 = 6_378_137.0;
/// Flattening of WGS 84. Source: the same table.
const FLATTENING: f64 = 1.0 / 298.257_223_563;

/// The vertical plane of a ray from an observer. In it, the Earth's surface is a circle with the radius for
/// which light is straight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bent {
    /// Radius of the circle, m.
    radius_m: f64,
    /// Height of the eye above mean sea level, m.
    eye_m: f64,
}

/// Radius of curvature of WGS 84 at a latitude in the direction of an azimuth, both in degrees; m.
///
/// Exact. Reference: Torge (2001), eqs. 4.13, 4.14 and 4.17 (Euler's formula).
pub fn radius_of_curvature_m(latitude_deg: f64, azimuth_deg: f64) -> f64 {
    let e2 = FLATTENING * (2.0 - FLATTENING);
    let w2 = 1.0 - e2 * latitude_deg.to_radians().sin().powi(2);
    let prime_vertical_m = EQUATORIAL_RADIUS_M / w2.sqrt();
    let meridian_m = prime_vertical_m * (1.0 - e2) / w2;
    let (sin, cos) = azimuth_deg.to_radians().sin_cos();
    1.0 / (cos * cos / meridian_m + sin * sin / prime_vertical_m)
}

impl Bent {
    /// Returns the plane of a ray from an eye `eye_m` metres above mean sea level, at a latitude and in the
    /// direction of an azimuth, degrees; `refraction` is the coefficient k, less than 1.
    ///
    /// ```
    /// use geography::sight::{Bent, USUAL_REFRACTION};
    /// // From 2 m above the sea, a point of its surface 10 km away appears 0.05° below the horizontal.
    /// let bent = Bent::new(40.0, 90.0, 2.0, USUAL_REFRACTION);
    /// assert!((bent.altitude_deg(10_000.0, 0.0) + 0.0505).abs() < 0.0001);
    /// ```
    pub fn new(latitude_deg: f64, azimuth_deg: f64, eye_m: f64, refraction: f64) -> Self {
        Self { radius_m: radius_of_curvature_m(latitude_deg, azimuth_deg) / (1.0 - refraction), eye_m }
    }

    /// Returns the position of a point `distance_m` away along the ground and `height_m` above mean sea
    /// level: its distance in the level plane through the eye, and its height above that plane, m.
    #[inline]
    pub fn seen_m(&self, distance_m: f64, height_m: f64) -> (f64, f64) {
        let (sin, versine) = sine_and_versine(distance_m / self.radius_m);
        let from_centre_m = self.radius_m + height_m;
        // The same as (R + h) cos θ − (R + h0), without the difference of two large numbers.
        (from_centre_m * sin, height_m - self.eye_m - from_centre_m * versine)
    }

    /// Returns the apparent altitude of a point `distance_m` away and `height_m` high, degrees.
    #[inline]
    pub fn altitude_deg(&self, distance_m: f64, height_m: f64) -> f64 {
        let (off_m, up_m) = self.seen_m(distance_m, height_m);
        up_m.atan2(off_m).to_degrees()
    }

    /// Returns the distance of the horizon of the sea along the ground, m, and its apparent altitude,
    /// degrees, which is negative; none from an eye at the sea or below it.
    pub fn sea_horizon(&self) -> Option<(f64, f64)> {
        let dip = (self.radius_m / (self.radius_m + self.eye_m)).acos();
        (self.eye_m > 0.0).then(|| (self.radius_m * dip, -dip.to_degrees()))
    }

    /// Returns the height above mean sea level at which a point `distance_m` away appears at the slope
    /// `up_m / off_m`, m, or `None` if there is none.
    pub fn height_m(&self, distance_m: f64, (off_m, up_m): (f64, f64)) -> Option<f64> {
        let (sin, versine) = sine_and_versine(distance_m / self.radius_m);
        let slope = up_m / off_m;
        let facing = 1.0 - versine - slope * sin;
        let rise_m = self.radius_m * (versine + slope * sin);
        (facing > 0.0).then(|| (self.eye_m + rise_m) / facing)
    }
}

/// Up to this angle, radians (191 km on the ground), the omitted terms of the series are below the last
/// digit.
const SMALL: f64 = 0.03;

/// The sine of an angle, radians, and 1 minus its cosine.
#[inline]
pub(super) fn sine_and_versine(angle: f64) -> (f64, f64) {
    if angle.abs() > SMALL {
        let half = (0.5 * angle).sin();
        return (angle.sin(), 2.0 * half * half);
    }
    let x = angle * angle;
    let sine = angle * (1.0 - x / 6.0 * (1.0 - x / 20.0 * (1.0 - x / 42.0)));
    let versine = 0.5 * x * (1.0 - x / 12.0 * (1.0 - x / 30.0 * (1.0 - x / 56.0)));
    (sine, versine)
}
