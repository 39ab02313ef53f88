//! Chebyshev series on −1 … 1: interpolation, value, derivative.

use crate::math::portable::Portable;
use std::f64::consts::PI;

/// The `N` zeros of the Chebyshev polynomial of degree `N`, descending: cos π(k + ½)/N.
pub fn nodes<const N: usize>() -> [f64; N] {
    std::array::from_fn(|k| (PI * (k as f64 + 0.5) / N as f64).cosine())
}

/// The cosines that turn values at `N` nodes into `N` coefficients, row by row; compute once.
pub struct Fit<const N: usize> {
    nodes: [f64; N],
    cosines: [[f64; N]; N],
}

impl<const N: usize> Fit<N> {
    /// For `N` coefficients (degree N − 1), at least one. Exact, but for rounding, for polynomials up to
    /// that degree. Source: Press et al., *Numerical Recipes* (2007), eq. 5.8.7.
    ///
    /// ```
    /// // x² = ½ T₀ + ½ T₂.
    /// let fit = astro::math::chebyshev::Fit::<3>::new();
    /// let c = fit.coefficients(&fit.nodes().map(|x| x * x));
    /// assert!((c[0] - 0.5).abs() < 1e-15 && c[1].abs() < 1e-15 && (c[2] - 0.5).abs() < 1e-15);
    /// ```
    #[expect(clippy::new_without_default, reason = "a default would hide that this is a computation")]
    pub fn new() -> Self {
        const { assert!(N > 0, "a fit needs a coefficient") };
        let row = |j: usize| {
            let weight = if j == 0 { 1.0 } else { 2.0 } / N as f64;
            std::array::from_fn(|k| weight * (PI * j as f64 * (k as f64 + 0.5) / N as f64).cosine())
        };
        Self { nodes: nodes(), cosines: std::array::from_fn(row) }
    }

    /// The points at which the function must be evaluated.
    pub fn nodes(&self) -> &[f64; N] {
        &self.nodes
    }

    /// Coefficients from the values at [`Fit::nodes`], with the whole first coefficient (not halved).
    pub fn coefficients(&self, values: &[f64; N]) -> [f64; N] {
        std::array::from_fn(|j| self.cosines[j].iter().zip(values).map(|(c, v)| c * v).sum())
    }
}

/// Value Σ cₖ Tₖ(x) at `x` in −1 … 1, by Clenshaw's recurrence; no coefficients give 0, an empty
/// sum. Source: Press et al., *Numerical Recipes* (2007), eq. 5.8.11, with the whole first coefficient.
///
/// ```
/// // T₂ = 2x² − 1.
/// assert_eq!(astro::math::chebyshev::value(&[0.0, 0.0, 1.0], 0.5), -0.5);
/// ```
#[inline]
pub fn value(c: &[f64], x: f64) -> f64 {
    let Some((first, rest)) = c.split_first() else { return 0.0 };
    let (mut b1, mut b2) = (0.0, 0.0);
    for &c in rest.iter().rev() {
        (b1, b2) = (2.0 * x * b1 - b2 + c, b1);
    }
    x * b1 - b2 + first
}

/// Derivative Σ cₖ T′ₖ(x) at `x` in −1 … 1, with respect to `x`: of a series over t = t₀ + h x,
/// divide by h. Fewer than two coefficients give 0. Exact, but for rounding. By the recurrence T′ₖ = 2
/// Tₖ₋₁ + 2x T′ₖ₋₁ − T′ₖ₋₂, the derivative of the polynomials' own. Source: Mason &
/// Handscomb, *Chebyshev Polynomials* (2002), eq. 1.3.
///
/// ```
/// // T₂ = 2x² − 1 rises by 4x.
/// assert_eq!(astro::math::chebyshev::derivative(&[0.0, 0.0, 1.0], 0.5), 2.0);
/// ```
pub fn derivative(c: &[f64], x: f64) -> f64 {
    let (mut t0, mut t1, mut d0, mut d1, mut sum) = (1.0, x, 0.0, 1.0, 0.0);
    for &c in c.iter().skip(1) {
        sum += c * d1;
        (t0, t1, d0, d1) = (t1, 2.0 * x * t1 - t0, d1, 2.0 * t1 + 2.0 * x * d1 - d0);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_polynomial_survives_the_round_trip(
            c in prop::array::uniform11(-5.0f64..5.0),
            x in -1.0f64..1.0,
        ) {
            let fit = Fit::<11>::new();
            let again = fit.coefficients(&fit.nodes().map(|x| value(&c, x)));
            for (a, b) in c.iter().zip(&again) {
                prop_assert!((a - b).abs() < 1e-12);
            }
            let slope = (value(&c, x + 1e-6) - value(&c, x - 1e-6)) / 2e-6;
            prop_assert!((derivative(&c, x) - slope).abs() < 1e-4);
        }
    }
}
