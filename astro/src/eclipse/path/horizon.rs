//! The curves on the Earth's outline where an eclipse begins, ends or is greatest at sunrise or sunset.

use super::cone::Cone;
use super::contacts::{Contacts, crossing};
use super::error::Error;
use super::frame::{Frame, Shadow};
use super::sample::{CurveVertex, ParametricCurve};
use crate::math::portable::Portable;
use crate::math::search;
use crate::math::vector::Vector;
use std::f64::consts::{PI, TAU};

/// A stretch of time in which a cone's edge crosses the Earth's outline, as a closed curve.
///
/// The parameter φ runs once around: t = middle − half cos φ, from 0 to π on one side of the foot of the
/// axis, from π to 2π back on the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Loop<'a> {
    shadow: Shadow<'a>,
    pub cone: Cone,
    middle: f64,
    half: f64,
    /// The beginning or end of a limit of the cone: one on each side.
    pub ends: [f64; 2],
}

/// Rise or set of the Sun on the horizon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SunAt {
    /// It rises.
    Sunrise,
    /// It sets.
    Sunset,
}

impl<'a> Loop<'a> {
    fn new(shadow: Shadow<'a>, cone: Cone, (from, to): (f64, f64)) -> Result<Self, Error> {
        let mut new =
            Self { shadow, cone, middle: (from + to) / 2.0, half: (to - from) / 2.0, ends: [0.0; 2] };
        let arrival =
            |phi: f64| new.point(phi).map_or(f64::NAN, |(frame, point)| new.cone.arrival(&frame, point));
        let end = |a: f64, b: f64| {
            search::root(arrival, a, b, 1e-12).map_err(|_| Error::at("an end of a limit", new.middle))
        };
        new.ends = [end(0.0, PI)?, end(TAU, PI)?];
        Ok(new)
    }

    /// The elements that drew it.
    pub(super) fn shadow(&self) -> Shadow<'a> {
        self.shadow
    }

    /// Hours of TD from t0.
    pub(super) fn time(&self, phi: f64) -> f64 {
        self.middle - self.half * phi.cosine()
    }

    /// The parameter 0 … π of an instant; on the other side of the foot it is 2π less that.
    pub(super) fn phi(&self, t: f64) -> f64 {
        ((self.middle - t) / self.half).clamp(-1.0, 1.0).arccosine()
    }

    pub(super) fn point(&self, phi: f64) -> Result<(Frame, Vector), Error> {
        let (sin, cos) = phi.sine_cosine();
        let frame = self.shadow.frame(self.middle - self.half * cos);
        let side = if sin >= 0.0 { 1.0 } else { -1.0 };
        let direction = crossing(&frame, &self.cone, side)?;
        Ok((frame, frame.on_outline(direction)))
    }

    /// Returns whether the Sun rises or sets at a point of the loop.
    pub(super) fn sun(&self, phi: f64) -> Result<SunAt, Error> {
        let (frame, point) = self.point(phi)?;
        Ok(sun_at(&frame, point))
    }

    /// The piece of the loop from one parameter to another, which may run backwards.
    pub(super) fn arc(&self, from: f64, to: f64) -> HorizonArc<'_> {
        HorizonArc { of: self, from, to }
    }

    /// The loop in pieces of one meaning: whether the eclipse begins, and the range of the parameter. The Sun
    /// rises or sets on the whole of a piece.
    pub(super) fn meanings(&self) -> Result<Vec<(bool, f64, f64)>, Error> {
        let [a, b] = self.ends;
        let mut pieces = Vec::with_capacity(4);
        for (begins, from, to) in [(true, b - TAU, a), (false, a, b)] {
            if self.sun(from)? == self.sun(to)? {
                pieces.push((begins, from, to));
            } else {
                let change = self.change(from, to)?;
                pieces.push((begins, from, change));
                pieces.push((begins, change, to));
            }
        }
        Ok(pieces)
    }

    /// Returns the parameter between two others at which sunrise becomes sunset.
    pub(super) fn change(&self, a: f64, b: f64) -> Result<f64, Error> {
        let rate = |phi: f64| self.point(phi).map_or(f64::NAN, |(frame, point)| frame.carried(point)[2]);
        search::root(rate, a, b, 1e-13).map_err(|_| Error::at("where sunrise becomes sunset", self.time(a)))
    }

    /// The unknowns of the limit that ends at `phi`.
    pub(super) fn limit_end(&self, phi: f64) -> Result<Vector, Error> {
        let (frame, p) = self.point(phi)?;
        let radius = self.cone.radius(frame.t, p[2]);
        let (sin, cos) = ((frame.x.value - p[0]) / radius, (frame.y.value - p[1]) / radius);
        Ok([frame.t, sin.arctangent2(cos), p[2]])
    }
}

/// Does the Sun rise or set at a point of the outline? There its altitude grows as the place is carried
/// towards the Moon.
fn sun_at(frame: &Frame, point: Vector) -> SunAt {
    if frame.carried(point)[2] > 0.0 { SunAt::Sunrise } else { SunAt::Sunset }
}

/// The loops of a cone, in the order of time.
pub(super) fn loops<'a>(
    shadow: Shadow<'a>,
    cone: Cone,
    contacts: Option<Contacts>,
) -> Result<Vec<Loop<'a>>, Error> {
    let spans = contacts.iter().flat_map(Contacts::loops);
    spans.map(|span| Loop::new(shadow, cone, span)).collect()
}

/// A piece of a loop.
#[derive(Debug, Clone, Copy)]
pub(super) struct HorizonArc<'a> {
    of: &'a Loop<'a>,
    from: f64,
    to: f64,
}

impl ParametricCurve for HorizonArc<'_> {
    fn pieces(&self) -> usize {
        ((self.to - self.from).abs() / (TAU / 48.0)).ceil().max(1.0) as usize
    }

    fn vertex(&self, u: f64) -> Result<CurveVertex, Error> {
        let phi = self.from + (self.to - self.from) * u / self.pieces() as f64;
        let (frame, point) = self.of.point(phi)?;
        Ok(CurveVertex::new(frame.t, frame.earth_fixed(point)))
    }
}
