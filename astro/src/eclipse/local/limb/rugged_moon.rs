//! The Moon with its mountains before the Sun.

use crate::constants::{EQUATORIAL_RADIUS_KM, MOON_REFERENCE_RADIUS_KM};
use crate::math::portable::Portable;
use crate::sky::limb::{DIRECTIONS, Profile, STEP_DEG};
use std::sync::LazyLock;

/// Half the width of a valley, in directions of a profile: 1.4°, 42 km on the limb.
const HALF_VALLEY: usize = 7;
/// More than any valley is deep, Earth radii: 13 km.
const HIGHER: f64 = 0.002;

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
        let radius = |height_km: &f64| (MOON_REFERENCE_RADIUS_KM + height_km) / EQUATORIAL_RADIUS_KM;
        Self::of(profile.heights_km().iter().map(radius).collect(), axis_position_angle, sun_radius)
    }

    /// A Moon without mountains, of a radius in Earth equatorial radii.
    pub fn smooth(radius: f64, sun_radius: f64) -> Self {
        Self::of(vec![radius; DIRECTIONS], 0.0, sun_radius)
    }

    fn of(radii: Vec<f64>, axis_position_angle: f64, sun_radius: f64) -> Self {
        static UNTURNED: LazyLock<Vec<[f64; 2]>> = LazyLock::new(|| {
            let angles = (0..DIRECTIONS).map(|k| (k as f64 * STEP_DEG).to_radians());
            angles.map(|angle| angle.sine_cosine().into()).collect()
        });
        let (sin, cos) = axis_position_angle.sine_cosine();
        let turned = |[east, north]: &[f64; 2]| [east * cos + north * sin, north * cos - east * sin];
        Self { radii, directions: UNTURNED.iter().map(turned).collect(), sun_radius, light: 0.0 }
    }

    /// The same Moon for a totality in which this part of the Sun's disc may still shine, 0 … 0.001.
    pub fn with_light(self, light: f64) -> Self {
        Self { light, ..self }
    }

    /// The same Moon with the valley around a direction filled, or its mountain removed, so that other
    /// directions decide.
    pub(crate) fn without(mut self, k: usize, is_total: bool) -> Self {
        let count = self.radii.len();
        for near in k + count - HALF_VALLEY..=k + count + HALF_VALLEY {
            self.radii[near % count] += if is_total { HIGHER } else { -HIGHER };
        }
        self
    }

    /// The least and the greatest radius.
    pub(super) fn least_and_most(&self) -> [f64; 2] {
        let ends = |[a, b]: [f64; 2], r: &f64| [a.min(*r), b.max(*r)];
        self.radii.iter().fold([f64::INFINITY, 0.0], ends)
    }
}
