//! The highest point of the ground in a direction.

use super::curvature::{Bent, USUAL_REFRACTION};
use super::place::{GroundPlace, HeightAt, Terrain};
use crate::geodesic::{Ellipsoid, GeodesicRay};

/// Length of a ray, m.
pub const REACH_M: f64 = 150_000.0;
/// The nearest point of a ray, and the least step, m.
const LEAST_STEP_M: f64 = 10.0;
/// A step as part of the distance.
const STEP: f64 = 1.0 / 400.0;
/// Upper limit of the ground, m. Source: Mount Everest, 8849 m (2020 survey).
const HIGHEST_GROUND_M: f64 = 8_900.0;
/// Samples between two tests whether farther ground can appear higher.
const LOOKS_A_TIME: u32 = 16;
/// Distance between the computed places of a ray, m. Between them it is straight in latitude and longitude,
/// 2.8 m off at a latitude of 80°.
const STRAIGHT_M: f64 = 5_000.0;
/// Latitude beyond which all places of a ray are computed, degrees.
const STRAIGHT_TO_DEG: f64 = 80.0;
/// Rounds of the search for the highest point between its neighbours, and parts of each round.
const ROUNDS: usize = 4;
const PARTS: usize = 10;

/// The position of an observer's eye.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewpoint {
    /// The place of the observer.
    pub place: GroundPlace,
    /// Height of the eye above mean sea level, m.
    pub elevation_m: f64,
}

/// The highest point of the ground in a direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SkylinePoint {
    /// Apparent altitude, degrees.
    pub altitude_deg: f64,
    /// Distance along the ground, m: at most 150 km, unless it is the horizon of the sea.
    pub distance_m: f64,
    /// Height above mean sea level, m.
    pub elevation_m: f64,
    /// Distance up to which heights are known in this direction, m: 150 km or less.
    pub known_m: f64,
    /// Lowest and highest apparent altitude that are possible, degrees; both the same over fine heights. See
    /// [`Skyline::with_sigma`].
    ///
    /// [`Skyline::with_sigma`]: super::Skyline::with_sigma
    pub possible_deg: [f64; 2],
}

impl SkylinePoint {
    /// Returns the highest point in a direction, degrees from north through east, up to 150 km away; the
    /// level horizon if no height is known. Beyond the last known height, the ground continues at that
    /// height; from eyes above 1.5 km, the sea continues beyond the reach.
    ///
    /// The ground is sampled every 10 m, and every 1/400 of the distance beyond 4 km. The highest point is
    /// then refined between its neighbours, which finds an edge to 0.001°. Another point between two samples
    /// may be higher by up to s / 800 radians, where the ground rises to it with a slope s (0.07° for 45°),
    /// or by s · 5 m / d at a distance d below 4 km. Refraction is [`USUAL_REFRACTION`].
    pub fn towards(eye: &Viewpoint, azimuth_deg: f64, terrain: &(impl Terrain + ?Sized)) -> Self {
        let found = Self::within(REACH_M, eye, azimuth_deg, terrain.along());
        let bent = Bent::new(eye.place.latitude_deg, azimuth_deg, eye.elevation_m, USUAL_REFRACTION);
        let sea = bent.sea_horizon().filter(|(distance_m, altitude_deg)| {
            found.distance_m > 0.0 && *distance_m > REACH_M && *altitude_deg > found.altitude_deg
        });
        sea.map_or(found, |(distance_m, altitude_deg)| Self {
            altitude_deg,
            possible_deg: [altitude_deg; 2],
            distance_m,
            elevation_m: 0.0,
            ..found
        })
    }

    /// Returns the highest point up to a distance, m; see [`SkylinePoint::towards`]. Its distance is 0 if no
    /// height is known.
    pub fn within(reach_m: f64, eye: &Viewpoint, azimuth_deg: f64, height_m: HeightAt) -> Self {
        let mut ray = Ray::new(reach_m, eye, azimuth_deg, height_m);
        let mut best = Candidate { tangent: f64::NEG_INFINITY, distance_m: 0.0, elevation_m: 0.0 };
        let (mut known_m, mut distance_m, mut step_m) = (reach_m, LEAST_STEP_M, LEAST_STEP_M);
        let (mut last_known_m, mut looks) = (None, 0u32);
        while distance_m <= reach_m {
            if looks.is_multiple_of(LOOKS_A_TIME) && ray.is_beyond_all(distance_m, best.tangent) {
                break;
            }
            looks += 1;
            match ray.look(distance_m) {
                Some(here) => {
                    best = best.or(here);
                    last_known_m = Some(here.elevation_m);
                }
                None => {
                    known_m = known_m.min(distance_m);
                    // Otherwise the observer would look through unknown ground, below the horizon.
                    let assumed = last_known_m.map(|height_m| ray.candidate(distance_m, height_m));
                    best = assumed.map_or(best, |assumed| best.or(assumed));
                }
            }
            step_m = LEAST_STEP_M.max(distance_m * STEP);
            distance_m += step_m;
        }
        if best.tangent == f64::NEG_INFINITY {
            let elevation_m = eye.elevation_m;
            return Self { altitude_deg: 0.0, distance_m: 0.0, elevation_m, known_m, possible_deg: [0.0; 2] };
        }
        let best = ray.refined(best, step_m.min(LEAST_STEP_M.max(best.distance_m * STEP)));
        Self {
            altitude_deg: best.tangent.atan().to_degrees(),
            distance_m: best.distance_m,
            elevation_m: best.elevation_m,
            known_m,
            possible_deg: [best.tangent.atan().to_degrees(); 2],
        }
    }
}

/// A point that may be the highest.
#[derive(Clone, Copy)]
struct Candidate {
    /// Tangent of its apparent altitude.
    tangent: f64,
    distance_m: f64,
    elevation_m: f64,
}

impl Candidate {
    fn or(self, other: Self) -> Self {
        if other.tangent > self.tangent { other } else { self }
    }
}

/// A ray over the ground.
struct Ray<'a> {
    /// Its length, m.
    reach_m: f64,
    bent: Bent,
    line: GeodesicRay,
    /// Places along the ray, [`STRAIGHT_M`] apart; none near a pole.
    places: Vec<GroundPlace>,
    eye_m: f64,
    height_m: HeightAt<'a>,
}

impl<'a> Ray<'a> {
    fn new(reach_m: f64, eye: &Viewpoint, azimuth_deg: f64, height_m: HeightAt<'a>) -> Self {
        let start = [eye.place.latitude_deg, eye.place.longitude_deg];
        let line = GeodesicRay::new(Ellipsoid::Wgs84, start, azimuth_deg);
        let is_straight = eye.place.latitude_deg.abs() < STRAIGHT_TO_DEG - 2.0;
        let count = if is_straight { (reach_m / STRAIGHT_M) as usize + 2 } else { 0 };
        let mut places: Vec<GroundPlace> =
            (0..count).map(|k| line.at(k as f64 * STRAIGHT_M).into()).collect();
        for k in 1..places.len() {
            let turns = ((places[k].longitude_deg - places[k - 1].longitude_deg) / 360.0).round();
            places[k].longitude_deg -= 360.0 * turns;
        }
        let bent = Bent::new(eye.place.latitude_deg, azimuth_deg, eye.elevation_m, USUAL_REFRACTION);
        Self { reach_m, bent, line, places, eye_m: eye.elevation_m, height_m }
    }

    fn place(&self, distance_m: f64) -> GroundPlace {
        if self.places.is_empty() {
            return self.line.at(distance_m).into();
        }
        let at = distance_m / STRAIGHT_M;
        let (before, part) = (at as usize, at.fract());
        let [a, b] = [self.places[before], self.places[before + 1]];
        let longitude_deg = a.longitude_deg + part * (b.longitude_deg - a.longitude_deg);
        GroundPlace {
            latitude_deg: a.latitude_deg + part * (b.latitude_deg - a.latitude_deg),
            longitude_deg: longitude_deg - 360.0 * f64::from(u8::from(longitude_deg > 180.0))
                + 360.0 * f64::from(u8::from(longitude_deg < -180.0)),
        }
    }

    fn look(&mut self, distance_m: f64) -> Option<Candidate> {
        let place = self.place(distance_m);
        (self.height_m)(place).map(|elevation_m| self.candidate(distance_m, elevation_m))
    }

    fn candidate(&self, distance_m: f64, elevation_m: f64) -> Candidate {
        let (off_m, up_m) = self.bent.seen_m(distance_m, elevation_m);
        Candidate { tangent: up_m / off_m, distance_m, elevation_m }
    }

    /// Returns whether no ground at this distance or beyond can appear higher than a tangent.
    fn is_beyond_all(&self, distance_m: f64, tangent: f64) -> bool {
        let (off_m, up_m) = self.bent.seen_m(distance_m, HIGHEST_GROUND_M);
        // Seen from below, the same height appears lower with the distance.
        self.eye_m < HIGHEST_GROUND_M && up_m / off_m < tangent
    }

    /// Refines the highest point between its neighbours.
    fn refined(&mut self, found: Candidate, step_m: f64) -> Candidate {
        let (mut best, mut step_m) = (found, step_m);
        for _ in 0..ROUNDS {
            let from_m = best.distance_m - step_m;
            let part_m = 2.0 * step_m / PARTS as f64;
            let looks = (0..=PARTS).map(|k| from_m + k as f64 * part_m);
            let range_m = 1.0..=self.reach_m;
            let looks = looks.filter(|distance_m| range_m.contains(distance_m));
            best = looks.filter_map(|distance_m| self.look(distance_m)).fold(best, Candidate::or);
            step_m = part_m;
        }
        best
    }
}
