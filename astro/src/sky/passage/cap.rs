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
}

impl Cap {
    /// All directions at or above `altitude`, radians. None if that is the whole sphere.
    pub fn above(altitude: f64) -> Option<Self> {
        (altitude > -FRAC_PI_2).then(|| Self { axis: [0.0, 0.0, 1.0], least: altitude.min(FRAC_PI_2).sine() })
    }

    /// All directions at or below `altitude`, radians. None if that is the whole sphere.
    pub fn below(altitude: f64) -> Option<Self> {
        let least = || -altitude.max(-FRAC_PI_2).sine();
        (altitude < FRAC_PI_2).then(|| Self { axis: [0.0, 0.0, -1.0], least: least() })
    }

    /// The two halves of the sky whose common part are the azimuths within `tolerance` of `azimuth`; radians,
    /// the azimuth from north through east. With a tolerance above a quarter of a turn, these azimuths are in
    /// either half.
    pub fn about_azimuth(azimuth: f64, tolerance: f64) -> [Self; 2] {
        // Each is the half to one side of the vertical plane through an edge of the band.
        let half = |edge: f64, side: f64| Self {
            axis: [-side * edge.sine(), side * edge.cosine(), 0.0],
            least: 0.0,
        };
        [half(azimuth - tolerance, 1.0), half(azimuth + tolerance, -1.0)]
    }

    /// As [`Self::about_azimuth`], the hour angles within `tolerance` of `hour_angle`, radians, westward from
    /// the meridian.
    pub fn about_hour_angle(horizon: &Horizon, hour_angle: f64, tolerance: f64) -> [Self; 2] {
        Self::about_azimuth(hour_angle, tolerance).map(|half| {
            let [meridian, west, pole] = half.axis;
            let axis = horizon.leveled([meridian, -west, pole]);
            Self { axis: [axis.north_km, axis.east_km, axis.up_km], ..half }
        })
    }

    /// The half of the sky about a direction.
    pub fn half_about(center: Horizontal) -> Self {
        Self { axis: from_north(center), least: 0.0 }
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

/// North, east and up of a direction.
fn from_north(direction: Horizontal) -> Vector {
    from_spherical(direction.azimuth, direction.altitude, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_sky_lies_about_a_direction() {
        let [azimuth, altitude] = [90f64, 40.0].map(f64::to_radians);
        let half = Cap::half_about(Horizontal { azimuth, altitude });
        // In the west, north, east and up.
        let margin =
            |altitude: f64| half.margin([0.0, -altitude.to_radians().cos(), altitude.to_radians().sin()]);
        assert!((margin(140.0) - 1.0).abs() < 1e-12 && margin(49.0) < 0.0 && margin(51.0) > 0.0);
    }
}
