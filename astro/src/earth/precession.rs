//! Precession and the mean obliquity: the long-term model for the sky, Laskar's for the canon's frame of
//! date.

use crate::math::angle::ARCSEC;
use crate::math::vector::{Rotation, Vector, cross, unit};

/// Inclination of the ecliptic at J2000.0 in the long-term model. Source: Vondrák, Capitaine & Wallace
/// (2011), section 4.
const OBLIQUITY_J2000: f64 = 84_381.406 * ARCSEC;

/// Long-term precession of ecliptic and equator.
///
/// Source: Vondrák, Capitaine & Wallace (2011), Astron. Astrophys. 534, A22, tables 1 and 2, eqs. 8–10 and
/// 22–24. Valid ±200 millennia about J2000.0; a few arcseconds through historical times, microarcseconds in
/// the present.
#[derive(Debug, Clone)]
pub struct LongTermPrecession {
    ecliptic: PolePath,
    equator: PolePath,
}

/// Two coordinates of a pole, arcseconds: a cubic and periodic terms.
#[derive(Debug, Clone, Default)]
pub struct PolePath {
    /// Coefficients of t⁰ … t³ for both coordinates.
    pub polynomial: Vec<[f64; 2]>,
    /// Period in centuries; cosine of the first and second coordinate, sine of the first and second.
    pub periodic: Vec<[f64; 5]>,
}

impl PolePath {
    fn at(&self, t: f64) -> (f64, f64) {
        let (mut a, mut b, mut power) = (0.0, 0.0, 1.0);
        for c in &self.polynomial {
            a += c[0] * power;
            b += c[1] * power;
            power *= t;
        }
        for [period, ca, cb, sa, sb] in &self.periodic {
            let (s, c) = (std::f64::consts::TAU * t / period).sin_cos();
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

    /// Poles of the ecliptic and the equator of date in the mean equator and equinox of J2000.0; `t` in
    /// Julian centuries.
    pub fn poles(&self, t: f64) -> (Vector, Vector) {
        let (p, q) = self.ecliptic.at(t);
        let w = (1.0 - p * p - q * q).max(0.0).sqrt();
        let (s, c) = OBLIQUITY_J2000.sin_cos();
        let ecliptic = [p, -q * c - w * s, -q * s + w * c];
        let (x, y) = self.equator.at(t);
        (ecliptic, [x, y, (1.0 - x * x - y * y).max(0.0).sqrt()])
    }

    /// From the mean equator and equinox of J2000.0 to those of date.
    pub fn equatorial(&self, t: f64) -> Rotation {
        let (ecliptic, equator) = self.poles(t);
        let equinox = unit(cross(equator, ecliptic));
        [equinox, cross(equator, equinox), equator]
    }

    /// From the mean equator and equinox of J2000.0 to the mean ecliptic and equinox of date.
    pub fn ecliptic(&self, t: f64) -> Rotation {
        let (ecliptic, equator) = self.poles(t);
        let equinox = unit(cross(equator, ecliptic));
        [equinox, cross(ecliptic, equinox), ecliptic]
    }

    /// Mean obliquity of date.
    pub fn obliquity(&self, t: f64) -> f64 {
        let (ecliptic, equator) = self.poles(t);
        let c = cross(equator, ecliptic);
        crate::math::vector::norm(c).atan2(crate::math::vector::dot(ecliptic, equator))
    }
}

/// Mean obliquity of date, radians; `t` in Julian centuries, valid ±100. Source: Laskar (1986), Astron.
/// Astrophys. 157, 68, table 8.
pub fn obliquity_laskar(t: f64) -> f64 {
    const ARCSECONDS: [f64; 11] =
        [84_381.448, -4680.93, -1.55, 1999.25, -51.38, -249.67, -39.05, 7.12, 27.87, 5.79, 2.45];
    crate::math::polynomial::value(&ARCSECONDS, t / 100.0) * ARCSEC
}

/// Mean obliquity of date of IAU 2006, radians; `t` in Julian centuries. Within 0.04″ of
/// [`LongTermPrecession`] in 1000–3000 and 4.8″ from −2000 on. Source: Capitaine, Wallace & Chapront (2003),
/// eq. 37.
pub fn obliquity_2006(t: f64) -> f64 {
    crate::math::polynomial::value(
        &[84_381.406, -46.836_769, -0.000_183_1, 0.002_003_40, -0.000_000_576, -0.000_000_043_4],
        t,
    ) * ARCSEC
}

/// General precession in longitude since J2000.0, radians; `t` in Julian centuries.
/// Source: Chapront-Touzé & Chapront (1983), ELP 2000, after Laskar (1986).
pub fn general_laskar(t: f64) -> f64 {
    crate::math::polynomial::value(&[0.0, 5029.0966, 1.1120, 0.000_077, -0.000_023_53], t) * ARCSEC
}

/// From the mean equator and equinox of J2000.0 to those of date, without any table.
///
/// Within 0.06″ of [`LongTermPrecession`] in 1000–3000 and within 5.1″ from −2000 on. Source: Capitaine,
/// Wallace & Chapront (2003), Astron. Astrophys. 412, 567, eq. 40 (the precession of IAU 2006).
pub fn equatorial_2006(t: f64) -> Rotation {
    const ZETA: [f64; 6] =
        [2.650_545, 2306.083_227, 0.298_849_9, 0.018_018_28, -0.000_005_971, -0.000_000_317_3];
    const Z: [f64; 6] =
        [-2.650_545, 2306.077_181, 1.092_734_8, 0.018_268_37, -0.000_028_596, -0.000_000_290_4];
    const THETA: [f64; 6] =
        [0.0, 2004.191_903, -0.429_493_4, -0.041_822_64, -0.000_007_089, -0.000_000_127_4];
    let angle = |c: &[f64; 6]| crate::math::polynomial::value(c, t) * ARCSEC;
    let ((sin_zeta, cos_zeta), (sin_z, cos_z), (sin_theta, cos_theta)) =
        (angle(&ZETA).sin_cos(), angle(&Z).sin_cos(), angle(&THETA).sin_cos());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_textbook_star_moves_from_j2000_to_2028() {
        // Meeus, Astronomical Algorithms (1998), example 21.b: θ Persei, proper motion included in its start.
        let star =
            crate::math::vector::from_spherical(41.054_063f64.to_radians(), 49.227_750f64.to_radians(), 1.0);
        let (ra, dec, _) = crate::math::vector::to_spherical(crate::math::vector::rotate(
            &equatorial_2006(0.288_670_5),
            star,
        ));
        assert!(
            (ra.to_degrees() - 41.547_214).abs() < 3e-5 && (dec.to_degrees() - 49.348_483).abs() < 3e-5,
            "{} {}",
            ra.to_degrees(),
            dec.to_degrees()
        );
    }
}
