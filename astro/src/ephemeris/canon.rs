//! Sun and Moon as the published eclipse canon has them: ELP 2000-82B and VSOP87D in the frame of date.
//!
//! The canon takes both theories in the mean ecliptic and equinox of date, with the precession of Laskar;
//! that is followed here, so that eclipses correspond record by record. Against the sky the Moon differs by
//! less than 0.6″ in 1400–2500 and by 38″ at −2000; see [`crate::ephemeris::apparent`] for what is
//! closest to the sky.

use crate::constants::{AU_KM, DAYS_PER_CENTURY};
use crate::earth::nutation::Iau2000a;
use crate::earth::precession::{general_laskar, obliquity_laskar};
use crate::earth::rotation::gmst_1982;
use crate::ephemeris::light_time::{ExpansionStep, when_light_left};
use crate::ephemeris::{Ephemerides, EphemerisArc, Places};
use crate::math::polynomial;
use crate::math::portable::Portable;
use crate::math::vector::{about_x, from_spherical, rotate};
use crate::theory::elp2000_82;
use crate::theory::vsop87;
use crate::time::{Tt, Ut1};

/// Hours that one unit of the expansions spans.
const STEP_HOURS: f64 = 5.0;
const STEP: ExpansionStep = ExpansionStep { unit_s: 3600.0, units: STEP_HOURS };
/// Coefficients of the expansions. Over ±5 h the first neglected power is below 1e-9″ for the Moon.
const ORDER: usize = 10;
/// The theories of the canon.
pub struct CanonTheories {
    /// The Moon.
    pub moon: elp2000_82::Theory,
    /// The heliocentric Earth, version D.
    pub earth: vsop87::Earth,
    /// Nutation.
    pub nutation: Iau2000a,
}

/// Positions within [`crate::ephemeris::ARC_HOURS`] of an instant.
struct CanonArc {
    center: Tt,
    moon: [[f64; ORDER]; 3],
    earth: [[f64; ORDER]; 3],
    psi: [f64; ORDER],
    eps: [f64; ORDER],
}

impl Ephemerides for CanonTheories {
    /// Valid −4500 … +4500, the range of Laskar's precession.
    fn arc(&self, center: Tt) -> impl EphemerisArc {
        let t = center.centuries();
        let step = STEP_HOURS / 24.0 / DAYS_PER_CENTURY;
        let mut moon = self.moon.taylor(t, step);
        moon[0][0] += general_laskar(t);
        moon[0][1] += (general_laskar(t + step) - general_laskar(t - step)) / 2.0;
        // Nutation changes by less than 0.01″ in an hour: three coefficients carry it to 1e-6″.
        let (psi, eps) = self.nutation.taylor::<4>(t, step);
        let widen = |c: [f64; 4]| std::array::from_fn(|k| c.get(k).copied().unwrap_or(0.0));
        CanonArc { center, moon, earth: self.earth.taylor(t, step), psi: widen(psi), eps: widen(eps) }
    }
}

impl EphemerisArc for CanonArc {
    fn center(&self) -> Tt {
        self.center
    }

    fn places(&self, hours: f64) -> Places {
        let tau = hours / STEP_HOURS;
        let nutation_longitude = polynomial::value(&self.psi, tau);
        let obliquity = self.mean_obliquity(hours) + polynomial::value(&self.eps, tau);
        let to_equator = about_x(-obliquity);

        let [l, b, r] = when_light_left(&self.earth, tau, AU_KM, &STEP);
        let sun = from_spherical(l + std::f64::consts::PI + nutation_longitude, -b, r * AU_KM);

        let [l, b, r] = when_light_left(&self.moon, tau, 1.0, &STEP);
        let moon = from_spherical(l + nutation_longitude, b, r);

        Places {
            sun_km: rotate(&to_equator, sun),
            moon_km: rotate(&to_equator, moon),
            nutation_longitude,
            obliquity,
        }
    }

    fn mean_obliquity(&self, hours: f64) -> f64 {
        obliquity_of_date(self.center.plus_hours(hours))
    }

    /// By the sidereal time of IAU 1982, as the canon does.
    fn ephemeris_sidereal_time(&self, hours: f64) -> f64 {
        gmst_1982(Ut1(self.center.plus_hours(hours).0)) + self.equation_of_equinoxes(hours)
    }

    fn equation_of_equinoxes(&self, hours: f64) -> f64 {
        polynomial::value(&self.psi, hours / STEP_HOURS) * self.mean_obliquity(hours).cosine()
    }
}

/// Mean obliquity of the ecliptic in the canon's frame of date, radians; valid −8000 … +12000. Source:
/// Laskar (1986), Astron. Astrophys. 157, 59.
///
/// ```
/// use astro::ephemeris::canon::obliquity_of_date;
/// use astro::math::angle::ARCSEC;
/// use astro::time::Tt;
///
/// // Meeus, *Astronomical Algorithms* (1998), chapter 22: 23°26′21.448″ at J2000.0.
/// let j2000 = obliquity_of_date(Tt(2_451_545.0));
/// assert!((j2000 / ARCSEC - 84_381.448).abs() < 1e-6);
/// ```
pub fn obliquity_of_date(t: Tt) -> f64 {
    obliquity_laskar(t.centuries())
}
