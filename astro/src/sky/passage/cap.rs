//! Caps of the sky, by which bands of azimuth and altitude are bounded.

use crate::math::portable::Portable;
use crate::math::vector::{Vector, dot, from_spherical};
use crate::sky::horizontal::Horizontal;
use std::f64::consts::FRAC_PI_2;

/// Most caps that bound a part of the sky: two of altitude and two of azimuth.
pub const MAX_CAPS: usize = 4;

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
    /// the azimuth from north through east, the tolerance below a quarter of a turn.
    pub fn about_azimuth(azimuth: f64, tolerance: f64) -> [Self; 2] {
        // Each is the half to one side of the vertical plane through an edge of the band.
        let half = |edge: f64, side: f64| Self {
            axis: [-side * edge.sine(), side * edge.cosine(), 0.0],
            least: 0.0,
        };
        [half(azimuth - tolerance, 1.0), half(azimuth + tolerance, -1.0)]
    }

    /// The half of the sky about a direction.
    pub fn half_about(center: Horizontal) -> Self {
        Self { axis: from_north(center), least: 0.0 }
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

    /// North, east and up of an azimuth and an altitude in degrees.
    fn direction(azimuth_deg: f64, altitude_deg: f64) -> Vector {
        let (azimuth, altitude) = (azimuth_deg.to_radians(), altitude_deg.to_radians());
        [altitude.cos() * azimuth.cos(), altitude.cos() * azimuth.sin(), altitude.sin()]
    }

    #[test]
    fn a_band_of_azimuth_begins_and_ends_where_it_should() {
        let caps = Cap::about_azimuth(350f64.to_radians(), 20f64.to_radians());
        let is_in = |azimuth: f64| caps.iter().all(|cap| cap.margin(direction(azimuth, 30.0)) >= 0.0);
        assert!([330.1, 350.0, 0.0, 9.9].map(is_in).iter().all(|is_in| *is_in));
        assert!([329.9, 10.1, 170.0, 180.0, 90.0].map(is_in).iter().all(|is_in| !is_in));
    }

    #[test]
    fn half_of_the_sky_lies_about_a_direction() {
        let center = Horizontal { azimuth: 90f64.to_radians(), altitude: 40f64.to_radians() };
        let half = Cap::half_about(center);
        assert!((half.margin(direction(90.0, 40.0)) - 1.0).abs() < 1e-12);
        assert!(half.margin(direction(270.0, 49.0)) < 0.0 && half.margin(direction(270.0, 51.0)) > 0.0);
    }

    #[test]
    fn altitudes_are_bounded_on_one_side() {
        let low = Cap::above(10f64.to_radians()).expect("not everything");
        assert!(low.margin(direction(77.0, 10.01)) > 0.0 && low.margin(direction(77.0, 9.99)) < 0.0);
        let high = Cap::below(-10f64.to_radians()).expect("not everything");
        assert!(high.margin(direction(5.0, -10.01)) > 0.0 && high.margin(direction(5.0, -9.99)) < 0.0);
        assert!(Cap::above(-FRAC_PI_2).is_none() && Cap::below(FRAC_PI_2).is_none());
    }
}
