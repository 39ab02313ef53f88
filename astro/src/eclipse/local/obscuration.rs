//! The part of the Sun's disc that is covered.

use crate::math::real::{Mask, Real};

/// Part of a disc of radius `s` that one of radius `m` covers at a distance of the centres; all three in one
/// unit, positive.
///
/// Exact for flat discs; 0 … 1. Reference: *Explanatory Supplement* (2013), eq. 11.102 and following; the
/// area common to two circles.
///
/// ```
/// use astro::eclipse::local::obscuration;
///
/// // Equal discs half a diameter apart (magnitude 0.5) share 39.1 % of their area: 2/3 − √3 / 2π.
/// assert!((obscuration(1.0, 1.0, 1.0) - 0.391_002).abs() < 1e-6);
/// // An annular eclipse leaves a ring.
/// assert!((obscuration(1.0, 0.9, 0.0) - 0.81).abs() < 1e-15);
/// ```
#[inline(always)]
pub fn obscuration<R: Real>(s: R, m: R, distance: R) -> R {
    let is_outside = (s + m).at_most(distance);
    let is_inside = distance.at_most((s - m).absolute());
    let ratio = m / s;
    let (square, one) = (ratio * ratio, ratio.splat(1.0));
    let whole = is_outside.select(ratio.splat(0.0), square.less(one).select(square, one));
    let is_whole = is_outside.or(is_inside);
    if is_whole.all() {
        return whole;
    }
    let (alpha, beta) = (half_chord(is_whole, distance, s, m), half_chord(is_whole, distance, m, s));
    let part = (segment(s, alpha) + segment(m, beta)) / (s * std::f64::consts::PI * s);
    is_whole.select(whole, part)
}

/// Half the angle that the common chord spans at the centre of the disc of radius `a`; any angle where there
/// is no chord.
#[inline(always)]
fn half_chord<R: Real>(is_whole: R::Mask, distance: R, a: R, b: R) -> R {
    let cosine = (distance * distance + a * a - b * b) / (distance * 2.0 * a);
    is_whole.select(a.splat(0.5), cosine.clamped(-1.0, 1.0)).arccosine()
}

/// Twice the area that a chord cuts off a disc of radius `r`, by half its angle at the centre.
#[inline(always)]
fn segment<R: Real>(r: R, angle: R) -> R {
    let (sine, cosine) = angle.sine_cosine();
    r * r * (angle - sine * cosine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_cover_nothing_a_half_and_all() {
        assert_eq!(obscuration(1.0, 1.0, 2.0), 0.0);
        assert_eq!(obscuration(1.0, 1.1, 0.05), 1.0);
        assert!((obscuration(1.0, 0.5, 0.1) - 0.25).abs() < 1e-15);
        // Equal discs a radius apart share 2π/3 − √3/2.
        let lens = 2.0 / 3.0 - 3f64.sqrt() / (2.0 * std::f64::consts::PI);
        assert!((obscuration(1.0, 1.0, 1.0) - lens).abs() < 1e-14);
    }
}
