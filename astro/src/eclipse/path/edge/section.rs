//! A straight way across the edge of the shadow.

use super::true_edge::TrueEdge;
use crate::constants::SECONDS_PER_HOUR;
use crate::eclipse::local::ObservedEclipse;
use crate::eclipse::local::limb::{Phase, RuggedMoon, Shortfall, Widest};
use crate::eclipse::path::error::Error;
use crate::eclipse::path::frame::Frame;
use crate::eclipse::path::limit_curve::LimitCurve;
use crate::eclipse::path::sample::CurveVertex;
use crate::math::portable::Portable;
use crate::math::search::{self, Sample};

/// To this distances along a way are found, Earth radii: 6 mm.
const TOLERANCE: f64 = 1e-9;
/// A width at which a point counts as found, Earth radii: 2 cm.
const SETTLED: f64 = 3e-9;
/// The same where two valleys take turns, Earth radii: 6 m.
const NEARLY_SETTLED: f64 = 1e-6;
/// Most times that the Moon is turned to the point that was found with it.
const MAX_ROUNDS: usize = 6;
/// Steps of the secant before the zero is bracketed instead.
const SECANT_STEPS: usize = 8;
/// First half of that bracket, Earth radii: 2 km.
const BRACKET: f64 = 3e-4;
/// On ways that are more aslant, the bracket grows no more: their edges may be anywhere.
const LEAST_SLANT: f64 = 0.05;
/// A duration at which a point counts as found, seconds.
const SETTLED_S: f64 = 0.002;
/// To this a point of a duration is found before the directions that decide are known, Earth radii.
const ROUGHLY: f64 = 1e-4;
/// A distance over which the change of a duration is measured, Earth radii: 64 m.
const PROBE: f64 = 1e-5;
/// Step of looks for an edge across the smooth one, Earth radii (640 m), and their number to either side.
const LOOK: f64 = 1e-4;
const LOOKS: i32 = 8;
/// As many points of the edge take as long as these looks.
const LOOK_POINTS: u32 = 5;
/// As many points of the edge take as long as one of a duration.
const DURATION_POINTS: u32 = 2;
/// Steps of Newton's method for a duration.
const NEWTON_STEPS: usize = 2;

/// A way in the fundamental plane at an instant, from a point outwards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Section {
    pub(super) frame: Frame,
    /// Where it begins: ξ, η.
    pub(super) origin: [f64; 2],
    /// Its direction.
    pub(super) outwards: [f64; 2],
    /// Where the edge of the smooth Moon is, from the beginning.
    pub(super) smooth: f64,
    /// Whether the edge is that of totality, not of a ring.
    pub(super) is_total: bool,
    /// Size of the ellipsoid on which places are, in Earths; see `Paths::beyond`.
    pub(super) size: f64,
    /// Cosine of the angle between the way and the direction from the axis.
    pub(super) slant: f64,
}

/// A point of the edge.
#[derive(Debug, Clone, Copy)]
pub(super) struct EdgePoint {
    /// The place, and the instant at which totality or the ring has no duration.
    pub(super) vertex: CurveVertex,
    /// From the beginning of the way, Earth radii.
    pub(super) distance: f64,
    /// The directions of the last and the first light.
    directions: [usize; 2],
}

impl Section {
    /// The way from the axis through a point of the limit of the smooth Moon, at the instant of its vertex.
    pub(super) fn through(curve: &LimitCurve, u: f64, is_total: bool) -> Result<Self, Error> {
        let at = curve.at(u)?;
        let radius = curve.limit.touch(at).radius;
        let (sin, cos) = at[1].sine_cosine();
        let frame = curve.limit.frame(at[0]);
        let outwards = [sin, cos].map(|part| -radius.signum() * part);
        let origin = [frame.x.value, frame.y.value];
        let size = curve.limit.size;
        Ok(Self { frame, origin, outwards, smooth: radius.abs(), is_total, size, slant: 1.0 })
    }

    /// The way through the same point of the smooth limit at right angles to the limit on the ground: where
    /// the Sun is low, it does not run along the shadows of hills, nor leave the Earth.
    pub(super) fn across_the_ground(self) -> Self {
        let [xi, eta] = [0, 1].map(|i| self.origin[i] + self.smooth * self.outwards[i]);
        let Some(zeta) = self.zeta(xi, eta) else { return self };
        let normal = self.frame.normal([xi, eta, zeta]);
        let along = normal[0] * self.outwards[0] + normal[1] * self.outwards[1];
        let across = [0, 1].map(|i| self.outwards[i] - along * normal[i]);
        let length = across[0].hypotenuse(across[1]);
        if length == 0.0 {
            return self;
        }
        let outwards = across.map(|part| part / length);
        let slant = outwards[0] * self.outwards[0] + outwards[1] * self.outwards[1];
        let origin = [xi - self.smooth * outwards[0], eta - self.smooth * outwards[1]];
        Self { origin, outwards, slant, ..self }
    }

    fn zeta(&self, xi: f64, eta: f64) -> Option<f64> {
        Some(self.size * self.frame.zeta(xi / self.size, eta / self.size)?)
    }

    /// The place on the ground at a distance from the beginning; none beside the Earth.
    pub(super) fn place(&self, distance: f64) -> Option<CurveVertex> {
        let [xi, eta] = [0, 1].map(|i| self.origin[i] + distance * self.outwards[i]);
        let zeta = self.zeta(xi, eta)?;
        Some(CurveVertex::new(self.frame.t, self.frame.earth_fixed([xi, eta, zeta])))
    }

    /// The least distance from the beginning that is on the Earth, if `on` is.
    fn nearest_on_earth(&self, on: f64) -> f64 {
        let (mut beside, mut on) = (0.0, on);
        if self.place(beside).is_some() {
            return beside;
        }
        while on - beside > ROUGHLY {
            let middle = (on + beside) / 2.0;
            *(if self.place(middle).is_some() { &mut on } else { &mut beside }) = middle;
        }
        on
    }

    /// Where a function of the distance is zero that grows about `slant` times as fast as the distance; `f`
    /// is none beside the Earth.
    fn zero(&self, f: impl Fn(f64) -> Option<f64>, near: f64) -> Option<f64> {
        let (mut a, mut slope) = (Sample { t: near, value: f(near)? }, self.slant);
        for _ in 0..SECANT_STEPS {
            if a.value.abs() <= TOLERANCE {
                return Some(a.t);
            }
            let t = a.t - a.value / slope;
            let b = Sample { t, value: f(t)? };
            // Steep ground may turn the slope; the bracket below copes with that.
            slope = ((b.value - a.value) / (b.t - a.t)).clamp(0.2 * self.slant, 5.0);
            a = b;
        }
        let value = |distance: f64| f(distance).unwrap_or(f64::NAN);
        [1.0, 4.0, 16.0].into_iter().find_map(|wide| {
            let half = wide * BRACKET / self.slant.max(LEAST_SLANT);
            search::root(value, near - half, near + half, TOLERANCE).ok()
        })
    }

    /// Distances from outside to inside of the smooth edge.
    fn looks(&self) -> impl Iterator<Item = f64> {
        let step = LOOK / self.slant.max(LEAST_SLANT);
        (-LOOKS..=LOOKS).rev().map(move |k| self.smooth + f64::from(k) * step)
    }
}

impl TrueEdge<'_> {
    /// The edge on a way, and the Moon there; none if the way leaves the Earth before it, or if mountains
    /// leave no edge.
    pub(super) fn point(&self, section: &Section) -> Result<Option<(EdgePoint, RuggedMoon)>, Error> {
        self.spend(1)?;
        let (mut distance, mut t) = (section.smooth, section.frame.t);
        for round in 0..MAX_ROUNDS {
            let Some(vertex) = section.place(distance) else { break };
            let local = self.observed(&vertex);
            let moon = self.moon(&local, t)?;
            let phase = Phase { local: &local, moon: &moon, is_total: section.is_total };
            let Some(least) = phase.shortfall(t) else { break };
            // The Moon is first that of the smooth edge, then that of the point itself.
            let is_last = round + 1 == MAX_ROUNDS;
            if round > 1 && least.width.abs() <= if is_last { NEARLY_SETTLED } else { SETTLED } {
                let vertex = CurveVertex { t: least.t, ..vertex };
                return Ok(Some((EdgePoint { vertex, distance, directions: least.directions }, moon)));
            }
            let near = EdgePoint {
                vertex: CurveVertex { t: least.t, ..vertex },
                distance,
                directions: least.directions,
            };
            let Some(found) = self.zero_of(section, &moon, &near) else { break };
            (distance, t) = found;
        }
        self.bracketed(section)
    }

    /// The outermost edge on a way, with the Moon of the smooth edge: for ways along which the directions
    /// that decide change too often for [`TrueEdge::point`].
    fn bracketed(&self, section: &Section) -> Result<Option<(EdgePoint, RuggedMoon)>, Error> {
        self.spend(LOOK_POINTS)?;
        let t = section.frame.t;
        let Some(vertex) = section.place(section.smooth) else { return Ok(None) };
        let moon = self.moon(&self.observed(&vertex), t)?;
        let least = |distance: f64| {
            let vertex = section.place(distance)?;
            let local = self.observed(&vertex);
            let least = Phase { local: &local, moon: &moon, is_total: section.is_total }.shortfall(t)?;
            Some((vertex, least))
        };
        let width = |distance: f64| least(distance).map_or(f64::NAN, |(_, least)| least.width);
        // From outside to inside: a narrow shadow may lie on the other side of the axis.
        let mut last: Option<Sample> = None;
        let found = section.looks().find_map(|distance| {
            let inside = Sample::of(width, distance);
            let outside = last.replace(inside)?;
            let is_edge = outside.value >= 0.0 && inside.value < 0.0;
            let root = || search::root_between(width, inside, outside, TOLERANCE).ok();
            let distance = is_edge.then(root)??;
            let (vertex, Shortfall { t, directions, width }) = least(distance)?;
            let point = EdgePoint { vertex: CurveVertex { t, ..vertex }, distance, directions };
            (width.abs() <= NEARLY_SETTLED).then_some(point)
        });
        Ok(found.map(|point| (point, moon)))
    }

    /// The edge on the way through a point of a limit of the smooth Moon.
    pub(super) fn through(&self, curve: &LimitCurve, u: f64) -> Result<Option<CurveVertex>, Error> {
        let is_total = curve.limit.touch(curve.at(u)?).radius > 0.0;
        Ok(self.point(&Section::through(curve, u, is_total)?)?.map(|(point, _)| point.vertex))
    }

    /// How far inside of a vertex the edge is, Earth radii.
    pub(super) fn inside(&self, vertex: &CurveVertex, is_total: bool) -> Result<f64, Error> {
        self.spend(1)?;
        let local = self.observed(vertex);
        let moon = self.moon(&local, vertex.t)?;
        let least = Phase { local: &local, moon: &moon, is_total }.shortfall(vertex.t);
        Ok(least.map_or(0.0, |least| least.width))
    }

    /// Where the two directions that decide at a point have no width at their meeting, and when.
    fn zero_of(&self, section: &Section, moon: &RuggedMoon, near: &EdgePoint) -> Option<(f64, f64)> {
        let meeting = |distance: f64| {
            let local = self.observed(&section.place(distance)?);
            let phase = Phase { local: &local, moon, is_total: section.is_total };
            Some(phase.meeting(near.directions, near.vertex.t))
        };
        let distance = section.zero(|distance| Some(meeting(distance)?.1), near.distance)?;
        Some((distance, meeting(distance)?.0))
    }

    /// How far the edge would be out if the one valley (or mountain) did not exist that decides at a point.
    pub(super) fn without_valley(
        &self,
        section: &Section,
        (at, moon): &(EdgePoint, RuggedMoon),
    ) -> Option<f64> {
        let distance = |k: &usize| {
            let moon = moon.clone().without(*k, section.is_total);
            let local = self.observed(&at.vertex);
            let phase = Phase { local: &local, moon: &moon, is_total: section.is_total };
            let Shortfall { t, directions, .. } = phase.corner(at.vertex.t)?;
            let near = EdgePoint { vertex: CurveVertex { t, ..at.vertex }, directions, ..*at };
            Some(self.zero_of(section, &moon, &near)?.0)
        };
        at.directions.iter().filter_map(distance).reduce(f64::max).map(|far| far.max(at.distance))
    }

    /// Standard error of the edge along the way, Earth radii; none if the search is lost.
    pub(super) fn sigma(&self, section: &Section, (at, moon): &(EdgePoint, RuggedMoon)) -> Option<f64> {
        let width = |delta_t_s: f64| {
            let local = ObservedEclipse::new(self.elements, self.observer(&at.vertex), delta_t_s);
            let phase = Phase { local: &local, moon, is_total: section.is_total };
            Some(phase.corner(at.vertex.t)?.width)
        };
        let per_second = width(self.delta_t_s + 1.0)? - width(self.delta_t_s)?;
        Some(self.shadow_sigma().hypotenuse(per_second * self.errors.delta_t_s) / section.slant)
    }

    /// Where totality or the ring lasts a time on a way, between its beginning and the edge; none where it
    /// does not last as long.
    pub(super) fn of_duration(
        &self,
        section: &Section,
        duration_s: f64,
    ) -> Result<Option<CurveVertex>, Error> {
        self.spend(DURATION_POINTS)?;
        let Some((edge, moon)) = self.point(section)? else { return Ok(None) };
        let start = section.nearest_on_earth(edge.distance);
        let rough = self.roughly_of_duration(section, (start, &edge), &moon, duration_s);
        let Some(mut distance) = rough else { return Ok(None) };
        let mut t = section.frame.t;
        for _ in 0..MAX_ROUNDS {
            let Some(vertex) = section.place(distance) else { return Ok(None) };
            let local = self.observed(&vertex);
            let moon = self.moon(&local, t)?;
            let phase = Phase { local: &local, moon: &moon, is_total: section.is_total };
            let Some((least, ends)) = phase.shortfall(t).and_then(|least| Some((least, phase.ends(&least)?)))
            else {
                return Ok(None);
            };
            t = least.t;
            if (lasts_s(&ends) - duration_s).abs() <= SETTLED_S {
                return Ok(Some(CurveVertex { t, ..vertex }));
            }
            // The same two directions decide nearby.
            let lasts_s = |distance: f64| {
                let local = self.observed(&section.place(distance)?);
                let phase = Phase { local: &local, moon: &moon, is_total: section.is_total };
                Some(lasts_s(&ends.map(|end| phase.zero(end.k, end.t))))
            };
            for _ in 0..NEWTON_STEPS {
                let Some((here, next)) = lasts_s(distance).zip(lasts_s(distance + PROBE)) else {
                    return Ok(None);
                };
                let step = PROBE * (duration_s - here) / (next - here);
                distance = (distance + step).clamp(start, edge.distance);
            }
        }
        Ok(None)
    }

    /// [`TrueEdge::of_duration`] to 0.6 km, with the Moon of the edge.
    fn roughly_of_duration(
        &self,
        section: &Section,
        (start, edge): (f64, &EdgePoint),
        moon: &RuggedMoon,
        duration_s: f64,
    ) -> Option<f64> {
        let missing_s = |distance: f64| {
            let local = self.observed(&section.place(distance)?);
            let phase = Phase { local: &local, moon, is_total: section.is_total };
            let ends = phase.ends(&phase.corner(section.frame.t)?);
            Some(duration_s - ends.map_or(0.0, |ends| lasts_s(&ends)))
        };
        let value = |distance: f64| missing_s(distance).unwrap_or(f64::NAN);
        search::root(value, start, edge.distance, ROUGHLY).ok()
    }
}

/// How long totality or the ring lasts between its ends.
fn lasts_s([from, to]: &[Widest; 2]) -> f64 {
    (to.t - from.t) * SECONDS_PER_HOUR
}
