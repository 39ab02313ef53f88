//! The outline of the umbra or the penumbra on the Earth at an instant.

use super::cone::Cone;
use super::contacts::{crossing, outside};
use super::error::Error;
use super::frame::{EPSILON, Frame, Shadow};
use super::sample::{CurveVertex, ParametricCurve, Sampling, sample};
use crate::math::angle::{normalize, normalize_signed};
use crate::math::portable::Portable;
use crate::math::vector::Vector;
use std::f64::consts::TAU;

/// The edge of a cone on the day side, between two position angles of its generators.
struct ConeEdge {
    frame: Frame,
    /// Radius on the fundamental plane, and tangent of the half angle at the vertex.
    l: f64,
    tan_f: f64,
    from: f64,
    run: f64,
}

impl ConeEdge {
    /// The point of the generator at position angle Q, by the quadratic for its height; none if it misses the
    /// Earth.
    fn point(&self, q: f64) -> Option<Vector> {
        let f = &self.frame;
        let (sin_q, cos_q) = q.sine_cosine();
        // ξ = ξ0 + ζ k sin Q, η = η0 + ζ k cos Q, Z = Z0 + ζ z.
        let (xi0, eta0) = (f.x.value - self.l * sin_q, f.y.value - self.l * cos_q);
        let (xi1, eta1) = (self.tan_f * sin_q, self.tan_f * cos_q);
        let (z0, z1) = (eta0 * f.cos_d, eta1 * f.cos_d + f.sin_d);
        let a = self.tan_f * self.tan_f + 1.0 + EPSILON * z1 * z1;
        let b = xi0 * xi1 + eta0 * eta1 + EPSILON * z0 * z1;
        let c = xi0 * xi0 + eta0 * eta0 + EPSILON * z0 * z0 - 1.0;
        let square = b * b - a * c;
        let zeta = (square >= 0.0).then(|| (square.sqrt() - b) / a)?;
        Some([xi0 + zeta * xi1, eta0 + zeta * eta1, zeta])
    }
}

impl ParametricCurve for ConeEdge {
    fn pieces(&self) -> usize {
        16
    }

    fn vertex(&self, u: f64) -> Result<CurveVertex, Error> {
        let q = self.from + self.run * u / self.pieces() as f64;
        // At an end on the horizon the two roots meet, and rounding may leave none.
        let inwards = q + (self.from + self.run / 2.0 - q) * 1e-7;
        let point = self.point(q).or_else(|| self.point(inwards));
        let point = point.ok_or_else(|| Error::at("the outline of the shadow", self.frame.t))?;
        Ok(CurveVertex::new(self.frame.t, self.frame.earth_fixed(point)))
    }
}

/// The edge of a cone on the horizon at an instant: a piece of the Earth's outline.
struct HorizonEdge {
    frame: Frame,
    from: f64,
    to: f64,
}

impl ParametricCurve for HorizonEdge {
    fn pieces(&self) -> usize {
        4
    }

    fn vertex(&self, u: f64) -> Result<CurveVertex, Error> {
        let gamma = self.from + (self.to - self.from) * u / self.pieces() as f64;
        Ok(CurveVertex::new(self.frame.t, self.frame.earth_fixed(self.frame.on_outline(gamma))))
    }
}

/// The closed outline of the umbra, antumbra or penumbra at the instant `t`, the part of it on the day side
/// closed along the horizon; none if it is not on the Earth.
pub(super) fn outline(
    shadow: Shadow,
    cone: &Cone,
    t: f64,
    sampling: Sampling,
) -> Result<Option<Vec<CurveVertex>>, Error> {
    let frame = shadow.frame(t);
    let (l, tan_f) = cone.side(t);
    let outline = |from: f64, run: f64| ConeEdge { frame, l, tan_f, from, run };
    let (outside, at_foot) = outside(&frame);
    let (depth, radius) = (-outside, cone.radius(t, at_foot[2]).abs());
    if depth <= -radius {
        return Ok(None);
    }
    if depth >= radius {
        let mut ring = sample(&outline(0.0, TAU), sampling)?;
        ring.pop();
        ring.extend(ring.first().copied());
        return Ok(Some(ring));
    }
    let (a, b) = (crossing(&frame, cone, 1.0)?.angle(), crossing(&frame, cone, -1.0)?.angle());
    let angle = |gamma: f64| {
        let p = frame.on_outline(gamma);
        let radius = cone.radius(t, p[2]);
        ((frame.x.value - p[0]) / radius).arctangent2((frame.y.value - p[1]) / radius)
    };
    // From one crossing to the other by day: one of the two ways round.
    let (from, run) = (angle(a), normalize(angle(b) - angle(a)));
    let by_day = [outline(from, run), outline(from, run - TAU)].into_iter().max_by(|one, other| {
        let height = |o: &ConeEdge| {
            o.point(o.from + o.run / 2.0).map_or(f64::NEG_INFINITY, |p| frame.height(p[1], p[2]))
        };
        height(one).total_cmp(&height(other))
    });
    let mut ring = sample(&by_day.expect("two ways round"), sampling)?;
    ring.pop();
    ring.extend(sample(&HorizonEdge { frame, from: b, to: b + normalize_signed(a - b) }, sampling)?);
    ring.pop();
    ring.extend(ring.first().copied());
    Ok(Some(ring))
}
