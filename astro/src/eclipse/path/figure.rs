//! Everything that one cone draws on the Earth: its loops on the horizon, its limits, and the ring around
//! both.

use super::cone::Cone;
use super::contacts::Contacts;
use super::error::Error;
use super::frame::Shadow;
use super::horizon::{Loop, loops};
use super::limit::Limit;
use super::limit_curve::{End, LimitCurve, RegionEdge};
use super::sample::{CurveVertex, Sampling, sample};
use crate::math::vector::{norm, sub};

/// Distance within which two ends of curves count as one, Earth radii (64 m): their equations differ.
pub(super) const SAME_PLACE: f64 = 1e-5;

/// The intersection of a cone with the Earth.
pub(super) struct Figure<'a> {
    pub shadow: Shadow<'a>,
    pub loops: Vec<Loop<'a>>,
    pub limits: Vec<LimitCurve<'a>>,
}

impl<'a> Figure<'a> {
    /// Loops and limits of a cone; both empty if it misses the Earth.
    pub(super) fn of(shadow: Shadow<'a>, cone: Cone) -> Result<Self, Error> {
        Self::between(Contacts::of(shadow, &cone)?, shadow, cone)
    }

    /// Loops and limits of a cone whose contacts are known.
    pub(super) fn between(contacts: Option<Contacts>, shadow: Shadow<'a>, cone: Cone) -> Result<Self, Error> {
        let loops = loops(shadow, cone, contacts)?;
        let limit = Limit::new(shadow, cone);
        let mut ends = Vec::with_capacity(4);
        for (of_loop, l) in loops.iter().enumerate() {
            for (side, &phi) in l.ends.iter().enumerate() {
                ends.push(End { of_loop, side, at: l.limit_end(phi)? });
            }
        }
        let mut limits = Vec::with_capacity(2);
        while let Some(from) = ends.pop() {
            let mut nodes = Vec::with_capacity(64);
            limit.follow(from.at, &mut nodes)?;
            let last = nodes.last().expect("a limit has the point from which it was followed").at;
            let place = limit.place(last);
            let other = ends.iter().position(|e| norm(sub(limit.place(e.at), place)) < SAME_PLACE);
            let to = ends.remove(other.ok_or_else(|| Error::at("the other end of a limit", last[0]))?);
            limits.push(LimitCurve { limit, nodes, from, to });
        }
        Ok(Self { shadow, loops, limits })
    }

    /// The ring around all places that the cone's inside passes over while the Sun is up, closed; none if the
    /// cone misses the Earth.
    pub(super) fn ring(&self, sampling: Sampling) -> Result<Vec<CurveVertex>, Error> {
        self.ring_along(&|limit| sample(&RegionEdge(limit), sampling), sampling, append)
    }

    /// [`Figure::ring`] with other vertices along the limits, and another way to append pieces.
    pub(super) fn ring_along(
        &self,
        limit: &dyn Fn(&LimitCurve) -> Result<Vec<CurveVertex>, Error>,
        sampling: Sampling,
        append: fn(&mut Vec<CurveVertex>, Vec<CurveVertex>),
    ) -> Result<Vec<CurveVertex>, Error> {
        let mut ring: Vec<CurveVertex> = Vec::new();
        let mut left: Vec<&LimitCurve> = self.limits.iter().collect();
        let Some(first) = left.pop() else { return Ok(ring) };
        let mut end = first.to;
        append(&mut ring, limit(first)?);
        loop {
            let outer = &self.loops[end.of_loop];
            append(&mut ring, outer.outer_arc(end.side, sampling)?);
            let here = (end.of_loop, 1 - end.side);
            if here == first.from.key() {
                break;
            }
            let next = left.iter().position(|l| [l.from.key(), l.to.key()].contains(&here));
            let next = left.remove(next.ok_or_else(|| Error::at("the next limit of a region", end.at[0]))?);
            let mut vertices = limit(next)?;
            end = next.to;
            if here == next.to.key() {
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
}

/// Appends a piece to a ring, without repeating the point at which they meet.
pub(super) fn append(ring: &mut Vec<CurveVertex>, piece: Vec<CurveVertex>) {
    let skip = usize::from(!ring.is_empty());
    ring.extend(piece.into_iter().skip(skip));
}
