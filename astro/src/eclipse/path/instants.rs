//! What lies on the Earth at one instant: where the eclipse is greatest then, and the outline of the umbra.

use super::Error;
use super::cone::Cone;
use super::contacts::crossing;
use super::frame::{EPSILON, Frame};
use super::limits::{Limit, Unknowns};
use super::sample::{Curve, Spacing, Vertex, sample};
use crate::eclipse::besselian::Polynomials;
use crate::math::search;
use std::f64::consts::TAU;

/// The places at which the eclipse is greatest at one instant, on one side of the axis: from the axis to the edge of
/// the penumbra or to the horizon.
struct Isochrone<'a> {
    elements: &'a Polynomials,
    /// Magnitudes and unknowns, from one end to the other.
    nodes: Vec<(f64, Unknowns)>,
}

/// The plane of one instant: Newton's method stays in it.
const AT_THE_INSTANT: [f64; 3] = [1.0, 0.0, 0.0];

impl<'a> Isochrone<'a> {
    fn limit(&self, q: f64) -> Limit<'a> {
        Limit::new(self.elements, Cone::of_magnitude(self.elements, q))
    }

    /// From a known point at magnitude `from` towards `to`, ending at the horizon if that is sooner.
    fn sweep(elements: &'a Polynomials, start: Unknowns, from: f64, to: f64) -> Result<Self, Error> {
        const STEP: f64 = 0.02;
        let mut new = Self { elements, nodes: vec![(from, start)] };
        let lost = || Error::at("the places of maximum at an instant", start[0]);
        let mut q = from;
        let mut step = STEP * (to - from).signum();
        while q != to {
            if step.abs() < 1e-7 {
                return Err(lost());
            }
            let next = if (to - q).abs() <= step.abs() { to } else { q + step };
            let here = new.nodes[new.nodes.len() - 1];
            let guess = match new.nodes.len() {
                1 => here.1,
                n => {
                    let before = new.nodes[n - 2];
                    let run = (next - here.0) / (here.0 - before.0);
                    std::array::from_fn(|k| here.1[k] + run * (here.1[k] - before.1[k]))
                }
            };
            let settled = new.limit(next).settle(guess, AT_THE_INSTANT);
            let Some(at) = settled.filter(|p| (p[1] - guess[1]).abs() + (p[2] - guess[2]).abs() < 0.3) else {
                step /= 2.0;
                continue;
            };
            if new.limit(next).touch(at).height < 0.0 {
                // The horizon lies between.
                let height = |q: f64| {
                    let part = (q - here.0) / (next - here.0);
                    let guess: Unknowns = std::array::from_fn(|k| here.1[k] + part * (at[k] - here.1[k]));
                    new.limit(q)
                        .settle(guess, AT_THE_INSTANT)
                        .map_or(f64::NAN, |p| new.limit(q).touch(p).height)
                };
                if new.limit(here.0).touch(here.1).height <= 0.0 {
                    break;
                }
                let edge = search::root(height, here.0, next, 1e-12).map_err(|_| lost())?;
                let part = (edge - here.0) / (next - here.0);
                let guess: Unknowns = std::array::from_fn(|k| here.1[k] + part * (at[k] - here.1[k]));
                let p = new.limit(edge).settle(guess, AT_THE_INSTANT).ok_or_else(lost)?;
                new.nodes.push((edge, p));
                break;
            }
            new.nodes.push((next, at));
            q = next;
            step = (step * 1.5).clamp(-0.1, 0.1);
        }
        Ok(new)
    }
}

impl Curve for Isochrone<'_> {
    fn pieces(&self) -> usize {
        self.nodes.len() - 1
    }

    fn vertex(&self, u: f64) -> Result<Vertex, Error> {
        let k = (u.floor() as usize).min(self.nodes.len() - 2);
        let part = u - k as f64;
        let (a, b) = (self.nodes[k], self.nodes[k + 1]);
        let q = a.0 + part * (b.0 - a.0);
        let guess: Unknowns = std::array::from_fn(|i| a.1[i] + part * (b.1[i] - a.1[i]));
        let limit = self.limit(q);
        let at = if part == 0.0 || part == 1.0 {
            guess
        } else {
            limit
                .settle(guess, AT_THE_INSTANT)
                .ok_or_else(|| Error::at("the places of maximum at an instant", guess[0]))?
        };
        Ok(Vertex::new(at[0], limit.place(at)))
    }
}

/// The lines on which the eclipse is greatest at the instant `t`; `edges` are points of the penumbra's limits at it.
pub(super) fn isochrones(
    elements: &Polynomials,
    t: f64,
    edges: &[Unknowns],
    spacing: Spacing,
) -> Result<Vec<Vec<Vertex>>, Error> {
    let frame = Frame::at(elements, t);
    let mut lines: Vec<Vec<Vertex>> = Vec::new();
    let mut reached: Vec<Unknowns> = Vec::new();
    if let Some(zeta) = frame.zeta(frame.x.value, frame.y.value) {
        let (penumbra, umbra) = (Cone::of_magnitude(elements, 0.0), Cone::of_magnitude(elements, 1.0));
        let (l1, l2) = (penumbra.radius(t, zeta), -umbra.radius(t, zeta));
        // On the axis, where the cone has no radius.
        let q = l1 / (l1 + l2);
        let mut both = Vec::with_capacity(2);
        for angle in Limit::new(elements, Cone::of_magnitude(elements, q)).angles_on_axis(t, zeta)? {
            let side = Isochrone::sweep(elements, [t, angle, zeta], q, 0.0)?;
            let last = side.nodes[side.nodes.len() - 1];
            if last.0 == 0.0 {
                reached.push(last.1);
            }
            both.push(sample(&side, spacing)?);
        }
        if let [a, b] = &mut both[..] {
            a.reverse();
            a.extend(b.iter().skip(1));
            lines.push(std::mem::take(a));
        }
    }
    for edge in edges {
        let is_known = reached.iter().any(|r| {
            let turn = ((r[1] - edge[1]) / TAU).fract().abs();
            (r[2] - edge[2]).abs() < 1e-4 && turn.min(1.0 - turn) < 1e-4
        });
        if is_known {
            continue;
        }
        let line = Isochrone::sweep(elements, *edge, 0.0, 1.0)?;
        if line.nodes.len() > 1 {
            lines.push(sample(&line, spacing)?);
        }
    }
    Ok(lines)
}

/// The edge of the umbra on the Earth at an instant.
struct Outline<'a> {
    elements: &'a Polynomials,
    umbra: Cone,
    t: f64,
    from: f64,
    to: f64,
}

impl Outline<'_> {
    /// The point of the generator at position angle Q, by the quadratic for its height.
    fn point(&self, q: f64) -> Option<[f64; 3]> {
        let f = Frame::at(self.elements, self.t);
        let (l, k) = (self.umbra.l(self.t).value, self.umbra.tan_f);
        let (s, c) = q.sin_cos();
        // ξ = ξ0 + ζ k s, η = η0 + ζ k c, Z = Z0 + ζ z.
        let (xi0, eta0) = (f.x.value - l * s, f.y.value - l * c);
        let (z0, z) = (eta0 * f.cos_d, k * c * f.cos_d + f.sin_d);
        let a = k * k + 1.0 + EPSILON * z * z;
        let b = xi0 * k * s + eta0 * k * c + EPSILON * z0 * z;
        let e = xi0 * xi0 + eta0 * eta0 + EPSILON * z0 * z0 - 1.0;
        let square = b * b - a * e;
        if square < 0.0 {
            return None;
        }
        let zeta = (square.sqrt() - b) / a;
        Some([xi0 + zeta * k * s, eta0 + zeta * k * c, zeta])
    }

    fn height(&self, q: f64) -> f64 {
        let f = Frame::at(self.elements, self.t);
        self.point(q).map_or(-1.0, |p| f.height(p[1], p[2]))
    }
}

impl Curve for Outline<'_> {
    fn pieces(&self) -> usize {
        16
    }

    fn vertex(&self, u: f64) -> Result<Vertex, Error> {
        let q = self.from + (self.to - self.from) * u / self.pieces() as f64;
        let f = Frame::at(self.elements, self.t);
        // At an end on the horizon the two roots meet, and rounding may leave none.
        let p = match self.point(q) {
            Some(p) => p,
            None => {
                let near = q + (0.5 * (self.from + self.to) - q) * 1e-7;
                self.point(near).ok_or_else(|| Error::at("the outline of the umbra", self.t))?
            }
        };
        Ok(Vertex::new(self.t, f.earth_fixed(p)))
    }
}

/// The closed outline of the umbra or antumbra at the instant `t`, the part of it on the day side closed along the
/// horizon; none if it is not on the Earth.
pub(super) fn outline(
    elements: &Polynomials,
    umbra: Cone,
    t: f64,
    spacing: Spacing,
) -> Result<Option<Vec<Vertex>>, Error> {
    let whole = Outline { elements, umbra, t, from: 0.0, to: TAU };
    const LOOKS: usize = 180;
    let at = |k: usize| TAU * k as f64 / LOOKS as f64;
    let up: Vec<bool> = (0..LOOKS).map(|k| whole.height(at(k)) >= 0.0).collect();
    if up.iter().all(|u| *u) {
        let mut ring = sample(&whole, spacing)?;
        if let Some(&first) = ring.first() {
            ring.pop();
            ring.push(first);
        }
        return Ok(Some(ring));
    }
    // One stretch is up: from the look before it to the look after it.
    let Some(rise) = (0..LOOKS).find(|&k| !up[k] && up[(k + 1) % LOOKS]) else { return Ok(None) };
    let set =
        (1..=LOOKS).map(|j| rise + j).find(|&k| up[k % LOOKS] && !up[(k + 1) % LOOKS]).unwrap_or(rise + 1);
    let edge = |a: f64, b: f64| {
        // By halving: beyond the Earth's outline there is no height, only a sign.
        let (mut low, mut high) = (a, b);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if (whole.height(middle) >= 0.0) == (whole.height(high) >= 0.0) {
                high = middle
            } else {
                low = middle
            }
        }
        if whole.height(low) >= 0.0 { low } else { high }
    };
    let step = TAU / LOOKS as f64;
    let day = Outline {
        from: edge(step * rise as f64, step * (rise + 1) as f64),
        to: edge(step * set as f64, step * (set + 1) as f64),
        ..whole
    };
    let mut ring = sample(&day, spacing)?;
    // Back along the horizon.
    let f = Frame::at(elements, t);
    let (Ok(a), Ok(b)) = (crossing(&f, &umbra, 1.0), crossing(&f, &umbra, -1.0)) else {
        return Ok(Some(ring));
    };
    let place = |gamma: f64| Vertex::new(t, f.earth_fixed(f.on_outline(gamma)));
    let last = ring.last().expect("a curve has vertices").place();
    let near = |v: &Vertex| crate::math::vector::norm(crate::math::vector::sub(v.place(), last));
    let (from, to) = if near(&place(a)) < near(&place(b)) { (a, b) } else { (b, a) };
    const ALONG: usize = 16;
    ring.extend((1..ALONG).map(|k| place(from + (to - from) * k as f64 / ALONG as f64)));
    ring.push(ring[0]);
    Ok(Some(ring))
}
