//! The Moon with its mountains before the Sun.

use crate::constants::{EQUATORIAL_RADIUS_KM, MOON_REFERENCE_RADIUS_KM};
use crate::math::portable::Portable;
use crate::sky::limb::{Profile, STEP_DEG};

/// The Moon with its mountains, as oriented in the sky, and the size of the Sun behind it.
#[derive(Debug, Clone)]
pub struct RuggedMoon {
    /// Radii in Earth equatorial radii, and their directions in the sky: east, north.
    pub(super) radii: Vec<f64>,
    pub(super) directions: Vec<[f64; 2]>,
    pub(super) sun_radius: f64,
    /// The part of the Sun's disc that may shine in totality.
    pub(super) light: f64,
}

impl RuggedMoon {
    /// A limb with its axis at `axis_position_angle` (radians, from celestial north through east), in front
    /// of a Sun of `sun_radius` Earth equatorial radii.
    pub fn new(profile: &Profile, axis_position_angle: f64, sun_radius: f64) -> Self {
        let direction = |k: usize| {
            let (east, north) = (axis_position_angle + (k as f64 * STEP_DEG).to_radians()).sine_cosine();
            [east, north]
        };
        let heights_km = profile.heights_km();
        let radius = |height_km: &f64| (MOON_REFERENCE_RADIUS_KM + height_km) / EQUATORIAL_RADIUS_KM;
        Self {
            radii: heights_km.iter().map(radius).collect(),
            directions: (0..heights_km.len()).map(direction).collect(),
            sun_radius,
            light: 0.0,
        }
    }

    /// The same Moon for a totality in which this part of the Sun's disc may still shine, 0 … 0.001.
    pub fn with_light(self, light: f64) -> Self {
        Self { light, ..self }
    }

    /// The least and the greatest radius.
    pub(super) fn least_and_most(&self) -> [f64; 2] {
        let ends = |[a, b]: [f64; 2], r: &f64| [a.min(*r), b.max(*r)];
        self.radii.iter().fold([f64::INFINITY, 0.0], ends)
    }

    /// The direction in which something is greatest, and how great it is there.
    pub(super) fn greatest(&self, of: impl Fn(usize) -> f64) -> (usize, f64) {
        let first = (0, f64::NEG_INFINITY);
        (0..self.radii.len()).map(|k| (k, of(k))).fold(first, |a, b| if b.1 > a.1 { b } else { a })
    }
}
