//! Searches for zeros and least values of a function of one variable.
//!
//! Every loop is bounded. To find an event in time, sample a function and pass the samples to
//! [`sign_changes`], or bracket the event and call [`root`] or [`minimum`]. Iterations of one formula that
//! converge in a few steps are next to that formula.

use crate::Error;

/// Maximum steps of any search.
const MAX_STEPS: usize = 64;

/// A function's value at an argument, mostly a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// The argument.
    pub t: f64,
    /// The value there.
    pub value: f64,
}

impl Sample {
    /// The value of `f` at `t`.
    #[inline]
    pub fn of(f: impl Fn(f64) -> f64, t: f64) -> Self {
        Self { t, value: f(t) }
    }
}

/// A change of sign of a function.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignChange {
    /// The argument of the zero.
    pub t: f64,
    /// `true` if the function is positive after it, in the order of the samples.
    pub is_rising: bool,
}

/// The sign changes of `f` between successive samples, each found to `tolerance` in the argument.
///
/// The samples are values of `f` in ascending or descending order of the argument; they are drawn one by one,
/// so that a caller who stops at the first change pays for no more. A zero counts as negative. Two changes
/// between the same two samples are not seen: put a sample between them. Next to a value that is not finite
/// there is no change.
///
/// ```
/// use astro::math::search::{Sample, sign_changes};
/// let hours = (0..=24).map(|h| Sample::of(|t| (t / 12.0 * std::f64::consts::PI).cos(), f64::from(h)));
/// let f = |t: f64| (t / 12.0 * std::f64::consts::PI).cos();
/// let changes: Vec<_> = sign_changes(f, hours, 1e-6).collect();
/// assert_eq!(changes.len(), 2);
/// assert!((changes[0].t - 6.0).abs() < 1e-6 && !changes[0].is_rising);
/// assert!((changes[1].t - 18.0).abs() < 1e-6 && changes[1].is_rising);
/// ```
pub fn sign_changes(
    f: impl Fn(f64) -> f64,
    samples: impl IntoIterator<Item = Sample>,
    tolerance: f64,
) -> impl Iterator<Item = SignChange> {
    let mut last: Option<Sample> = None;
    samples.into_iter().filter_map(move |here| {
        let before = last.replace(here)?;
        let is_rising = here.value > 0.0;
        if is_rising == (before.value > 0.0) {
            return None;
        }
        // Only non-finite values fail here: opposite signs always lead to a root.
        root_between(&f, before, here, tolerance).ok().map(|t| SignChange { t, is_rising })
    })
}

/// A zero of `f` between `a` and `b`, to `tolerance` in the argument.
///
/// Each step takes the secant where it stays well inside the bracket and halves otherwise, so the bracket at
/// least halves every second step. Errors: [`Error::NoConvergence`] if `f` has the same sign at both ends or
/// is not finite, or if `tolerance` is below 2⁻³¹ of the bracket. Source: the safeguarded secant of
/// Brent, *Algorithms for Minimization without Derivatives* (1973), chapter 4, simplified.
///
/// ```
/// // Kepler's equation, Meeus, Astronomical Algorithms (1998), example 30.a: e = 0.1, M = 5°,
/// // E = 5.554589°.
/// let kepler = |anomaly: f64| anomaly - 0.1 * anomaly.sin() - 5f64.to_radians();
/// let anomaly = astro::math::search::root(kepler, 0.0, 1.0, 1e-9)?;
/// assert!((anomaly.to_degrees() - 5.554_589).abs() < 1e-6);
/// # Ok::<(), astro::Error>(())
/// ```
pub fn root(f: impl Fn(f64) -> f64, a: f64, b: f64, tolerance: f64) -> Result<f64, Error> {
    let (a, b) = (Sample::of(&f, a), Sample::of(&f, b));
    root_between(f, a, b, tolerance)
}

/// [`root`] between two samples, whose values are not computed again.
pub fn root_between(f: impl Fn(f64) -> f64, a: Sample, b: Sample, tolerance: f64) -> Result<f64, Error> {
    let none = Error::NoConvergence { what: "root", from: a.t, to: b.t };
    let (Sample { t: mut a, value: mut fa }, Sample { t: mut b, value: mut fb }) = (a, b);
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
    for step in 0..MAX_STEPS {
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
/// derivative where it is known. Errors: [`Error::NoConvergence`] if `f` is not finite. Source: Press et al.,
/// *Numerical Recipes* (2007), section 10.2.
///
/// ```
/// let least = astro::math::search::minimum(f64::cos, 2.0, 4.0, 1e-7)?;
/// assert!((least - std::f64::consts::PI).abs() < 1e-7);
/// # Ok::<(), astro::Error>(())
/// ```
pub fn minimum(f: impl Fn(f64) -> f64, a: f64, b: f64, tolerance: f64) -> Result<f64, Error> {
    const RATIO: f64 = 0.618_033_988_749_894_8; // (√5 − 1) / 2
    let none = Error::NoConvergence { what: "minimum", from: a, to: b };
    let (mut a, mut b) = (a, b);
    let (mut x1, mut x2) = (b - RATIO * (b - a), a + RATIO * (b - a));
    let (mut f1, mut f2) = (f(x1), f(x2));
    for _ in 0..2 * MAX_STEPS {
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

    #[test]
    fn values_that_are_not_finite_change_no_sign() {
        let f = |t: f64| if t < 2.5 { 1.0 } else { f64::NAN };
        assert_eq!(sign_changes(f, (0..5).map(|k| Sample::of(f, f64::from(k))), 1e-9).count(), 0);
    }

    #[test]
    fn no_sample_is_drawn_after_the_requested_change() {
        let drawn = std::cell::Cell::new(0);
        let samples = (0..100).map(|k| {
            drawn.set(k);
            Sample::of(|t| t - 4.5, f64::from(k))
        });
        let first = sign_changes(|t| t - 4.5, samples, 1e-9).next().expect("a change at 4.5");
        assert!((first.t - 4.5).abs() < 1e-9 && first.is_rising && drawn.get() == 5);
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
