//! Cones of equal magnitude and of equal obscuration about the shadow's axis.
//!
//! The magnitude at a distance m from the axis is (L1 − m) / (L1 + L2). So it is q where m = L1 − q (L1 +
//! L2), which is again the radius of a cone: l = (1 − q) l1 − q l2, tan f = (1 − q) tan f1 − q tan
//! f2. The penumbra is q = 0 and the umbra q = 1, there with L = −L2: positive where the eclipse is total.
//!
//! An obscuration belongs to one magnitude for each ratio s of the apparent radii of Moon and Sun, and s
//! hardly changes during an eclipse: the surface of equal obscuration is a cone whose q is a function of s.

use super::frame::{Frame, Jet};
use crate::eclipse::besselian::Polynomials;
use crate::eclipse::local::obscuration;
use crate::math::portable::Portable;
use crate::math::vector::Vector;
use crate::math::{polynomial, search};

/// Radius of a cone at an instant and a height over the plane, with its derivatives by time (hours) and
/// height.
#[derive(Debug, Clone, Copy)]
pub(super) struct Radius {
    pub value: f64,
    pub by_t: f64,
    pub by_zeta: f64,
    pub by_tt: f64,
    pub by_t_zeta: f64,
    pub by_zeta_zeta: f64,
}

/// A cone with straight sides.
#[derive(Debug, Clone, Copy)]
struct Straight {
    l: [f64; 4],
    tan_f: f64,
}

impl Straight {
    #[inline]
    fn radius(&self, t: f64, zeta: f64) -> Radius {
        let l = Jet::of(&self.l, t);
        Radius {
            value: l.value - zeta * self.tan_f,
            by_t: l.rate,
            by_zeta: -self.tan_f,
            by_tt: l.second,
            by_t_zeta: 0.0,
            by_zeta_zeta: 0.0,
        }
    }

    #[inline]
    fn value(&self, t: f64, zeta: f64) -> f64 {
        polynomial::value(&self.l, t) - zeta * self.tan_f
    }
}

/// Magnitude as a function of the ratio of radii s, for one obscuration: nearly a polynomial in (s −
/// middle) / half.
#[derive(Debug, Clone, Copy)]
struct MagnitudeByRatio {
    share: f64,
    coefficients: [f64; 5],
    middle: f64,
    half: f64,
}

/// A surface about the axis on whose edge the eclipse has one magnitude or one obscuration.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cone {
    /// The cone of the one magnitude, or of the penumbra.
    outer: Straight,
    /// For an obscuration: the umbra, and the magnitude.
    inner: Option<(Straight, MagnitudeByRatio)>,
}

impl Cone {
    /// The cone on which the magnitude is `q`, 0 … 1.
    pub(super) fn of_magnitude(elements: &Polynomials, q: f64) -> Self {
        let l = std::array::from_fn(|k| (1.0 - q) * elements.l1[k] - q * elements.l2[k]);
        let tan_f = (1.0 - q) * elements.tan_f1 - q * elements.tan_f2;
        Self { outer: Straight { l, tan_f }, inner: None }
    }

    pub(super) fn penumbra(elements: &Polynomials) -> Self {
        Self::of_magnitude(elements, 0.0)
    }

    /// The umbra; its radius is positive where the eclipse is total.
    pub(super) fn umbra(elements: &Polynomials) -> Self {
        Self::of_magnitude(elements, 1.0)
    }

    /// Radius on the fundamental plane at an instant, and tangent of the half angle at the vertex, of a cone
    /// of one magnitude.
    pub(super) fn side(&self, t: f64) -> (f64, f64) {
        (polynomial::value(&self.outer.l, t), self.outer.tan_f)
    }

    /// The surface on which the part `share` of the Sun's disc is covered, 0 … 1; none if an annular
    /// eclipse does not cover that much somewhere near the axis.
    pub(super) fn of_obscuration(elements: &Polynomials, share: f64) -> Option<Self> {
        let outer = Self::penumbra(elements).outer;
        let inner = Straight { l: elements.l2, tan_f: elements.tan_f2 };
        let ratio = |t: f64, zeta: f64| {
            let (l1, l2) = (outer.value(t, zeta), inner.value(t, zeta));
            (l1 - l2) / (l1 + l2)
        };
        // The ratio grows with height and has no more than one turn in time.
        let corners = [-4.0, -2.0, 0.0, 2.0, 4.0].map(|t| [ratio(t, -0.1), ratio(t, 1.0)]);
        let (low, high) = corners
            .as_flattened()
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), s| (low.min(*s), high.max(*s)));
        let (middle, half) = ((low + high) / 2.0, (high - low) / 2.0);
        let mut points = [(0.0, 0.0); 9];
        for (k, point) in points.iter_mut().enumerate() {
            let x = -1.0 + k as f64 / 4.0;
            *point = (x, magnitude(share, middle + x * half)?);
        }
        let coefficients = polynomial::least_squares(&points);
        Some(Self { outer, inner: Some((inner, MagnitudeByRatio { share, coefficients, middle, half })) })
    }

    /// Radius at an instant and a height over the plane, with its derivatives.
    #[inline]
    pub(super) fn radius_with_derivatives(&self, t: f64, zeta: f64) -> Radius {
        let r1 = self.outer.radius(t, zeta);
        let Some((inner, magnitude)) = &self.inner else { return r1 };
        magnitude.radius(&r1, &inner.radius(t, zeta))
    }

    /// Radius at an instant and a height over the plane.
    #[inline]
    pub(super) fn radius(&self, t: f64, zeta: f64) -> f64 {
        match self.inner {
            None => self.outer.value(t, zeta),
            Some(_) => self.radius_with_derivatives(t, zeta).value,
        }
    }

    /// Half the rate of m² − L² for a point that turns with the Earth: negative where the edge arrives.
    pub(super) fn arrival(&self, frame: &Frame, point: Vector) -> f64 {
        let radius = self.radius_with_derivatives(frame.t, point[2]);
        let [xi_rate, eta_rate, zeta_rate] = frame.carried(point);
        let (u, v) = (frame.x.value - point[0], frame.y.value - point[1]);
        u * (frame.x.rate - xi_rate) + v * (frame.y.rate - eta_rate)
            - radius.value * (radius.by_t + radius.by_zeta * zeta_rate)
    }
}

impl MagnitudeByRatio {
    /// The magnitude with its first derivative by s, and about its second, which only steers Newton's method.
    fn magnitude(&self, s: f64) -> [f64; 3] {
        let x = (s - self.middle) / self.half;
        let c = &self.coefficients;
        let mut distance = 1.0 + s - 2.0 * polynomial::value(c, x);
        let mut cap = DiscLens::of(s, distance);
        for _ in 0..3 {
            let over = obscuration(1.0, s, distance) - self.share;
            distance += over * std::f64::consts::PI / (2.0 * cap.half_chord);
            cap = DiscLens::of(s, distance);
        }
        let second = polynomial::value(&[2.0 * c[2], 6.0 * c[3], 12.0 * c[4]], x) / (self.half * self.half);
        [(1.0 + s - distance) / 2.0, (1.0 - s * cap.angle / cap.half_chord) / 2.0, second]
    }

    /// L = L1 − M (L1 + L2), where M is a function of s = (L1 − L2) / (L1 + L2), by the chain rule.
    fn radius(&self, r1: &Radius, r2: &Radius) -> Radius {
        let sum = r1.value + r2.value;
        let s = (r1.value - r2.value) / sum;
        let [m, m1, m2] = self.magnitude(s);
        // First derivatives by one variable of sum, s and L.
        let first = |a1: f64, a2: f64| {
            let (sum_a, s_a) = (a1 + a2, ((a1 - a2) - s * (a1 + a2)) / sum);
            (sum_a, s_a, a1 - m * sum_a - m1 * s_a * sum)
        };
        let (sum_t, s_t, by_t) = first(r1.by_t, r2.by_t);
        let (sum_z, s_z, by_zeta) = first(r1.by_zeta, r2.by_zeta);
        // Second derivatives by two variables a and b.
        let mixed = |ab1: f64, ab2: f64, (sum_a, s_a): (f64, f64), (sum_b, s_b): (f64, f64)| {
            let sum_ab = ab1 + ab2;
            let s_ab = ((ab1 - ab2) - s_b * sum_a - s * sum_ab - s_a * sum_b) / sum;
            ab1 - m * sum_ab - m1 * (s_b * sum_a + s_a * sum_b + s_ab * sum) - m2 * s_a * s_b * sum
        };
        Radius {
            value: r1.value - m * sum,
            by_t,
            by_zeta,
            by_tt: mixed(r1.by_tt, r2.by_tt, (sum_t, s_t), (sum_t, s_t)),
            by_t_zeta: mixed(r1.by_t_zeta, r2.by_t_zeta, (sum_t, s_t), (sum_z, s_z)),
            by_zeta_zeta: mixed(r1.by_zeta_zeta, r2.by_zeta_zeta, (sum_z, s_z), (sum_z, s_z)),
        }
    }
}

/// The common area of the discs of the Sun (radius 1) and the Moon: it falls by the chord as the distance of
/// the centres grows, and grows by the Moon's arc within the Sun as the Moon does.
struct DiscLens {
    half_chord: f64,
    /// Half the angle of that arc at the Moon's centre.
    angle: f64,
}

impl DiscLens {
    fn of(ratio: f64, distance: f64) -> Self {
        // Along the line of centres from the Moon's to the chord, in radii of the Moon.
        let cos = (distance * distance + ratio * ratio - 1.0) / (2.0 * distance * ratio);
        let angle = cos.clamp(-1.0, 1.0).arccosine();
        Self { half_chord: ratio * angle.sine().max(MIN_CHORD), angle }
    }
}

/// Least chord to divide by: there is none where the discs touch from within.
const MIN_CHORD: f64 = 1e-6;

/// The magnitude at which the part `share` of the Sun's disc is covered, for a ratio of radii; none if the
/// Moon never covers as much.
///
/// The distance of the centres in radii of the Sun is 1 + s − 2 M.
fn magnitude(share: f64, ratio: f64) -> Option<f64> {
    /// The disc's share is flat at both ends of the search; there is no line so near to them.
    const MARGIN: f64 = 1e-9;
    let over = |distance: f64| obscuration(1.0, ratio, distance) - share;
    let (nearest, farthest) = ((1.0 - ratio).abs() + MARGIN, 1.0 + ratio - MARGIN);
    let rough = search::root(over, nearest, farthest, 1e-8).ok()?;
    // One step of Newton's method.
    let half_chord = DiscLens::of(ratio, rough).half_chord;
    let distance = rough + over(rough) * std::f64::consts::PI / (2.0 * half_chord);
    Some((1.0 + ratio - distance) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eclipse::published;

    #[test]
    fn derivatives_of_an_obscurations_radius_are_those_of_differences() {
        let elements = published::APRIL_2024;
        let cone = Cone::of_obscuration(&elements, 0.6).expect("a total eclipse covers 60 %");
        const H: f64 = 1e-4;
        for (t, zeta) in [(-1.0, 0.1), (0.3, 0.7), (1.5, 0.0)] {
            let r = cone.radius_with_derivatives(t, zeta);
            let at = |dt: f64, dz: f64| cone.radius(t + dt * H, zeta + dz * H);
            assert!((r.by_t - (at(1.0, 0.0) - at(-1.0, 0.0)) / (2.0 * H)).abs() < 1e-9);
            assert!((r.by_zeta - (at(0.0, 1.0) - at(0.0, -1.0)) / (2.0 * H)).abs() < 1e-9);
            let second = |a: f64, b: f64| (a - 2.0 * r.value + b) / (H * H);
            assert!((r.by_tt - second(at(1.0, 0.0), at(-1.0, 0.0))).abs() < 1e-6);
            assert!((r.by_zeta_zeta - second(at(0.0, 1.0), at(0.0, -1.0))).abs() < 1e-6);
            let corners = at(1.0, 1.0) - at(1.0, -1.0) - at(-1.0, 1.0) + at(-1.0, -1.0);
            assert!((r.by_t_zeta - corners / (4.0 * H * H)).abs() < 1e-6);
        }
    }

    #[test]
    fn no_line_exists_for_more_than_an_annular_eclipse_covers() {
        assert!((magnitude(0.81 - 1e-6, 0.9).expect("covered") - 0.9).abs() < 1e-2);
        assert_eq!(magnitude(0.82, 0.9), None);
    }
}
