//! Rotation of the Earth: against the stars, and against the equinox (sidereal time).

use crate::constants::{DAYS_PER_CENTURY, J2000, SECONDS_PER_DAY, SIDEREAL_RATE};
use crate::math::angle::{ARCSEC, normalize};
use crate::math::polynomial::value;
use crate::math::portable::Portable;
use crate::time::{Tt, Ut1};
use std::f64::consts::TAU;

/// Angle that the Earth turns against the equinox in ΔT, radians: by this, geographic longitudes are further
/// east than those for ΔT = 0 (ephemeris longitudes). `delta_t_s` is in seconds.
///
/// Source: Espenak & Meeus (2006), section 1.
///
/// ```
/// // ΔT of one hour is 15.041° of longitude.
/// assert!((astro::earth::rotation::angle_in_delta_t(3600.0).to_degrees() - 15.041_069).abs() < 1e-6);
/// ```
pub fn angle_in_delta_t(delta_t_s: f64) -> f64 {
    SIDEREAL_RATE * TAU * delta_t_s / SECONDS_PER_DAY
}

/// Earth rotation angle, radians in 0 … 2π. Exact by definition. Source: IERS Conventions (2010), eq.
/// 5.15.
///
/// ```
/// // The check value of the IAU's SOFA library (routine era00, 2007 October 15, 0h UT1).
/// let angle = astro::earth::rotation::earth_rotation_angle(astro::time::Ut1(2_454_388.5));
/// assert!((angle - 0.402_283_724_002_8).abs() < 1e-12);
/// ```
pub fn earth_rotation_angle(ut: Ut1) -> f64 {
    let days = ut.0 - J2000;
    // The whole turns are left out before they cost digits. `x - x.floor()` is the remainder by one, without
    // a division.
    let turns = (days - days.floor()) + 0.779_057_273_264_0 + 0.002_737_811_911_354_48 * days;
    TAU * (turns - turns.floor())
}

/// Greenwich mean sidereal time of IAU 2006, radians in 0 … 2π.
///
/// Within 0.09″ of the rotation that belongs to the long-term precession in 1000–3000, and within 4.1″
/// from −2000 on. Source: Capitaine, Wallace & Chapront (2003), Astron. Astrophys. 412, 567, eq. 42; IERS
/// Conventions (2010), eq. 5.32.
///
/// ```
/// // The check value of the IAU's SOFA library (routine gmst06, 2006 January 1, 0h; TT = UT1 there).
/// use astro::time::{Tt, Ut1};
/// let gmst = astro::earth::rotation::gmst(Ut1(2_453_736.5), Tt(2_453_736.5));
/// assert!((gmst - 1.754_174_971_870_1).abs() < 1e-12);
/// ```
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
///
/// ```
/// // The check value of the IAU's SOFA library (routine gst06a, 2006 January 1, 0h; TT = UT1 there), with
/// // its nutation IAU 2000A (nut06a) and obliquity IAU 2006 (obl06).
/// use astro::time::{Tt, Ut1};
/// let (longitude, obliquity) = (-0.963_091_202_582_03e-5, 0.409_101_431_658_736);
/// let gast = astro::earth::rotation::gast(Ut1(2_453_736.5), Tt(2_453_736.5), longitude, obliquity);
/// assert!((gast - 1.754_166_137_675).abs() < 5e-10);
/// ```
pub fn gast(ut: Ut1, tt: Tt, nutation_longitude: f64, obliquity: f64) -> f64 {
    let node = value(&[125.044_555, -1_934.136_2], tt.centuries()).to_radians();
    let (s, c) = node.sine_cosine();
    let complementary = (0.002_640_96 + 2.0 * 0.000_063_52 * c) * s * ARCSEC;
    gmst(ut, tt) + nutation_longitude * obliquity.cosine() + complementary
}

/// Greenwich mean sidereal time of IAU 1982, radians in 0 … 2π: the clock of the eclipse canon.
///
/// The canon evaluates it with TD in the place of UT1 (the "ephemeris hour angle"), where it is used far
/// outside its century; as a rotation angle of the real Earth it is good to 0.1 s within 1900–2100. Source:
/// Aoki et al. (1982), Astron. Astrophys. 105, 359, eq. 14.
///
/// ```
/// // Meeus, Astronomical Algorithms (1998), examples 12.a and 12.b: 1987 April 10, 0h and 19h21m UT.
/// use astro::earth::rotation::gmst_1982;
/// use astro::time::Ut1;
/// assert!((gmst_1982(Ut1(2_446_895.5)).to_degrees() - 197.693_195).abs() < 1e-6);
/// assert!((gmst_1982(Ut1(2_446_896.306_25)).to_degrees() - 128.737_873_4).abs() < 1e-6);
/// ```
pub fn gmst_1982(ut: Ut1) -> f64 {
    let midnight = ut.midnight();
    let t = (midnight.0 - J2000) / DAYS_PER_CENTURY;
    let seconds = 24_110.548_41 + t * (8_640_184.812_866 + t * (0.093_104 - t * 6.2e-6));
    // The rate at the instant, not at the midnight, so that the angle is continuous from day to day.
    let rate = SIDEREAL_RATE + t * (5.9006e-11 - 5.9e-15 * t);
    normalize(seconds * 15.0 * ARCSEC + ut.days_since(midnight) * rate * std::f64::consts::TAU)
}
