//! Rotation of the Earth against the equinox.

use crate::constants::J2000;
use crate::math::angle::{ARCSEC, normalize};
use crate::math::polynomial::value;
use crate::time::{Tt, Ut1};
use std::f64::consts::TAU;

/// Earth rotation angle, radians in 0 … 2π. Source: IERS Conventions (2010), eq. 5.15.
pub fn earth_rotation_angle(ut: Ut1) -> f64 {
    let days = ut.0 - J2000;
    // The whole turns are left out before they cost digits.
    TAU * (days.rem_euclid(1.0) + 0.779_057_273_264_0 + 0.002_737_811_911_354_48 * days).rem_euclid(1.0)
}

/// Greenwich mean sidereal time, radians in 0 … 2π.
///
/// Within 0.09″ of the rotation that belongs to the long-term precession in 1000–3000, and within 4.1″ from
/// −2000 on. Source: Capitaine, Wallace & Chapront (2003), Astron. Astrophys. 412, 567, eq. 42; IERS
/// Conventions (2010), eq. 5.32.
pub fn gmst(ut: Ut1, tt: Tt) -> f64 {
    const ACCUMULATED: [f64; 6] =
        [0.014_506, 4612.156_534, 1.391_581_7, -0.000_000_44, -0.000_029_956, -0.000_000_036_8];
    normalize(earth_rotation_angle(ut) + value(&ACCUMULATED, tt.centuries()) * ARCSEC)
}

/// Greenwich apparent sidereal time, radians, not brought into one turn. `nutation_longitude` and the true
/// `obliquity` in radians.
///
/// Source: IERS Conventions (2010), section 5.5.7, with the two largest of the complementary terms (the
/// others are below 0.0001″).
pub fn gast(ut: Ut1, tt: Tt, nutation_longitude: f64, obliquity: f64) -> f64 {
    let node = value(&[125.044_555, -1_934.136_2], tt.centuries()).to_radians();
    let (s, c) = node.sin_cos();
    let complementary = (0.002_640_96 + 2.0 * 0.000_063_52 * c) * s * ARCSEC;
    gmst(ut, tt) + nutation_longitude * obliquity.cos() + complementary
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sidereal_times_agree_in_our_century() {
        // The older expression is good to 0.02″ near its epoch.
        for jd in [2_451_545.0, 2_446_896.306_25, 2_460_408.25] {
            let ut = Ut1(jd);
            let difference =
                crate::math::angle::normalize_signed(gmst(ut, ut.to_tt(64.0)) - crate::earth::gmst_1982(ut))
                    / ARCSEC;
            assert!(difference.abs() < 0.1, "{jd}: {difference}″");
        }
    }

    #[test]
    fn a_day_of_stars_is_shorter_by_236_seconds() {
        let day = earth_rotation_angle(Ut1(2_460_409.5)) - earth_rotation_angle(Ut1(2_460_408.5));
        assert!((day / TAU * 86_400.0 - 236.547).abs() < 0.001, "{day}");
    }
}
