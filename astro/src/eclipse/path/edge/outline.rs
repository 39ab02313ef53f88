//! The outline of the umbra with mountains and ground at an instant.

use super::section::{HORIZON_TOLERANCE, Section};
use super::tracing::trace;
use super::true_edge::{FARTHER, TrueEdge};
use crate::eclipse::local::limb::{Phase, RuggedMoon};
use crate::eclipse::path::cone::Cone;
use crate::eclipse::path::contacts::foot;
use crate::eclipse::path::curves::Ring;
use crate::eclipse::path::error::Error;
use crate::eclipse::path::kind::CentralKind;
use crate::eclipse::path::paths::Paths;
use crate::math::portable::Portable;
use crate::math::search;
use std::cell::Cell;
use std::f64::consts::TAU;

/// Pieces of an outline, each of which is looked at in three places.
const PIECES: usize = 60;
/// Tolerance of distances from the axis, Earth radii: 0.6 m.
const TOLERANCE: f64 = 1e-7;
/// Part by which the place next to an axis that misses the Earth is moved inside from the horizon.
const INSIDE: f64 = 1e-6;

impl Paths<'_> {
    /// The outline of the umbra or antumbra on the day side at the instant `t` with mountains and ground;
    /// none if it is not on the Earth, or mountains leave nothing of it.
    ///
    /// The Moon is that of the place where the axis meets the ground, for all of the outline.
    pub fn edge_outline(&self, edge: &TrueEdge, t: f64) -> Result<Option<Ring>, Error> {
        if self.umbra_span()?.is_none_or(|(from, to)| t < from || t > to) {
            return Ok(None);
        }
        let frame = self.shadow.frame(t);
        let axis = [frame.x.value, frame.y.value];
        let origin = if frame.zeta(axis[0], axis[1]).is_some() {
            axis
        } else {
            let [xi, eta, _] = frame.on_outline(foot(&frame));
            [xi, eta].map(|part| part * (1.0 - INSIDE))
        };
        let radius = Cone::umbra(self.shadow.elements).radius(t, frame.zeta_or_horizon());
        let is_total = radius > 0.0;
        let smooth = radius.abs();
        let way = |outwards| Section { frame, origin, outwards, smooth, is_total, size: 1.0, slant: 1.0 };
        let Some(place) = way([0.0, 1.0]).place(0.0) else { return Ok(None) };
        let local = edge.observed(&place);
        let moon = edge.moon(&local, t)?;
        if (Phase { local: &local, moon: &moon, is_total }).widest(t).width >= 0.0 {
            return Ok(None);
        }
        // How far outside of the smooth edge the last point was.
        let aside = Cell::new(0.0);
        let at = |u: f64| {
            edge.check()?;
            let (east, north) = (TAU * u / PIECES as f64).sine_cosine();
            let way = way([east, north]);
            let Some(distance) = edge.edge_at(&way, &moon, smooth + aside.get()) else { return Ok(None) };
            aside.set(distance - smooth);
            Ok(way.place(distance).map(|vertex| [vertex]))
        };
        let cuts: Vec<f64> = (0..=PIECES).map(|k| k as f64).collect();
        let mut vertices: Vec<_> =
            trace(&cuts, &at, self.tolerance(radius.abs()))?.into_iter().flatten().flatten().collect();
        vertices.pop();
        vertices.extend(vertices.first().copied());
        Ok(Some(Ring { vertices, kind: Some(CentralKind::of_radius(radius)) }))
    }
}

impl TrueEdge<'_> {
    /// The distance at which a way leaves the umbra at its instant, or the Earth if that is nearer. The
    /// search begins near a distance.
    fn edge_at(&self, way: &Section, moon: &RuggedMoon, near: f64) -> Option<f64> {
        let t = way.frame.t;
        let width = |distance: f64| {
            let local = self.observed(&way.place(distance)?);
            Some(Phase { local: &local, moon, is_total: way.is_total }.widest(t).width)
        };
        let farthest = way.smooth + FARTHER;
        let is_on_earth = way.place(farthest).is_some();
        if is_on_earth
            && let Some(found) = way.zero(width, near)
            && (0.0..=farthest).contains(&found)
        {
            return Some(found);
        }
        let outside = if is_on_earth { farthest } else { way.horizon(farthest) };
        if width(outside)? <= 0.0 {
            return Some(outside);
        }
        let value = |distance: f64| width(distance).unwrap_or(f64::NAN);
        search::root(value, 0.0, outside, TOLERANCE).ok()
    }
}

impl Section {
    /// The farthest distance that is still on the Earth, between 0 and one beside it.
    fn horizon(&self, beside: f64) -> f64 {
        let (mut on, mut beside) = (0.0, beside);
        while beside - on > HORIZON_TOLERANCE {
            let middle = (on + beside) / 2.0;
            *(if self.place(middle).is_some() { &mut on } else { &mut beside }) = middle;
        }
        on
    }
}
