//! Everything that one cone draws on the Earth: its loops on the horizon, its limits, and the region between.

use super::Error;
use super::cone::Cone;
use super::frame::Frame;
use super::horizon::{Loop, SunAt, loops};
use super::limits::{Limit, Node};
use super::sample::{Curve, Spacing, Vertex, sample};
use super::{CentralKind, Ring};
use crate::eclipse::besselian::Polynomials;
use crate::math::search;
use crate::math::vector::{Vector, norm, scale, sub};
use std::f64::consts::{PI, TAU};

/// Where two ends of curves count as one, Earth radii (64 m): they were found by different equations.
const SAME_PLACE: f64 = 1e-5;

/// One end of a limit on the horizon.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    /// Index of the loop.
    pub of_loop: usize,
    /// Side of the loop, 0 or 1.
    pub side: usize,
    /// The point.
    pub at: Vector,
}

/// A limit from horizon to horizon.
#[derive(Debug, Clone)]
pub(super) struct LimitCurve<'a> {
    pub limit: Limit<'a>,
    pub nodes: Vec<Node>,
    pub from: End,
    pub to: End,
}

/// What a cone draws on the Earth.
pub(super) struct Figure<'a> {
    pub elements: &'a Polynomials,
    pub loops: Vec<Loop<'a>>,
    pub limits: Vec<LimitCurve<'a>>,
}

impl<'a> Figure<'a> {
    /// Loops and limits of a cone; both empty if it misses the Earth. A negative `floor` lets the limits run on
    /// below the horizon, to that height.
    pub(super) fn of(elements: &'a Polynomials, cone: Cone, floor: f64) -> Result<Self, Error> {
        let loops = loops(elements, cone)?;
        let limit = Limit::new(elements, cone);
        let mut ends = Vec::with_capacity(4);
        for (of_loop, l) in loops.iter().enumerate() {
            for (side, &phi) in l.ends.iter().enumerate() {
                ends.push(End { of_loop, side, at: l.limit_end(phi)? });
            }
        }
        let mut limits = Vec::with_capacity(2);
        while !ends.is_empty() {
            let from = ends.remove(0);
            let mut nodes = Vec::with_capacity(64);
            limit.follow(from.at, 0.0, &mut nodes)?;
            let last = nodes.last().expect("a limit has the point from which it was followed").at;
            let place = limit.place(last);
            let other = ends.iter().position(|e| norm(sub(limit.place(e.at), place)) < SAME_PLACE);
            let to = ends.remove(other.ok_or_else(|| Error::at("the other end of a limit", last[0]))?);
            if floor < 0.0 {
                let mut down = Vec::new();
                limit.follow_down(from.at, floor, &mut down)?;
                down.append(&mut nodes);
                nodes = down;
                let mut after = Vec::new();
                limit.follow_down(to.at, floor, &mut after)?;
                nodes.extend(after.into_iter().rev().map(|n| Node { tangent: scale(-1.0, n.tangent), ..n }));
            }
            limits.push(LimitCurve { limit, nodes, from, to });
        }
        Ok(Self { elements, loops, limits })
    }

    /// The ring around all places that the cone's inside passes over while the Sun is up, closed; none if the
    /// cone misses the Earth.
    pub(super) fn ring(&self, spacing: Spacing) -> Result<Vec<Vertex>, Error> {
        let mut ring: Vec<Vertex> = Vec::new();
        let mut left: Vec<&LimitCurve> = self.limits.iter().collect();
        let Some(first) = left.pop() else { return Ok(ring) };
        let mut end = first.to;
        append(&mut ring, sample(first, spacing)?);
        loop {
            let outer = &self.loops[end.of_loop];
            append(&mut ring, outer.outer_arc(end.side, spacing)?);
            let here = (end.of_loop, 1 - end.side);
            if here == (first.from.of_loop, first.from.side) {
                break;
            }
            let next = left
                .iter()
                .position(|l| [(l.from.of_loop, l.from.side), (l.to.of_loop, l.to.side)].contains(&here));
            let next = left.remove(next.ok_or_else(|| Error::at("the next limit of a region", 0.0))?);
            let mut vertices = sample(next, spacing)?;
            end = next.to;
            if here == (next.to.of_loop, next.to.side) {
                vertices.reverse();
                end = next.from;
            }
            append(&mut ring, vertices);
        }
        if let Some(&start) = ring.first() {
            ring.pop();
            ring.push(start);
        }
        Ok(ring)
    }

    /// The rings of the umbra, cut where a hybrid eclipse changes its kind.
    ///
    /// At a change both limits pass through one point, the pinch: of the ring, what lies between two passages of
    /// the same pinch is a ring of its own.
    pub(super) fn central_rings(&self, spacing: Spacing) -> Result<Vec<Ring>, Error> {
        let whole = self.ring(spacing)?;
        if whole.is_empty() {
            return Ok(Vec::new());
        }
        let mut cuts: Vec<Vertex> = Vec::new();
        for limit in &self.limits {
            for u in super::pinches(limit)? {
                cuts.push(limit.vertex(u)?);
            }
        }
        let kind_at = |t: f64| {
            let frame = Frame::at(self.elements, t);
            match self.limits[0].limit.radius(t, frame.zeta_or_horizon()) > 0.0 {
                true => CentralKind::Total,
                false => CentralKind::Annular,
            }
        };
        let mut instants: Vec<f64> = cuts.iter().map(|c| c.t).collect();
        instants.sort_by(f64::total_cmp);
        // Both limits have the same pinch.
        instants.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
        if instants.is_empty() {
            let middle = whole[whole.len() / 4].t;
            return Ok(vec![Ring { kind: Some(kind_at(middle)), vertices: whole }]);
        }
        Ok(cut_by_time(&whole, &instants, &cuts)
            .into_iter()
            .map(|vertices| {
                let (low, high) = vertices
                    .iter()
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v.t), h.max(v.t)));
                Ring { kind: Some(kind_at((low + high) / 2.0)), vertices }
            })
            .collect())
    }
}

/// Cuts a ring at the pinches: between them time runs one way along both limits, so that the part of the ring within
/// two instants, closed at the pinches, is what lies between.
fn cut_by_time(ring: &[Vertex], instants: &[f64], pinches: &[Vertex]) -> Vec<Vec<Vertex>> {
    let mut bounds = vec![f64::NEG_INFINITY];
    bounds.extend(instants);
    bounds.push(f64::INFINITY);
    let open = &ring[..ring.len() - 1];
    let mut parts = Vec::new();
    for bound in bounds.windows(2) {
        let inside = |v: &Vertex| v.t > bound[0] + 1e-9 && v.t < bound[1] - 1e-9;
        let pinch = |t: f64| pinches.iter().find(|p| (p.t - t).abs() < 1e-6).copied();
        let mut part: Vec<Vertex> = Vec::new();
        // Begin where the ring enters, so that no stretch is torn by the ring's own start.
        let start = (0..open.len())
            .find(|&k| inside(&open[k]) && !inside(&open[(k + open.len() - 1) % open.len()]))
            .unwrap_or(0);
        for k in 0..open.len() {
            let (here, next) = (&open[(start + k) % open.len()], &open[(start + k + 1) % open.len()]);
            if inside(here) {
                part.push(*here);
                if !inside(next) {
                    let side = if next.t >= bound[1] - 1e-9 { bound[1] } else { bound[0] };
                    part.extend(pinch(side));
                }
            }
        }
        if let Some(&first) = part.first() {
            part.push(first);
            parts.push(part);
        }
    }
    parts
}

/// Joins a piece to a ring; the point at which they meet stands once.
fn append(ring: &mut Vec<Vertex>, piece: Vec<Vertex>) {
    let skip = usize::from(!ring.is_empty());
    ring.extend(piece.into_iter().skip(skip));
}

impl LimitCurve<'_> {
    /// The unknowns at a value of the curve's parameter.
    pub(super) fn at(&self, u: f64) -> Result<Vector, Error> {
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

    /// Whether the limit is the northern one: by the side of the axis on which it lies nearest to `greatest`.
    ///
    /// One name for the whole curve, as the published tables have it: point by point it would change on paths
    /// over a pole.
    pub(super) fn is_north(&self, greatest: f64) -> bool {
        let near = |n: &&Node| (n.at[0] - greatest).abs();
        let node = self.nodes.iter().min_by(|a, b| near(a).total_cmp(&near(b)));
        let at = node.expect("a limit has nodes").at;
        self.limit.touch(at).radius * at[1].cos() < 0.0
    }
}

impl Curve for LimitCurve<'_> {
    fn pieces(&self) -> usize {
        self.nodes.len() - 1
    }

    fn vertex(&self, u: f64) -> Result<Vertex, Error> {
        let at = self.at(u)?;
        Ok(Vertex::new(at[0], self.limit.place(at)))
    }
}

/// The instants at which, on the outline, sunrise becomes sunset.
///
/// The Sun's altitude stands still at the outline's noon point, where it is highest, and at its midnight point.
fn is_noon(frame: &Frame, point: Vector) -> bool {
    point[2] * frame.cos_d - point[1] * frame.sin_d > 0.0
}

impl Loop<'_> {
    /// The part of the loop that bounds the cone's region, from the limit's end on `side` to that on the other.
    ///
    /// Where the Sun rises that is where the eclipse ends, where it sets where it begins. A loop that has both
    /// goes from one to the other: at the crossing of its two branches if that is towards the midnight Sun, and
    /// along the edge of the polar night if it is towards the noon.
    pub(super) fn outer_arc(&self, side: usize, spacing: Spacing) -> Result<Vec<Vertex>, Error> {
        let suns = [self.sun(self.ends[0])?, self.sun(self.ends[1])?];
        if suns[0] == suns[1] {
            let piece = match suns[0] {
                SunAt::Sunrise => self.arc(self.ends[side], self.ends[1 - side]),
                SunAt::Sunset => self.arc_through_start(side),
            };
            return sample(&piece, spacing);
        }
        let rising = usize::from(suns[1] == SunAt::Sunrise);
        let mut vertices = self.mixed_arc(rising, spacing)?;
        if side != rising {
            vertices.reverse();
        }
        Ok(vertices)
    }

    /// The begins part, from the end on `side` through φ = 0.
    fn arc_through_start(&self, side: usize) -> super::horizon::HorizonArc<'_> {
        let [a, b] = [self.ends[0], self.ends[1] - TAU];
        if side == 0 { self.arc(a, b) } else { self.arc(b, a) }
    }

    /// From the end where the Sun rises, `rising`, to the one where it sets.
    fn mixed_arc(&self, rising: usize, spacing: Spacing) -> Result<Vec<Vertex>, Error> {
        let setting = 1 - rising;
        // The ends part runs through φ = π; the begins part through φ = 0, that is, from the other end by −2π.
        let begins = |end: usize| if end == 0 { self.ends[0] } else { self.ends[1] - TAU };
        let ends_change = self.change(self.ends[rising], self.ends[setting])?;
        let begins_change = self.change(begins(rising), begins(setting))?;
        let (frame, point) = self.point(ends_change)?;
        if is_noon(&frame, point) {
            let mut vertices = sample(&self.arc(self.ends[rising], ends_change), spacing)?;
            let edge = NoonEdge {
                elements: self.elements(),
                from: self.time(ends_change),
                to: self.time(begins_change),
                gamma: point[1].signum(),
            };
            append(&mut vertices, sample(&edge, spacing)?);
            append(&mut vertices, sample(&self.arc(begins_change, begins(setting)), spacing)?);
            return Ok(vertices);
        }
        let (at_ends, at_begins) =
            self.node((self.ends[rising], ends_change), (begins_change, begins(setting)))?;
        let mut vertices = sample(&self.arc(self.ends[rising], at_ends), spacing)?;
        append(&mut vertices, sample(&self.arc(at_begins, begins(setting)), spacing)?);
        Ok(vertices)
    }

    /// Where the branch on which the eclipse ends at sunrise and the one on which it begins at sunset cross on
    /// the ground: the place that has both, a short night apart.
    fn node(&self, ends: (f64, f64), begins: (f64, f64)) -> Result<(f64, f64), Error> {
        let (change, end) = begins;
        // The place at a sunset, the instant of its next sunrise, and how far outside of the cone it is then.
        let after = |phi: f64| -> Option<(f64, f64)> {
            let (frame, point) = self.point(phi).ok()?;
            let place = frame.earth_fixed(point);
            let rise = self.next_sunrise(frame.t, place)?;
            let then = Frame::at(self.elements(), rise);
            let p = then.fundamental(place);
            let (u, v) = (then.x.value - p[0], then.y.value - p[1]);
            let radius = self.cone.radius(rise, p[2]);
            Some((rise, (u * u + v * v - radius * radius) / (rise - frame.t)))
        };
        // Without a sunrise within hours the shadow has gone.
        let outside = |phi: f64| after(phi).map_or(1.0, |(_, gap)| gap);
        // At the change itself night has no length: begin a little later.
        let lost = || Error::at("the crossing of a loop", self.time(change));
        let mut near = None;
        for k in 1..=40 {
            let phi = change + (end - change) * 0.5f64.powi(k);
            if outside(phi) < 0.0 {
                near = Some(phi);
                break;
            }
        }
        let near = near.ok_or_else(lost)?;
        let at_begins = search::root(outside, near, end, 1e-13).map_err(|_| lost())?;
        let (rise, _) = after(at_begins).ok_or_else(lost)?;
        // The same instant on the branch of ends.
        Ok((self.phi(rise, ends.0), at_begins))
    }

    /// The next time that the true altitude of the Sun's centre is zero at a place where it has just set.
    fn next_sunrise(&self, set: f64, place: Vector) -> Option<f64> {
        const MOST_HOURS: f64 = 5.0;
        let height = |t: f64| {
            let f = Frame::at(self.elements(), t);
            let p = f.fundamental(place);
            f.height(p[1], p[2])
        };
        // It falls until its rate changes sign, which near a pole is not at midnight, and rises until noon.
        let rate = |t: f64| {
            let f = Frame::at(self.elements(), t);
            let p = f.fundamental(place);
            f.d.rate * p[1] - f.mu.rate * p[0] * f.cos_d
        };
        let f = Frame::at(self.elements(), set);
        let p = f.fundamental(place);
        let hour_angle = p[0].atan2(p[2] * f.cos_d - p[1] * f.sin_d).rem_euclid(TAU);
        let at_angle = |angle: f64| set + (angle - hour_angle) / f.mu.rate;
        let lowest = search::root(rate, set, at_angle(1.5 * PI), 1e-13).ok()?;
        let rise = search::root(height, lowest, at_angle(TAU), 1e-12).ok()?;
        (rise - set < MOST_HOURS).then_some(rise)
    }
}

/// The edge of the polar night: the noon points of the Earth's outline between two instants.
struct NoonEdge<'a> {
    elements: &'a Polynomials,
    from: f64,
    to: f64,
    /// Sign of η there.
    gamma: f64,
}

impl Curve for NoonEdge<'_> {
    fn pieces(&self) -> usize {
        8
    }

    fn vertex(&self, u: f64) -> Result<Vertex, Error> {
        let t = self.from + (self.to - self.from) * u / self.pieces() as f64;
        let f = Frame::at(self.elements, t);
        // Where the altitude stands still: d′ ρ1 cos γ = µ′ cos d sin γ.
        let gamma = (f.d.rate * f.rho1() / (f.mu.rate * f.cos_d)).atan();
        let gamma = if self.gamma < 0.0 { gamma + PI } else { gamma };
        Ok(Vertex::new(t, f.earth_fixed(f.on_outline(gamma))))
    }
}
