//! The skyline of an observer: the highest ground in each direction, and its distance.

use super::curvature::{Bent, USUAL_REFRACTION};
use super::place::{GroundPlace, Terrain};
use super::ray::{SkylinePoint, Viewpoint};
use crate::angle::positive_deg;
use crate::elevation::WorldGrid;
use crate::geodesic::{Ellipsoid, GeodesicRay};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of directions: one every half degree.
pub const RAYS: usize = 720;

/// Returns the standard error of heights at a place, m.
pub type SigmaAt = Box<dyn Fn(GroundPlace) -> f64 + Send + Sync>;

/// Standard errors by which coarse heights may be wrong.
pub const SIGMAS: f64 = 3.0;
/// Distance at which ground between coarse heights may stand before an observer, m.
const UNSEEN_M: f64 = WorldGrid::STEP_M;
/// Distance between looks at what coarse heights may hide, m.
const LOOK_M: f64 = WorldGrid::STEP_M / 2.0;
/// Number of these looks: farther ground is low.
const LOOKS: u32 = 16;

/// The skyline of an observer, a ray in every half degree from north through east.
///
/// A ray is computed when its point is first needed, and then kept. Threads can share a skyline and compute
/// its rays in advance, each ray once: see [`Skyline::sweep`].
pub struct Skyline {
    eye: Viewpoint,
    terrain: Box<dyn Terrain>,
    /// Standard error of the heights at the eye, m, and that at a place; none if they are fine.
    sigma_m: Option<(f64, SigmaAt)>,
    points: Vec<OnceLock<SkylinePoint>>,
    /// `true` for each ray that a thread has begun to compute.
    begun: Vec<AtomicBool>,
}

impl Skyline {
    /// The direction of a ray, degrees from north through east.
    pub fn azimuth_deg(ray: usize) -> f64 {
        ray as f64 * 360.0 / RAYS as f64
    }

    /// Returns the rays on both sides of a direction, degrees, and the position of the direction between
    /// them, 0 … 1.
    ///
    /// ```
    /// use geography::sight::Skyline;
    /// assert_eq!(Skyline::beside(359.75), ([719, 0], 0.5));
    /// ```
    pub fn beside(azimuth_deg: f64) -> ([usize; 2], f64) {
        let at = positive_deg(azimuth_deg) * RAYS as f64 / 360.0;
        ([at as usize % RAYS, (at as usize + 1) % RAYS], at.fract())
    }

    /// Returns the skyline of an eye over the ground. No ray is computed yet.
    pub fn new(eye: Viewpoint, terrain: Box<dyn Terrain>) -> Self {
        let points = std::iter::repeat_with(OnceLock::new).take(RAYS).collect();
        let begun = std::iter::repeat_with(AtomicBool::default).take(RAYS).collect();
        Self { eye, terrain, sigma_m: None, points, begun }
    }

    /// Returns the skyline over coarse heights with standard errors: altitudes may be wrong by three of them
    /// at the obstacle, and at the place over one step of the heights, but are never below the horizon of the
    /// sea. Other ground may be higher by three of them too, from half a step on: a hill much nearer may
    /// still stand higher.
    pub fn with_sigma(self, sigma_m: SigmaAt) -> Self {
        Self { sigma_m: Some((sigma_m(self.eye.place), sigma_m)), ..self }
    }

    fn possible_deg(&self, ray: usize, point: &SkylinePoint) -> [f64; 2] {
        let Some((near_m, sigma_m)) = &self.sigma_m else { return point.possible_deg };
        let (azimuth_deg, distance_m) = (Self::azimuth_deg(ray), point.distance_m);
        let GroundPlace { latitude_deg, longitude_deg } = self.eye.place;
        let line = GeodesicRay::new(Ellipsoid::Wgs84, [latitude_deg, longitude_deg], azimuth_deg);
        let near = near_m / UNSEEN_M;
        let far = sigma_m(line.at(distance_m).into()) / distance_m.max(UNSEEN_M);
        let doubt_deg = (SIGMAS * near.max(far)).atan().to_degrees();
        let bent = Bent::new(latitude_deg, azimuth_deg, self.eye.elevation_m, USUAL_REFRACTION);
        let sea_deg = bent.sea_horizon().map_or(0.0, |(_, altitude_deg)| altitude_deg);
        let altitude_deg = point.altitude_deg;
        let mut height_m = self.terrain.along();
        let looks = (1..=LOOKS).filter_map(|look| {
            let distance_m = f64::from(look) * LOOK_M;
            let place = line.at(distance_m).into();
            let highest_m = height_m(place)? + SIGMAS * sigma_m(place);
            Some(bent.altitude_deg(distance_m, highest_m))
        });
        let highest_deg = looks.fold(altitude_deg + doubt_deg, f64::max);
        [(altitude_deg - doubt_deg).max(sea_deg.min(altitude_deg)), highest_deg]
    }

    /// Computes a ray, unless another thread has begun to.
    pub fn sweep(&self, ray: usize) {
        if !self.begun[ray].swap(true, Ordering::Relaxed) {
            self.point(ray);
        }
    }

    /// Returns whether the point of a ray is known.
    pub fn is_known(&self, ray: usize) -> bool {
        self.points[ray].get().is_some()
    }

    /// Returns the point of a ray; waits if another thread is computing it.
    pub fn point(&self, ray: usize) -> &SkylinePoint {
        let look = || {
            let point = SkylinePoint::towards(&self.eye, Self::azimuth_deg(ray), &*self.terrain);
            SkylinePoint { possible_deg: self.possible_deg(ray, &point), ..point }
        };
        self.points[ray].get_or_init(look)
    }

    /// Returns the apparent altitude of the skyline in a direction, degrees, interpolated between two rays.
    pub fn altitude_deg(&self, azimuth_deg: f64) -> f64 {
        let (rays, part) = Self::beside(azimuth_deg);
        let [a, b] = rays.map(|ray| self.point(ray).altitude_deg);
        a + part * (b - a)
    }

    /// Returns the direction of the ray nearest to a direction, degrees, and its point.
    pub fn nearest(&self, azimuth_deg: f64) -> (f64, SkylinePoint) {
        let ([before, after], part) = Self::beside(azimuth_deg);
        let ray = if part < 0.5 { before } else { after };
        (Self::azimuth_deg(ray), *self.point(ray))
    }

    /// Returns the minimum and maximum altitude of the skyline, degrees, over all rays.
    pub fn bounds_deg(&self) -> [f64; 2] {
        self.bounds_of(|point| [point.altitude_deg; 2])
    }

    /// Returns the minimum and maximum altitude of the skyline that are possible, degrees, over all rays.
    pub fn possible_bounds_deg(&self) -> [f64; 2] {
        self.bounds_of(|point| point.possible_deg)
    }

    fn bounds_of(&self, of: impl Fn(&SkylinePoint) -> [f64; 2]) -> [f64; 2] {
        let all = (0..RAYS).map(|ray| of(self.point(ray)));
        all.fold([f64::INFINITY, f64::NEG_INFINITY], |[min, max], [low, high]| [min.min(low), max.max(high)])
    }
}
