//! The skyline of an observer: how high the ground stands in each direction, and how far away.

use super::USUAL_REFRACTION;
use super::course::{Course, Place, positive_deg};
use super::curvature::Bent;

/// Directions of a skyline: one each half degree.
pub const RAYS: usize = 720;
/// How far a ray goes, m.
const REACH_M: f64 = 150_000.0;
/// The nearest point of a ray, and the least step, m.
const LEAST_STEP_M: f64 = 10.0;
/// A step as part of the distance.
const STEP: f64 = 1.0 / 400.0;
/// No ground of the Earth is higher, m. Source: Mount Everest, 8849 m (2020 survey).
const HIGHEST_GROUND_M: f64 = 8_900.0;
/// Places on a ray between which it is taken as straight in latitude and longitude, m apart: 2.8 m aside at a
/// latitude of 80°.
const STRAIGHT_M: f64 = 5_000.0;
/// Latitude beyond which each place of a ray is computed, degrees.
const STRAIGHT_TO_DEG: f64 = 80.0;
/// Rounds in which the highest point of a ray is sought between its neighbours, and parts of each round.
const ROUNDS: usize = 4;
const PARTS: usize = 10;

/// Where the eye of an observer is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewpoint {
    /// The place of the observer.
    pub place: Place,
    /// Height of the eye above mean sea level, m.
    pub elevation_m: f64,
}

/// The highest point of the ground in a direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SkylinePoint {
    /// Apparent altitude, degrees.
    pub altitude_deg: f64,
    /// Distance along the ground, m.
    pub distance_m: f64,
    /// Height above mean sea level, m.
    pub elevation_m: f64,
    /// How far the heights are known in this direction, m: 150 km or less.
    pub known_m: f64,
}

/// The skyline of an observer, a point in every half degree from north through east.
#[derive(Debug, Clone, PartialEq)]
pub struct Skyline {
    points: Vec<SkylinePoint>,
}

impl SkylinePoint {
    /// The highest point in a direction, degrees from north through east, up to 150 km away; the level
    /// horizon where no height is known. Where heights end, the ground is taken to go on at the last height:
    /// mountains there are missed, and nothing is seen through it.
    ///
    /// `height_m` gives the ground above mean sea level. The ground is looked at each 10 m, farther away than
    /// 4 km each 1/400 of the distance, and the highest point is then sought between its neighbours: an edge
    /// is found to 0.001°, a summit narrower than a step may be missed. Refraction as of
    /// [`USUAL_REFRACTION`].
    pub fn towards(eye: &Viewpoint, azimuth_deg: f64, height_m: impl Fn(Place) -> Option<f64>) -> Self {
        let ray = Ray::new(eye, azimuth_deg);
        let mut best = Candidate { tangent: f64::NEG_INFINITY, distance_m: 0.0, elevation_m: 0.0 };
        let (mut known_m, mut distance_m, mut step_m) = (REACH_M, LEAST_STEP_M, LEAST_STEP_M);
        let mut last_known_m = None;
        while distance_m <= REACH_M && !ray.is_beyond_all(distance_m, best.tangent) {
            match ray.look(distance_m, &height_m) {
                Some(here) => {
                    best = best.or(here);
                    last_known_m = Some(here.elevation_m);
                }
                None => {
                    known_m = known_m.min(distance_m);
                    // Else the observer would see through what is not known, below the horizon.
                    let assumed = last_known_m.map(|height_m| ray.candidate(distance_m, height_m));
                    best = assumed.map_or(best, |assumed| best.or(assumed));
                }
            }
            step_m = LEAST_STEP_M.max(distance_m * STEP);
            distance_m += step_m;
        }
        if best.tangent == f64::NEG_INFINITY {
            return Self { altitude_deg: 0.0, distance_m: 0.0, elevation_m: eye.elevation_m, known_m };
        }
        let best = ray.refined(best, step_m.min(LEAST_STEP_M.max(best.distance_m * STEP)), &height_m);
        Self {
            altitude_deg: best.tangent.atan().to_degrees(),
            distance_m: best.distance_m,
            elevation_m: best.elevation_m,
            known_m,
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
struct Ray {
    bent: Bent,
    course: Course,
    /// Places on the way, [`STRAIGHT_M`] apart; none near a pole.
    places: Vec<Place>,
    eye_m: f64,
}

impl Ray {
    fn new(eye: &Viewpoint, azimuth_deg: f64) -> Self {
        let course = Course::new(eye.place, azimuth_deg);
        let is_straight = eye.place.latitude_deg.abs() < STRAIGHT_TO_DEG - 2.0;
        let count = if is_straight { (REACH_M / STRAIGHT_M) as usize + 2 } else { 0 };
        let mut places: Vec<_> = (0..count).map(|k| course.at(k as f64 * STRAIGHT_M)).collect();
        for k in 1..places.len() {
            let turns = ((places[k].longitude_deg - places[k - 1].longitude_deg) / 360.0).round();
            places[k].longitude_deg -= 360.0 * turns;
        }
        let bent = Bent::new(eye.place.latitude_deg, azimuth_deg, eye.elevation_m, USUAL_REFRACTION);
        Self { bent, course, places, eye_m: eye.elevation_m }
    }

    fn place(&self, distance_m: f64) -> Place {
        if self.places.is_empty() {
            return self.course.at(distance_m);
        }
        let at = distance_m / STRAIGHT_M;
        let (before, part) = (at as usize, at.fract());
        let [a, b] = [self.places[before], self.places[before + 1]];
        let longitude_deg = a.longitude_deg + part * (b.longitude_deg - a.longitude_deg);
        Place {
            latitude_deg: a.latitude_deg + part * (b.latitude_deg - a.latitude_deg),
            longitude_deg: longitude_deg - 360.0 * f64::from(u8::from(longitude_deg > 180.0))
                + 360.0 * f64::from(u8::from(longitude_deg < -180.0)),
        }
    }

    fn look(&self, distance_m: f64, height_m: &impl Fn(Place) -> Option<f64>) -> Option<Candidate> {
        height_m(self.place(distance_m)).map(|elevation_m| self.candidate(distance_m, elevation_m))
    }

    fn candidate(&self, distance_m: f64, elevation_m: f64) -> Candidate {
        let (off_m, up_m) = self.bent.seen_m(distance_m, elevation_m);
        Candidate { tangent: up_m / off_m, distance_m, elevation_m }
    }

    /// Whether no ground so far away or farther can stand higher than what was found.
    fn is_beyond_all(&self, distance_m: f64, tangent: f64) -> bool {
        let (off_m, up_m) = self.bent.seen_m(distance_m, HIGHEST_GROUND_M);
        // Seen from below, the same height sinks with the distance.
        self.eye_m < HIGHEST_GROUND_M && up_m / off_m < tangent
    }

    /// The highest point between the neighbours of the one that was found.
    fn refined(&self, found: Candidate, step_m: f64, height_m: &impl Fn(Place) -> Option<f64>) -> Candidate {
        let (mut best, mut step_m) = (found, step_m);
        for _ in 0..ROUNDS {
            let from_m = best.distance_m - step_m;
            let part_m = 2.0 * step_m / PARTS as f64;
            let looks = (0..=PARTS).map(|k| from_m + k as f64 * part_m);
            let looks = looks.filter(|distance_m| (1.0..=REACH_M).contains(distance_m));
            best = looks.filter_map(|distance_m| self.look(distance_m, height_m)).fold(best, Candidate::or);
            step_m = part_m;
        }
        best
    }
}

impl Skyline {
    /// The skyline of [`RAYS`] points, that of direction k half degrees from north through east at k.
    pub fn new(points: Vec<SkylinePoint>) -> Self {
        assert_eq!(points.len(), RAYS, "a skyline has a point in every direction");
        Self { points }
    }

    /// The direction of a ray, degrees from north through east.
    pub fn azimuth_deg(ray: usize) -> f64 {
        ray as f64 * 360.0 / RAYS as f64
    }

    /// Apparent altitude of the skyline in a direction, degrees: between two rays in proportion.
    pub fn altitude_deg(&self, azimuth_deg: f64) -> f64 {
        let at = positive_deg(azimuth_deg) * RAYS as f64 / 360.0;
        let (ray, part) = (at as usize, at.fract());
        let [a, b] = [ray, ray + 1].map(|ray| self.points[ray % RAYS].altitude_deg);
        a + part * (b - a)
    }

    /// The point of the ray that is nearest to a direction, degrees, and the direction of that ray.
    pub fn nearest(&self, azimuth_deg: f64) -> (f64, SkylinePoint) {
        let ray = (positive_deg(azimuth_deg) * RAYS as f64 / 360.0).round() as usize % RAYS;
        (Self::azimuth_deg(ray), self.points[ray])
    }

    /// Least and greatest altitude of the skyline, degrees.
    pub fn bounds_deg(&self) -> [f64; 2] {
        let altitudes = || self.points.iter().map(|p| p.altitude_deg);
        [altitudes().fold(f64::INFINITY, f64::min), altitudes().fold(f64::NEG_INFINITY, f64::max)]
    }

    /// How far the heights are known in all directions, m: 150 km or less.
    pub fn known_m(&self) -> f64 {
        self.points.iter().map(|p| p.known_m).fold(REACH_M, f64::min)
    }
}
