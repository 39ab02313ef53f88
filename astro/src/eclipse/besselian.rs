//! Besselian elements: the Moon's shadow on the fundamental plane.
//!
//! Reference: *Explanatory Supplement to the Astronomical Almanac* (Urban & Seidelmann 2013), section 11.2;
//! Meeus, *Elements of Solar Eclipses* (1989). Lengths are Earth equatorial radii, times hours of TD.

use crate::constants::{EQUATORIAL_RADIUS_KM, K_PENUMBRA, K_UMBRA, SUN_RADIUS};
use crate::earth::rotation::gmst_1982;
use crate::ephemeris::canon::{Arc, Places};
use crate::math::angle;
use crate::math::chebyshev;
use crate::math::polynomial;
use crate::math::vector::{dot, norm, scale, sub};
use crate::time::{Tt, Ut1};

/// The elements at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elements {
    /// Shadow axis on the fundamental plane, east positive.
    pub x: f64,
    /// Shadow axis on the fundamental plane, north positive.
    pub y: f64,
    /// Declination of the axis, radians.
    pub d: f64,
    /// Ephemeris hour angle of the axis, radians: Greenwich sidereal time with TD in the place of UT1, minus
    /// right ascension.
    pub mu: f64,
    /// Radius of the penumbra on the fundamental plane.
    pub l1: f64,
    /// Radius of the umbra there, negative where the umbra is a full shadow (total).
    pub l2: f64,
    /// Tangent of the angle of the penumbral cone.
    pub tan_f1: f64,
    /// Tangent of the angle of the umbral cone.
    pub tan_f2: f64,
}

/// Elements from the apparent places at `t`.
pub fn at(places: &Places, t: Tt) -> Elements {
    let moon = scale(1.0 / EQUATORIAL_RADIUS_KM, places.moon);
    let sun = scale(1.0 / EQUATORIAL_RADIUS_KM, places.sun);
    let g = sub(sun, moon);
    let distance = norm(g);
    let axis = scale(1.0 / distance, g);
    let a = axis[1].atan2(axis[0]);
    let d = axis[2].atan2(axis[0].hypot(axis[1]));
    let ((sin_a, cos_a), (sin_d, cos_d)) = (a.sin_cos(), d.sin_cos());
    let x = dot(moon, [-sin_a, cos_a, 0.0]);
    let y = dot(moon, [-cos_a * sin_d, -sin_a * sin_d, cos_d]);
    let z = dot(moon, axis);
    let (sin_f1, sin_f2) = ((SUN_RADIUS + K_PENUMBRA) / distance, (SUN_RADIUS - K_UMBRA) / distance);
    let (tan_f1, tan_f2) = (sin_f1.asin().tan(), sin_f2.asin().tan());
    let gast = gmst_1982(Ut1(t.0)) + places.equation_of_equinoxes;
    Elements {
        x,
        y,
        d,
        mu: angle::normalize(gast - a),
        l1: (z + K_PENUMBRA / sin_f1) * tan_f1,
        l2: (z - K_UMBRA / sin_f2) * tan_f2,
        tan_f1,
        tan_f2,
    }
}

/// Points from which a [`Course`] is made.
const COURSE_NODES: usize = 12;
/// Hours on either side of its centre that a [`Course`] covers.
pub const COURSE_HOURS: f64 = 4.8;

/// The elements as functions of the hours from a centre, interpolated so closely that nothing is lost: below
/// 1e-10 within [`COURSE_HOURS`].
pub struct Course {
    /// The instant from which hours count.
    pub center: Tt,
    x: Vec<f64>,
    y: Vec<f64>,
    d: Vec<f64>,
    mu: Vec<f64>,
    l1: Vec<f64>,
    l2: Vec<f64>,
    tan_f1: f64,
    tan_f2: f64,
}

/// Elements with their rates per hour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moving {
    /// The elements.
    pub at: Elements,
    /// Rate of `x`.
    pub dx: f64,
    /// Rate of `y`.
    pub dy: f64,
    /// Rate of `d`, radians per hour.
    pub dd: f64,
    /// Rate of `mu`, radians per hour.
    pub dmu: f64,
}

impl Course {
    /// Interpolates the elements over an arc. `fit` must have [`course_fit`]'s number of nodes.
    pub fn new(arc: &Arc, fit: &chebyshev::Fit) -> Self {
        let center = arc.center();
        let mut samples: Vec<Elements> = fit
            .nodes()
            .iter()
            .map(|n| at(&arc.places(n * COURSE_HOURS), center.plus_hours(n * COURSE_HOURS)))
            .collect();
        unwind(&mut samples);
        let column = |f: fn(&Elements) -> f64| fit.coefficients(&samples.iter().map(f).collect::<Vec<_>>());
        let middle = at(&arc.places(0.0), center);
        Self {
            center,
            x: column(|e| e.x),
            y: column(|e| e.y),
            d: column(|e| e.d),
            mu: column(|e| e.mu),
            l1: column(|e| e.l1),
            l2: column(|e| e.l2),
            tan_f1: middle.tan_f1,
            tan_f2: middle.tan_f2,
        }
    }

    /// Elements `hours` after the centre. µ runs on beyond 2π.
    pub fn elements(&self, hours: f64) -> Elements {
        let u = hours / COURSE_HOURS;
        let v = |c: &[f64]| chebyshev::value(c, u);
        Elements {
            x: v(&self.x),
            y: v(&self.y),
            d: v(&self.d),
            mu: v(&self.mu),
            l1: v(&self.l1),
            l2: v(&self.l2),
            tan_f1: self.tan_f1,
            tan_f2: self.tan_f2,
        }
    }

    /// Elements and their rates `hours` after the centre.
    pub fn moving(&self, hours: f64) -> Moving {
        let u = hours / COURSE_HOURS;
        let v = |c: &[f64]| chebyshev::derivative(c, u) / COURSE_HOURS;
        Moving { at: self.elements(hours), dx: v(&self.x), dy: v(&self.y), dd: v(&self.d), dmu: v(&self.mu) }
    }
}

/// The fit that [`Course::new`] wants; make it once.
pub fn course_fit() -> chebyshev::Fit {
    chebyshev::Fit::new(COURSE_NODES)
}

/// Makes µ continuous over the samples, which lie in descending time.
fn unwind(samples: &mut [Elements]) {
    let mut later = samples.first().map_or(0.0, |e| e.mu);
    for e in samples.iter_mut() {
        e.mu = later + angle::normalize_signed(e.mu - later);
        later = e.mu;
    }
}

/// Hours on either side of t0 over which the published polynomials are fitted.
pub const FIT_HOURS: f64 = 3.0;

/// Elements as published: cubic polynomials in hours of TD from `t0`, constant term first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Polynomials {
    /// A whole hour of TD.
    pub t0: Tt,
    /// Shadow axis, east.
    pub x: [f64; 4],
    /// Shadow axis, north.
    pub y: [f64; 4],
    /// Declination of the axis, radians.
    pub d: [f64; 4],
    /// Ephemeris hour angle, radians.
    pub mu: [f64; 4],
    /// Penumbral radius.
    pub l1: [f64; 4],
    /// Umbral radius.
    pub l2: [f64; 4],
    /// Tangent of the penumbral cone.
    pub tan_f1: f64,
    /// Tangent of the umbral cone.
    pub tan_f2: f64,
    /// Greatest difference of `x` or `y` from the exact course over t0 ± 3 h.
    pub fit_residual: f64,
}

impl Polynomials {
    /// Fits cubics over [`FIT_HOURS`] about the TD hour nearest `greatest`, by least squares on Chebyshev
    /// points (near-minimax).
    pub fn fit(course: &Course, greatest: Tt) -> Self {
        let t0 = Tt((greatest.0 * 24.0).round() / 24.0);
        let offset = (t0.0 - course.center.0) * 24.0;
        let hours: Vec<f64> = chebyshev::nodes(24).into_iter().map(|n| n * FIT_HOURS).collect();
        let samples: Vec<Elements> = hours.iter().map(|h| course.elements(offset + h)).collect();
        let column = |f: fn(&Elements) -> f64| {
            let points: Vec<_> = hours.iter().zip(&samples).map(|(&h, e)| (h, f(e))).collect();
            polynomial::least_squares::<4>(&points)
        };
        let (x, y, mut mu) = (column(|e| e.x), column(|e| e.y), column(|e| e.mu));
        mu[0] = angle::normalize(mu[0]);
        let fit_residual = hours.iter().zip(&samples).fold(0.0f64, |worst, (&h, e)| {
            worst.max((polynomial::value(&x, h) - e.x).abs()).max((polynomial::value(&y, h) - e.y).abs())
        });
        let middle = course.elements(offset);
        Self {
            t0,
            x,
            y,
            d: column(|e| e.d),
            mu,
            l1: column(|e| e.l1),
            l2: column(|e| e.l2),
            tan_f1: middle.tan_f1,
            tan_f2: middle.tan_f2,
            fit_residual,
        }
    }
}
