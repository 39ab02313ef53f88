//! The first and last contact of a cone with the Earth, and the loops of the horizon between.
//!
//! Reference: *Explanatory Supplement* (2013), section 11.3; the contacts are those of true tangency.

use super::cone::Cone;
use super::error::Error;
use super::frame::{Direction, Frame, Shadow};
use crate::constants::ECCENTRICITY_SQUARED;
use crate::math::portable::Portable;
use crate::math::search;
use crate::math::vector::Vector;

/// Hours about t0 within which every contact lies: the penumbra needs up to 3.6 h.
const SEARCH_HOURS: f64 = 4.5;
/// An approach to within this of a contact, Earth radii, is a graze, and hours about the nearest approach
/// within which a cone is deepest then.
const GRAZE: f64 = 1e-2;
const GRAZE_HOURS: f64 = 0.3;
/// 4 µs.
const TOLERANCE_HOURS: f64 = 1e-9;

/// The direction of the point of the Earth's outline nearest to the axis.
///
/// Newton's method on the distance from the ellipse (sin γ, ρ1 cos γ), whose curvature is nearly a
/// circle's: five steps leave less than 1e-12.
#[inline]
pub(super) fn foot(frame: &Frame) -> Direction {
    let rho1 = frame.rho1();
    let (x, y) = (frame.x.value, frame.y.value);
    let mut at = Direction::towards(x, y / rho1);
    for _ in 0..5 {
        let (s, c) = (at.sin, at.cos);
        let slope = -(x - s) * c + (y - rho1 * c) * rho1 * s;
        let curvature = x * s + rho1 * y * c + (1.0 - rho1 * rho1) * (c * c - s * s);
        // Near the Earth's centre no foot is near; the nearest direction serves.
        if curvature.abs() < 1e-3 {
            break;
        }
        let step = slope / curvature;
        at = at.turned_little(-step.clamp(-0.5, 0.5));
        if step.abs() < 1e-8 {
            break;
        }
    }
    Direction::towards(at.sin, at.cos)
}

/// Distance of the axis outside the Earth's outline, negative inside, and the foot from which it is counted.
pub(super) fn outside(frame: &Frame) -> (f64, Vector) {
    let foot = foot(frame);
    let p = frame.on_outline(foot);
    let (u, v) = (frame.x.value - p[0], frame.y.value - p[1]);
    // Along the outward normal of the ellipse.
    let sign = (u * foot.sin * frame.rho1() + v * foot.cos).signum();
    (sign * (u * u + v * v).sqrt(), p)
}

/// Contacts of one cone with the Earth, in hours of TD from t0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Contacts {
    /// First outer contact.
    pub first: f64,
    /// From the first inner contact to the last: the cone lies wholly on the Earth.
    pub inner: Option<(f64, f64)>,
    /// Last outer contact.
    pub last: f64,
}

impl Contacts {
    /// The contacts of a cone, or none if it misses the Earth.
    pub(super) fn of(shadow: Shadow, cone: &Cone) -> Result<Option<Self>, Error> {
        // Where the edge is, outside the outline of the Earth, on its inner and its outer side.
        let gap = |t: f64, side: f64| {
            let frame = shadow.frame(t);
            let (outside, foot) = outside(&frame);
            outside + side * cone.radius(t, foot[2]).abs()
        };
        let near = nearest(shadow)?;
        let contacts = |side: f64| -> Result<Option<(f64, f64)>, Error> {
            // The radius hardly changes: only in a graze does the deepest approach differ from the nearest
            // one.
            let deepest = if gap(near, side).abs() > GRAZE {
                near
            } else {
                search::minimum(|t| gap(t, side), near - GRAZE_HOURS, near + GRAZE_HOURS, 1e-7)
                    .map_err(|_| Error::at("the deepest approach", near))?
            };
            if gap(deepest, side) >= 0.0 {
                return Ok(None);
            }
            let end = |limit: f64| {
                search::root(|t| gap(t, side), deepest, limit, TOLERANCE_HOURS)
                    .map_err(|_| Error::at("a contact with the Earth", deepest))
            };
            Ok(Some((end(-SEARCH_HOURS)?, end(SEARCH_HOURS)?)))
        };
        match contacts(-1.0)? {
            Some((first, last)) => Ok(Some(Self { first, inner: contacts(1.0)?, last })),
            None => Ok(None),
        }
    }

    /// The stretches of time in which the cone's edge crosses the Earth's outline: one or two.
    pub(super) fn loops(&self) -> impl Iterator<Item = (f64, f64)> {
        let (a, b) = match self.inner {
            Some((second, third)) => ((self.first, second), Some((third, self.last))),
            None => ((self.first, self.last), None),
        };
        std::iter::once(a).chain(b)
    }
}

/// The instant at which the axis lies deepest in the Earth's outline, or nearest to it.
pub(super) fn nearest(shadow: Shadow) -> Result<f64, Error> {
    let slope = |t: f64| {
        let f = shadow.frame(t);
        let rho1 = f.rho1();
        // Of x² + y² / ρ1², whose least value lies where the distance from the outline has its own.
        f.x.value * f.x.rate + f.y.value * f.y.rate / (rho1 * rho1)
            - f.y.value * f.y.value * ECCENTRICITY_SQUARED * f.cos_d * f.sin_d * f.d.rate
                / rho1.integer_power(4)
    };
    search::root(slope, -SEARCH_HOURS, SEARCH_HOURS, TOLERANCE_HOURS)
        .map_err(|_| Error::at("the nearest approach of the axis", 0.0))
}

/// Returns when the axis itself enters and leaves the Earth, or none if it misses it.
pub(super) fn axis(shadow: Shadow) -> Result<Option<(f64, f64)>, Error> {
    let outside = |t: f64| {
        let f = shadow.frame(t);
        let y1 = f.y.value / f.rho1();
        f.x.value * f.x.value + y1 * y1 - 1.0
    };
    let middle = nearest(shadow)?;
    if outside(middle) >= 0.0 {
        return Ok(None);
    }
    let end = |limit: f64| {
        search::root(outside, middle, limit, TOLERANCE_HOURS)
            .map_err(|_| Error::at("an end of the axis", limit))
    };
    Ok(Some((end(-SEARCH_HOURS)?, end(SEARCH_HOURS)?)))
}

/// The point where a cone's edge cuts the Earth's outline on one side of the foot: +1 clockwise from it, −1
/// the other way.
///
/// Away from contacts Halley's method settles from the direction that a round Earth would have.
pub(super) fn crossing(frame: &Frame, cone: &Cone, side: f64) -> Result<Direction, Error> {
    /// Cosine of the angle from the foot below which both sides are so near that Halley's method would have
    /// two roots to choose from.
    const GREATEST_COSINE: f64 = 0.9995;
    /// The next step would be as its cube.
    const SETTLED: f64 = 5e-5;
    let rho1 = frame.rho1();
    let (x, y) = (frame.x.value, frame.y.value);
    let horizon = frame.horizon_zeta(1.0);
    let (m2, radius) = (x * x + (y / rho1) * (y / rho1), cone.radius(frame.t, 0.0));
    let cos = (m2 + 1.0 - radius * radius) / (2.0 * m2.sqrt());
    if cos.abs() > GREATEST_COSINE {
        return crossing_near_contact(frame, cone, side);
    }
    let to_axis = Direction::towards(x, y / rho1);
    let mut at = to_axis.turned(Direction { sin: side * (1.0 - cos * cos).sqrt(), cos });
    for _ in 0..6 {
        let (s, c) = (at.sin, at.cos);
        let (u, v) = (x - s, y - rho1 * c);
        let r = cone.radius_with_derivatives(frame.t, horizon * rho1 * c);
        let over = u * u + v * v - r.value * r.value;
        let slope = 2.0 * (v * rho1 * s - u * c + r.value * r.by_zeta * horizon * rho1 * s);
        // Halley's method: the second derivative is known, but for the narrowing of the cone, 1e-5 of it.
        let bend = c * c + rho1 * rho1 * s * s + u * s + v * rho1 * c;
        let step = -over / (slope - over * bend / slope);
        if step.abs() > 0.1 || !step.is_finite() {
            break;
        }
        at = at.turned_little(step);
        let is_on_side = side * (at.sin * to_axis.cos - at.cos * to_axis.sin) > 0.0;
        if step.abs() < SETTLED && is_on_side {
            return Ok(Direction::towards(at.sin, at.cos));
        }
    }
    crossing_near_contact(frame, cone, side)
}

/// [`crossing`] near a contact. The distance from the axis grows steadily from the foot, so each side has one
/// root. The search uses the square of the angle, which is regular where both sides meet.
fn crossing_near_contact(frame: &Frame, cone: &Cone, side: f64) -> Result<Direction, Error> {
    // A radius below 0.6 spans less than this.
    const FARTHEST: f64 = 1.4;
    let foot = foot(frame);
    let (x, y) = (frame.x.value, frame.y.value);
    let at = |w: f64| foot.turned(Direction::from(side * w.max(0.0).sqrt()));
    let over = |w: f64| {
        let p = frame.on_outline(at(w));
        let (u, v) = (x - p[0], y - p[1]);
        let radius = cone.radius(frame.t, p[2]);
        u * u + v * v - radius * radius
    };
    if over(0.0) >= 0.0 {
        // At a contact, where rounding decides on which side of zero the foot lies.
        return Ok(foot);
    }
    search::root(over, 0.0, FARTHEST * FARTHEST, 1e-14)
        .map(at)
        .map_err(|_| Error::at("the crossing of a cone with the horizon", frame.t))
}
