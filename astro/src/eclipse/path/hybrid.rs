//! The umbra's path in parts, where a hybrid eclipse changes between annular and total.
//!
//! At a change the umbra has no radius: both limits and the central line pass through one point, the pinch.

use super::curves::Ring;
use super::error::Error;
use super::figure::{Figure, append};
use super::kind::{CentralKind, Side};
use super::limit_curve::{LimitCurve, RegionEdge};
use super::sample::{CurveVertex, ParametricCurve, Sampling, sample_between};
use crate::math::search;

/// Parameters of a limit of the umbra at which it has no radius, ascending.
pub(super) fn pinches(curve: &LimitCurve) -> Result<Vec<f64>, Error> {
    let radius = |u: f64| curve.at(u).map_or(f64::NAN, |p| curve.limit.touch(p).radius);
    let mut found = Vec::new();
    for (k, ends) in curve.nodes.windows(2).enumerate() {
        let sign = |at| curve.limit.touch(at).radius < 0.0;
        if sign(ends[0].at) != sign(ends[1].at) {
            let pinch = search::root(radius, k as f64, (k + 1) as f64, 1e-9);
            found.push(pinch.map_err(|_| Error::at("a pinch of the path", ends[0].at[0]))?);
        }
    }
    Ok(found)
}

/// The sides of a limit: one of the whole curve, or in a hybrid eclipse one of each stretch between pinches.
pub(super) struct Sides<'c, 'a> {
    curve: &'c LimitCurve<'a>,
    pub pinches: Vec<f64>,
    whole: Side,
}

impl<'c, 'a> Sides<'c, 'a> {
    pub(super) fn of(curve: &'c LimitCurve<'a>, greatest: f64) -> Result<Self, Error> {
        Ok(Self { curve, pinches: pinches(curve)?, whole: curve.side(greatest) })
    }

    /// The side of the stretch in which a parameter lies: that of the stretch's middle.
    pub(super) fn at(&self, u: f64) -> Result<Side, Error> {
        if self.pinches.is_empty() {
            return Ok(self.whole);
        }
        let after = self.pinches.partition_point(|pinch| *pinch < u);
        let from = if after == 0 { 0.0 } else { self.pinches[after - 1] };
        let to = self.pinches.get(after).copied().unwrap_or(self.curve.pieces() as f64);
        Ok(self.curve.side_at(self.curve.at((from + to) / 2.0)?))
    }
}

/// A limit that runs from the first loop to the second, in parts between its pinches.
struct LimitParts<'f, 'a> {
    curve: &'f LimitCurve<'a>,
    /// Parameters at which parts meet, with both ends, in the order of the run.
    bounds: Vec<f64>,
}

impl<'f, 'a> LimitParts<'f, 'a> {
    fn of(curve: &'f LimitCurve<'a>) -> Result<Self, Error> {
        let mut bounds = vec![0.0];
        bounds.extend(pinches(curve)?);
        bounds.push(curve.pieces() as f64);
        if curve.from.of_loop > curve.to.of_loop {
            bounds.reverse();
        }
        Ok(Self { curve, bounds })
    }

    fn vertices(&self, part: usize, sampling: Sampling) -> Result<Vec<CurveVertex>, Error> {
        let (a, b) = (self.bounds[part], self.bounds[part + 1]);
        let mut vertices = sample_between(&RegionEdge(self.curve), (a.min(b), a.max(b)), sampling)?;
        if a > b {
            vertices.reverse();
        }
        Ok(vertices)
    }

    fn kind(&self, part: usize) -> Result<CentralKind, Error> {
        let middle = self.curve.at((self.bounds[part] + self.bounds[part + 1]) / 2.0)?;
        Ok(CentralKind::of_radius(self.curve.limit.touch(middle).radius))
    }

    /// Side of the loop on which the limit begins (`false`) or ends (`true`).
    fn side(&self, at_end: bool) -> usize {
        let runs_on = self.curve.from.of_loop <= self.curve.to.of_loop;
        if at_end == runs_on { self.curve.to.side } else { self.curve.from.side }
    }
}

/// The rings of the umbra's path in the order of time, one for each stretch of a kind; empty if it misses the
/// Earth.
pub(super) fn rings(umbra: &Figure, sampling: Sampling) -> Result<Vec<Ring>, Error> {
    let parts = umbra.limits.iter().map(LimitParts::of).collect::<Result<Vec<_>, _>>()?;
    let Some(first) = parts.first() else { return Ok(Vec::new()) };
    if parts.iter().all(|p| p.bounds.len() == 2) {
        return Ok(vec![Ring { vertices: umbra.ring(sampling)?, kind: Some(first.kind(0)?) }]);
    }
    let [a, b] = &parts[..] else {
        return Err(Error::at("the second limit of a hybrid eclipse", 0.0));
    };
    if a.bounds.len() != b.bounds.len() {
        return Err(Error::at("the same pinches on both limits", 0.0));
    }
    let last = a.bounds.len() - 2;
    let ring = |part: usize| {
        let mut vertices = a.vertices(part, sampling)?;
        if part == last {
            append(&mut vertices, umbra.loops[1].outer_arc(a.side(true), sampling)?);
        }
        let mut back = b.vertices(part, sampling)?;
        back.reverse();
        append(&mut vertices, back);
        if part == 0 {
            append(&mut vertices, umbra.loops[0].outer_arc(b.side(false), sampling)?);
        }
        // The last point is the first one, found another way.
        vertices.pop();
        vertices.extend(vertices.first().copied());
        Ok(Ring { vertices, kind: Some(a.kind(part)?) })
    };
    (0..=last).map(ring).collect()
}
