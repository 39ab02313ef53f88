//! The Moon with its mountains before the Sun.

use crate::constants::{EQUATORIAL_RADIUS_KM, MOON_REFERENCE_RADIUS_KM};
use crate::math::portable::Portable;
use crate::sky::limb::{DIRECTIONS, Profile, STEP_DEG};
use std::sync::LazyLock;

/// Half the width of a valley, in directions of a profile: 1.4°, 42 km on the limb.
const HALF_VALLEY: usize = 7;
/// More than any valley is deep, Earth radii: 13 km.
const HIGHER: f64 = 0.002;

/// Directions in a stretch of the limb.
pub(super) const STRETCH: usize = 8;
/// Number of stretches.
pub(super) const STRETCHES: usize = DIRECTIONS / STRETCH;
/// Sine of the angle from the middle of a stretch to its first and its last direction, 0.7°.
pub(super) const SIN_HALF_STRETCH: f64 = 0.012_217;

/// Neighbouring directions of the limb.
#[derive(Debug, Clone, Copy)]
pub(super) struct LimbStretch {
    /// The direction in its middle: east, north.
    pub(super) middle: [f64; 2],
    /// Radii, Earth equatorial radii.
    pub(super) least: f64,
    pub(super) greatest: f64,
}

/// The Moon with its mountains, as oriented in the sky, and the size of the Sun behind it.
#[derive(Debug, Clone)]
pub struct RuggedMoon {
    /// Radii in Earth equatorial radii, and their directions in the sky: east, north.
    pub(super) radii: Vec<f64>,
    pub(super) directions: Vec<[f64; 2]>,
    pub(super) stretches: Vec<LimbStretch>,
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
        let directions: Vec<_> = UNTURNED.iter().map(turned).collect();
        let stretches = stretches(&radii, &directions);
        Self { radii, directions, stretches, sun_radius, light: 0.0 }
    }

    /// Returns this Moon for a totality in which the given part of the Sun's disc may still shine, 0 … 0.001.
    pub fn with_light(self, light: f64) -> Self {
        Self { light, ..self }
    }

    /// Returns this Moon with the valley around a direction filled, or its mountain removed, so that other
    /// directions decide.
    pub(crate) fn without(mut self, k: usize, is_total: bool) -> Self {
        let count = self.radii.len();
        for near in k + count - HALF_VALLEY..=k + count + HALF_VALLEY {
            self.radii[near % count] += if is_total { HIGHER } else { -HIGHER };
        }
        self.stretches = stretches(&self.radii, &self.directions);
        self
    }

    /// Returns whether all radii are equal.
    pub(super) fn is_round(&self) -> bool {
        let [least, most] = self.least_and_most();
        least == most
    }

    /// The least and the greatest radius.
    pub(super) fn least_and_most(&self) -> [f64; 2] {
        let ends = |[a, b]: [f64; 2], s: &LimbStretch| [a.min(s.least), b.max(s.greatest)];
        self.stretches.iter().fold([f64::INFINITY, 0.0], ends)
    }
}

fn stretches(radii: &[f64], directions: &[[f64; 2]]) -> Vec<LimbStretch> {
    let stretch = |(radii, directions): (&[f64], &[[f64; 2]])| {
        let [a, b] = [directions[STRETCH / 2 - 1], directions[STRETCH / 2]];
        LimbStretch {
            middle: [0, 1].map(|i| (a[i] + b[i]) / 2.0),
            least: radii.iter().copied().fold(f64::INFINITY, f64::min),
            greatest: radii.iter().copied().fold(0.0, f64::max),
        }
    };
    radii.chunks(STRETCH).zip(directions.chunks(STRETCH)).map(stretch).collect()
}
