//! Caps of the sky, by which bands of azimuth and altitude are bounded.

use crate::math::portable::Portable;
use crate::math::vector::{Vector, dot, from_spherical};
use crate::sky::horizon::Horizon;
use crate::sky::horizontal::Horizontal;
use std::f64::consts::FRAC_PI_2;

/// A cap: the directions that are no further than so much from an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cap {
    /// North, east and up, of length one.
    axis: Vector,
    /// Cosine of the radius.
    least: f64,
    /// Sine of the angle between the axis and that of the Earth.
    across: f64,
}

/// Bound of the second derivative of the part of a direction of length one along an axis across the Earth's:
/// ω² + 2ωv = 44.6 per square day, rounded up. ω = 6.3004 turns the Earth in a day; v = 0.39 is the most by
/// which the Moon (1.08 km/s at perigee) goes past an observer (0.47 km/s, 350,000 km away).
const BEND_ACROSS: f64 = 45.0;
/// Bound for an axis along the Earth's: a + v² = 0.93, where ω² of an observer 350,000 km away makes 0.72 of
/// a.
const BEND_ALONG: f64 = 1.0;
/// Bound for a fixed direction, for its part across the axis: ω² = 39.7.
const BEND_OF_FIXED: f64 = 40.0;

impl Cap {
    fn new(horizon: &Horizon, axis: Vector, least: f64) -> Self {
        Self { axis, least, across: horizon.sin_from_pole(axis) }
    }

    /// All directions at or above `altitude`, radians. None if that is the whole sphere.
    pub fn above(horizon: &Horizon, altitude: f64) -> Option<Self> {
        let cap = || Self::new(horizon, [0.0, 0.0, 1.0], altitude.min(FRAC_PI_2).sine());
        (altitude > -FRAC_PI_2).then(cap)
    }

    /// All directions at or below `altitude`, radians. None if that is the whole sphere.
    pub fn below(horizon: &Horizon, altitude: f64) -> Option<Self> {
        let cap = || Self::new(horizon, [0.0, 0.0, -1.0], -altitude.max(-FRAC_PI_2).sine());
        (altitude < FRAC_PI_2).then(cap)
    }

    /// The two halves of the sky whose common part are the azimuths within `tolerance` of `azimuth`; radians,
    /// the azimuth from north through east. With a tolerance above a quarter of a turn, these azimuths are in
    /// either half.
    pub fn about_azimuth(horizon: &Horizon, azimuth: f64, tolerance: f64) -> [Self; 2] {
        halves_about(azimuth, tolerance).map(|axis| Self::new(horizon, axis, 0.0))
    }

    /// As [`Self::about_azimuth`], the hour angles within `tolerance` of `hour_angle`, radians, westward from
    /// the meridian.
    pub fn about_hour_angle(horizon: &Horizon, hour_angle: f64, tolerance: f64) -> [Self; 2] {
        halves_about(hour_angle, tolerance).map(|[meridian, west, pole]| {
            let axis = horizon.leveled([meridian, -west, pole]);
            Self::new(horizon, [axis.north_km, axis.east_km, axis.up_km], 0.0)
        })
    }

    /// The half of the sky about a direction.
    pub fn half_about(horizon: &Horizon, center: Horizontal) -> Self {
        Self::new(horizon, from_spherical(center.azimuth, center.altitude, 1.0), 0.0)
    }

    /// Bound of the second derivative of [`Self::margin`] of a body from the Moon outwards, per square day,
    /// 46 at most: the rotation of the Earth bends only the part of a direction across its axis.
    #[inline]
    pub fn bend(&self) -> f64 {
        BEND_ACROSS * self.across + BEND_ALONG
    }

    /// Bound as of [`Self::bend`] for a fixed direction, from the cosine of its declination.
    pub fn bend_of_fixed(&self, cos_declination: f64) -> f64 {
        BEND_OF_FIXED * self.across * cos_declination
    }

    /// Sine of the radius.
    pub fn sin_radius(&self) -> f64 {
        (1.0 - self.least * self.least).max(0.0).sqrt()
    }

    /// Cosine of the distance from the axis less that of the radius: not negative in the cap. `direction`:
    /// north, east and up, of length one.
    #[inline]
    pub fn margin(&self, direction: Vector) -> f64 {
        dot(self.axis, direction) - self.least
    }
}

/// The axes of the halves to the inner side of the planes through the edges of a band about the third axis.
fn halves_about(middle: f64, tolerance: f64) -> [Vector; 2] {
    let half = |edge: f64, side: f64| [-side * edge.sine(), side * edge.cosine(), 0.0];
    [half(middle - tolerance, 1.0), half(middle + tolerance, -1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::earth::Observer;

    #[test]
    fn half_of_the_sky_lies_about_a_direction() {
        let [azimuth, altitude] = [90f64, 40.0].map(f64::to_radians);
        let horizon = Horizon::new(Observer::from_degrees(0.0, 0.0, 0.0));
        let half = Cap::half_about(&horizon, Horizontal { azimuth, altitude });
        // In the west, north, east and up.
        let margin =
            |altitude: f64| half.margin([0.0, -altitude.to_radians().cos(), altitude.to_radians().sin()]);
        assert!((margin(140.0) - 1.0).abs() < 1e-12 && margin(49.0) < 0.0 && margin(51.0) > 0.0);
    }
}
