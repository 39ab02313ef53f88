//! From the ICRS to the true equator and equinox of date, for a stretch of time: frame bias, precession of
//! Vondrák et al. 2011, nutation IAU 2000A.

use crate::constants::DAYS_PER_CENTURY;
use crate::earth::nutation::Iau2000a;
use crate::earth::precession::LongTermPrecession;
use crate::math::angle::ARCSEC;
use crate::math::polynomial;
use crate::math::vector::{Rotation, about_x, about_z, compose};
use crate::time::Tt;

/// Days on either side of its centre that the expansion of the nutation covers.
pub(super) const ARC_DAYS: f64 = 2.01;
/// Coefficients for the nutation: terms of five days and more.
const NUTATION_ORDER: usize = 12;

/// ICRS to the mean equator and equinox of J2000.0. Source: IERS Conventions (2010), section 5.4.4.
pub(super) const BIAS: Rotation = {
    const DA: f64 = -0.0146 * ARCSEC;
    const XI: f64 = -0.016_617 * ARCSEC;
    const ETA: f64 = -0.006_819_2 * ARCSEC;
    [[1.0, DA, -XI], [-DA, 1.0, -ETA], [XI, ETA, 1.0]]
};

/// The course of the axes of date within two days of an instant.
pub(super) struct Orientation<'a> {
    center: Tt,
    precession: &'a LongTermPrecession,
    psi: [f64; NUTATION_ORDER],
    eps: [f64; NUTATION_ORDER],
}

/// The axes of date at an instant.
pub(super) struct Axes {
    /// Nutation in longitude, radians.
    pub(super) nutation_longitude: f64,
    /// True obliquity of the ecliptic, radians.
    pub(super) obliquity: f64,
    /// From the ICRS to the true equator and equinox of date.
    pub(super) of_date: Rotation,
}

impl<'a> Orientation<'a> {
    /// Expands the nutation about `center`.
    pub(super) fn new(nutation: &Iau2000a, precession: &'a LongTermPrecession, center: Tt) -> Self {
        let (psi, eps) = nutation.taylor(center.centuries(), ARC_DAYS / DAYS_PER_CENTURY);
        Self { center, precession, psi, eps }
    }

    /// The axes `days` of TT after the centre, within two days of it.
    pub(super) fn after_days(&self, days: f64) -> Axes {
        let tau = days / ARC_DAYS;
        let t = self.center.plus_days(days).centuries();
        let nutation_longitude = polynomial::value(&self.psi, tau);
        let mean_obliquity = self.precession.obliquity(t);
        let obliquity = mean_obliquity + polynomial::value(&self.eps, tau);
        let to_true =
            compose(&about_x(-obliquity), &compose(&about_z(-nutation_longitude), &about_x(mean_obliquity)));
        let of_date = compose(&to_true, &compose(&self.precession.equatorial(t), &BIAS));
        Axes { nutation_longitude, obliquity, of_date }
    }

    /// Mean obliquity of the ecliptic `hours` after the centre, radians.
    pub(super) fn mean_obliquity(&self, hours: f64) -> f64 {
        self.precession.obliquity(self.center.plus_hours(hours).centuries())
    }
}
