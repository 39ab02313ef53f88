//! Cones of equal magnitude about the shadow's axis.
//!
//! The magnitude at a distance m from the axis is (L1 − m) / (L1 + L2). So it is q where m = L1 − q (L1 + L2),
//! which is again the radius of a cone: l = (1 − q) l1 − q l2, tan f = (1 − q) tan f1 − q tan f2. The penumbra
//! is q = 0 and the umbra q = 1, there with L = −L2: positive where the eclipse is total.

use super::frame::{Frame, Jet};
use crate::eclipse::besselian::Polynomials;
use crate::math::vector::Vector;

/// A cone whose edge has one magnitude or one obscuration.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cone {
    l: [f64; 4],
    pub tan_f: f64,
}

impl Cone {
    /// The cone on which the magnitude is `q`, 0 … 1.
    pub(super) fn of_magnitude(elements: &Polynomials, q: f64) -> Self {
        Self {
            l: std::array::from_fn(|k| (1.0 - q) * elements.l1[k] - q * elements.l2[k]),
            tan_f: (1.0 - q) * elements.tan_f1 - q * elements.tan_f2,
        }
    }

    /// Radius on the fundamental plane.
    #[inline]
    pub(super) fn l(&self, t: f64) -> Jet {
        Jet::of(&self.l, t)
    }

    /// Radius at a height over the plane.
    #[inline]
    pub(super) fn radius(&self, t: f64, zeta: f64) -> f64 {
        self.l(t).value - zeta * self.tan_f
    }

    /// Half the rate of m² − L² for a point that turns with the Earth: negative where the edge arrives.
    pub(super) fn arrival(&self, frame: &Frame, point: Vector) -> f64 {
        let l = self.l(frame.t);
        let [xi_rate, eta_rate, zeta_rate] = frame.carried(point);
        let (u, v) = (frame.x.value - point[0], frame.y.value - point[1]);
        let radius = l.value - point[2] * self.tan_f;
        u * (frame.x.rate - xi_rate) + v * (frame.y.rate - eta_rate)
            - radius * (l.rate - zeta_rate * self.tan_f)
    }
}
