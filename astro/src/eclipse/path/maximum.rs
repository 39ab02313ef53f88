//! The curve on the Earth's outline where the eclipse is greatest at sunrise or sunset, from one end of a
//! limit to another.

use super::contacts::crossing;
use super::error::Error;
use super::fading::Fading;
use super::frame::{Direction, Frame, Shadow};
use super::horizon::Loop;
use super::sample::{CurveVertex, ParametricCurve};
use crate::math::angle::normalize_signed;
use crate::math::portable::Portable;
use crate::math::search;
use crate::math::vector::{Vector, ahead};

/// Greatest step between nodes, in hours and radians alike, and the least, below which the curve is lost.
const MAX_STEP: f64 = 0.06;
const MIN_STEP: f64 = 1e-10;
/// Cosine of the greatest turn in a step.
const MIN_COSINE: f64 = 0.99;
/// More steps than any curve needs.
const MAX_STEPS: usize = 4000;

/// An instant (hours of TD from t0) and an angle on the outline.
type Spot = [f64; 2];

/// The curve of one loop.
pub(super) struct MaximumOnHorizon<'a> {
    condition: Condition<'a>,
    nodes: Vec<Spot>,
}

/// The condition of the curve: the magnitude is stationary at a point.
#[derive(Clone, Copy)]
struct Condition<'a> {
    fading: Fading<'a>,
}

impl Condition<'_> {
    fn at(&self, [t, gamma]: Spot) -> f64 {
        let f = self.fading.shadow.frame(t);
        self.fading.at(&f, f.on_outline(gamma))
    }

    /// By time and angle, of the greatest part of the condition: of the product of the way from the axis and
    /// its rate. The rest is a thousandth of it.
    fn gradient(&self, f: &Frame, direction: Direction) -> Spot {
        let Direction { sin: s, cos: c } = direction;
        let (p, mu) = (f.on_outline(direction), f.mu.rate);
        let carried = f.carried(p);
        let (u, v) = (f.x.value - p[0], f.y.value - p[1]);
        let (u_rate, v_rate) = (f.x.rate - carried[0], f.y.rate - carried[1]);
        let eta_by = -f.rho1() * s;
        let u_rate_by = -mu * (f.horizon_zeta(1.0) * f.cos_d - f.sin_d) * eta_by;
        let v_rate_by = -mu * c * f.sin_d;
        [
            f.x.rate * u_rate + f.y.rate * v_rate + u * f.x.second + v * f.y.second,
            -c * u_rate - eta_by * v_rate + u * u_rate_by + v * v_rate_by,
        ]
    }

    /// Newton's method along the gradient.
    fn settle(&self, mut at: Spot) -> Option<Spot> {
        /// The next step would be less than a hundredth of it: 6 cm.
        const SETTLED: f64 = 1e-6;
        let (frame, direction) = (self.fading.shadow.frame(at[0]), Direction::from(at[1]));
        let [a, b] = self.gradient(&frame, direction);
        let square = a * a + b * b;
        let mut off = self.fading.at(&frame, frame.on_outline(direction));
        for _ in 0..12 {
            let step = off / square;
            at = [at[0] - step * a, at[1] - step * b];
            if !at[0].is_finite() {
                return None;
            }
            if (step * step * square) < SETTLED * SETTLED {
                return Some(at);
            }
            off = self.at(at);
        }
        None
    }

    /// Returns the distance from the penumbra, negative inside.
    fn outside(&self, [t, gamma]: Spot) -> f64 {
        let f = self.fading.shadow.frame(t);
        self.fading.outside(&f, f.on_outline(gamma))
    }

    /// The direction of the curve at a spot, of unit length, that is nearest to `like`.
    fn direction(&self, at: Spot, like: Spot) -> Spot {
        let [a, b] = self.gradient(&self.fading.shadow.frame(at[0]), Direction::from(at[1]));
        let length = a.hypotenuse(b);
        let along = [-b / length, a / length];
        if along[0] * like[0] + along[1] * like[1] < 0.0 { [-along[0], -along[1]] } else { along }
    }
}

impl<'a> MaximumOnHorizon<'a> {
    /// The curve of a loop of the penumbra: from the end of a limit on one side of the loop to that on the
    /// other.
    pub(super) fn of(shadow: Shadow<'a>, on: &Loop<'a>) -> Result<Self, Error> {
        let condition = Condition { fading: Fading { shadow } };
        let spot = |side: usize| -> Result<Spot, Error> {
            let t = on.time(on.ends[side]);
            let way = if side == 0 { 1.0 } else { -1.0 };
            Ok([t, crossing(&shadow.frame(t), &on.cone, way)?.angle()])
        };
        let (start, end) = (spot(0)?, spot(1)?);
        let mut tangent = condition.direction(start, [1.0, 0.0]);
        const PROBE: f64 = 1e-5;
        let outside = |distance: f64| condition.outside(ahead(start, tangent, distance));
        if outside(PROBE) > outside(-PROBE) {
            tangent = [-tangent[0], -tangent[1]];
        }
        let mut nodes = vec![start];
        let mut here = start;
        let lost = |at: Spot| Error::at("the maximum on the horizon", at[0]);
        let mut step: f64 = 0.01;
        for _ in 0..MAX_STEPS {
            if step < MIN_STEP {
                break;
            }
            let Some(next) = condition.settle(ahead(here, tangent, step)) else {
                step /= 4.0;
                continue;
            };
            let forward = condition.direction(next, tangent);
            if forward[0] * tangent[0] + forward[1] * tangent[1] < MIN_COSINE {
                step /= 2.0;
                continue;
            }
            if condition.outside(next) > 0.0 {
                if nodes.len() == 1 {
                    step /= 4.0;
                    continue;
                }
                // Past the other end, which is known.
                let end = [end[0], next[1] + normalize_signed(end[1] - next[1])];
                if (end[0] - next[0]).hypotenuse(end[1] - next[1]) > 2.0 * step {
                    return Err(lost(next));
                }
                nodes.push(end);
                return Ok(Self { condition, nodes });
            }
            (here, tangent) = (next, forward);
            nodes.push(here);
            step = (step * 1.6).min(MAX_STEP);
        }
        Err(lost(here))
    }

    /// The points of the curve at an instant.
    pub(super) fn at_instant(&self, t: f64) -> Result<Vec<Vector>, Error> {
        let mut found = Vec::new();
        for (k, pair) in self.nodes.windows(2).enumerate() {
            if (pair[0][0] < t) == (pair[1][0] < t) {
                continue;
            }
            let time = |u: f64| self.spot(u).map_or(f64::NAN, |s| s[0]);
            let u = search::root(|u| time(u) - t, k as f64, (k + 1) as f64, 1e-8)
                .map_err(|_| Error::at("an instant of the maximum on the horizon", t))?;
            found.push(self.condition.fading.shadow.frame(t).on_outline(self.spot(u)?[1]));
        }
        Ok(found)
    }

    fn spot(&self, u: f64) -> Result<Spot, Error> {
        let k = (u.floor() as usize).min(self.nodes.len() - 2);
        let part = u - k as f64;
        let (a, b) = (self.nodes[k], self.nodes[k + 1]);
        if part == 0.0 {
            return Ok(a);
        }
        if part == 1.0 {
            return Ok(b);
        }
        let guess = [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])];
        self.condition.settle(guess).ok_or_else(|| Error::at("the maximum on the horizon", a[0]))
    }
}

impl ParametricCurve for MaximumOnHorizon<'_> {
    fn pieces(&self) -> usize {
        self.nodes.len() - 1
    }

    fn vertex(&self, u: f64) -> Result<CurveVertex, Error> {
        let [t, gamma] = self.spot(u)?;
        let f = self.condition.fading.shadow.frame(t);
        Ok(CurveVertex::new(t, f.earth_fixed(f.on_outline(gamma))))
    }
}
