//! The skyline of an observer: the highest ground in each direction, and its distance.

use super::place::Terrain;
use super::ray::{SkylinePoint, Viewpoint};
use crate::angle::positive_deg;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of directions: one every half degree.
pub const RAYS: usize = 720;

/// The skyline of an observer, a ray in every half degree from north through east.
///
/// A ray is computed when its point is first needed, and then kept. Threads can share a skyline and compute
/// its rays in advance, each ray once: see [`Skyline::sweep`].
pub struct Skyline {
    eye: Viewpoint,
    terrain: Box<dyn Terrain>,
    points: Vec<OnceLock<SkylinePoint>>,
    /// Whether a thread has begun to compute a ray.
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
        Self { eye, terrain, points, begun }
    }

    /// Computes a ray, unless another thread has begun to.
    pub fn sweep(&self, ray: usize) {
        if !self.begun[ray].swap(true, Ordering::Relaxed) {
            self.point(ray);
        }
    }

    /// Whether the point of a ray is known.
    pub fn is_known(&self, ray: usize) -> bool {
        self.points[ray].get().is_some()
    }

    /// Returns the point of a ray; waits if another thread is computing it.
    pub fn point(&self, ray: usize) -> &SkylinePoint {
        let look = || SkylinePoint::towards(&self.eye, Self::azimuth_deg(ray), &*self.terrain);
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
        let altitudes = || (0..RAYS).map(|ray| self.point(ray).altitude_deg);
        [altitudes().fold(f64::INFINITY, f64::min), altitudes().fold(f64::NEG_INFINITY, f64::max)]
    }
}
