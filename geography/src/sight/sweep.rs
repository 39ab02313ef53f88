//! The horizon along a line over the ground, for many eyes on it.
//!
//! Source: Dozier & Frew (1990), *Rapid calculation of terrain parameters for radiation modeling from digital
//! elevation data*, IEEE Trans. Geosci. Remote Sensing 28, 963. Their links from point to point are here a
//! convex hull, which also serves eyes above the ground.

use super::curvature::{radius_of_curvature_m, sine_and_versine};

/// The ground ahead of the eyes on a line, from its far end towards them.
///
/// Add the samples of the ground from the far end of the line to its near end, and ask for the horizon of an
/// eye as soon as all ground ahead of it has been added. The horizon is always a corner of the upper convex
/// hull of that ground. The work for a line grows as n log n with its samples and eyes.
///
/// Curvature and refraction are those of [`Bent`](super::Bent) at one latitude and azimuth of the line. The
/// radius changes by less than 0.03 % in 200 km, which moves a horizon by less than 0.0002°.
#[derive(Debug, Clone)]
pub struct Sweep {
    /// Radius of the surface for which light is straight, m.
    radius_m: f64,
    /// Corners of the hull, the farthest first.
    hull: Vec<HullCorner>,
}

/// A point in the vertical plane of a line: its distance from the vertical of the origin, and its height
/// above the level plane through the origin, m.
#[derive(Debug, Clone, Copy)]
struct HullCorner {
    off_m: f64,
    up_m: f64,
}

impl HullCorner {
    /// Twice the area of the triangle from here over `near` to `far`; positive if `far` appears higher from
    /// here than `near`.
    fn turn(self, near: Self, far: Self) -> f64 {
        let (near_off, near_up) = (near.off_m - self.off_m, near.up_m - self.up_m);
        let (far_off, far_up) = (far.off_m - self.off_m, far.up_m - self.up_m);
        near_off * far_up - near_up * far_off
    }
}

impl Sweep {
    /// Returns a line without ground, at a latitude and in the direction of an azimuth, degrees;
    /// `refraction` is the coefficient k, less than 1.
    ///
    /// ```
    /// use geography::sight::{Bent, Sweep, USUAL_REFRACTION};
    /// // A hill of 500 m and a mountain of 2000 m behind it, 12 km and 40 km from the origin of the line.
    /// let mut sweep = Sweep::new(43.0, 280.0, USUAL_REFRACTION);
    /// sweep.add(40_000.0, 2000.0);
    /// sweep.add(12_000.0, 500.0);
    /// // From 300 m, 2 km from the origin, the mountain is the horizon: 38 km away.
    /// let tangent = sweep.tangent(2_000.0, 300.0).expect("ground ahead");
    /// let expected = Bent::new(43.0, 280.0, 300.0, USUAL_REFRACTION).altitude_deg(38_000.0, 2000.0);
    /// assert!((tangent.atan().to_degrees() - expected).abs() < 1e-9);
    /// ```
    pub fn new(latitude_deg: f64, azimuth_deg: f64, refraction: f64) -> Self {
        let radius_m = radius_of_curvature_m(latitude_deg, azimuth_deg) / (1.0 - refraction);
        Self { radius_m, hull: Vec::new() }
    }

    /// Adds a sample of the ground that is nearer to the eyes than all before it: its distance from the
    /// origin of the line and its height above mean sea level, m.
    ///
    /// An eye looks through ground that is not added. To treat unknown ground as
    /// [`SkylinePoint`](super::SkylinePoint) does, add it with the last known height on its near side.
    pub fn add(&mut self, distance_m: f64, height_m: f64) {
        let corner = self.corner(distance_m, height_m);
        while let [.., far, near] = self.hull[..]
            && corner.turn(near, far) >= 0.0
        {
            self.hull.pop();
        }
        self.hull.push(corner);
    }

    /// Returns the tangent of the apparent altitude of the horizon, from an eye at a distance from the origin
    /// of the line and a height above mean sea level, m. All ground that was added must be farther. Returns
    /// `None` without ground. Exact for these samples.
    pub fn tangent(&self, distance_m: f64, eye_m: f64) -> Option<f64> {
        let eye = self.corner(distance_m, eye_m);
        // Towards the far end, the corners rise for the eye up to the horizon and then sink.
        let (mut first, mut last) = (0, self.hull.len().checked_sub(1)?);
        while first < last {
            let middle = first.midpoint(last);
            if eye.turn(self.hull[middle + 1], self.hull[middle]) > 0.0 {
                last = middle;
            } else {
                first = middle + 1;
            }
        }
        let horizon = self.hull[first];
        let (sin, versine) = sine_and_versine(distance_m / self.radius_m);
        let (off, up) = (horizon.off_m - eye.off_m, horizon.up_m - eye.up_m);
        Some((up + off * sin - up * versine) / (off - up * sin - off * versine))
    }

    /// The point of a sample, from the level plane and the vertical of the origin.
    fn corner(&self, distance_m: f64, height_m: f64) -> HullCorner {
        let (sin, versine) = sine_and_versine(distance_m / self.radius_m);
        let from_centre_m = self.radius_m + height_m;
        HullCorner { off_m: from_centre_m * sin, up_m: height_m - from_centre_m * versine }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Bent, USUAL_REFRACTION};
    use super::*;
    use proptest::prelude::*;

    /// Height of an eye above the ground, m.
    const EYE_M: f64 = 1.7;

    proptest! {
        /// All samples of a line as eyes, against all samples ahead of each by the formula of a single ray.
        #[test]
        fn a_sweep_finds_what_a_loop_over_all_samples_finds(
            heights_m in prop::collection::vec(prop_oneof![0.0..4000.0f64, Just(0.0), 0.0..30.0f64], 2..300),
            step_m in 10.0..800.0f64,
            start_m in 0.0..100_000.0f64,
            above_m in prop_oneof![Just(EYE_M), 0.0..3000.0f64],
            latitude_deg in -89.0..89.0f64,
            azimuth_deg in 0.0..360.0f64,
        ) {
            let at = |k: usize| start_m + k as f64 * step_m;
            let mut sweep = Sweep::new(latitude_deg, azimuth_deg, USUAL_REFRACTION);
            for eye in (0..heights_m.len()).rev() {
                let eye_m = heights_m[eye] + above_m;
                let bent = Bent::new(latitude_deg, azimuth_deg, eye_m, USUAL_REFRACTION);
                let tangent = |k: usize| {
                    let (off_m, up_m) = bent.seen_m(at(k) - at(eye), heights_m[k]);
                    up_m / off_m
                };
                let expected = (eye + 1..heights_m.len()).map(tangent).reduce(f64::max);
                let found = sweep.tangent(at(eye), eye_m);
                prop_assert_eq!(found.is_some(), expected.is_some());
                if let Some((found, expected)) = found.zip(expected) {
                    prop_assert!((found - expected).abs() < 1e-9, "{} {}", found, expected);
                }
                sweep.add(at(eye), heights_m[eye]);
            }
        }
    }
}
