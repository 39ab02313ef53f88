//! Angles: radians inside, arcseconds and degrees at the edge.

use std::f64::consts::{PI, TAU};

/// One arcsecond in radians.
pub const ARCSEC: f64 = PI / 648_000.0;
/// One arcminute, radians.
pub const ARCMIN: f64 = 60.0 * ARCSEC;

const TWO_TURNS: f64 = 2.0 * TAU;

/// Brings an angle into 0 … 2π (2π excluded), radians.
///
/// ```
/// use astro::math::angle::normalize;
/// assert!((normalize(-90f64.to_radians()).to_degrees() - 270.0).abs() < 1e-12);
/// ```
pub fn normalize(angle: f64) -> f64 {
    let r = match angle {
        // The usual cases without a division; both have the bits of the remainder, because a difference of
        // numbers within a factor of two is exact.
        0.0..TAU => angle,
        TAU..TWO_TURNS => angle - TAU,
        _ => angle.rem_euclid(TAU),
    };
    if r >= TAU { 0.0 } else { r }
}

/// Brings an angle into −π … π, radians.
///
/// ```
/// use astro::math::angle::normalize_signed;
/// assert!((normalize_signed(350f64.to_radians()).to_degrees() - -10.0).abs() < 1e-12);
/// ```
pub fn normalize_signed(angle: f64) -> f64 {
    let r = normalize(angle);
    if r > PI { r - TAU } else { r }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_fold_into_their_range() {
        for a in [-1e9, -TAU, -1e-20, 0.0, 3.0, TAU, 1e9] {
            assert!((0.0..TAU).contains(&normalize(a)), "{a}");
            assert!(normalize_signed(a).abs() <= PI, "{a}");
        }
    }

    #[test]
    fn a_short_way_has_the_bits_of_the_remainder() {
        for step in -20_000..40_000 {
            let angle = f64::from(step) * (TAU / 9_973.0);
            let remainder = angle.rem_euclid(TAU);
            let expected = if remainder >= TAU { 0.0 } else { remainder };
            assert_eq!(normalize(angle).to_bits(), expected.to_bits(), "{angle}");
        }
    }
}
