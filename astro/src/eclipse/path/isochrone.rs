//! The places at which the eclipse is greatest at one instant.
//!
//! On the Earth's surface they are curves that begin and end on the penumbra's limits or where the maximum is
//! on the horizon; they are followed from those ends, which are known.

use super::error::Error;
use super::fading::Fading;
use super::figure::{Figure, SAME_PLACE};
use super::frame::{EPSILON, Frame};
use super::maximum::MaximumOnHorizon;
use super::sample::{CurveVertex, ParametricCurve};
use crate::math::vector::{Vector, ahead, cross, dot, norm, scale, sub};

/// First step, the greatest, and the least, below which the curve is lost; Earth radii.
const FIRST_STEP: f64 = 0.01;
const MAX_STEP: f64 = 0.1;
const MIN_STEP: f64 = 1e-9;
/// Cosine of the greatest turn in a step.
const MIN_COSINE: f64 = 0.99;
/// More steps than any curve needs.
const MAX_STEPS: usize = 4000;

/// One curve of an instant, by points (ξ, η, ζ) on the ellipsoid.
pub(super) struct Isochrone<'a> {
    instant: IsochroneEquations<'a>,
    nodes: Vec<Vector>,
}

/// The two equations at an instant: on the ellipsoid, and the magnitude is stationary.
#[derive(Clone, Copy)]
struct IsochroneEquations<'a> {
    fading: Fading<'a>,
    frame: Frame,
}

impl IsochroneEquations<'_> {
    /// ξ² + η² + ζ² + ε Z² − 1 and its gradient.
    fn surface(&self, [xi, eta, zeta]: Vector) -> (f64, Vector) {
        let z = EPSILON * self.frame.polar(eta, zeta);
        let s = xi * xi + eta * eta + zeta * zeta + z * self.frame.polar(eta, zeta) - 1.0;
        (s, [2.0 * xi, 2.0 * (eta + z * self.frame.cos_d), 2.0 * (zeta + z * self.frame.sin_d)])
    }

    /// The rate of the magnitude and its gradient, by differences.
    fn standstill(&self, at: Vector) -> (f64, Vector) {
        const STEP: f64 = 1e-5;
        let value = |k: usize, distance: f64| {
            let mut p = at;
            p[k] += distance;
            self.fading.at(&self.frame, p)
        };
        let slope = |k: usize| (value(k, STEP) - value(k, -STEP)) / (2.0 * STEP);
        (self.fading.at(&self.frame, at), std::array::from_fn(slope))
    }

    /// The direction of the curve that is nearest to `like`.
    fn direction(&self, at: Vector, like: Vector) -> Result<Vector, Error> {
        let along = cross(self.surface(at).1, self.standstill(at).1);
        let length = norm(along);
        if !(length > 0.0 && length.is_finite()) {
            return Err(self.lost());
        }
        Ok(scale(if dot(along, like) < 0.0 { -1.0 / length } else { 1.0 / length }, along))
    }

    /// Newton's method onto the curve within the plane through `at` at right angles to `normal`.
    fn settle(&self, at: Vector, normal: Vector) -> Option<Vector> {
        /// The next step would be its square.
        const SETTLED: f64 = 1e-6;
        let mut p = at;
        for _ in 0..6 {
            let ((s, ds), (g, dg)) = (self.surface(p), self.standstill(p));
            let (u, v, w) = (cross(dg, normal), cross(normal, ds), cross(ds, dg));
            let (determinant, off) = (dot(ds, u), dot(normal, sub(p, at)));
            let step: Vector = std::array::from_fn(|k| -(s * u[k] + g * v[k] + off * w[k]) / determinant);
            if !step.iter().all(|x| x.is_finite()) {
                return None;
            }
            p = ahead(p, step, 1.0);
            if norm(step) < SETTLED {
                return Some(p);
            }
        }
        None
    }

    /// Negative outside the penumbra and below the horizon.
    fn inside(&self, at: Vector) -> f64 {
        self.frame.height(at[1], at[2]).min(-self.fading.outside(&self.frame, at))
    }

    fn lost(&self) -> Error {
        Error::at("the places of maximum at an instant", self.frame.t)
    }

    /// The first of the ends that a step along the curve passes, though the curve may be inside again after
    /// it.
    fn passed(&self, here: Vector, along: Vector, step: f64, ends: &[Vector]) -> Option<usize> {
        let distance = |k: &usize| dot(sub(ends[*k], here), along);
        let is_on_curve = |k: &usize| {
            let settled = self.settle(ahead(here, along, distance(k)), along);
            settled.is_some_and(|p| norm(sub(p, ends[*k])) < SAME_PLACE)
        };
        (0..ends.len())
            .filter(|k| (0.0..=step).contains(&distance(k)) && is_on_curve(k))
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// Follows the curve from one known end inwards to another, which is removed from `ends`.
    fn follow(&self, start: Vector, ends: &mut Vec<Vector>) -> Result<Vec<Vector>, Error> {
        let mut nodes = vec![start];
        let mut here = start;
        let mut along = self.direction(start, [1.0, 0.0, 0.0])?;
        const PROBE: f64 = 1e-6;
        if self.inside(ahead(start, along, PROBE)) < self.inside(ahead(start, along, -PROBE)) {
            along = scale(-1.0, along);
        }
        let mut step: f64 = FIRST_STEP;
        for _ in 0..MAX_STEPS {
            if step < MIN_STEP {
                break;
            }
            let Some(next) = self.settle(ahead(here, along, step), along) else {
                step /= 4.0;
                continue;
            };
            let forward = self.direction(next, along)?;
            if dot(forward, along) < MIN_COSINE {
                step /= 2.0;
                continue;
            }
            if let Some(k) = self.passed(here, along, step, ends) {
                nodes.push(ends.remove(k));
                return Ok(nodes);
            }
            if self.inside(next) < 0.0 {
                step /= 2.0;
                continue;
            }
            (here, along) = (next, forward);
            nodes.push(here);
            step = (1.6 * step).min(MAX_STEP);
        }
        Err(self.lost())
    }
}

/// The curves on which the eclipse is greatest at `t`, hours of TD from t0. `on_horizon` is where it is
/// greatest at sunrise or sunset.
pub(super) fn at<'a>(
    penumbra: &Figure<'a>,
    on_horizon: &[MaximumOnHorizon],
    t: f64,
) -> Result<Vec<Isochrone<'a>>, Error> {
    let shadow = penumbra.shadow;
    let instant = IsochroneEquations { fading: Fading { shadow }, frame: shadow.frame(t) };
    let mut ends = Vec::new();
    for curve in &penumbra.limits {
        ends.extend(curve.at_instant(t)?.into_iter().map(|(_, at)| curve.limit.touch(at).point));
    }
    for curve in on_horizon {
        ends.extend(curve.at_instant(t)?);
    }
    let mut curves = Vec::new();
    while let Some(start) = ends.pop() {
        let nodes = instant.follow(start, &mut ends)?;
        curves.push(Isochrone { instant, nodes });
    }
    Ok(curves)
}

impl ParametricCurve for Isochrone<'_> {
    fn pieces(&self) -> usize {
        self.nodes.len() - 1
    }

    fn vertex(&self, u: f64) -> Result<CurveVertex, Error> {
        let k = (u.floor() as usize).min(self.nodes.len() - 2);
        let part = u - k as f64;
        let (a, b) = (self.nodes[k], self.nodes[k + 1]);
        let chord = sub(b, a);
        let length = norm(chord);
        let at = match part {
            0.0 => a,
            1.0 => b,
            _ if length == 0.0 => a,
            _ => self
                .instant
                .settle(ahead(a, chord, part), scale(1.0 / length, chord))
                .ok_or_else(|| self.instant.lost())?,
        };
        Ok(CurveVertex::new(self.instant.frame.t, self.instant.frame.earth_fixed(at)))
    }
}
