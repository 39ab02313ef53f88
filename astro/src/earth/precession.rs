//! Precession and the mean obliquity: the long-term model for the sky, Laskar's for the canon's frame of
//! date, IAU 2006 where no table is at hand.
//!
//! Every function takes Julian centuries of TT since J2000.0 ([`crate::time::Tt::centuries`]).

use crate::math::angle::ARCSEC;
use crate::math::polynomial;
use crate::math::portable::Portable;
use crate::math::vector::{Rotation, Vector, cross, dot, norm, unit};

/// Inclination of the ecliptic at J2000.0 in the long-term model. Source: Vondrák, Capitaine & Wallace
/// (2011), section 4.
pub(crate) const OBLIQUITY_J2000: f64 = 84_381.406 * ARCSEC;

/// Long-term precession of ecliptic and equator.
///
/// Source: Vondrák, Capitaine & Wallace (2011), Astron. Astrophys. 534, A22, tables 1 and 2, eqs. 8–10 and
/// 22–24. Valid ±200 millennia about J2000.0; a few arcseconds through historical times, microarcseconds
/// in the present.
#[derive(Debug, Clone)]
pub struct LongTermPrecession {
    ecliptic: PolePath,
    equator: PolePath,
}

/// Two coordinates of a pole in the course of time, arcseconds: a cubic and periodic terms.
#[derive(Debug, Clone, Default)]
pub struct PolePath {
    /// Coefficients of t⁰ … t³ for both coordinates.
    pub polynomial: Vec<[f64; 2]>,
    /// Period in centuries; cosine of the first and second coordinate, sine of the first and second.
    pub periodic: Vec<[f64; 5]>,
}

impl PolePath {
    /// Both coordinates, radians.
    fn at(&self, centuries: f64) -> (f64, f64) {
        let (mut a, mut b, mut power) = (0.0, 0.0, 1.0);
        for c in &self.polynomial {
            a += c[0] * power;
            b += c[1] * power;
            power *= centuries;
        }
        for [period, ca, cb, sa, sb] in &self.periodic {
            let (s, c) = (std::f64::consts::TAU * centuries / period).sine_cosine();
            a += ca * c + sa * s;
            b += cb * c + sb * s;
        }
        (a * ARCSEC, b * ARCSEC)
    }
}

impl LongTermPrecession {
    /// From the two published tables.
    pub fn new(ecliptic: PolePath, equator: PolePath) -> Self {
        Self { ecliptic, equator }
    }

    /// Poles of the ecliptic and the equator of date: unit vectors in the mean equator and equinox of
    /// J2000.0. Reference: eqs. 8–10.
    pub fn poles(&self, centuries: f64) -> (Vector, Vector) {
        let (p, q) = self.ecliptic.at(centuries);
        let w = (1.0 - p * p - q * q).max(0.0).sqrt();
        let (s, c) = OBLIQUITY_J2000.sine_cosine();
        let ecliptic = [p, -q * c - w * s, -q * s + w * c];
        let (x, y) = self.equator.at(centuries);
        (ecliptic, [x, y, (1.0 - x * x - y * y).max(0.0).sqrt()])
    }

    /// From the mean equator and equinox of J2000.0 to those of date. Reference: eqs. 22–24.
    pub fn equatorial(&self, centuries: f64) -> Rotation {
        let (ecliptic, equator) = self.poles(centuries);
        let equinox = unit(cross(equator, ecliptic));
        [equinox, cross(equator, equinox), equator]
    }

    /// Mean obliquity of date, radians: the angle between both poles.
    pub fn obliquity(&self, centuries: f64) -> f64 {
        let (ecliptic, equator) = self.poles(centuries);
        let c = cross(equator, ecliptic);
        norm(c).arctangent2(dot(ecliptic, equator))
    }
}

/// Mean obliquity of date by Laskar, radians.
///
/// Valid for ±100 centuries, in which it is good to 0.01″ in the first ten and to a few arcseconds at the
/// ends. Source: Laskar (1986), Astron. Astrophys. 157, 68, table 8; Meeus (1998), eq. 22.3.
///
/// ```
/// // Meeus, Astronomical Algorithms (1998), example 22.a: 23°26′27.407″ on 1987 April 10.
/// let obliquity = astro::earth::precession::obliquity_laskar(-0.127_296_372_348);
/// assert!((obliquity.to_degrees() * 3600.0 - 84_387.407).abs() < 0.001);
/// ```
pub fn obliquity_laskar(centuries: f64) -> f64 {
    const ARCSECONDS: [f64; 11] =
        [84_381.448, -4680.93, -1.55, 1999.25, -51.38, -249.67, -39.05, 7.12, 27.87, 5.79, 2.45];
    polynomial::value(&ARCSECONDS, centuries / 100.0) * ARCSEC
}

/// Mean obliquity of date of IAU 2006, radians.
///
/// Within 0.04″ of [`LongTermPrecession`] in 1000–3000 and 4.8″ from −2000 on. Source: Capitaine,
/// Wallace & Chapront (2003), Astron. Astrophys. 412, 567, eq. 37.
///
/// ```
/// // The check value of the IAU's SOFA library (routine obl06, 2007 October 15, 0h TT).
/// let centuries = astro::time::Tt(2_454_388.5).centuries();
/// let obliquity = astro::earth::precession::obliquity_2006(centuries);
/// assert!((obliquity - 0.409_074_922_938_725_8).abs() < 1e-14);
/// ```
pub fn obliquity_2006(centuries: f64) -> f64 {
    const ARCSECONDS: [f64; 6] =
        [84_381.406, -46.836_769, -0.000_183_1, 0.002_003_40, -0.000_000_576, -0.000_000_043_4];
    polynomial::value(&ARCSECONDS, centuries) * ARCSEC
}

/// General precession in longitude since J2000.0, radians: what leads from the inertial equinox of ELP
/// 2000-82B to the equinox of date.
///
/// Meant for the few thousand years about J2000.0 in which the theory holds. Source: Chapront-Touzé &
/// Chapront (1983), Astron. Astrophys. 124, 50, after Laskar (1986).
///
/// ```
/// // The equinox moves 50.3″ in a year (Explanatory Supplement 2013, chapter 6).
/// let year = astro::earth::precession::general_laskar(0.01);
/// assert!((year / astro::math::angle::ARCSEC - 50.29).abs() < 0.01);
/// ```
pub fn general_laskar(centuries: f64) -> f64 {
    polynomial::value(&[0.0, 5029.0966, 1.1120, 0.000_077, -0.000_023_53], centuries) * ARCSEC
}

/// From the mean equator and equinox of J2000.0 to those of date, without any table.
///
/// Within 0.06″ of [`LongTermPrecession`] in 1000–3000 and within 5.1″ from −2000 on. Source:
/// Capitaine, Wallace & Chapront (2003), Astron. Astrophys. 412, 567, eq. 40 (the precession of IAU 2006).
///
/// ```
/// // Meeus, Astronomical Algorithms (1998), example 21.b: θ Persei moves from α = 41.054063°, δ =
/// // +49.227750° (its own motion applied) to α = 41.547214°, δ = +49.348483° on 2028 November 13.19.
/// use astro::math::vector::{from_spherical, rotate, to_spherical};
/// let star = from_spherical(41.054_063f64.to_radians(), 49.227_750f64.to_radians(), 1.0);
/// let of_date = astro::earth::precession::equatorial_2006(0.288_670_5);
/// let (ra, dec, _) = to_spherical(rotate(&of_date, star));
/// assert!((ra.to_degrees() - 41.547_214).abs() < 3e-5);
/// assert!((dec.to_degrees() - 49.348_483).abs() < 3e-5);
/// ```
pub fn equatorial_2006(centuries: f64) -> Rotation {
    const ZETA: [f64; 6] =
        [2.650_545, 2306.083_227, 0.298_849_9, 0.018_018_28, -0.000_005_971, -0.000_000_317_3];
    const Z: [f64; 6] =
        [-2.650_545, 2306.077_181, 1.092_734_8, 0.018_268_37, -0.000_028_596, -0.000_000_290_4];
    const THETA: [f64; 6] =
        [0.0, 2004.191_903, -0.429_493_4, -0.041_822_64, -0.000_007_089, -0.000_000_127_4];
    let angle = |c: &[f64; 6]| polynomial::value(c, centuries) * ARCSEC;
    let ((sin_zeta, cos_zeta), (sin_z, cos_z), (sin_theta, cos_theta)) =
        (angle(&ZETA).sine_cosine(), angle(&Z).sine_cosine(), angle(&THETA).sine_cosine());
    [
        [
            cos_zeta * cos_theta * cos_z - sin_zeta * sin_z,
            -sin_zeta * cos_theta * cos_z - cos_zeta * sin_z,
            -sin_theta * cos_z,
        ],
        [
            cos_zeta * cos_theta * sin_z + sin_zeta * cos_z,
            -sin_zeta * cos_theta * sin_z + cos_zeta * cos_z,
            -sin_theta * sin_z,
        ],
        [cos_zeta * sin_theta, -sin_zeta * sin_theta, cos_theta],
    ]
}
