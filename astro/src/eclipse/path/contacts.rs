//! When a cone first and last touches the Earth, and the loops of the horizon between.
//!
//! Reference: *Explanatory Supplement* (2013), section 11.3; the contacts are those of true tangency.

use super::Error;
use super::cone::Cone;
use super::frame::Frame;
use crate::constants::ECCENTRICITY_SQUARED;
use crate::eclipse::besselian::Polynomials;
use crate::math::search;
use crate::math::vector::Vector;

/// Hours about t0 within which every contact lies: the penumbra needs up to 3.6 h.
const SEARCH_HOURS: f64 = 4.5;
/// 4 µs.
const TOLERANCE_HOURS: f64 = 1e-9;

/// The point of the Earth's outline nearest to the axis, as an angle from north through east.
///
/// Newton's method on the distance from the ellipse (sin γ, ρ1 cos γ), whose curvature is nearly a circle's:
/// five steps leave less than 1e-12.
#[inline]
pub(super) fn foot(frame: &Frame) -> f64 {
    let rho1 = frame.rho1();
    let (x, y) = (frame.x.value, frame.y.value);
    let mut gamma = x.atan2(y / rho1);
    for _ in 0..5 {
        let (s, c) = gamma.sin_cos();
        let slope = -(x - s) * c + (y - rho1 * c) * rho1 * s;
        let curvature = x * s + rho1 * y * c + (1.0 - rho1 * rho1) * (c * c - s * s);
        // Near the Earth's centre no foot is near; the nearest direction serves.
        if curvature.abs() < 1e-3 {
            break;
        }
        let step = slope / curvature;
        gamma -= step.clamp(-0.5, 0.5);
        if step.abs() < 1e-13 {
            break;
        }
    }
    gamma
}

/// Distance of the axis outside the Earth's outline, negative inside.
pub(super) fn outside(frame: &Frame) -> f64 {
    let gamma = foot(frame);
    let p = frame.on_outline(gamma);
    let (u, v) = (frame.x.value - p[0], frame.y.value - p[1]);
    let (s, c) = gamma.sin_cos();
    // Along the outward normal of the ellipse.
    (u * s * frame.rho1() + v * c).signum() * u.hypot(v)
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
    pub(super) fn of(elements: &Polynomials, cone: &Cone) -> Result<Option<Self>, Error> {
        // Where the edge is, outside the outline of the Earth, on its inner and its outer side.
        let gap = |t: f64, side: f64| {
            let frame = Frame::at(elements, t);
            let zeta = frame.on_outline(foot(&frame))[2];
            outside(&frame) + side * cone.radius(t, zeta).abs()
        };
        let contacts = |side: f64| -> Result<Option<(f64, f64)>, Error> {
            let deepest = search::minimum(|t| gap(t, side), -SEARCH_HOURS, SEARCH_HOURS, 1e-7)
                .map_err(|_| Error::at("the deepest approach", 0.0))?;
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
pub(super) fn nearest(elements: &Polynomials) -> Result<f64, Error> {
    let slope = |t: f64| {
        let f = Frame::at(elements, t);
        let rho1 = f.rho1();
        // Of x² + y² / ρ1², whose least value lies where the distance from the outline has its own.
        f.x.value * f.x.rate + f.y.value * f.y.rate / (rho1 * rho1)
            - f.y.value * f.y.value * ECCENTRICITY_SQUARED * f.cos_d * f.sin_d * f.d.rate / rho1.powi(4)
    };
    search::root(slope, -SEARCH_HOURS, SEARCH_HOURS, TOLERANCE_HOURS)
        .map_err(|_| Error::at("the nearest approach of the axis", 0.0))
}

/// When the axis itself enters and leaves the Earth, or none if it misses it.
pub(super) fn axis(elements: &Polynomials) -> Result<Option<(f64, f64)>, Error> {
    let outside = |t: f64| {
        let f = Frame::at(elements, t);
        let y1 = f.y.value / f.rho1();
        f.x.value * f.x.value + y1 * y1 - 1.0
    };
    let middle = nearest(elements)?;
    if outside(middle) >= 0.0 {
        return Ok(None);
    }
    let end = |limit: f64| {
        search::root(outside, middle, limit, TOLERANCE_HOURS)
            .map_err(|_| Error::at("an end of the axis", limit))
    };
    Ok(Some((end(-SEARCH_HOURS)?, end(SEARCH_HOURS)?)))
}

/// Where a cone's edge cuts the Earth's outline on one side of the foot: +1 clockwise from it, −1 the other way.
///
/// The distance from the axis grows steadily from the foot, so each side has one root; it is sought in the
/// square of the angle, which is regular where both sides meet.
pub(super) fn crossing(frame: &Frame, cone: &Cone, side: f64) -> Result<f64, Error> {
    // A radius below 0.6 spans less than this.
    const FARTHEST: f64 = 1.4;
    let foot = foot(frame);
    let (x, y) = (frame.x.value, frame.y.value);
    let over = |w: f64| {
        let p: Vector = frame.on_outline(foot + side * w.max(0.0).sqrt());
        let (u, v) = (x - p[0], y - p[1]);
        let radius = cone.radius(frame.t, p[2]);
        u * u + v * v - radius * radius
    };
    let least = over(0.0);
    if least >= 0.0 {
        // At a contact, where rounding decides on which side of zero the foot lies.
        return Ok(foot);
    }
    let most = over(FARTHEST * FARTHEST);
    if most <= 0.0 {
        return Err(Error::at("the horizon", frame.t));
    }
    search::root(over, 0.0, FARTHEST * FARTHEST, 1e-14)
        .map(|w| foot + side * w.sqrt())
        .map_err(|_| Error::at("the horizon", frame.t))
}
