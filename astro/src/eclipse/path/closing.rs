//! The closing of the ring around a region where the limits end: along the loops on the horizon.

use super::error::Error;
use super::figure::{SAME_PLACE, append};
use super::frame::{Frame, Shadow};
use super::horizon::{HorizonArc, Loop, SunAt};
use super::sample::{CurveVertex, ParametricCurve, Sampling, sample};
use crate::math::portable::Portable;
use crate::math::search;
use crate::math::vector::{Vector, norm, sub};
use std::f64::consts::{PI, TAU};

/// Returns whether a point of the outline with a stationary altitude of the Sun has noon; otherwise midnight.
fn is_noon(frame: &Frame, point: Vector) -> bool {
    point[2] * frame.cos_d - point[1] * frame.sin_d > 0.0
}

impl Loop<'_> {
    /// The part of the loop that bounds the cone's region, from the limit's end on `side` to that on the
    /// other.
    ///
    /// At sunrise the eclipse ends there, at sunset it begins. A loop that has both goes from one to the
    /// other: at the crossing of its two branches if that is towards the midnight Sun, and along the edge of
    /// the polar night if it is towards the noon.
    pub(super) fn outer_arc(&self, side: usize, sampling: Sampling) -> Result<Vec<CurveVertex>, Error> {
        let suns = [self.sun(self.ends[0])?, self.sun(self.ends[1])?];
        if suns[0] == suns[1] {
            let piece = match suns[0] {
                SunAt::Sunrise => self.arc(self.ends[side], self.ends[1 - side]),
                SunAt::Sunset => self.arc_through_start(side),
            };
            return sample(&piece, sampling);
        }
        let rising = usize::from(suns[1] == SunAt::Sunrise);
        let mut vertices = self.mixed_arc(rising, sampling)?;
        if side != rising {
            vertices.reverse();
        }
        Ok(vertices)
    }

    /// The begins part, from the end on `side` through φ = 0.
    fn arc_through_start(&self, side: usize) -> HorizonArc<'_> {
        let [a, b] = [self.ends[0], self.ends[1] - TAU];
        if side == 0 { self.arc(a, b) } else { self.arc(b, a) }
    }

    /// From the end where the Sun rises, `rising`, to the one where it sets.
    fn mixed_arc(&self, rising: usize, sampling: Sampling) -> Result<Vec<CurveVertex>, Error> {
        let setting = 1 - rising;
        // The ends part runs through φ = π; the begins part through φ = 0, that is, from the other end by
        // −2π.
        let begins = |end: usize| if end == 0 { self.ends[0] } else { self.ends[1] - TAU };
        let ends_change = self.change(self.ends[rising], self.ends[setting])?;
        let begins_change = self.change(begins(rising), begins(setting))?;
        let (frame, point) = self.point(ends_change)?;
        if is_noon(&frame, point) {
            let mut vertices = sample(&self.arc(self.ends[rising], ends_change), sampling)?;
            let edge = NoonEdge {
                shadow: self.shadow(),
                from: self.time(ends_change),
                to: self.time(begins_change),
                gamma: point[1].signum(),
            };
            append(&mut vertices, sample(&edge, sampling)?);
            append(&mut vertices, sample(&self.arc(begins_change, begins(setting)), sampling)?);
            return Ok(vertices);
        }
        let (at_ends, at_begins) = self.node(begins_change, begins(setting))?;
        let mut vertices = sample(&self.arc(self.ends[rising], at_ends), sampling)?;
        append(&mut vertices, sample(&self.arc(at_begins, begins(setting)), sampling)?);
        Ok(vertices)
    }

    /// Returns the crossing on the ground of the branch on which the eclipse ends at sunrise and the one on
    /// which it begins at sunset: the place that has both, a short night apart.
    fn node(&self, change: f64, end: f64) -> Result<(f64, f64), Error> {
        // The place at a sunset, the instant of its next sunrise, and how far outside of the cone it is then.
        let after = |phi: f64| -> Option<(f64, f64)> {
            let (frame, point) = self.point(phi).ok()?;
            let place = frame.earth_fixed(point);
            let rise = self.next_sunrise(frame.t, place)?;
            let then = self.shadow().frame(rise);
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
            let phi = change + (end - change) * 0.5f64.integer_power(k);
            if outside(phi) < 0.0 {
                near = Some(phi);
                break;
            }
        }
        let near = near.ok_or_else(lost)?;
        let at_begins = search::root(outside, near, end, 1e-13).map_err(|_| lost())?;
        let (rise, _) = after(at_begins).ok_or_else(lost)?;
        // That sunrise on the branch of ends: one of the two points of the loop at its instant.
        let place = |phi: f64| self.point(phi).map(|(frame, point)| frame.earth_fixed(point));
        let node = place(at_begins)?;
        let first = self.phi(rise);
        let away = |phi: f64| place(phi).map_or(f64::INFINITY, |p| norm(sub(p, node)));
        let at_ends = if away(first) <= away(TAU - first) { first } else { TAU - first };
        if away(at_ends) > SAME_PLACE {
            return Err(lost());
        }
        Ok((at_ends, at_begins))
    }

    /// The next time that the true altitude of the Sun's centre is zero at a place where it has just set.
    fn next_sunrise(&self, set: f64, place: Vector) -> Option<f64> {
        const MAX_HOURS: f64 = 5.0;
        let height = |t: f64| {
            let f = self.shadow().frame(t);
            let p = f.fundamental(place);
            f.height(p[1], p[2])
        };
        // It falls until its rate changes sign, which near a pole is not at midnight, and rises until noon.
        let rate = |t: f64| {
            let f = self.shadow().frame(t);
            let p = f.fundamental(place);
            f.carried(p)[2]
        };
        let f = self.shadow().frame(set);
        let p = f.fundamental(place);
        let hour_angle = p[0].arctangent2(p[2] * f.cos_d - p[1] * f.sin_d).rem_euclid(TAU);
        let at_angle = |angle: f64| set + (angle - hour_angle) / f.mu.rate;
        let lowest = search::root(rate, set, at_angle(1.5 * PI), 1e-13).ok()?;
        let rise = search::root(height, lowest, at_angle(TAU), 1e-12).ok()?;
        (rise - set < MAX_HOURS).then_some(rise)
    }
}

/// The edge of the polar night: the noon points of the Earth's outline between two instants.
struct NoonEdge<'a> {
    shadow: Shadow<'a>,
    from: f64,
    to: f64,
    /// Sign of η there.
    gamma: f64,
}

impl ParametricCurve for NoonEdge<'_> {
    fn pieces(&self) -> usize {
        // Pieces of at most 3° along the edge, whose distance from the pole is the Sun's declination. At an
        // equinox the whole edge is one: there it turns back within metres of itself.
        let degrees = 15.0 * (self.to - self.from).abs() * self.shadow.frame(self.from).sin_d.abs();
        (degrees / 3.0).ceil().max(1.0) as usize
    }

    fn vertex(&self, u: f64) -> Result<CurveVertex, Error> {
        let t = self.from + (self.to - self.from) * u / self.pieces() as f64;
        let f = self.shadow.frame(t);
        // The altitude is stationary where d′ ρ1 cos γ = µ′ cos d sin γ.
        let gamma = (f.d.rate * f.rho1() / (f.mu.rate * f.cos_d)).arctangent();
        let gamma = if self.gamma < 0.0 { gamma + PI } else { gamma };
        Ok(CurveVertex::new(t, f.earth_fixed(f.on_outline(gamma))))
    }
}
