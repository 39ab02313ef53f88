//! The shortest path between two points, and the points along it.

use super::ellipsoid::Ellipsoid;
use super::line::{Along, GeodesicRay};
use geographiclib_rs::InverseGeodesic;

/// The geodesic from one point to another.
///
/// ```
/// use geography::geodesic::{Ellipsoid, Route};
/// // Wellington to Salamanca, the example of GeographicLib.
/// let route = Route::new(Ellipsoid::Wgs84, [[-41.32, 174.81], [40.96, -5.5]]);
/// assert!((route.distance_m - 19_959_679.267).abs() < 0.001);
/// assert_eq!(route.division(1, 2).distance_m, route.distance_m / 2.0);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Route {
    line: GeodesicRay,
    /// The length, metres.
    pub distance_m: f64,
    /// The first point.
    pub start: Along,
    /// The last point.
    pub end: Along,
}

impl Route {
    /// Returns a shortest path between two points, each a latitude within −90 … 90 and a longitude, in
    /// degrees. Antipodal points have several.
    pub fn new(ellipsoid: Ellipsoid, [from, to]: [[f64; 2]; 2]) -> Self {
        let (distance_m, from_azimuth_deg, to_azimuth_deg, _): (f64, f64, f64, f64) =
            ellipsoid.geodesic().inverse(from[0], from[1], to[0], to[1]);
        let along = |distance_m, [latitude_deg, longitude_deg]: [f64; 2], azimuth_deg| {
            Along::new(distance_m, latitude_deg, longitude_deg, azimuth_deg)
        };
        Self {
            line: GeodesicRay::new(ellipsoid, from, from_azimuth_deg),
            distance_m,
            start: along(0.0, from, from_azimuth_deg),
            end: along(distance_m, to, to_azimuth_deg),
        }
    }

    /// Returns the point at a distance from the start, metres.
    #[inline]
    pub fn at(&self, distance_m: f64) -> Along {
        self.line.at(distance_m)
    }

    /// Returns the end of part `number` if the path is divided into `parts` equal parts; 0 is the start.
    pub fn division(&self, number: usize, parts: usize) -> Along {
        match number {
            0 => self.start,
            _ if number >= parts => self.end,
            _ => self.at(self.distance_m * number as f64 / parts as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::angle::positive_deg;
    use crate::geodesic::longitude_within_half_turn_deg;

    /// Greatest error of a distance, and of a point as one.
    const TOLERANCE_M: f64 = 1.5e-3;
    /// Greatest error of a direction.
    const TOLERANCE_DEG: f64 = 1.5e-8;
    const PAIRS: usize = 100_000;

    #[test]
    fn longitudes_and_azimuths_have_one_form() {
        for (given, expected) in [(-180.0, 180.0), (180.0, 180.0), (360.0, 0.0), (190.0, -170.0), (-0.0, 0.0)]
        {
            let found = longitude_within_half_turn_deg(given);
            assert!(found == expected && found.is_sign_positive() == (expected >= 0.0), "{given}: {found}");
        }
        assert_eq!([-1e-20, -90.0, 180.0, -0.0].map(positive_deg), [0.0, 270.0, 180.0, 0.0]);
        assert!(positive_deg(-0.0).is_sign_positive());
    }

    /// There and back, at random on all ellipsoids, every second pair nearly antipodal: the way back is as
    /// long, its directions are opposite, and the point that lies as far from the start is the last one.
    #[test]
    fn the_way_back_is_the_same() {
        let mut state = 1u64;
        let mut within = move |from: f64, to: f64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            from + (to - from) * (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let (mut length_m, mut end_m, mut turn_deg) = (0.0f64, 0.0f64, 0.0f64);
        for number in 0..PAIRS {
            let ellipsoid = Ellipsoid::ALL[number % Ellipsoid::ALL.len()];
            let from = [within(-1.0, 1.0).asin().to_degrees(), within(-180.0, 180.0)];
            let to = match number % 2 {
                0 => [within(-1.0, 1.0).asin().to_degrees(), within(-180.0, 180.0)],
                _ => [(within(-0.6, 0.6) - from[0]).clamp(-90.0, 90.0), from[1] + 180.0 + within(-0.6, 0.6)],
            };
            let (there, back) = (Route::new(ellipsoid, [from, to]), Route::new(ellipsoid, [to, from]));
            let reached = there.at(there.distance_m);
            let missed = Route::new(ellipsoid, [[reached.latitude_deg, reached.longitude_deg], to]);
            length_m = length_m.max((there.distance_m - back.distance_m).abs());
            end_m = end_m.max(missed.distance_m);
            for (one, other) in [(there.start, back.end), (there.end, back.start)] {
                let apart_deg = (one.azimuth_deg - other.azimuth_deg).abs();
                turn_deg = turn_deg.max((apart_deg - 180.0).abs());
            }
        }
        println!("{PAIRS} pairs: lengths differ by {length_m:.1e} m, directions by {turn_deg:.1e}°");
        println!("the end is missed by {end_m:.1e} m at most");
        assert!(length_m < TOLERANCE_M && end_m < TOLERANCE_M && turn_deg < TOLERANCE_DEG);
    }
}
