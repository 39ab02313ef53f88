//! The skyline of an observer: how high the ground stands in each direction, and how far away.

use super::place::Terrain;
use super::ray::{SkylinePoint, Viewpoint};
use crate::turn::positive_deg;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Directions of a skyline: one each half degree.
pub const RAYS: usize = 720;

/// The skyline of an observer, a ray in every half degree from north through east.
///
/// A ray is looked along when its point is first asked for, and its point is kept. Many may share a skyline
/// and look along its rays ahead, each ray once: see [`Skyline::sweep`].
pub struct Skyline {
    eye: Viewpoint,
    terrain: Box<dyn Terrain>,
    points: Vec<OnceLock<SkylinePoint>>,
    /// Whether somebody looks along a ray or has done so.
    begun: Vec<AtomicBool>,
}

impl Skyline {
    /// The direction of a ray, degrees from north through east.
    pub fn azimuth_deg(ray: usize) -> f64 {
        ray as f64 * 360.0 / RAYS as f64
    }

    /// The rays on both sides of a direction, degrees, and how far it is from the first to the second, as a
    /// part.
    pub fn beside(azimuth_deg: f64) -> ([usize; 2], f64) {
        let at = positive_deg(azimuth_deg) * RAYS as f64 / 360.0;
        ([at as usize % RAYS, (at as usize + 1) % RAYS], at.fract())
    }

    /// The skyline that an eye sees over the ground; nothing has been looked at yet.
    pub fn new(eye: Viewpoint, terrain: Box<dyn Terrain>) -> Self {
        let points = std::iter::repeat_with(OnceLock::new).take(RAYS).collect();
        let begun = std::iter::repeat_with(AtomicBool::default).take(RAYS).collect();
        Self { eye, terrain, points, begun }
    }

    /// Looks along a ray, unless another has begun with it.
    pub fn sweep(&self, ray: usize) {
        if !self.begun[ray].swap(true, Ordering::Relaxed) {
            self.point(ray);
        }
    }

    /// Whether the point of a ray is known.
    pub fn is_known(&self, ray: usize) -> bool {
        self.points[ray].get().is_some()
    }

    /// The point of a ray; waits if another is looking along it.
    pub fn point(&self, ray: usize) -> &SkylinePoint {
        let look = || SkylinePoint::towards(&self.eye, Self::azimuth_deg(ray), &*self.terrain);
        self.points[ray].get_or_init(look)
    }

    /// Apparent altitude of the skyline in a direction, degrees: between two rays in proportion.
    pub fn altitude_deg(&self, azimuth_deg: f64) -> f64 {
        let (rays, part) = Self::beside(azimuth_deg);
        let [a, b] = rays.map(|ray| self.point(ray).altitude_deg);
        a + part * (b - a)
    }

    /// The point of the ray that is nearest to a direction, degrees, and the direction of that ray.
    pub fn nearest(&self, azimuth_deg: f64) -> (f64, SkylinePoint) {
        let ([before, after], part) = Self::beside(azimuth_deg);
        let ray = if part < 0.5 { before } else { after };
        (Self::azimuth_deg(ray), *self.point(ray))
    }

    /// Least and greatest altitude of the skyline, degrees, over all rays.
    pub fn bounds_deg(&self) -> [f64; 2] {
        let altitudes = || (0..RAYS).map(|ray| self.point(ray).altitude_deg);
        [altitudes().fold(f64::INFINITY, f64::min), altitudes().fold(f64::NEG_INFINITY, f64::max)]
    }
}
