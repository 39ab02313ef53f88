//! Polynomials of one variable, constant term first.

use crate::math::real::Real;

/// Value at `x` (Horner).
///
/// ```
/// // 1 + 2x + 3x² at x = 2.
/// assert_eq!(astro::math::polynomial::value(&[1.0, 2.0, 3.0], 2.0), 17.0);
/// ```
#[inline(always)]
pub fn value<R: Real>(c: &[f64], x: R) -> R {
    let mut sum = x.splat(0.0);
    for c in c.iter().rev() {
        sum = sum * x + *c;
    }
    sum
}

/// First derivative at `x`, by Horner's scheme too.
#[inline(always)]
pub fn derivative<R: Real>(c: &[f64], x: R) -> R {
    let mut sum = x.splat(0.0);
    for k in (1..c.len()).rev() {
        sum = sum * x + k as f64 * c[k];
    }
    sum
}

/// Product of two polynomials without the powers from N on, as for Taylor polynomials.
pub fn product_truncated<const N: usize>(a: &[f64; N], b: &[f64; N]) -> [f64; N] {
    let mut out = [0.0; N];
    for i in 0..N {
        for j in 0..N - i {
            out[i + j] += a[i] * b[j];
        }
    }
    out
}

/// Coefficients of the polynomial of degree `N − 1` with the least sum of squares over `points` of (x, y).
///
/// Solves the normal equations with the abscissae scaled to −1 … 1, so the range of `x` does not matter.
/// At least `N` of them must differ; that there are as many points is checked when the call is compiled.
/// Source: Press et al., *Numerical Recipes* (2007), section 15.4.
///
/// ```
/// // The line nearest to three points: 0.1 + 0.9 x leaves 0.1, −0.2 and 0.1.
/// let line = astro::math::polynomial::least_squares::<2, 3>(&[(0.0, 0.2), (1.0, 0.8), (2.0, 2.0)]);
/// assert!((line[0] - 0.1).abs() < 1e-12 && (line[1] - 0.9).abs() < 1e-12);
/// ```
///
/// ```compile_fail
/// // Two points do not make a parabola.
/// astro::math::polynomial::least_squares::<3, 2>(&[(0.0, 0.0), (1.0, 1.0)]);
/// ```
pub fn least_squares<const N: usize, const POINTS: usize>(points: &[(f64, f64); POINTS]) -> [f64; N] {
    const { assert!(0 < N && N <= POINTS, "as many points are needed as coefficients") };
    let h = points.iter().fold(0.0f64, |m, p| m.max(p.0.abs()));
    let mut a = [[0.0; N]; N];
    let mut b = [0.0; N];
    for &(x, y) in points {
        let x = x / h;
        let mut powers = [1.0; N];
        for k in 1..N {
            powers[k] = powers[k - 1] * x;
        }
        for i in 0..N {
            b[i] += powers[i] * y;
            for j in 0..N {
                a[i][j] += powers[i] * powers[j];
            }
        }
    }
    // The matrix is symmetric and positive definite: elimination needs no exchange of rows.
    for i in 0..N {
        let pivot = a[i];
        for r in i + 1..N {
            let f = a[r][i] / pivot[i];
            for (x, p) in a[r].iter_mut().zip(pivot) {
                *x -= f * p;
            }
            b[r] -= f * b[i];
        }
    }
    let mut c = [0.0; N];
    for i in (0..N).rev() {
        let rest: f64 = (i + 1..N).map(|j| a[i][j] * c[j]).sum();
        c[i] = (b[i] - rest) / a[i][i];
    }
    let mut scale = 1.0;
    for c in &mut c {
        *c *= scale;
        scale /= h;
    }
    c
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_fit_to_a_polynomial_returns_it(c in prop::array::uniform4(-10.0f64..10.0), h in 0.1f64..10.0) {
            let points: [(f64, f64); 13] = std::array::from_fn(|k| {
                let x = (k as f64 - 6.0) * h / 6.0;
                (x, value(&c, x))
            });
            let fit = least_squares::<4, 13>(&points);
            for (x, y) in points {
                prop_assert!((value(&fit, x) - y).abs() < 1e-9 * (1.0 + h.powi(3)), "{fit:?} {c:?}");
            }
        }

        #[test]
        fn the_derivative_is_the_slope(c in prop::array::uniform5(-3.0f64..3.0), x in -2.0f64..2.0) {
            let slope = (value(&c, x + 1e-5) - value(&c, x - 1e-5)) / 2e-5;
            prop_assert!((derivative(&c, x) - slope).abs() < 1e-6);
        }
    }
}
