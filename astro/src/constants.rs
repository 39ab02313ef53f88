//! Physical and conventional constants, each defined once, with unit and source.
//!
//! Coefficients and fitted arguments of one published theory are next to that theory.

use crate::math::angle::ARCSEC;

// Time

/// Julian Date of the epoch J2000.0. Source: IAU 1994 resolution C7.
pub const J2000: f64 = 2_451_545.0;
/// Days in a Julian century, by definition.
pub const DAYS_PER_CENTURY: f64 = 36_525.0;
/// Seconds in a day, by definition.
pub const SECONDS_PER_DAY: f64 = 86_400.0;
/// Seconds in an hour, by definition.
pub const SECONDS_PER_HOUR: f64 = 3_600.0;
/// Milliseconds in a day, by definition.
pub const MS_PER_DAY: i64 = 86_400_000;
/// Julian Date of the Unix epoch, 1970 January 1, 0h. Source: POSIX.1-2017, section 4.16.
pub const UNIX_EPOCH_JD: f64 = 2_440_587.5;
/// Julian Date at which the Gregorian calendar begins: 1582 October 15, 0h. Source: the bull *Inter
/// gravissimas* (1582).
pub const FIRST_GREGORIAN_JD: f64 = 2_299_160.5;

// The Earth

/// Equatorial radius of the Earth, km. Source: WGS84, and the value that the eclipse canon's elements imply.
pub const EQUATORIAL_RADIUS_KM: f64 = 6378.137;
/// Flattening of the Earth's ellipsoid, a pure number. Source: WGS84.
pub const FLATTENING: f64 = 1.0 / 298.257_223_563;
/// Square of the eccentricity of the Earth's ellipsoid, from [`FLATTENING`].
pub const ECCENTRICITY_SQUARED: f64 = FLATTENING * (2.0 - FLATTENING);
/// Turns of the Earth against the equinox in a day of UT1. Source: Aoki et al. (1982), Astron. Astrophys.
/// 105, 359.
pub const SIDEREAL_RATE: f64 = 1.002_737_909_35;
/// Rate of the Earth's rotation, radians per second of UT1. Source: IERS Conventions (2010), table 1.2.
pub const ROTATION_RATE_RAD_S: f64 = 7.292_115e-5;
/// Refraction at the horizon by convention (34′), radians. Source: *Explanatory Supplement to the
/// Astronomical Almanac* (2013), section 12.3.
pub const HORIZON_REFRACTION: f64 = 34.0 * 60.0 * ARCSEC;

// Distance and light

/// The astronomical unit, km. Source: IAU 2012 resolution B2.
pub const AU_KM: f64 = 149_597_870.7;
/// Speed of light in vacuum, km/s. Source: SI.
pub const LIGHT_KM_S: f64 = 299_792.458;

// The Sun

/// Semidiameter of the Sun at 1 au, radians: 959.63″. Source: Auwers (1891), Astron. Nachr. 128, 361; the
/// eclipse canon's elements hold this value.
pub const SUN_SEMIDIAMETER: f64 = 959.63 * ARCSEC;
/// Semidiameter of the Sun at 1 au where its light ends behind the Moon, radians: 959.95″ ± 0.05″, from
/// timings of eclipses with the Moon's real limb. Source: Quaglia, Irwin, Emmanouilidis & Pessi (2021),
/// *Astrophys. J. Suppl.* 256, 36.
pub const ECLIPSED_SUN_SEMIDIAMETER: f64 = 959.95 * ARCSEC;
/// One standard error of [`ECLIPSED_SUN_SEMIDIAMETER`], radians.
pub const ECLIPSED_SUN_SIGMA: f64 = 0.05 * ARCSEC;
/// Radius of the Sun in Earth equatorial radii, from [`SUN_SEMIDIAMETER`]; the sine by the first three terms
/// of its series, which at this angle is every digit of a double.
pub const SUN_RADIUS: f64 = {
    const SQUARE: f64 = SUN_SEMIDIAMETER * SUN_SEMIDIAMETER;
    AU_KM / EQUATORIAL_RADIUS_KM * (SUN_SEMIDIAMETER * (1.0 - SQUARE / 6.0 * (1.0 - SQUARE / 20.0)))
};
/// Horizontal parallax of the Sun at 1 au, radians, from the Earth's radius and the astronomical unit.
pub const SUN_PARALLAX: f64 = EQUATORIAL_RADIUS_KM / AU_KM;
/// Horizontal parallax of the Sun at 1 au, arcseconds, as textbooks print it (8.794″). Source: IAU 1976;
/// Meeus, *Astronomical Algorithms* (1998), eq. 40.1.
pub const SUN_PARALLAX_1976_ARCSEC: f64 = 8.794;

// The Moon: its radius k in Earth equatorial radii, one value for each purpose

/// k of the penumbra, and of the Moon's disc in lunar eclipses: k1 of the eclipse canon. Source: Espenak &
/// Meeus, *Five Millennium Canon of Solar Eclipses* (2006), section 1.
pub const K_PENUMBRA: f64 = 0.272_488;
/// k of the umbra, a mean of the valleys of the limb: k2 of the eclipse canon. Source: as [`K_PENUMBRA`].
pub const K_UMBRA: f64 = 0.272_281;
/// k of the mean limb, for rise and set. Source: IAU 1982, as in the *Explanatory Supplement* (2013).
pub const K_MEAN_LIMB: f64 = 0.272_507_6;
/// Radius of the sphere from which the heights of the Moon's terrain are counted, km. Source: the labels of
/// LOLA's gridded data records (LRO-L-LOLA-4-GDR-V1.0).
pub const MOON_REFERENCE_RADIUS_KM: f64 = 1737.4;
