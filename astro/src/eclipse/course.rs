//! The course of the Besselian elements over an eclipse, closely interpolated.

use crate::eclipse::besselian::{self, Elements, Moving, Radii};
use crate::ephemeris::EphemerisArc;
use crate::math::angle;
use crate::math::chebyshev;
use crate::time::Tt;

/// Points from which an [`ElementsInterpolation`] is made.
pub const NODES: usize = 12;
/// Hours on either side of its centre that an [`ElementsInterpolation`] covers.
pub const COURSE_HOURS: f64 = 4.8;

/// The elements as functions of the hours of TD from a centre, interpolated so closely that nothing is lost:
/// below 1e-10 Earth radii within [`COURSE_HOURS`].
pub struct ElementsInterpolation {
    /// The instant from which hours count.
    pub center: Tt,
    /// Radii of Sun and Moon that the elements were made with.
    pub radii: Radii,
    x: [f64; NODES],
    y: [f64; NODES],
    d: [f64; NODES],
    mu: [f64; NODES],
    l1: [f64; NODES],
    l2: [f64; NODES],
    /// The angles of the cones change by less than 1e-6 of themselves in an eclipse: those of the centre
    /// hold.
    tan_f1: f64,
    tan_f2: f64,
}

impl ElementsInterpolation {
    /// The fit for [`ElementsInterpolation::new`]; create it once for all eclipses.
    pub fn fit() -> chebyshev::Fit<NODES> {
        chebyshev::Fit::new()
    }

    /// Interpolates the elements over an arc, which must be good for [`COURSE_HOURS`] on either side of its
    /// centre. `fit` as of [`ElementsInterpolation::fit`].
    ///
    /// The hour angle µ takes the sidereal time of the arc. Source: Press et al., *Numerical Recipes* (2007),
    /// section 5.8.
    pub fn new(arc: &dyn EphemerisArc, radii: Radii, fit: &chebyshev::Fit<NODES>) -> Self {
        let center = arc.center();
        let at = |hours: f64| besselian::at(&arc.places(hours), arc.ephemeris_sidereal_time(hours), &radii);
        let mut samples: [Elements; NODES] = fit.nodes().map(|n| at(n * COURSE_HOURS));
        unwind(&mut samples);
        let column = |f: fn(&Elements) -> f64| fit.coefficients(&samples.each_ref().map(f));
        let middle = at(0.0);
        Self {
            center,
            radii,
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

    /// Elements `hours` after the centre, within [`COURSE_HOURS`]. µ runs on beyond 2π.
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

    /// Elements and their rates `hours` after the centre, within [`COURSE_HOURS`].
    pub fn moving(&self, hours: f64) -> Moving {
        let u = hours / COURSE_HOURS;
        let v = |c: &[f64]| chebyshev::derivative(c, u) / COURSE_HOURS;
        Moving {
            at: self.elements(hours),
            x_rate: v(&self.x),
            y_rate: v(&self.y),
            d_rate: v(&self.d),
            mu_rate: v(&self.mu),
            l1_rate: v(&self.l1),
            l2_rate: v(&self.l2),
        }
    }
}

/// Makes µ continuous over the samples, which lie in descending time.
fn unwind(samples: &mut [Elements; NODES]) {
    let mut later = samples[0].mu;
    for e in samples {
        e.mu = later + angle::normalize_signed(e.mu - later);
        later = e.mu;
    }
}
