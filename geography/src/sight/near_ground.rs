//! The horizon of the ground near an eye.

use super::curvature::{Bent, USUAL_REFRACTION, radius_of_curvature_m};
use super::ground_block::{GroundBlock, MapPoint};
use super::ray::Viewpoint;
use std::f64::consts::TAU;

/// Distance up to which ground is near, m. Beyond it, two lines of a sweep on both sides of an eye differ by
/// less than 1° where the ground between them differs by 60 m.
pub const NEAR_M: f64 = 4_000.0;
/// The nearest point and the least step, m.
const LEAST_STEP_M: f64 = 10.0;
/// A step as part of the distance, and the greatest step as part of the distance between heights.
const STEP: f64 = 1.0 / 20.0;
const STEP_OF_SPACING: f64 = 0.25;

impl GroundBlock {
    /// Returns the tangent of the apparent altitude of the highest ground up to [`NEAR_M`] in a direction,
    /// degrees from north through east, or `None` if no height there is known. Beyond the last known height,
    /// the ground continues at that height.
    ///
    /// The ground is sampled every 10 m; beyond 200 m at 1/20 of the distance, up to a quarter of the
    /// distance between heights. The line of sight is straight on the map, 1.3 m · tan φ off at its end.
    pub fn near_tangent(&self, eye: &Viewpoint, azimuth_deg: f64) -> Option<f64> {
        let latitude_deg = eye.place.latitude_deg;
        let bent = Bent::new(latitude_deg, azimuth_deg, eye.elevation_m, USUAL_REFRACTION);
        let start = self.point(eye.place);
        let (sin, cos) = azimuth_deg.to_radians().sin_cos();
        let parallel = latitude_deg.to_radians().cos();
        // Sides of the map per metre.
        let right = sin / (radius_of_curvature_m(latitude_deg, 90.0) * parallel * TAU);
        let down = -cos / (radius_of_curvature_m(latitude_deg, 0.0) * parallel * TAU);
        let greatest_step_m = LEAST_STEP_M.max(STEP_OF_SPACING * self.spacing_m(latitude_deg));
        let (mut best, mut last_known_m, mut distance_m) = (None::<f64>, None, LEAST_STEP_M);
        while distance_m <= NEAR_M {
            let at =
                MapPoint { right: start.right + distance_m * right, down: start.down + distance_m * down };
            let height_m = self.height_m(at);
            if !height_m.is_nan() {
                last_known_m = Some(f64::from(height_m));
            }
            if let Some(height_m) = last_known_m {
                let (off_m, up_m) = bent.seen_m(distance_m, height_m);
                let tangent = up_m / off_m;
                best = Some(best.map_or(tangent, |best| best.max(tangent)));
            }
            distance_m += (distance_m * STEP).clamp(LEAST_STEP_M, greatest_step_m);
        }
        best
    }
}
