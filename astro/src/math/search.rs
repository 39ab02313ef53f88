//! The only loops of this crate that hunt; all are bounded.

use crate::Error;

/// Most steps any search takes.
const MOST_STEPS: usize = 64;

/// A zero of `f` between `a` and `b`, to `tolerance` in the argument.
///
/// Each step takes the secant where it stays well inside the bracket and halves otherwise, so the bracket at
/// least halves every second step. Errors: [`Error::NoConvergence`] if `f` has the same sign at both ends or
/// is not finite. Source: the safeguarded secant of Brent, *Algorithms for Minimization without Derivatives*
/// (1973), chapter 4, simplified.
pub fn root(f: impl Fn(f64) -> f64, a: f64, b: f64, tolerance: f64) -> Result<f64, Error> {
    let (mut a, mut b, mut fa, mut fb) = (a, b, f(a), f(b));
    let none = Error::NoConvergence { what: "root", from: a, to: b };
    if fa == 0.0 {
        return Ok(a);
    }
    if fb == 0.0 {
        return Ok(b);
    }
    // Not the same as ≥: a value that is not a number is refused too.
    if (fa * fb).partial_cmp(&0.0) != Some(std::cmp::Ordering::Less) {
        return Err(none);
    }
    for step in 0..MOST_STEPS {
        let width = b - a;
        if width.abs() <= tolerance {
            return Ok(a - fa * width / (fb - fa));
        }
        let secant = a - fa * width / (fb - fa);
        // A secant near one end leaves the other end standing: step past it by the tolerance so that the
        // bracket closes.
        let x = if step % 2 == 1 { a + width / 2.0 } else { secant };
        let edge = 0.4 * tolerance * width.signum();
        let x = if (x - a).abs() < edge.abs() {
            a + edge
        } else if (b - x).abs() < edge.abs() {
            b - edge
        } else {
            x
        };
        let fx = f(x);
        if fx == 0.0 {
            return Ok(x);
        }
        if fx * fa < 0.0 {
            (b, fb) = (x, fx);
        } else if fx * fb < 0.0 {
            (a, fa) = (x, fx);
        } else {
            return Err(none);
        }
    }
    Err(none)
}

/// The argument between `a` and `b` at which `f` is least, to `tolerance`; `f` must fall and then rise.
///
/// Golden section; the attainable accuracy is the square root of the noise of `f`. Use [`root`] of the
/// derivative where it is known. Source: Press et al., *Numerical Recipes* (2007), section 10.2.
pub fn minimum(f: impl Fn(f64) -> f64, a: f64, b: f64, tolerance: f64) -> Result<f64, Error> {
    const RATIO: f64 = 0.618_033_988_749_894_8; // (√5 − 1) / 2
    let none = Error::NoConvergence { what: "minimum", from: a, to: b };
    let (mut a, mut b) = (a, b);
    let (mut x1, mut x2) = (b - RATIO * (b - a), a + RATIO * (b - a));
    let (mut f1, mut f2) = (f(x1), f(x2));
    for _ in 0..2 * MOST_STEPS {
        if !(f1.is_finite() && f2.is_finite()) {
            return Err(none);
        }
        if (b - a).abs() <= tolerance {
            return Ok((a + b) / 2.0);
        }
        if f1 < f2 {
            (b, x2, f2) = (x2, x1, f1);
            x1 = b - RATIO * (b - a);
            f1 = f(x1);
        } else {
            (a, x1, f1) = (x1, x2, f2);
            x2 = a + RATIO * (b - a);
            f2 = f(x2);
        }
    }
    Err(none)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_bracket_without_a_sign_change_is_an_error() {
        assert!(root(|x| x * x + 1.0, -1.0, 1.0, 1e-9).is_err());
        assert!(root(|_| f64::NAN, -1.0, 1.0, 1e-9).is_err());
        assert!(minimum(|_| f64::NAN, -1.0, 1.0, 1e-9).is_err());
    }

    proptest! {
        #[test]
        fn the_root_of_a_cubic_is_found(r in -0.99f64..0.99, k in 0.0f64..50.0) {
            let found = root(|x| (x - r) * (1.0 + k * x * x), -1.0, 1.0, 1e-12).expect("bracketed");
            prop_assert!((found - r).abs() < 1e-11);
        }

        #[test]
        fn a_flat_root_is_found_too(r in -0.9f64..0.9) {
            let found = root(|x| (x - r).powi(5), -1.0, 1.0, 1e-9).expect("bracketed");
            prop_assert!((found - r).abs() < 1e-8);
        }

        #[test]
        fn the_least_value_of_a_parabola_is_found(m in -0.9f64..0.9) {
            let found = minimum(|x| (x - m).powi(2), -1.0, 1.0, 1e-8).expect("finite");
            prop_assert!((found - m).abs() < 1e-7);
        }
    }
}
