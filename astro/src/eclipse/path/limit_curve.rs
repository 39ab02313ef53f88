//! A limit of a cone from horizon to horizon.

use super::error::Error;
use super::kind::Side;
use super::limit::{Limit, LimitNode, Unknowns};
use super::sample::{CurveVertex, ParametricCurve};
use crate::math::portable::Portable;
use crate::math::search;

/// Tolerance of the parameter of a limit at an instant.
const PARAMETER_TOLERANCE: f64 = 1e-8;

/// One end of a limit on the horizon.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    /// Index of the loop.
    pub of_loop: usize,
    /// Side of the loop, 0 or 1.
    pub side: usize,
    /// The point.
    pub at: Unknowns,
}

impl End {
    /// Returns the identity of the end, whatever the numbers of its point.
    pub(super) fn key(&self) -> (usize, usize) {
        (self.of_loop, self.side)
    }
}

/// A limit from horizon to horizon.
#[derive(Debug, Clone)]
pub(super) struct LimitCurve<'a> {
    pub limit: Limit<'a>,
    pub nodes: Vec<LimitNode>,
    pub from: End,
    pub to: End,
}

impl LimitCurve<'_> {
    /// The unknowns at a value of the curve's parameter.
    pub(super) fn at(&self, u: f64) -> Result<Unknowns, Error> {
        let k = (u.floor() as usize).min(self.nodes.len() - 2);
        let part = u - k as f64;
        if part == 0.0 {
            Ok(self.nodes[k].at)
        } else if part == 1.0 {
            Ok(self.nodes[k + 1].at)
        } else {
            self.limit.between(&self.nodes[k], &self.nodes[k + 1], part)
        }
    }

    /// The curve that runs on below the horizon at both ends, to where the sine of the Sun's altitude is
    /// `least` or it rises again.
    pub(super) fn below_the_horizon(&self, least: f64) -> Result<Self, Error> {
        // The height is the altitude's sine but for a factor within 0.7 % of 1.
        let floor = 1.02 * least;
        let mut nodes = Vec::with_capacity(self.nodes.len() + 16);
        self.limit.follow_down(self.from.at, floor, &mut nodes)?;
        nodes.reverse();
        nodes.pop();
        for node in &mut nodes {
            *node = node.reversed();
        }
        nodes.extend_from_slice(&self.nodes);
        // The position angle of the last node may be a whole turn from that of the loop's end.
        if let Some(last) = nodes.pop() {
            self.limit.follow_down(last.at, floor, &mut nodes)?;
        }
        Ok(Self { nodes, ..self.clone() })
    }

    /// The limit on an Earth of another size, from horizon to horizon.
    pub(super) fn sized(&self, size: f64) -> Result<Self, Error> {
        let limit = self.limit.sized(size);
        let height = |node: &&LimitNode| self.limit.touch(node.at).height;
        let highest = self.nodes.iter().max_by(|a, b| height(a).total_cmp(&height(b)));
        let LimitNode { at, tangent } = *highest.expect("a limit has nodes");
        let at = limit.settle(at, tangent).ok_or_else(|| Error::at("a limit on high ground", at[0]))?;
        let here = limit.node(at, tangent)?;
        let mut nodes = Vec::with_capacity(self.nodes.len() + 16);
        limit.follow_on(here.reversed(), &mut nodes)?;
        nodes.reverse();
        nodes.pop();
        for node in &mut nodes {
            *node = node.reversed();
        }
        limit.follow_on(here, &mut nodes)?;
        Ok(Self { limit, nodes, ..self.clone() })
    }

    /// North or south: by the side of the axis on which the curve lies nearest to `greatest`.
    ///
    /// One name for the whole curve, as the published tables have it: point by point it would change on paths
    /// over a pole.
    pub(super) fn side(&self, greatest: f64) -> Side {
        let away = |n: &&LimitNode| (n.at[0] - greatest).abs();
        let nearest = self.nodes.iter().min_by(|a, b| away(a).total_cmp(&away(b)));
        let at = nearest.expect("a limit has nodes").at;
        self.side_at(at)
    }

    /// On which side of the axis a point lies.
    pub(super) fn side_at(&self, at: Unknowns) -> Side {
        Side::of(self.limit.touch(at).radius * at[1].cosine())
    }

    /// The points of the curve at an instant, with its parameter: none, one, or several where time turns back
    /// along it.
    pub(super) fn at_instant(&self, t: f64) -> Result<Vec<(f64, Unknowns)>, Error> {
        let time = |u: f64| self.at(u).map_or(f64::NAN, |p| p[0]);
        let mut found = Vec::new();
        for (k, ends) in self.nodes.windows(2).enumerate() {
            let (from, to) = (k as f64, (k + 1) as f64);
            let mut bounds = [(from, ends[0].at[0]), (to, ends[1].at[0]), (to, ends[1].at[0])];
            let (forth, back) = (ends[0].tangent[0], ends[1].tangent[0]);
            if forth * back < 0.0 {
                // Time turns inside: its extreme splits the piece in two.
                let turn = search::minimum(|u| -forth.signum() * time(u), from, to, PARAMETER_TOLERANCE)
                    .map_err(|_| Error::at("the turn of time on a limit", t))?;
                bounds[1] = (turn, time(turn));
            }
            for pair in bounds.windows(2) {
                let ((a, ta), (b, tb)) = (pair[0], pair[1]);
                if (ta < t) == (tb < t) {
                    continue;
                }
                let u = search::root(|u| time(u) - t, a, b, PARAMETER_TOLERANCE)
                    .map_err(|_| Error::at("an instant on a limit", t))?;
                found.push((u, self.at(u)?));
            }
        }
        Ok(found)
    }
}

impl ParametricCurve for LimitCurve<'_> {
    fn pieces(&self) -> usize {
        self.nodes.len() - 1
    }

    fn vertex(&self, u: f64) -> Result<CurveVertex, Error> {
        let at = self.at(u)?;
        Ok(CurveVertex::new(at[0], self.limit.place(at)))
    }
}

/// A limit as the edge of the region that it bounds, whose other edge it must not cross.
pub(super) struct RegionEdge<'c, 'a>(pub &'c LimitCurve<'a>);

impl ParametricCurve for RegionEdge<'_, '_> {
    fn pieces(&self) -> usize {
        self.0.pieces()
    }

    fn vertex(&self, u: f64) -> Result<CurveVertex, Error> {
        self.0.vertex(u)
    }

    /// Half the width of the cone.
    fn clearance(&self, u: f64) -> Result<f64, Error> {
        Ok(self.0.limit.touch(self.0.at(u)?).radius.abs())
    }
}
