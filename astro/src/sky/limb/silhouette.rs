//! The outline of a terrain against the sky.

use crate::constants::MOON_REFERENCE_RADIUS_KM;
use crate::math::portable::Portable;
use crate::math::vector::{Vector, from_spherical};
use crate::sky::libration::Selenographic;
use crate::sky::limb::profile::{DIRECTIONS, Profile};

/// Range of terrain to search before and behind the mean limb, degrees of arc on the Moon. At 12° the sphere
/// lies 38 km lower, twice as much as separates its highest from its deepest place.
pub const MAX_FROM_LIMB_DEG: f64 = 12.0;
/// Each search of the neighbourhoods of the highest samples has steps that are finer by this factor.
const FINER: f64 = 4.0;
/// Number of searches beside the highest point.
const CLIFF_SEARCHES: usize = 6;

/// The heights of the Moon's surface.
pub trait LunarTerrain {
    /// Height over 1737.4 km in a direction from the Moon's centre, km. `direction` is of length one: the
    /// first axis towards the Earth (selenographic 0°, 0°), the second east, the third north.
    fn height_km(&self, direction: Vector) -> f64;

    /// No height is greater than this, km.
    fn highest_km(&self) -> f64;

    /// Greatest distance of samples that misses no peak, radians on the Moon.
    fn step_rad(&self) -> f64;
}

/// Greatest height of a peak over its neighbouring samples, as a part of their distance, in each search.
const STEEPEST: [f64; 4] = [0.3, 0.2, 0.15, 0.15];

/// A point of the terrain as the observer sees it.
#[derive(Debug, Clone, Copy)]
struct RidgePoint {
    tangent: f64,
    /// Sine and cosine of the arc from the point below the observer.
    sin: f64,
    cos: f64,
}

impl RidgePoint {
    /// The higher of two.
    #[inline]
    fn or(self, other: Self) -> Self {
        if other.tangent > self.tangent { other } else { self }
    }

    /// Sine and cosine of its arc and another one.
    #[inline]
    fn turned(self, (sin, cos): (f64, f64)) -> (f64, f64) {
        (self.sin * cos + self.cos * sin, self.cos * cos - self.sin * sin)
    }
}

/// Position of the observer in the Moon's sky.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LunarViewpoint {
    /// The point of the Moon below the observer: the total libration.
    pub libration: Selenographic,
    /// From the Moon's centre, km; more than the radius and any mountain.
    pub distance_km: f64,
}

/// A sample of the line of sight's plane, at a distance in arc from the mean limb.
struct RaySample {
    sin: f64,
    cos: f64,
    /// The greatest tangent that any terrain this far from the limb, or farther, can reach.
    most: f64,
}

/// The limb of a terrain: in each direction the greatest angle from the Moon's centre at which the terrain
/// within ±12° of the mean limb is seen.
///
/// This includes perspective: the mean limb is nearer than 90° to the point below the observer.
/// Accuracy: that of the terrain; the peak of a ridge is found to 1/256 of the terrain's step.
pub fn silhouette(terrain: &impl LunarTerrain, from: LunarViewpoint) -> Profile {
    Profile::of(limb_km(terrain, from, DIRECTIONS).collect())
}

/// Returns heights at `count` axis angles, from 0° in equal steps, km over 1737.4 km.
pub fn limb_km(terrain: &impl LunarTerrain, from: LunarViewpoint, count: usize) -> impl Iterator<Item = f64> {
    let view = SkyView::new(from);
    let arcs = view.arcs(terrain);
    let step_deg = 360.0 / count as f64;
    (0..count).map(move |k| view.height_km(terrain, &arcs, (k as f64 * step_deg).to_radians()))
}

/// A viewpoint and the frame of its sky.
struct SkyView {
    distance_km: f64,
    /// From the Moon's centre to the observer, and the directions of axis angles 0° and 90°.
    towards: Vector,
    north: Vector,
    celestial_east: Vector,
    /// Arc from the point below the observer to the mean limb, radians.
    to_limb: f64,
}

impl SkyView {
    fn new(from: LunarViewpoint) -> Self {
        let Selenographic { latitude, longitude } = from.libration;
        let (sin, cos) = longitude.sine_cosine();
        Self {
            distance_km: from.distance_km,
            towards: from_spherical(longitude, latitude, 1.0),
            north: from_spherical(longitude, latitude + std::f64::consts::FRAC_PI_2, 1.0),
            // Celestial east is west for an observer on the Moon.
            celestial_east: [sin, -cos, 0.0],
            to_limb: (MOON_REFERENCE_RADIUS_KM / from.distance_km).arccosine(),
        }
    }

    /// Tangent of the angle from the Moon's centre under which the observer sees a point of the Moon.
    #[inline]
    fn tangent(&self, height_km: f64, sin: f64, cos: f64) -> f64 {
        let radius = MOON_REFERENCE_RADIUS_KM + height_km;
        radius * sin / (self.distance_km - radius * cos)
    }

    /// Pairs of samples behind and before the limb, from the limb outwards.
    fn arcs(&self, terrain: &impl LunarTerrain) -> Vec<[RaySample; 2]> {
        let step = terrain.step_rad();
        let count = (MAX_FROM_LIMB_DEG.to_radians() / step).floor() as usize;
        let arc = |from_limb: f64| {
            let (sin, cos) = (self.to_limb + from_limb).sine_cosine();
            RaySample { sin, cos, most: self.tangent(terrain.highest_km(), sin, cos) }
        };
        let mut arcs: Vec<_> = (0..=count).map(|k| k as f64 * step).map(|a| [arc(a), arc(-a)]).collect();
        let mut most = f64::NEG_INFINITY;
        for pair in arcs.iter_mut().rev() {
            most = most.max(pair[0].most).max(pair[1].most);
            pair.iter_mut().for_each(|arc| arc.most = most);
        }
        arcs
    }

    fn height_km(&self, terrain: &impl LunarTerrain, arcs: &[[RaySample; 2]], axis_angle: f64) -> f64 {
        let (sin, cos) = axis_angle.sine_cosine();
        let outward: Vector = std::array::from_fn(|i| cos * self.north[i] + sin * self.celestial_east[i]);
        let seen = |sin: f64, cos: f64| {
            let direction = std::array::from_fn(|i| cos * self.towards[i] + sin * outward[i]);
            self.tangent(terrain.height_km(direction), sin, cos)
        };
        let at = |(sin, cos): (f64, f64)| RidgePoint { tangent: seen(sin, cos), sin, cos };
        let mut best = at((arcs[0][0].sin, arcs[0][0].cos));
        let mut samples = Vec::with_capacity(2 * arcs.len());
        for (k, pair) in arcs.iter().enumerate() {
            if pair[0].most <= best.tangent {
                break;
            }
            // The first two are the same.
            for arc in &pair[usize::from(k == 0)..] {
                let sample = at((arc.sin, arc.cos));
                samples.push(sample);
                best = best.or(sample);
            }
        }
        // A peak between two samples may be higher than the highest of them.
        let mut width = terrain.step_rad();
        for steepest in STEEPEST {
            let rise = steepest * width * MOON_REFERENCE_RADIUS_KM / self.distance_km;
            let least = best.tangent - rise;
            samples.retain(|sample| sample.tangent >= least);
            let turns = [-0.375, -0.125, 0.125, 0.375].map(|part: f64| (part * width).sine_cosine());
            for point in std::mem::take(&mut samples) {
                for turn in turns {
                    let sample = at(point.turned(turn));
                    best = best.or(sample);
                    samples.push(sample);
                }
            }
            width /= FINER;
        }
        // Beside a cliff, the highest point lies beyond all samples that are left.
        let mut width = terrain.step_rad();
        for _ in 0..CLIFF_SEARCHES {
            width /= FINER;
            let middle = best;
            for k in [-3.0, -2.0, -1.0, 1.0, 2.0, 3.0] {
                best = best.or(at(middle.turned((k * width).sine_cosine())));
            }
        }
        let best = best.tangent;
        self.distance_km * best / best.hypotenuse(1.0) - MOON_REFERENCE_RADIUS_KM
    }
}
