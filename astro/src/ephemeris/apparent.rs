//! Sun and Moon closest to the sky: ELP/MPP02 and VSOP87B moved to JPL DE440 ([`de440`]), precessed by
//! Vondrák et al. 2011, nutation IAU 2000A.
//!
//! Apparent geocentric places of the true equator and equinox of date, light time and annual aberration
//! included. Gravitational deflection (below 0.02″ away from the limb of the Sun) is left out.

use crate::constants::{AU_KM, DAYS_PER_CENTURY, SECONDS_PER_DAY};
use crate::earth::nutation::Iau2000a;
use crate::earth::precession::LongTermPrecession;
use crate::ephemeris::light_time::{ExpansionStep, when_light_left};
use crate::ephemeris::orientation::{ARC_DAYS, Orientation};
use crate::ephemeris::{Ephemerides, EphemerisArc, Places};
use crate::math::angle::ARCSEC;
use crate::math::vector::{Rotation, about_x, about_z, compose, from_spherical, rotate};
use crate::theory::{de440, elp_mpp02};
use crate::time::Tt;

/// A [`SkyArc`] covers two days on either side of its centre, light time of the Sun included.
const STEP: ExpansionStep = ExpansionStep { unit_s: SECONDS_PER_DAY, units: ARC_DAYS };
/// Coefficients for the Moon: its fastest argument of any size runs 4 rad in two days.
const MOON_ORDER: usize = 20;
/// Coefficients for the Earth.
const EARTH_ORDER: usize = 10;

/// ELP's inertial ecliptic to the ICRS: obliquity and offset of the equinox. Source: Chapront,
/// Chapront-Touzé & Francou (2002), Astron. Astrophys. 387, 700, table 5.
pub(super) const ELP_OBLIQUITY: f64 = 84_381.411 * ARCSEC;
pub(super) const ELP_EQUINOX: f64 = -0.055_42 * ARCSEC;
/// VSOP87's dynamical ecliptic to FK5. Source: Bretagnon & Francou (1988), section 6.
pub(super) const VSOP_TO_FK5: Rotation = [
    [1.0, 0.000_000_440_360, -0.000_000_190_919],
    [-0.000_000_479_966, 0.917_482_137_087, -0.397_776_982_902],
    [0.0, 0.397_776_982_902, 0.917_482_137_087],
];

/// The theories closest to the sky.
pub struct SkyTheories {
    /// The Moon.
    pub moon: de440::Moon,
    /// The heliocentric Earth, version B.
    pub earth: de440::Earth,
    /// Nutation.
    pub nutation: Iau2000a,
    /// Precession.
    pub precession: LongTermPrecession,
}

/// Positions within two days of an instant.
struct SkyArc<'a> {
    center: Tt,
    orientation: Orientation<'a>,
    moon: [[f64; MOON_ORDER]; 3],
    earth: [[f64; EARTH_ORDER]; 3],
}

impl Ephemerides for SkyTheories {
    /// Within 0.007″ of JPL DE440 in 1800–2200 and 0.032″ in 1550–2650; of other years
    /// [`crate::ephemeris::residual`] tells.
    fn arc(&self, center: Tt) -> impl EphemerisArc {
        let t = center.centuries();
        let step = ARC_DAYS / DAYS_PER_CENTURY;
        SkyArc {
            center,
            orientation: Orientation::new(&self.nutation, &self.precession, center),
            moon: self.moon.taylor(t, step),
            earth: self.earth.taylor(t, step),
        }
    }
}

impl EphemerisArc for SkyArc<'_> {
    fn center(&self) -> Tt {
        self.center
    }

    fn places(&self, hours: f64) -> Places {
        self.places_after_days(hours / 24.0)
    }

    fn mean_obliquity(&self, hours: f64) -> f64 {
        self.orientation.mean_obliquity(hours)
    }

    /// Within two days of the centre.
    fn places_after_days(&self, days: f64) -> Places {
        let tau = days / ARC_DAYS;
        let t = self.center.plus_days(days).centuries();
        let axes = self.orientation.after_days(days);

        let [l, b, r] = when_light_left(&self.earth, tau, AU_KM, &STEP);
        let sun = rotate(
            &compose(&VSOP_TO_FK5, &de440::earth_tilt(t)),
            from_spherical(l + std::f64::consts::PI, -b, r * AU_KM),
        );

        let [l, b, r] = when_light_left(&self.moon, tau, 1.0, &STEP);
        let ecliptic = rotate(&elp_mpp02::to_j2000(t), from_spherical(l, b, r));
        let moon = rotate(
            &compose(&about_z(-ELP_EQUINOX), &about_x(-ELP_OBLIQUITY)),
            rotate(&de440::moon_tilt(t), ecliptic),
        );

        Places {
            sun_km: rotate(&axes.of_date, sun),
            moon_km: rotate(&axes.of_date, moon),
            nutation_longitude: axes.nutation_longitude,
            obliquity: axes.obliquity,
        }
    }
}
