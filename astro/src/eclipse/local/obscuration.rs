//! The part of the Sun's disc that is covered.

use crate::math::portable::Portable;

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
pub fn obscuration(s: f64, m: f64, distance: f64) -> f64 {
    if distance >= s + m {
        return 0.0;
    }
    if distance <= (s - m).abs() {
        return (m / s).integer_power(2).min(1.0);
    }
    // Half the angle that the common chord spans at the centre of the disc of radius a.
    let half = |a: f64, b: f64| {
        ((distance * distance + a * a - b * b) / (2.0 * distance * a)).clamp(-1.0, 1.0).arccosine()
    };
    let (alpha, beta) = (half(s, m), half(m, s));
    let segment = |r: f64, angle: f64| r * r * (angle - angle.sine() * angle.cosine());
    (segment(s, alpha) + segment(m, beta)) / (std::f64::consts::PI * s * s)
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
