//! A straight way across the edge of the shadow.

use super::point::{EdgePoint, SectionKey};
use super::true_edge::{FARTHER, TrueEdge};
use crate::constants::SECONDS_PER_HOUR;
use crate::eclipse::local::ObservedEclipse;
use crate::eclipse::local::limb::{Phase, RuggedMoon, Shortfall, Widest};
use crate::eclipse::path::error::Error;
use crate::eclipse::path::frame::Frame;
use crate::eclipse::path::limit_curve::LimitCurve;
use crate::eclipse::path::sample::CurveVertex;
use crate::math::portable::Portable;
use crate::math::search::{self, Sample};
use std::cell::Cell;

/// Tolerance of distances along a way, Earth radii: 6 mm.
const TOLERANCE: f64 = 1e-9;
/// A width at which a point counts as found, Earth radii: 2 cm.
const SETTLED: f64 = 3e-9;
/// Such a width where two valleys take turns, Earth radii: 6 m.
const NEARLY_SETTLED: f64 = 1e-6;
/// Most times that the Moon is turned to the point that was found with it.
const MAX_ROUNDS: usize = 6;
/// Steps of the secant before the zero is bracketed instead.
const SECANT_STEPS: usize = 8;
/// First half of that bracket, Earth radii: 2 km.
const BRACKET: f64 = 3e-4;
/// On ways that are more aslant, the bracket grows no more: their edges may be anywhere.
const LEAST_SLANT: f64 = 0.05;
/// Tolerance of the horizon: on the ground it is a distance of 3 m, for the Earth's surface rises there
/// as a circle does.
pub(super) const HORIZON_TOLERANCE: f64 = 1e-13;
/// A duration at which a point counts as found, seconds.
const SETTLED_S: f64 = 0.002;
/// Distances from the horizon at which a duration is looked for, Earth radii.
const FROM_HORIZON: [f64; 3] = [0.0, 1e-5, 1e-4];
/// Tolerance of a jump of the duration, Earth radii: 6 cm.
const AT_A_JUMP: f64 = 1e-8;
/// A distance over which the change of a duration is measured, Earth radii: 64 m.
const PROBE: f64 = 1e-5;
/// Most steps to the point of a duration; these of Newton's method are followed by halvings.
const DURATION_STEPS: usize = 40;
const NEWTON_STEPS: usize = 8;
/// Step of looks for an edge across the smooth one, Earth radii (640 m), and their number to either side.
const LOOK: f64 = 1e-4;
const LOOKS: i32 = 8;

/// A way in the fundamental plane at an instant, from a point outwards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Section {
    pub(super) frame: Frame,
    /// The beginning: ξ, η.
    pub(super) origin: [f64; 2],
    /// Its direction.
    pub(super) outwards: [f64; 2],
    /// The distance of the smooth Moon's edge from the beginning.
    pub(super) smooth: f64,
    /// `true` for the edge of totality, `false` for that of a ring.
    pub(super) is_total: bool,
    /// Size of the ellipsoid on which places are, in Earths; see `Paths::beyond`.
    pub(super) size: f64,
    /// Cosine of the angle between the way and the direction from the axis.
    pub(super) slant: f64,
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

    /// All that tells ways of an eclipse apart.
    fn key(&self) -> SectionKey {
        let Self { frame, origin: [xi, eta], outwards: [east, north], smooth, size, .. } = *self;
        [frame.t, xi, eta, east, north, smooth, size].map(f64::to_bits)
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
        while on - beside > HORIZON_TOLERANCE {
            let middle = (on + beside) / 2.0;
            *(if self.place(middle).is_some() { &mut on } else { &mut beside }) = middle;
        }
        on
    }

    /// Returns the zero of a function of the distance that grows about `slant` times as fast as the distance;
    /// `f` is none beside the Earth.
    pub(super) fn zero(&self, f: impl Fn(f64) -> Option<f64>, near: f64) -> Option<f64> {
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
    /// The edge on a way; none if the way leaves the Earth before it, or if mountains leave no edge. Limits,
    /// areas and bands have many ways in common, so points are kept.
    pub(super) fn point(&self, section: &Section) -> Result<Option<EdgePoint>, Error> {
        self.check()?;
        let known = self.points.borrow().get(&section.key()).copied();
        if let Some(known) = known {
            return Ok(known);
        }
        let point = self.search(section)?;
        self.points.borrow_mut().insert(section.key(), point);
        Ok(point)
    }

    /// Returns the point with the Moon there.
    pub(super) fn point_and_moon(&self, section: &Section) -> Result<Option<(EdgePoint, RuggedMoon)>, Error> {
        let Some(point) = self.point(section)? else { return Ok(None) };
        let (distance, t) = point.moon;
        let Some(vertex) = section.place(distance) else { return Ok(None) };
        Ok(Some((point, self.moon(&self.observed(&vertex), t)?)))
    }

    fn search(&self, section: &Section) -> Result<Option<EdgePoint>, Error> {
        let (mut distance, mut t) = (section.smooth, section.frame.t);
        for round in 0..MAX_ROUNDS {
            let Some(vertex) = section.place(distance) else { break };
            let local = self.observed(&vertex);
            let moon = self.moon(&local, t)?;
            let phase = Phase { local: &local, moon: &moon, is_total: section.is_total };
            let Some(least) = self.shortfall(&phase, t) else { break };
            // The Moon is first that of the smooth edge, then that of the point itself.
            let is_last = round + 1 == MAX_ROUNDS;
            if round > 1 && least.width.abs() <= if is_last { NEARLY_SETTLED } else { SETTLED } {
                let vertex = CurveVertex { t: least.t, ..vertex };
                let (directions, moon) = (least.directions, (distance, t));
                return Ok(Some(EdgePoint { vertex, distance, directions, moon }));
            }
            let near = EdgePoint {
                vertex: CurveVertex { t: least.t, ..vertex },
                distance,
                directions: least.directions,
                moon: (distance, t),
            };
            let Some(found) = self.zero_of(section, &moon, &near) else { break };
            (distance, t) = found;
        }
        self.bracketed(section)
    }

    /// The outermost edge on a way, with the Moon of the smooth edge: for ways along which the directions
    /// that decide change too often for [`TrueEdge::search`].
    fn bracketed(&self, section: &Section) -> Result<Option<EdgePoint>, Error> {
        let t = section.frame.t;
        let Some(vertex) = section.place(section.smooth) else { return Ok(None) };
        let moon = self.moon(&self.observed(&vertex), t)?;
        let least = |distance: f64| {
            let vertex = section.place(distance)?;
            let local = self.observed(&vertex);
            let phase = Phase { local: &local, moon: &moon, is_total: section.is_total };
            Some((vertex, self.shortfall(&phase, t)?))
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
            let moon = (section.smooth, section.frame.t);
            let point = EdgePoint { vertex: CurveVertex { t, ..vertex }, distance, directions, moon };
            (width.abs() <= NEARLY_SETTLED).then_some(point)
        });
        Ok(found)
    }

    /// The edge on the way through a point of a limit of the smooth Moon.
    pub(super) fn through(&self, curve: &LimitCurve, u: f64) -> Result<Option<CurveVertex>, Error> {
        let is_total = curve.limit.touch(curve.at(u)?).radius > 0.0;
        Ok(self.point(&Section::through(curve, u, is_total)?)?.map(|point| point.vertex))
    }

    /// Returns the depth of the edge inside of a vertex, Earth radii.
    pub(super) fn inside(&self, vertex: &CurveVertex, is_total: bool) -> Result<f64, Error> {
        self.check()?;
        let local = self.observed(vertex);
        let moon = self.moon(&local, vertex.t)?;
        let least = self.shortfall(&Phase { local: &local, moon: &moon, is_total }, vertex.t);
        Ok(least.map_or(0.0, |least| least.width))
    }

    /// Returns the distance and instant at which two directions that decide at a point meet without width.
    fn zero_of(&self, section: &Section, moon: &RuggedMoon, near: &EdgePoint) -> Option<(f64, f64)> {
        let meeting = |distance: f64| {
            let local = self.observed(&section.place(distance)?);
            let phase = Phase { local: &local, moon, is_total: section.is_total };
            Some(phase.meeting(near.directions, near.vertex.t))
        };
        let distance = section.zero(|distance| Some(meeting(distance)?.1), near.distance)?;
        Some((distance, meeting(distance)?.0))
    }

    /// Returns the error of the edge without the one valley (or mountain) that decides at a point.
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

    /// Returns the place on a way that begins on the axis where totality or the ring lasts the given time;
    /// none where it does not last as long.
    ///
    /// Across a circle, the square of the duration is linear in the square of the distance. Mountains bend
    /// that line, and where a totality parts into pieces it jumps. So Newton's method for the square runs
    /// between places where it lasts longer and less long, and a jump is a point, too. The search begins
    /// as far from the point of a circle as the point before was, which `aside` keeps.
    pub(super) fn of_duration(
        &self,
        section: &Section,
        duration_s: f64,
        aside: &Cell<f64>,
    ) -> Result<Option<CurveVertex>, Error> {
        self.check()?;
        let squares = |a: f64, b: f64| a * a - b * b;
        let mut longer = section.nearest_on_earth(section.smooth);
        let mut start = None;
        // Where the axis is beside the Earth, it may last longer a little inside of the horizon.
        for inside in if longer > 0.0 { &FROM_HORIZON[..] } else { &[0.0] } {
            start = self.lasting(section, longer + inside, section.frame.t)?;
            start = start.filter(|start| start.lasts_s > duration_s);
            if start.is_some() {
                longer += inside;
                break;
            }
        }
        let Some(start) = start else { return Ok(None) };
        let mut less = section.smooth.max(longer) + FARTHER;
        let share = squares(start.lasts_s, duration_s) / squares(start.lasts_s, 0.0);
        let circle = (longer * longer + share * squares(section.smooth, longer)).max(0.0).sqrt();
        let mut distance = (circle + aside.get()).clamp(longer, less);
        let (mut t, mut found) = (start.vertex.t, start.vertex);
        for step in 1..=DURATION_STEPS {
            let mut next = f64::NAN;
            if let Some(here) = self.lasting(section, distance, t)? {
                // Outside of the edge, the line of the circle runs on.
                let of_circle = -2.0 * squares(start.lasts_s, 0.0) / section.smooth;
                let (square, rate) = match here.rate {
                    Some(rate) => (squares(here.lasts_s, 0.0), 2.0 * here.lasts_s * rate),
                    None => (of_circle * here.width, of_circle),
                };
                next = distance + (squares(duration_s, 0.0) - square) / rate;
                t = here.vertex.t;
                if (here.lasts_s - duration_s).abs() <= SETTLED_S || (next - distance).abs() <= SETTLED {
                    found = here.vertex;
                    break;
                }
                if here.lasts_s > duration_s {
                    (longer, found) = (distance, here.vertex);
                }
            }
            if longer != distance {
                less = distance;
            }
            if less - longer <= AT_A_JUMP {
                break;
            }
            let is_between = next > longer && next < less && step < NEWTON_STEPS;
            distance = if is_between { next } else { (longer + less) / 2.0 };
        }
        aside.set(distance - circle);
        Ok(Some(found))
    }

    /// Returns the duration of totality or the ring at a distance on a way; none beside the Earth, or if the
    /// search near the instant `t` is lost.
    fn lasting(&self, section: &Section, distance: f64, t: f64) -> Result<Option<Lasting>, Error> {
        let Some(vertex) = section.place(distance) else { return Ok(None) };
        let local = self.observed(&vertex);
        let moon = self.moon(&local, t)?;
        let phase = Phase { local: &local, moon: &moon, is_total: section.is_total };
        let Some(least) = self.shortfall(&phase, t) else { return Ok(None) };
        let vertex = CurveVertex { t: least.t, ..vertex };
        let lasts_s = |[from, to]: [Widest; 2]| (to.t - from.t) * SECONDS_PER_HOUR;
        let Some(ends) = self.ends(&phase, &least) else {
            return Ok(Some(Lasting { vertex, width: least.width, lasts_s: 0.0, rate: None }));
        };
        // The same two directions decide nearby.
        let near = section.place(distance - PROBE).map(|place| {
            let local = self.observed(&place);
            let phase = Phase { local: &local, moon: &moon, is_total: section.is_total };
            lasts_s(ends.map(|end| phase.zero(end.k, end.t)))
        });
        let lasts_s = lasts_s(ends);
        let rate = near.map(|near_s| (lasts_s - near_s) / PROBE);
        Ok(Some(Lasting { vertex, width: least.width, lasts_s, rate }))
    }
}

/// Totality or the ring at a distance on a way.
struct Lasting {
    /// The place, and the instant in the middle.
    vertex: CurveVertex,
    /// The width of what is missing, Earth radii; see [`Shortfall`].
    width: f64,
    /// The duration, seconds; 0 outside of the edge.
    lasts_s: f64,
    /// Its rate along the way, seconds per Earth radius; none outside of the edge.
    rate: Option<f64>,
}
