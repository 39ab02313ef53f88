//! The lines of a sweep over a block of ground.

use super::curvature::{USUAL_REFRACTION, radius_of_curvature_m};
use super::ground_block::{GroundBlock, MapPoint};
use super::place::GroundPlace;
use super::ray::REACH_M;
use super::sweep::Sweep;
use std::f64::consts::TAU;

/// Distance up to which a sweep leaves the ground to single rays, m. Beyond it, the two lines beside an eye
/// differ by less than 1° where the ground between them differs by 60 m.
pub const NEAR_M: f64 = 4_000.0;
/// Distance between the computed points of a line, m. Between them it is straight on the map, 0.5 m · tan φ
/// off.
const STRAIGHT_M: f64 = 5_000.0;

/// Lines side by side over a block, in one direction at its middle.
///
/// The lines are great circles on the sphere of geodetic latitude and longitude, perpendicular to one great
/// circle through the middle. Azimuths and distances are those of the ellipsoid: with the radii of curvature
/// M and N, a metre north is 1 / M and a metre east 1 / (N cos φ) radians. Such a line is off the geodesic
/// with its azimuth by less than 20 m at 150 km, 0.01°. Within 200 km of the middle, neighbours converge by
/// less than 0.05 %.
#[derive(Debug, Clone)]
pub struct SweepLines {
    middle: GroundPlace,
    azimuth_deg: f64,
    /// The middle, the direction ahead of it and that to its right, on the sphere; the middle has the
    /// longitude 0.
    axes: [[f64; 3]; 3],
    /// Metres per radian along the lines.
    radius_m: f64,
    /// Distance between lines and between samples on them, m.
    spacing_m: f64,
}

/// A position among the lines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinePosition {
    /// Number of the line to the left, and the part of the way to the next.
    pub line: f64,
    /// Distance ahead of the middle, m.
    pub distance_m: f64,
    /// Direction of the lines here, degrees from north through east.
    pub azimuth_deg: f64,
}

/// An eye between two lines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StripEye {
    /// Part of the way from the left line to the right one, 0 … 1.
    pub part: f64,
    /// Distance ahead of the middle, m.
    pub distance_m: f64,
    /// Height above mean sea level, m.
    pub elevation_m: f64,
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The place itself, north and east of it, on the sphere; `longitude_deg` counts from the middle.
fn frame(latitude_deg: f64, longitude_deg: f64) -> [[f64; 3]; 3] {
    let (sin, cos) = latitude_deg.to_radians().sin_cos();
    let (turn_sin, turn_cos) = longitude_deg.to_radians().sin_cos();
    [
        [cos * turn_cos, cos * turn_sin, sin],
        [-sin * turn_cos, -sin * turn_sin, cos],
        [-turn_sin, turn_cos, 0.0],
    ]
}

/// The radii of curvature along the meridian, M, and across it, N; m.
fn radii_m(latitude_deg: f64) -> [f64; 2] {
    [0.0, 90.0].map(|azimuth_deg| radius_of_curvature_m(latitude_deg, azimuth_deg))
}

impl SweepLines {
    /// Returns lines `spacing_m` metres apart that go in the direction of an azimuth at the middle, degrees.
    pub fn new(middle: GroundPlace, azimuth_deg: f64, spacing_m: f64) -> Self {
        let [here, north, east] = frame(middle.latitude_deg, 0.0);
        let [m, n] = radii_m(middle.latitude_deg);
        let (sin, cos) = azimuth_deg.to_radians().sin_cos();
        // The direction on the sphere: M and N metres per radian.
        let radius_m = 1.0 / (cos / m).hypot(sin / n);
        let (toward_north, toward_east) = (radius_m * cos / m, radius_m * sin / n);
        let ahead = std::array::from_fn(|k| toward_north * north[k] + toward_east * east[k]);
        let right = std::array::from_fn(|k| toward_north * east[k] - toward_east * north[k]);
        Self { middle, azimuth_deg, axes: [here, ahead, right], radius_m, spacing_m }
    }

    /// Returns the position of a place among the lines. Exact on the sphere.
    pub fn position(&self, place: GroundPlace) -> LinePosition {
        let longitude_deg = place.longitude_deg - self.middle.longitude_deg;
        let [here, north, east] = frame(place.latitude_deg, longitude_deg);
        let [middle, ahead, right] = self.axes;
        let [m, n] = radii_m(place.latitude_deg);
        let across = dot(here, right).atan2(dot(here, middle));
        LinePosition {
            line: across * self.radius_m / self.spacing_m,
            distance_m: dot(here, ahead).asin() * self.radius_m,
            azimuth_deg: (n * dot(ahead, east)).atan2(m * dot(ahead, north)).to_degrees().rem_euclid(360.0),
        }
    }

    /// Returns the tangents of the apparent altitude of the horizon for eyes between the line `strip` and the
    /// next, the farthest eye first: of all ground from [`NEAR_M`] on to 150 km and more, linear between the
    /// two lines. NaN where no height ahead is known. Unknown ground continues at the last known height.
    pub fn tangents(&self, ground: &GroundBlock, strip: i32, eyes: &[StripEye]) -> Vec<f32> {
        let (Some(farthest), Some(nearest)) = (eyes.first(), eyes.last()) else { return Vec::new() };
        let first = (nearest.distance_m / self.spacing_m).floor() as i64;
        let last = ((farthest.distance_m + REACH_M) / self.spacing_m).ceil() as i64;
        let sides = [strip, strip + 1].map(|line| {
            let heights_m = self.heights_m(ground, line, first..=last);
            self.of_line(&heights_m, first, eyes)
        });
        let between =
            |(eye, (left, right)): (&StripEye, (&f64, &f64))| (left + eye.part * (right - left)) as f32;
        eyes.iter().zip(sides[0].iter().zip(&sides[1])).map(between).collect()
    }

    /// The heights of the samples of a line, m; NaN before the first known one.
    fn heights_m(&self, ground: &GroundBlock, line: i32, samples: std::ops::RangeInclusive<i64>) -> Vec<f32> {
        let begin_m = *samples.start() as f64 * self.spacing_m;
        let length_m = (samples.end() - samples.start()) as f64 * self.spacing_m;
        let nodes = (0..length_m as usize / STRAIGHT_M as usize + 2)
            .map(|k| self.point(ground, line, begin_m + k as f64 * STRAIGHT_M));
        let nodes: Vec<MapPoint> = nodes.collect();
        let mut last_m = f32::NAN;
        let height_m = |k: i64| {
            let at = k as f64 * self.spacing_m / STRAIGHT_M;
            let (before, part) = (at as usize, at.fract());
            let [a, b] = [nodes[before], nodes[before + 1]];
            let right = a.right + part * (b.right - a.right);
            let height_m = ground.height_m(MapPoint { right, down: a.down + part * (b.down - a.down) });
            last_m = if height_m.is_nan() { last_m } else { height_m };
            last_m
        };
        (0..=samples.end() - samples.start()).map(height_m).collect()
    }

    /// The point of the map at a distance along a line.
    fn point(&self, ground: &GroundBlock, line: i32, distance_m: f64) -> MapPoint {
        let [middle, ahead, right] = self.axes;
        let (across, along) = (f64::from(line) * self.spacing_m / self.radius_m, distance_m / self.radius_m);
        let ((sin, cos), (across_sin, across_cos)) = (along.sin_cos(), across.sin_cos());
        let [x, y, z]: [f64; 3] =
            std::array::from_fn(|k| sin * ahead[k] + cos * (across_cos * middle[k] + across_sin * right[k]));
        MapPoint { right: ground.point(self.middle).right + y.atan2(x) / TAU, down: 0.5 - z.atanh() / TAU }
    }

    /// The tangents for eyes over one line; `first` is the number of its first sample.
    fn of_line(&self, heights_m: &[f32], first: i64, eyes: &[StripEye]) -> Vec<f64> {
        let mut sweep = Sweep::new(self.middle.latitude_deg, self.azimuth_deg, USUAL_REFRACTION);
        let mut rest = heights_m;
        let of_eye = |eye: &StripEye| {
            // The sample before the end of the near ground belongs to both.
            let begin_m = eye.distance_m + NEAR_M - self.spacing_m;
            while let [before @ .., height_m] = rest {
                let distance_m = (first + before.len() as i64) as f64 * self.spacing_m;
                if distance_m < begin_m {
                    break;
                }
                if !height_m.is_nan() {
                    sweep.add(distance_m, f64::from(*height_m));
                }
                rest = before;
            }
            sweep.tangent(eye.distance_m, eye.elevation_m).unwrap_or(f64::NAN)
        };
        eyes.iter().map(of_eye).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{SkylinePoint, Viewpoint};
    use super::*;

    /// Difference from a single ray, degrees: the samples of both lie beside the crests.
    const TOLERANCE_DEG: f64 = 0.02;

    /// Ridges up to 1400 m, 14 to 70 km apart, m.
    fn ridges_m(place: GroundPlace) -> Option<f64> {
        let (north, east) = (place.latitude_deg * 111.2, place.longitude_deg * 80.0);
        let hills = (north / 3.1).sin() * (east / 2.3).cos() + 0.7 * (north / 11.0 + east / 7.0).sin();
        Some(700.0 + 400.0 * hills)
    }

    #[test]
    fn eyes_between_lines_see_what_a_single_ray_sees() {
        let middle = GroundPlace { latitude_deg: 44.0, longitude_deg: 5.0 };
        let (step, side) = (1.0 / f64::from(1 << 18), 3_000);
        let of_middle = MapPoint::from(middle);
        let half = 0.5 * f64::from(side) * step;
        let first = MapPoint { right: of_middle.right - half, down: of_middle.down - half };
        let height_m = |k: i32| {
            let (column, row) = (f64::from(k % side), f64::from(k / side));
            let at = MapPoint { right: first.right + column * step, down: first.down + row * step };
            ridges_m(at.place()).map_or(f32::NAN, |height_m| height_m as f32)
        };
        let heights_m = (0..side * side).map(height_m).collect();
        let ground = GroundBlock { first, step, columns: side as usize, heights_m };
        let mut worst_deg = 0f64;
        for azimuth_deg in [0.0, 41.5, 90.0, 200.0, 283.0] {
            let lines = SweepLines::new(middle, azimuth_deg, ground.spacing_m(middle.latitude_deg));
            for k in 0..40u32 {
                let part = |n: u32| f64::from(k * n % 41) / 41.0 - 0.5;
                let place = GroundPlace {
                    latitude_deg: middle.latitude_deg + 0.3 * part(7),
                    longitude_deg: middle.longitude_deg + 0.4 * part(12),
                };
                // High enough that no near ground is the skyline.
                let elevation_m = 1_500.0;
                let at = lines.position(place);
                let eye =
                    StripEye { part: at.line - at.line.floor(), distance_m: at.distance_m, elevation_m };
                let found = lines.tangents(&ground, at.line.floor() as i32, &[eye])[0];
                let viewpoint = Viewpoint { place, elevation_m };
                let expected = SkylinePoint::towards(&viewpoint, at.azimuth_deg, &ridges_m);
                assert!(expected.distance_m > NEAR_M, "{expected:?}");
                let difference_deg = f64::from(found).atan().to_degrees() - expected.altitude_deg;
                worst_deg = worst_deg.max(difference_deg.abs());
            }
        }
        println!("200 eyes, worst {worst_deg:.5}°");
        assert!(worst_deg < TOLERANCE_DEG, "{worst_deg}");
    }
}
