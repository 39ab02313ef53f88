//! Limits of a cone on the turning Earth, followed by arc length.
//!
//! A generator of the cone at position angle Q is a straight line: ξ = x − L sin Q, η = y − L cos Q,
//! with L = l − ζ tan f. On a limit its point on the ellipsoid (S = 0) is only touched by the edge: the
//! rate of m² − L² at that fixed place is zero (g = 0). The two equations in the three unknowns (t, Q,
//! ζ) have no square root, no pole and no singular point, neither at the horizon nor where L changes its
//! sign (hybrid eclipses).
//!
//! Reference: Chauvenet, *Spherical and Practical Astronomy* I (1863), chapter X; *Explanatory Supplement*
//! (1992), eq. 8.353-2, from which g is, with the small terms kept.

use super::cone::Cone;
use super::error::Error;
use super::frame::{EPSILON, Frame, Shadow};
use crate::math::portable::Portable;
use crate::math::vector::{Vector, cross, dot, norm, scale, sub};

/// A point of a limit: hours of TD from t0, position angle of the generator, height over the plane.
pub(super) type Unknowns = Vector;

/// The two equations and their gradients at a point.
#[derive(Debug, Clone, Copy)]
struct Equations {
    s: f64,
    g: f64,
    s_gradient: Vector,
    g_gradient: Vector,
}

/// Further quantities at a point of a limit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Touch {
    /// Point (ξ, η, ζ).
    pub point: Vector,
    /// Radius of the cone there, with its sign.
    pub radius: f64,
    /// Height over the true horizon, as [`super::frame::Frame::height`].
    pub height: f64,
}

/// A cone of an eclipse.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limit<'a> {
    shadow: Shadow<'a>,
    cone: Cone,
    /// Size of the ellipsoid that the shadow falls on, in Earths.
    pub(super) size: f64,
}

/// A node of a limit that was followed.
#[derive(Debug, Clone, Copy)]
pub(super) struct LimitNode {
    pub at: Unknowns,
    /// Derivative of `at` by the curve's parameter, of unit length.
    pub tangent: Vector,
}

impl LimitNode {
    /// The node of the curve that runs the other way.
    pub(super) fn reversed(self) -> Self {
        Self { tangent: scale(-1.0, self.tangent), ..self }
    }
}

impl<'a> Limit<'a> {
    pub(super) fn new(shadow: Shadow<'a>, cone: Cone) -> Self {
        Self { shadow, cone, size: 1.0 }
    }

    /// The limit on an Earth of another size.
    pub(super) fn sized(self, size: f64) -> Self {
        Self { size, ..self }
    }

    /// Returns the frame of the axis at an instant.
    pub(super) fn frame(&self, t: f64) -> Frame {
        self.shadow.frame(t)
    }

    /// Place and radius at a point.
    pub(super) fn touch(&self, [t, q, zeta]: Unknowns) -> Touch {
        let frame = self.shadow.frame(t);
        let (sin_q, cos_q) = q.sine_cosine();
        let radius = self.cone.radius(t, zeta);
        let point = [frame.x.value - radius * sin_q, frame.y.value - radius * cos_q, zeta];
        Touch { point, radius, height: frame.height(point[1], zeta) }
    }

    /// Earth-fixed place of a point.
    pub(super) fn place(&self, at: Unknowns) -> Vector {
        self.shadow.frame(at[0]).earth_fixed(self.touch(at).point)
    }

    fn equations(&self, [t, q, zeta]: Unknowns) -> Equations {
        let f = self.shadow.frame(t);
        let r = self.cone.radius_with_derivatives(t, zeta);
        let (sin_q, cos_q) = q.sine_cosine();
        let (sin_d, cos_d) = (f.sin_d, f.cos_d);
        let (x, y, d, mu) = (f.x, f.y, f.d, f.mu);

        // S, and derivatives by t, Q and ζ.
        let (xi, eta) = (x.value - r.value * sin_q, y.value - r.value * cos_q);
        let polar = f.polar(eta, zeta);
        let xi_by = [x.rate - r.by_t * sin_q, -r.value * cos_q, -r.by_zeta * sin_q];
        let eta_by = [y.rate - r.by_t * cos_q, r.value * sin_q, -r.by_zeta * cos_q];
        let polar_by = [
            eta_by[0] * cos_d + (zeta * cos_d - eta * sin_d) * d.rate,
            eta_by[1] * cos_d,
            eta_by[2] * cos_d + sin_d,
        ];
        let zeta_by = [0.0, 0.0, 1.0];
        let s = xi * xi + eta * eta + zeta * zeta + EPSILON * polar * polar - self.size * self.size;
        let s_gradient = std::array::from_fn(|k| {
            2.0 * (xi * xi_by[k] + eta * eta_by[k] + zeta * zeta_by[k] + EPSILON * polar * polar_by[k])
        });

        // g, the rate of m − L at a place that turns with the Earth, in three parts: what the axis does,
        // what the place does across the axis, and what the radius does as the place rises and sinks.
        let across = y.value * sin_q - x.value * cos_q;
        let across_by_q = y.value * cos_q + x.value * sin_q;
        let rise = eta * d.rate - mu.rate * xi * cos_d;
        let rise_by_t = eta_by[0] * d.rate + eta * d.second - (mu.second * xi + mu.rate * xi_by[0]) * cos_d
            + mu.rate * xi * sin_d * d.rate;
        let rise_by = |k: usize| eta_by[k] * d.rate - mu.rate * xi_by[k] * cos_d;
        let g = sin_q * x.rate
            + cos_q * y.rate
            + mu.rate * sin_d * across
            + zeta * (d.rate * cos_q - mu.rate * cos_d * sin_q)
            - r.by_t
            - r.by_zeta * rise;
        let by_t = sin_q * x.second
            + cos_q * y.second
            + (mu.second * sin_d + mu.rate * cos_d * d.rate) * across
            + mu.rate * sin_d * (y.rate * sin_q - x.rate * cos_q)
            + zeta * (d.second * cos_q - (mu.second * cos_d - mu.rate * sin_d * d.rate) * sin_q)
            - r.by_tt
            - r.by_t_zeta * rise
            - r.by_zeta * rise_by_t;
        let by_q = cos_q * x.rate - sin_q * y.rate + mu.rate * sin_d * across_by_q
            - zeta * (d.rate * sin_q + mu.rate * cos_d * cos_q)
            - r.by_zeta * rise_by(1);
        let by_zeta = d.rate * cos_q
            - mu.rate * cos_d * sin_q
            - r.by_t_zeta
            - r.by_zeta_zeta * rise
            - r.by_zeta * rise_by(2);
        Equations { s, g, s_gradient, g_gradient: [by_t, by_q, by_zeta] }
    }

    /// One of the two directions in which the curve runs at a point, of unit length.
    pub(super) fn tangent(&self, at: Unknowns) -> Result<Vector, Error> {
        let e = self.equations(at);
        let along = cross(e.s_gradient, e.g_gradient);
        let length = norm(along);
        if length > 0.0 && length.is_finite() {
            Ok(scale(1.0 / length, along))
        } else {
            Err(Error::at("a limit", at[0]))
        }
    }

    /// Newton's method onto the curve within the plane through `at` at right angles to `normal`; none if five
    /// steps do not settle.
    pub(super) fn settle(&self, at: Unknowns, normal: Vector) -> Option<Unknowns> {
        const SETTLED: f64 = 1e-11;
        let mut p = at;
        for _ in 0..5 {
            let e = self.equations(p);
            let (u, v, w) =
                (cross(e.g_gradient, normal), cross(normal, e.s_gradient), cross(e.s_gradient, e.g_gradient));
            let determinant = dot(e.s_gradient, u);
            let off = dot(normal, sub(p, at));
            let step: Vector = std::array::from_fn(|k| -(e.s * u[k] + e.g * v[k] + off * w[k]) / determinant);
            if !step.iter().all(|s| s.is_finite()) {
                return None;
            }
            p = std::array::from_fn(|k| p[k] + step[k]);
            // Steps shrink quadratically: a step below the root of the tolerance is the last one.
            if norm(step) < SETTLED.sqrt() {
                return Some(p);
            }
        }
        None
    }

    /// Velocity of the Earth-fixed place along the curve, in the axes of the plane.
    pub(super) fn ground(&self, at: Unknowns, along: Vector) -> Vector {
        let f = self.shadow.frame(at[0]);
        let r = self.cone.radius_with_derivatives(at[0], at[2]);
        let (sin_q, cos_q) = at[1].sine_cosine();
        let point = [f.x.value - r.value * sin_q, f.y.value - r.value * cos_q, at[2]];
        let carried = f.carried(point);
        let (dt, dq, dz) = (along[0], along[1], along[2]);
        let radius = r.by_t * dt + r.by_zeta * dz;
        [
            (f.x.rate - carried[0]) * dt - radius * sin_q - r.value * cos_q * dq,
            (f.y.rate - carried[1]) * dt - radius * cos_q + r.value * sin_q * dq,
            dz - carried[2] * dt,
        ]
    }

    /// Sine of the altitude of the Sun's centre at a point.
    pub(super) fn sin_altitude(&self, at: Unknowns) -> f64 {
        self.shadow.frame(at[0]).sin_altitude(self.touch(at).point)
    }

    /// A point between two nodes, `u` from 0 to 1: on the curve itself, not on a chord.
    pub(super) fn between(&self, a: &LimitNode, b: &LimitNode, u: f64) -> Result<Unknowns, Error> {
        let chord = sub(b.at, a.at);
        let length = norm(chord);
        if length == 0.0 {
            return Ok(a.at);
        }
        // Cubic of Hermite, then onto the curve.
        let (u2, u3) = (u * u, u * u * u);
        let (h00, h10, h01, h11) =
            (2.0 * u3 - 3.0 * u2 + 1.0, u3 - 2.0 * u2 + u, 3.0 * u2 - 2.0 * u3, u3 - u2);
        let guess: Unknowns = std::array::from_fn(|k| {
            h00 * a.at[k] + h10 * length * a.tangent[k] + h01 * b.at[k] + h11 * length * b.tangent[k]
        });
        self.settle(guess, scale(1.0 / length, chord)).ok_or_else(|| Error::at("a limit", a.at[0]))
    }
}
