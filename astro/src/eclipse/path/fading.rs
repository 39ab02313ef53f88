//! The change of the magnitude at a place.

use super::frame::{Frame, Jet, Shadow};
use crate::math::polynomial;
use crate::math::vector::Vector;

/// The rate of the magnitude at places that turn with the Earth, but for a factor that is negative
/// everywhere.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fading<'a> {
    pub shadow: Shadow<'a>,
}

impl Fading<'_> {
    /// D − m (L1′ − (L1 − m) (L1′ + L2′) / (L1 + L2)): zero where the magnitude is greatest,
    /// positive after.
    pub(super) fn at(&self, frame: &Frame, point: Vector) -> f64 {
        let e = self.shadow.elements;
        let carried = frame.carried(point);
        let (u, v) = (frame.x.value - point[0], frame.y.value - point[1]);
        let m = (u * u + v * v).sqrt();
        let approach = u * (frame.x.rate - carried[0]) + v * (frame.y.rate - carried[1]);
        let (l1, l2) = (Jet::of(&e.l1, frame.t), Jet::of(&e.l2, frame.t));
        let (big1, big2) = (l1.value - point[2] * e.tan_f1, l2.value - point[2] * e.tan_f2);
        let (rate1, rate2) = (l1.rate - carried[2] * e.tan_f1, l2.rate - carried[2] * e.tan_f2);
        approach - m * (rate1 - (big1 - m) * (rate1 + rate2) / (big1 + big2))
    }

    /// Returns the distance of a point from the penumbra, negative inside.
    pub(super) fn outside(&self, frame: &Frame, point: Vector) -> f64 {
        let e = self.shadow.elements;
        let (u, v) = (frame.x.value - point[0], frame.y.value - point[1]);
        (u * u + v * v).sqrt() - polynomial::value(&e.l1, frame.t) + point[2] * e.tan_f1
    }
}
