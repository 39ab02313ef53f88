//! The published form of the elements: cubics fitted to the course of an eclipse.

use crate::eclipse::besselian::{Elements, Polynomials};
use crate::eclipse::course::ElementsInterpolation;
use crate::math::angle;
use crate::math::chebyshev;
use crate::math::polynomial;
use crate::time::Tt;

/// Hours on either side of t0 over which the polynomials are fitted.
pub const FIT_HOURS: f64 = 3.0;
/// Instants of the course that the fit takes in; more change the coefficients by less than they are printed
/// to.
const SAMPLES: usize = 24;

/// Cubics fitted over [`FIT_HOURS`] about the TD hour nearest `greatest`, by least squares on Chebyshev
/// points (near-minimax).
///
/// `greatest` must lie within an hour of the centre of the course. The residual of the fit, usually below
/// 1e-6 Earth radii, is part of the result. Source: *Explanatory Supplement* (2013), section 11.2; Mason &
/// Handscomb, *Chebyshev Polynomials* (2002), section 5.5, for the points.
pub fn cubics(course: &ElementsInterpolation, greatest: Tt) -> Polynomials {
    let t0 = Tt((greatest.0 * 24.0).round() / 24.0);
    let offset = t0.days_since(course.center) * 24.0;
    let hours: [f64; SAMPLES] = chebyshev::nodes().map(|n| n * FIT_HOURS);
    let samples: [Elements; SAMPLES] = hours.map(|h| course.elements(offset + h));
    let column = |f: fn(&Elements) -> f64| -> [f64; 4] {
        polynomial::least_squares(&std::array::from_fn::<_, SAMPLES, _>(|k| (hours[k], f(&samples[k]))))
    };
    let (x, y, mut mu) = (column(|e| e.x), column(|e| e.y), column(|e| e.mu));
    mu[0] = angle::normalize(mu[0]);
    let fit_residual = hours.iter().zip(&samples).fold(0.0f64, |worst, (&h, e)| {
        worst.max((polynomial::value(&x, h) - e.x).abs()).max((polynomial::value(&y, h) - e.y).abs())
    });
    let middle = course.elements(offset);
    Polynomials {
        t0,
        x,
        y,
        d: column(|e| e.d),
        mu,
        l1: column(|e| e.l1),
        l2: column(|e| e.l2),
        tan_f1: middle.tan_f1,
        tan_f2: middle.tan_f2,
        radii: course.radii,
        fit_residual,
    }
}
