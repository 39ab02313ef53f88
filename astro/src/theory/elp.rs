//! Common parts of both versions of the lunar theory ELP.

use crate::math::polynomial;
use crate::math::portable::Portable;

/// Degrees, minutes and seconds of arc as arcseconds.
pub(crate) const fn dms(degrees: f64, minutes: f64, seconds: f64) -> f64 {
    (degrees * 60.0 + minutes) * 60.0 + seconds
}

/// Adds the polynomial `c` in t to a Taylor polynomial about `t` in units of `step`, to its second power.
///
/// The polynomials are mean longitudes of the Moon: their third derivative, below 0.1″ per century cubed,
/// adds 1e-14″ in two days.
pub(crate) fn add_polynomial<const N: usize>(taylor: &mut [f64; N], c: &[f64], t: f64, step: f64) {
    taylor[0] += polynomial::value(c, t);
    if N > 1 {
        taylor[1] += polynomial::derivative(c, t) * step;
    }
    if N > 2 {
        let second: f64 = c
            .iter()
            .enumerate()
            .skip(2)
            .map(|(k, c)| (k * (k - 1)) as f64 * c * t.integer_power(k as i32 - 2))
            .sum();
        taylor[2] += second / 2.0 * step * step;
    }
}
