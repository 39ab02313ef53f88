//! Where the eclipse is greatest at sunrise or sunset: a curve on the Earth's outline, from one end of a limit to
//! another.

use super::Error;
use super::cone::Cone;
use super::contacts::crossing;
use super::frame::Frame;
use super::horizon::Loop;
use super::sample::{Curve, Vertex};
use crate::eclipse::besselian::Polynomials;

/// Greatest step between nodes, in hours and radians alike.
const MOST_STEP: f64 = 0.06;
/// More steps than any curve needs.
const MOST_NODES: usize = 4000;

/// An instant and an angle on the outline.
type Spot = [f64; 2];

/// The curve of one loop.
pub(super) struct MaximumOnHorizon<'a> {
    fading: Fading<'a>,
    nodes: Vec<Spot>,
}

/// The rate of the magnitude on the outline, but for a factor that is negative everywhere.
#[derive(Clone, Copy)]
struct Fading<'a> {
    elements: &'a Polynomials,
    penumbra: Cone,
    umbra: Cone,
}

impl Fading<'_> {
    /// D − m (L1′ − (L1 − m) (L1′ + L2′) / (L1 + L2)), zero where the magnitude is greatest.
    fn at(&self, [t, gamma]: Spot) -> f64 {
        let f = Frame::at(self.elements, t);
        let p = f.on_outline(gamma);
        let carried = f.carried(p);
        let (u, v) = (f.x.value - p[0], f.y.value - p[1]);
        let m = u.hypot(v);
        let approach = u * (f.x.rate - carried[0]) + v * (f.y.rate - carried[1]);
        // The umbra's cone has the opposite sign.
        let (l1, l2) = (self.penumbra.l(t), self.umbra.l(t));
        let (big1, big2) = (l1.value - p[2] * self.penumbra.tan_f, -(l2.value - p[2] * self.umbra.tan_f));
        let rate1 = l1.rate - carried[2] * self.penumbra.tan_f;
        let rate2 = -(l2.rate - carried[2] * self.umbra.tan_f);
        approach - m * (rate1 - (big1 - m) * (rate1 + rate2) / (big1 + big2))
    }

    fn gradient(&self, [t, gamma]: Spot) -> Spot {
        const STEP: f64 = 1e-5;
        [
            (self.at([t + STEP, gamma]) - self.at([t - STEP, gamma])) / (2.0 * STEP),
            (self.at([t, gamma + STEP]) - self.at([t, gamma - STEP])) / (2.0 * STEP),
        ]
    }

    /// Newton's method along the gradient.
    fn settle(&self, mut at: Spot) -> Option<Spot> {
        for _ in 0..6 {
            let (value, [a, b]) = (self.at(at), self.gradient(at));
            let square = a * a + b * b;
            let step = value / square;
            at = [at[0] - step * a, at[1] - step * b];
            if !at[0].is_finite() {
                return None;
            }
            if (value / square.sqrt()).abs() < 1e-7 {
                return Some(at);
            }
        }
        None
    }

    /// How far outside of the penumbra, negative inside.
    fn outside(&self, [t, gamma]: Spot) -> f64 {
        let f = Frame::at(self.elements, t);
        let p = f.on_outline(gamma);
        (f.x.value - p[0]).hypot(f.y.value - p[1]) - self.penumbra.radius(t, p[2])
    }
}

impl<'a> MaximumOnHorizon<'a> {
    /// The curve of a loop of the penumbra.
    pub(super) fn of(elements: &'a Polynomials, on: &Loop<'a>) -> Result<Self, Error> {
        let fading = Fading {
            elements,
            penumbra: Cone::of_magnitude(elements, 0.0),
            umbra: Cone::of_magnitude(elements, 1.0),
        };
        let spot = |side: usize| -> Result<Spot, Error> {
            let t = on.time(on.ends[side]);
            let gamma = crossing(&Frame::at(elements, t), &on.cone, if side == 0 { 1.0 } else { -1.0 })?;
            Ok([t, gamma])
        };
        let (start, end) = (spot(0)?, spot(1)?);
        let lost = |at: Spot| Error::at("the maximum on the horizon", at[0]);
        let mut nodes = vec![start];
        let mut here = start;
        let along = |at: Spot, like: Option<Spot>| -> Spot {
            let [a, b] = fading.gradient(at);
            let length = a.hypot(b);
            let t = [-b / length, a / length];
            match like {
                Some(l) if t[0] * l[0] + t[1] * l[1] < 0.0 => [-t[0], -t[1]],
                _ => t,
            }
        };
        let mut tangent = along(start, None);
        if fading.outside([start[0] + 1e-5 * tangent[0], start[1] + 1e-5 * tangent[1]])
            > fading.outside([start[0] - 1e-5 * tangent[0], start[1] - 1e-5 * tangent[1]])
        {
            tangent = [-tangent[0], -tangent[1]];
        }
        let mut step: f64 = 0.01;
        for _ in 0..MOST_NODES {
            if step < 1e-10 {
                return Err(lost(here));
            }
            let guess = [here[0] + step * tangent[0], here[1] + step * tangent[1]];
            let Some(next) = fading.settle(guess) else {
                step /= 4.0;
                continue;
            };
            let forward = along(next, Some(tangent));
            if forward[0] * tangent[0] + forward[1] * tangent[1] < 0.99 {
                step /= 2.0;
                continue;
            }
            if fading.outside(next) > 0.0 {
                if nodes.len() == 1 {
                    step /= 4.0;
                    continue;
                }
                // Past the other end, which is known.
                let turns = ((next[1] - end[1]) / std::f64::consts::TAU).round() * std::f64::consts::TAU;
                let end = [end[0], end[1] + turns];
                if (end[0] - next[0]).hypot(end[1] - next[1]) > 2.0 * step {
                    return Err(lost(next));
                }
                nodes.push(end);
                return Ok(Self { fading, nodes });
            }
            here = next;
            tangent = forward;
            nodes.push(here);
            step = (step * 1.6).min(MOST_STEP);
        }
        Err(lost(here))
    }
}

impl Curve for MaximumOnHorizon<'_> {
    fn pieces(&self) -> usize {
        self.nodes.len() - 1
    }

    fn vertex(&self, u: f64) -> Result<Vertex, Error> {
        let k = (u.floor() as usize).min(self.nodes.len() - 2);
        let part = u - k as f64;
        let (a, b) = (self.nodes[k], self.nodes[k + 1]);
        let guess = [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])];
        let at = if part == 0.0 || part == 1.0 {
            guess
        } else {
            self.fading.settle(guess).ok_or_else(|| Error::at("the maximum on the horizon", a[0]))?
        };
        let f = Frame::at(self.fading.elements, at[0]);
        Ok(Vertex::new(at[0], f.earth_fixed(f.on_outline(at[1]))))
    }
}
