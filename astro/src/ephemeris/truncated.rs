//! Sun and Moon without any table: the leading terms of ELP/MPP02 and VSOP87B, precession IAU 2006 and
//! nutation IAU 1980.
//!
//! They serve the years that no ephemeris covers. Precession and sidereal time are of one model, so its error
//! far from J2000.0 turns the equinox of both alike, and hour angles stay right.

use crate::constants::{AU_KM, DAYS_PER_CENTURY, SECONDS_PER_DAY};
use crate::earth::precession::{equatorial_2006, obliquity_2006};
use crate::ephemeris::Body;
use crate::ephemeris::apparent::{ELP_EQUINOX, ELP_OBLIQUITY, VSOP_TO_FK5};
use crate::ephemeris::chebyshev_table::BodyPlace;
use crate::ephemeris::light_time::{ExpansionStep, when_light_left};
use crate::ephemeris::orientation::BIAS;
use crate::math::vector::{Vector, about_x, about_z, compose, from_spherical, rotate};
use crate::theory::{elp_mpp02, meeus, vsop87};
use crate::time::Tt;

/// Expansions reach over the light time and count in days.
const STEP: ExpansionStep = ExpansionStep { unit_s: SECONDS_PER_DAY, units: 1.0 };
/// Value and rate: what the rate itself changes in the 500 s of the light of the Sun is 0.00003″.
const ORDER: usize = 2;

/// The truncated theories.
#[derive(Debug, Clone)]
pub struct TruncatedTheories {
    moon: elp_mpp02::Theory,
    earth: vsop87::Earth,
}

impl Default for TruncatedTheories {
    fn default() -> Self {
        Self {
            moon: elp_mpp02::Theory::truncated(&elp_mpp02::DE406),
            earth: vsop87::Earth::truncated_j2000(),
        }
    }
}

impl TruncatedTheories {
    /// The apparent place of a body, with light time and annual aberration.
    ///
    /// Within 1.1″ of JPL DE406, with n-dot −25.858″/cy², in 0–3000; within 5.1″ from −2000 on, of which
    /// 4″ are the equinox and are in [`crate::earth::rotation::gast`] too. Valid −2000 … +3000.
    pub fn place(&self, body: Body, t: Tt) -> BodyPlace {
        let centuries = t.centuries();
        let icrs_km = match body {
            Body::Sun => self.sun_km(centuries),
            Body::Moon => self.moon_km(centuries),
        };
        let nutation = meeus::nutation(t);
        let mean_obliquity = obliquity_2006(centuries);
        let obliquity = mean_obliquity + nutation.obliquity;
        let of_date_km = rotate(&compose(&equatorial_2006(centuries), &BIAS), icrs_km);
        let to_true =
            compose(&about_x(-obliquity), &compose(&about_z(-nutation.longitude), &about_x(mean_obliquity)));
        BodyPlace { km: rotate(&to_true, of_date_km), nutation_longitude: nutation.longitude, obliquity }
    }

    fn sun_km(&self, centuries: f64) -> Vector {
        let course = self.earth.taylor::<ORDER>(centuries, 1.0 / DAYS_PER_CENTURY);
        let [l, b, r] = when_light_left(&course, 0.0, AU_KM, &STEP);
        rotate(&VSOP_TO_FK5, from_spherical(l + std::f64::consts::PI, -b, r * AU_KM))
    }

    fn moon_km(&self, centuries: f64) -> Vector {
        let course = self.moon.taylor::<ORDER>(centuries, 1.0 / DAYS_PER_CENTURY);
        let [l, b, r] = when_light_left(&course, 0.0, 1.0, &STEP);
        let ecliptic = rotate(&elp_mpp02::to_j2000(centuries), from_spherical(l, b, r));
        rotate(&compose(&about_z(-ELP_EQUINOX), &about_x(-ELP_OBLIQUITY)), ecliptic)
    }
}
