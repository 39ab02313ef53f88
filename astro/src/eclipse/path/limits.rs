//! Limits of a cone on the turning Earth, followed by arc length.
//!
//! A generator of the cone at position angle Q is a straight line: ξ = x − L sin Q, η = y − L cos Q, with
//! L = l − ζ tan f. On a limit its point on the ellipsoid (S = 0) is only touched by the edge: the rate of
//! m² − L² at that fixed place is zero (g = 0). The two equations in the three unknowns (t, Q, ζ) have no square
//! root, no pole and no singular point, neither at the horizon nor where L changes its sign (hybrid eclipses).
//!
//! Reference: Chauvenet, *Spherical and Practical Astronomy* I (1863), chapter X; *Explanatory Supplement*
//! (1992), eq. 8.353-2, from which g is, with the small terms kept.

use super::Error;
use super::cone::Cone;
use super::frame::{EPSILON, Frame};
use crate::eclipse::besselian::Polynomials;
use crate::math::vector::{Vector, cross, dot, norm, scale, sub};

/// A point of a limit: hours of TD from t0, position angle of the generator, height over the plane.
pub(super) type Unknowns = Vector;

/// Greatest ground step, Earth radii: nodes are only where the curve is known to be followed; vertices lie closer.
const MOST_STEP: f64 = 0.08;
/// Greatest turn of the curve's direction in a step, radians.
const MOST_TURN: f64 = 0.15;
/// Least step: below this the curve is lost.
const LEAST_STEP: f64 = 1e-9;
/// More nodes than any limit needs.
const MOST_NODES: usize = 20_000;

/// The two equations and their gradients at a point.
#[derive(Debug, Clone, Copy)]
struct Equations {
    s: f64,
    g: f64,
    s_gradient: Vector,
    g_gradient: Vector,
}

/// What is needed at a point of a limit besides the equations.
#[derive(Debug, Clone, Copy)]
pub(super) struct Touch {
    /// Point (ξ, η, ζ).
    pub point: Vector,
    /// Radius of the cone there, with its sign.
    pub radius: f64,
    /// Height over the true horizon, as [`Frame::height`].
    pub height: f64,
}

/// A cone of an eclipse.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limit<'a> {
    elements: &'a Polynomials,
    cone: Cone,
}

/// A node of a limit that was followed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub at: Unknowns,
    /// Derivative of `at` by the curve's parameter, of unit length.
    pub tangent: Vector,
}

impl<'a> Limit<'a> {
    pub(super) fn new(elements: &'a Polynomials, cone: Cone) -> Self {
        Self { elements, cone }
    }

    /// Radius of the cone at a height, with its sign.
    pub(super) fn radius(&self, t: f64, zeta: f64) -> f64 {
        self.cone.radius(t, zeta)
    }

    /// Place and radius at a point.
    pub(super) fn touch(&self, [t, q, zeta]: Unknowns) -> Touch {
        let frame = Frame::at(self.elements, t);
        let (sin_q, cos_q) = q.sin_cos();
        let radius = self.cone.radius(t, zeta);
        let point = [frame.x.value - radius * sin_q, frame.y.value - radius * cos_q, zeta];
        Touch { point, radius, height: frame.height(point[1], zeta) }
    }

    /// Earth-fixed place of a point.
    pub(super) fn place(&self, at: Unknowns) -> Vector {
        Frame::at(self.elements, at[0]).earth_fixed(self.touch(at).point)
    }

    fn equations(&self, [t, q, zeta]: Unknowns) -> Equations {
        let f = Frame::at(self.elements, t);
        let l = self.cone.l(t);
        let tan_f = self.cone.tan_f;
        let (sin_q, cos_q) = q.sin_cos();
        let (sin_d, cos_d) = (f.sin_d, f.cos_d);
        let (x, y, d, mu) = (f.x, f.y, f.d, f.mu);
        let radius = l.value - zeta * tan_f;

        let (xi, eta) = (x.value - radius * sin_q, y.value - radius * cos_q);
        let polar = eta * cos_d + zeta * sin_d;
        // Derivatives by t, Q and ζ.
        let xi_by = [x.rate - l.rate * sin_q, -radius * cos_q, tan_f * sin_q];
        let eta_by = [y.rate - l.rate * cos_q, radius * sin_q, tan_f * cos_q];
        let polar_by = [
            eta_by[0] * cos_d + (zeta * cos_d - eta * sin_d) * d.rate,
            eta_by[1] * cos_d,
            eta_by[2] * cos_d + sin_d,
        ];
        let zeta_by = [0.0, 0.0, 1.0];
        let s = xi * xi + eta * eta + zeta * zeta + EPSILON * polar * polar - 1.0;
        let s_gradient = std::array::from_fn(|k| {
            2.0 * (xi * xi_by[k] + eta * eta_by[k] + zeta * zeta_by[k] + EPSILON * polar * polar_by[k])
        });

        // Letters of the Explanatory Supplement: a, b, c and their rates.
        let a = -l.rate - mu.rate * x.value * tan_f * cos_d + y.value * d.rate * tan_f;
        let b = -y.rate + mu.rate * x.value * sin_d + l.value * d.rate * tan_f;
        let c = x.rate + mu.rate * y.value * sin_d + mu.rate * l.value * tan_f * cos_d;
        let a_rate = -l.second
            - tan_f
                * (mu.second * x.value * cos_d + mu.rate * x.rate * cos_d
                    - mu.rate * x.value * sin_d * d.rate)
            + tan_f * (y.rate * d.rate + y.value * d.second);
        let b_rate = -y.second
            + mu.second * x.value * sin_d
            + mu.rate * x.rate * sin_d
            + mu.rate * x.value * cos_d * d.rate
            + tan_f * (l.rate * d.rate + l.value * d.second);
        let c_rate = x.second
            + mu.second * y.value * sin_d
            + mu.rate * y.rate * sin_d
            + mu.rate * y.value * cos_d * d.rate
            + tan_f
                * (mu.second * l.value * cos_d + mu.rate * l.rate * cos_d
                    - mu.rate * l.value * sin_d * d.rate);
        let k = 1.0 + tan_f * tan_f;
        let turning = d.rate * cos_q - mu.rate * cos_d * sin_q;
        let turning_rate = d.second * cos_q - (mu.second * cos_d - mu.rate * sin_d * d.rate) * sin_q;
        let turning_by_q = -d.rate * sin_q - mu.rate * cos_d * cos_q;
        Equations {
            s,
            g: a + c * sin_q - b * cos_q + zeta * k * turning,
            s_gradient,
            g_gradient: [
                a_rate + c_rate * sin_q - b_rate * cos_q + zeta * k * turning_rate,
                c * cos_q + b * sin_q + zeta * k * turning_by_q,
                k * turning,
            ],
        }
    }

    /// Direction in which the curve runs at a point, of unit length.
    fn tangent(&self, at: Unknowns) -> Result<Vector, Error> {
        let e = self.equations(at);
        let along = cross(e.s_gradient, e.g_gradient);
        let length = norm(along);
        if length > 0.0 && length.is_finite() {
            Ok(scale(1.0 / length, along))
        } else {
            Err(Error::at("a limit", at[0]))
        }
    }

    /// Newton's method onto the curve within the plane through `at` at right angles to `normal`; none if four
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
            // The steps shrink as squares: one below the root of what is wanted is the last.
            if norm(step) < SETTLED.sqrt() {
                return Some(p);
            }
        }
        None
    }

    /// The two position angles at which a line of equal magnitude leaves the axis, where the radius is zero: the
    /// roots of g = A sin Q + B cos Q + C.
    pub(super) fn angles_on_axis(&self, t: f64, zeta: f64) -> Result<[f64; 2], Error> {
        let g = |q: f64| self.equations([t, q, zeta]).g;
        let (north, east, south) = (g(0.0), g(std::f64::consts::FRAC_PI_2), g(std::f64::consts::PI));
        let c = (north + south) / 2.0;
        let (a, b) = (east - c, (north - south) / 2.0);
        let (middle, cosine) = (a.atan2(b), -c / a.hypot(b));
        if cosine.abs() > 1.0 {
            return Err(Error::at("the directions from the axis", t));
        }
        Ok([middle - cosine.acos(), middle + cosine.acos()])
    }

    /// Velocity of the Earth-fixed place along the curve, in the axes of the plane.
    fn ground(&self, at: Unknowns, along: Vector) -> Vector {
        let f = Frame::at(self.elements, at[0]);
        let touch = self.touch(at);
        let l = self.cone.l(at[0]);
        let (sin_q, cos_q) = at[1].sin_cos();
        let carried = f.carried(touch.point);
        let (dt, dq, dz) = (along[0], along[1], along[2]);
        let radius = l.rate * dt - self.cone.tan_f * dz;
        [
            (f.x.rate - carried[0]) * dt - radius * sin_q - touch.radius * cos_q * dq,
            (f.y.rate - carried[1]) * dt - radius * cos_q + touch.radius * sin_q * dq,
            dz - carried[2] * dt,
        ]
    }

    /// Follows the curve from `start`, a point at which it rises over the horizon, to where its height falls
    /// below `floor` (of [`Frame::height`]) again.
    ///
    /// The nodes are appended to `nodes`; the first is `start`, the last lies at `floor`.
    pub(super) fn follow(&self, start: Unknowns, floor: f64, nodes: &mut Vec<Node>) -> Result<(), Error> {
        let lost = |t: f64| Error::at("a limit", t);
        let height = |p: Unknowns| self.touch(p).height;
        let mut tangent = self.tangent(start)?;
        // Upwards: the height a little further on tells the sign.
        const PROBE: f64 = 1e-5;
        let ahead: Unknowns = std::array::from_fn(|k| start[k] + PROBE * tangent[k]);
        let behind: Unknowns = std::array::from_fn(|k| start[k] - PROBE * tangent[k]);
        if height(ahead) < height(behind) {
            tangent = scale(-1.0, tangent);
        }
        let mut here = start;
        nodes.push(Node { at: here, tangent });
        let mut step = 0.01;
        let mut is_first = true;
        for _ in 0..MOST_NODES {
            if step < LEAST_STEP {
                return Err(lost(here[0]));
            }
            let direction = self.ground(here, tangent);
            let speed = norm(direction);
            let ds = if speed > 0.0 { (MOST_STEP / speed).min(step) } else { step };
            let guess: Unknowns = std::array::from_fn(|k| here[k] + ds * tangent[k]);
            let Some(next) = self.settle(guess, tangent) else {
                step = ds / 4.0;
                continue;
            };
            let mut forward = self.tangent(next)?;
            if dot(forward, tangent) < 0.0 {
                forward = scale(-1.0, forward);
            }
            let turn_here = 1.0 - dot(forward, tangent);
            let other = self.ground(next, forward);
            let turn_ground = 1.0 - dot(direction, other) / (speed * norm(other)).max(1e-300);
            let most = 0.5 * MOST_TURN * MOST_TURN;
            if turn_here > most || (turn_ground > most && ds > 1e-4) {
                step = ds / 2.0;
                continue;
            }
            if height(next) < floor {
                if is_first {
                    // A needle: the whole curve is shorter than the first step.
                    step = ds / 4.0;
                    continue;
                }
                let last = self.end(here, tangent, ds, floor)?;
                nodes.push(last);
                return Ok(());
            }
            is_first = false;
            here = next;
            tangent = forward;
            nodes.push(Node { at: here, tangent });
            step = (ds * 1.6).min(0.3);
        }
        Err(lost(here[0]))
    }

    /// Follows the curve below the horizon, from its end `start` to where its height falls below `floor`; the nodes
    /// come in the order in which the curve runs upwards.
    pub(super) fn follow_down(
        &self,
        start: Unknowns,
        floor: f64,
        nodes: &mut Vec<Node>,
    ) -> Result<(), Error> {
        const STEP: f64 = 0.01;
        let height = |p: Unknowns| self.touch(p).height;
        let mut tangent = self.tangent(start)?;
        let ahead: Unknowns = std::array::from_fn(|k| start[k] + 1e-5 * tangent[k]);
        let behind: Unknowns = std::array::from_fn(|k| start[k] - 1e-5 * tangent[k]);
        if height(ahead) > height(behind) {
            tangent = scale(-1.0, tangent);
        }
        let mut below = Vec::new();
        let mut here = start;
        for _ in 0..MOST_NODES {
            let guess: Unknowns = std::array::from_fn(|k| here[k] + STEP * tangent[k]);
            let next = self.settle(guess, tangent).ok_or_else(|| Error::at("a limit", here[0]))?;
            if height(next) < floor {
                below.push(self.end(here, tangent, STEP, floor)?);
                break;
            }
            // A limit that turns upwards again before the floor has no more below.
            if height(next) > height(here) {
                break;
            }
            let forward = self.tangent(next)?;
            tangent = if dot(forward, tangent) < 0.0 { scale(-1.0, forward) } else { forward };
            here = next;
            below.push(Node { at: here, tangent });
        }
        nodes.extend(below.into_iter().rev().map(|n| Node { tangent: scale(-1.0, n.tangent), ..n }));
        Ok(())
    }

    /// Sine of the altitude of the Sun's centre at a point.
    pub(super) fn sin_altitude(&self, at: Unknowns) -> f64 {
        Frame::at(self.elements, at[0]).sin_altitude(self.touch(at).point)
    }

    /// Where the height reaches `floor` within a step.
    fn end(&self, here: Unknowns, tangent: Vector, ds: f64, floor: f64) -> Result<Node, Error> {
        let at = |s: f64| {
            let guess: Unknowns = std::array::from_fn(|k| here[k] + s * tangent[k]);
            self.settle(guess, tangent)
        };
        let height = |s: f64| at(s).map_or(f64::NAN, |p| self.touch(p).height - floor);
        let s = crate::math::search::root(height, 0.0, ds, 1e-13)
            .map_err(|_| Error::at("an end of a limit", here[0]))?;
        let at = at(s).ok_or_else(|| Error::at("an end of a limit", here[0]))?;
        let mut forward = self.tangent(at)?;
        if dot(forward, tangent) < 0.0 {
            forward = scale(-1.0, forward);
        }
        Ok(Node { at, tangent: forward })
    }

    /// A point between two nodes, `u` from 0 to 1: on the curve itself, not on a chord.
    pub(super) fn between(&self, a: &Node, b: &Node, u: f64) -> Result<Unknowns, Error> {
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
