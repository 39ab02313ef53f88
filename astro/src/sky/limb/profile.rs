//! Heights all around the limb.

use crate::Error;
use crate::constants::MOON_REFERENCE_RADIUS_KM;
use crate::math::portable::Portable;

/// Directions around the limb in which a profile has a height.
pub const DIRECTIONS: usize = 1800;
/// Step of the axis angle from one height to the next, degrees.
pub const STEP_DEG: f64 = 360.0 / DIRECTIONS as f64;

/// Heights of the limb over the circle of 1737.4 km, at axis angles 0°, 0.2° … 359.8°.
///
/// A height in kilometres is that of a sphere whose limb, from the viewpoint, is seen just where the terrain
/// ends; it hardly depends on the distance of the observer, while the angle that it fills does.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    heights_km: Vec<f64>,
}

impl Profile {
    /// From the heights at axis angles 0°, 0.2° … 359.8°, km. Errors: [`Error::Table`] if they are not 1,800
    /// finite numbers.
    pub fn new(heights_km: Vec<f64>) -> Result<Self, Error> {
        let finite = heights_km.iter().filter(|h| h.is_finite()).count();
        if heights_km.len() == DIRECTIONS && finite == DIRECTIONS {
            return Ok(Self { heights_km });
        }
        let problem = format!("{finite} finite heights of {}; must be {DIRECTIONS}", heights_km.len());
        Err(Error::Table { table: "profile of the limb", problem })
    }

    /// From 1,800 finite heights.
    pub(super) fn of(heights_km: Vec<f64>) -> Self {
        Self { heights_km }
    }

    /// The heights at axis angles 0°, 0.2° … 359.8°, km over 1737.4 km.
    pub fn heights_km(&self) -> &[f64] {
        &self.heights_km
    }

    /// The height at an axis angle in radians, km, linearly between its neighbours.
    ///
    /// ```
    /// use astro::sky::limb::{DIRECTIONS, Profile};
    /// let ramp = Profile::new((0..DIRECTIONS).map(|k| k as f64 / 1000.0).collect())?;
    /// assert!((ramp.height_km(10.1f64.to_radians()) - 0.0505).abs() < 1e-12);
    /// // Between 359.8° and 360° down to the first height again.
    /// assert!((ramp.height_km(-0.1f64.to_radians()) - 1.799 / 2.0).abs() < 1e-9);
    /// # Ok::<(), astro::Error>(())
    /// ```
    pub fn height_km(&self, axis_angle: f64) -> f64 {
        let steps = (axis_angle.to_degrees() / STEP_DEG).rem_euclid(DIRECTIONS as f64);
        let k = (steps as usize).min(DIRECTIONS - 1);
        let (here, next) = (self.heights_km[k], self.heights_km[(k + 1) % DIRECTIONS]);
        here + (next - here) * (steps - k as f64)
    }

    /// The mean of several profiles by weights that add up to one: between the viewpoints of a table.
    pub fn mean(parts: &[(&Self, f64)]) -> Self {
        let mut heights_km = vec![0.0; DIRECTIONS];
        for (part, weight) in parts {
            for (mean, height) in heights_km.iter_mut().zip(&part.heights_km) {
                *mean += weight * height;
            }
        }
        Self { heights_km }
    }
}

/// Semidiameter of the circle of 1737.4 km from a distance in km, radians; NaN from inside the Moon.
pub fn reference_semidiameter(distance_km: f64) -> f64 {
    (MOON_REFERENCE_RADIUS_KM / distance_km).arcsine()
}

/// The angle that a height of the limb fills over the circle of 1737.4 km, radians; NaN from inside the Moon.
pub fn height_angle(height_km: f64, distance_km: f64) -> f64 {
    ((MOON_REFERENCE_RADIUS_KM + height_km) / distance_km).arcsine() - reference_semidiameter(distance_km)
}
