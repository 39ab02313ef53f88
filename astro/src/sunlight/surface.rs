//! Light that falls on a tilted surface.

use crate::math::portable::Portable;
use crate::sky::horizontal::Horizontal;
use crate::sunlight::clear_sky::Irradiance;
use std::f64::consts::FRAC_PI_2;

/// A flat surface out of doors; angles in radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surface {
    /// Angle from the horizontal: 0 is level, π/2 is vertical.
    pub tilt: f64,
    /// Azimuth that it faces, from north through east.
    pub azimuth: f64,
    /// Part of the light that the ground before it throws back, 0 … 1.
    pub albedo: f64,
}

impl Surface {
    /// The direction that the surface faces.
    pub fn perpendicular(&self) -> Horizontal {
        Horizontal { azimuth: self.azimuth, altitude: FRAC_PI_2 - self.tilt }
    }

    /// Cosine of the angle between the Sun and the surface's perpendicular; negative when the Sun is behind
    /// it. Source: Duffie & Beckman, *Solar Engineering of Thermal Processes* (2013), eq. 1.6.3.
    pub fn cos_incidence(&self, sun: Horizontal) -> f64 {
        sun.altitude.sine() * self.tilt.cosine()
            + sun.altitude.cosine() * self.tilt.sine() * (sun.azimuth - self.azimuth).cosine()
    }

    /// Light on the surface, W/m², with the Sun where it is seen: direct, of an evenly bright sky, and from
    /// the ground. Source: Liu & Jordan (1963), Solar Energy 7, 53.
    ///
    /// ```
    /// use astro::sky::horizontal::Horizontal;
    /// use astro::sunlight::{clear_sky::Irradiance, surface::Surface};
    /// let light = Irradiance { direct_w_m2: 800.0, global_w_m2: 500.0, diffuse_w_m2: 100.0 };
    /// let sun = Horizontal { azimuth: 3.0, altitude: 0.5f64.asin() };
    /// let level = Surface { tilt: 0.0, azimuth: 0.0, albedo: 0.2 };
    /// assert!((level.irradiance_w_m2(light, sun) - 500.0).abs() < 1e-9);
    /// ```
    pub fn irradiance_w_m2(&self, light: Irradiance, sun: Horizontal) -> f64 {
        let facing_sky = (1.0 + self.tilt.cosine()) / 2.0;
        light.direct_w_m2 * self.cos_incidence(sun).max(0.0)
            + light.diffuse_w_m2 * facing_sky
            + light.global_w_m2 * self.albedo * (1.0 - facing_sky)
    }
}
