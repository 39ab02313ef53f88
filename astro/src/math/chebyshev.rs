//! Chebyshev series on −1 … 1: interpolation, value, derivative.

use std::f64::consts::PI;

/// The `n` zeros of the Chebyshev polynomial of degree `n`, descending: cos π(k + ½)/n.
pub fn nodes(n: usize) -> Vec<f64> {
    (0..n).map(|k| (PI * (k as f64 + 0.5) / n as f64).cos()).collect()
}

/// The cosines that turn values at the nodes into coefficients, row by row; compute once per `n`.
pub struct Fit {
    nodes: Vec<f64>,
    cosines: Vec<f64>,
}

impl Fit {
    /// For `n` coefficients (degree n − 1), at least one.
    pub fn new(n: usize) -> Self {
        let n = n.max(1);
        let cosines = (0..n)
            .flat_map(|j| {
                let weight = if j == 0 { 1.0 } else { 2.0 } / n as f64;
                (0..n).map(move |k| weight * (PI * j as f64 * (k as f64 + 0.5) / n as f64).cos())
            })
            .collect();
        Self { nodes: nodes(n), cosines }
    }

    /// Where the function has to be known.
    pub fn nodes(&self) -> &[f64] {
        &self.nodes
    }

    /// Coefficients from the values at [`Fit::nodes`], first coefficient taken whole (not halved).
    /// Source: Press et al., *Numerical Recipes* (2007), eq. 5.8.7.
    pub fn coefficients(&self, values: &[f64]) -> Vec<f64> {
        self.cosines
            .chunks(self.nodes.len())
            .map(|row| row.iter().zip(values).map(|(c, v)| c * v).sum())
            .collect()
    }
}

/// Value Σ cₖ Tₖ(x) at `x` in −1 … 1, by Clenshaw's recurrence. Source: Press et al., *Numerical
/// Recipes* (2007), eq. 5.8.11, with the first coefficient taken whole.
///
/// ```
/// // T₂ = 2x² − 1.
/// assert_eq!(astro::math::chebyshev::value(&[0.0, 0.0, 1.0], 0.5), -0.5);
/// ```
#[inline]
pub fn value(c: &[f64], x: f64) -> f64 {
    let (mut b1, mut b2) = (0.0, 0.0);
    for &c in c.iter().skip(1).rev() {
        (b1, b2) = (2.0 * x * b1 - b2 + c, b1);
    }
    x * b1 - b2 + c.first().copied().unwrap_or(0.0)
}

/// Derivative at `x` in −1 … 1, with respect to `x`, by the recurrence T′ₖ = 2 Tₖ₋₁ + 2x
/// T′ₖ₋₁ − T′ₖ₋₂.
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
            c in prop::collection::vec(-5.0f64..5.0, 1..12),
            x in -1.0f64..1.0,
        ) {
            let fit = Fit::new(c.len());
            let values: Vec<_> = fit.nodes().iter().map(|&x| value(&c, x)).collect();
            let again = fit.coefficients(&values);
            for (a, b) in c.iter().zip(&again) {
                prop_assert!((a - b).abs() < 1e-12);
            }
            let slope = (value(&c, x + 1e-6) - value(&c, x - 1e-6)) / 2e-6;
            prop_assert!((derivative(&c, x) - slope).abs() < 1e-4);
        }
    }
}
