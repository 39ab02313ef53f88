//! The `standard` positions: Meeus, *Astronomical Algorithms* (2nd ed. 1998), chapters 22, 25 and 47.
//!
//! Accuracy of the method: Sun 0.01°, Moon 10″ in longitude and 4″ in latitude. Valid −2000 … +3000.

use crate::constants::SUN_PARALLAX_1976_ARCSEC;
use crate::earth::nutation::Nutation;
use crate::earth::precession::obliquity_laskar;
use crate::earth::rotation;
use crate::math::angle::normalize;
use crate::math::polynomial::value;
use crate::math::portable::Portable;
use crate::theory::rows;
use crate::time::{Tt, Ut1};
use std::sync::LazyLock;

/// Table 22.A, IAU 1980 nutation: multiples of D, M, M′, F, Ω; then sin Δψ, its rate, cos Δε, its rate
/// (0.0001″, per Julian century).
static NUTATION_1980: LazyLock<Vec<[f64; 9]>> =
    LazyLock::new(|| rows(include_str!("meeus_22a.csv")).collect());
/// Table 47.A: multiples of D, M, M′, F; sine coefficient of the longitude (1e-6 degree), cosine coefficient
/// of the distance (1e-3 km).
static LONGITUDE_DISTANCE: LazyLock<Vec<[f64; 6]>> =
    LazyLock::new(|| rows(include_str!("meeus_47a.csv")).collect());
/// Table 47.B: multiples of D, M, M′, F; sine coefficient of the latitude (1e-6 degree).
static LATITUDE: LazyLock<Vec<[f64; 5]>> = LazyLock::new(|| rows(include_str!("meeus_47b.csv")).collect());

/// Position of the Sun; all angles radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sun {
    /// Apparent longitude (chapter 25, low accuracy); the latitude is assumed to be zero.
    pub longitude: f64,
    /// Apparent right ascension, 0 … 2π.
    pub right_ascension: f64,
    /// Apparent declination.
    pub declination: f64,
    /// Distance, au.
    pub radius_vector_au: f64,
    /// Mean obliquity of the ecliptic.
    pub mean_obliquity: f64,
    /// Equatorial horizontal parallax.
    pub parallax: f64,
}

/// Position of the Moon; all angles radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moon {
    /// Geocentric longitude, mean equinox of date (without nutation).
    pub longitude: f64,
    /// Geocentric latitude.
    pub latitude: f64,
    /// Distance, km.
    pub distance_km: f64,
    /// Longitude with nutation.
    pub apparent_longitude: f64,
    /// Apparent right ascension, −π … π.
    pub right_ascension: f64,
    /// Apparent declination.
    pub declination: f64,
    /// Equatorial horizontal parallax.
    pub parallax: f64,
    /// Nutation.
    pub nutation: Nutation,
    /// True obliquity of the ecliptic.
    pub true_obliquity: f64,
    /// Mean elongation D.
    pub mean_elongation: f64,
    /// Mean anomaly of the Sun M.
    pub mean_anomaly_sun: f64,
    /// Mean anomaly of the Moon M′.
    pub mean_anomaly_moon: f64,
    /// Argument of latitude F.
    pub argument_of_latitude: f64,
}

/// Mean obliquity, eq. 22.2, radians; `t` in Julian centuries.
fn mean_obliquity(t: f64) -> f64 {
    (value(&[84_381.448, -46.8150, -0.00059, 0.001813], t) / 3600.0).to_radians()
}

/// Nutation of IAU 1980: chapter 22 with all terms of table 22.A.
///
/// Within 0.0003″ of the complete series; that differs from IAU 2000A by up to 0.06″ in our time.
///
/// ```
/// // Example 22.a: Δψ = −3.788″, Δε = +9.443″ on 1987 April 10, 0h TD.
/// let nutation = astro::theory::meeus::nutation(astro::time::Tt(2_446_895.5));
/// assert!((nutation.longitude.to_degrees() * 3600.0 - -3.788).abs() < 0.0006);
/// assert!((nutation.obliquity.to_degrees() * 3600.0 - 9.443).abs() < 0.0006);
/// ```
pub fn nutation(t: Tt) -> Nutation {
    let t = t.centuries();
    let arguments = [
        value(&[297.85036, 445_267.111_480, -0.001_914_2, 1.0 / 189_474.0], t).to_radians(),
        value(&[357.52772, 35_999.050_340, -0.000_160_3, -1.0 / 300_000.0], t).to_radians(),
        value(&[134.96298, 477_198.867_398, 0.008_697_2, 1.0 / 56_250.0], t).to_radians(),
        value(&[93.27191, 483_202.017_538, -0.003_682_5, 1.0 / 327_270.0], t).to_radians(),
        value(&[125.04452, -1934.136_261, 0.002_070_8, 1.0 / 450_000.0], t).to_radians(),
    ];
    let (mut psi, mut eps) = (0.0, 0.0);
    for &[d, m, mp, f, node, p, pt, e, et] in NUTATION_1980.iter() {
        let (s, c) = combine([d, m, mp, f, node], arguments).sine_cosine();
        psi += (p + pt * t) * s;
        eps += (e + et * t) * c;
    }
    Nutation { longitude: (psi / 1e4 / 3600.0).to_radians(), obliquity: (eps / 1e4 / 3600.0).to_radians() }
}

/// Greenwich apparent sidereal time, radians, not brought into one turn: that of [`rotation::gast`] with the
/// nutation of IAU 1980 and Laskar's obliquity.
///
/// ```
/// // Example 12.a: 13h10m46.1351s on 1987 April 10, 0h UT, with the older mean sidereal time.
/// use astro::time::Ut1;
/// let ut = Ut1(2_446_895.5);
/// let gast = astro::theory::meeus::apparent_sidereal_time(ut, ut.to_tt(55.6));
/// assert!((gast.to_degrees() / 15.0 * 3600.0 - 47_446.135_1).abs() < 0.01);
/// ```
pub fn apparent_sidereal_time(ut: Ut1, tt: Tt) -> f64 {
    let nutation = nutation(tt);
    rotation::gast(ut, tt, nutation.longitude, obliquity_laskar(tt.centuries()) + nutation.obliquity)
}

/// The apparent Sun at `t`: chapter 25, "low accuracy".
///
/// Within 0.01° of the sky; its latitude, 1.2″ at most, is neglected. Valid −2000 … +3000.
///
/// ```
/// // Example 25.a: 1992 October 13, 0h TD: λ = 199.90895°, R = 0.99766, α = 198.38083°,
/// // δ = −7.78507°.
/// let sun = astro::theory::meeus::sun(astro::time::Tt(2_448_908.5));
/// assert!((sun.longitude.to_degrees() - 199.908_95).abs() < 1e-5);
/// assert!((sun.right_ascension.to_degrees() - 198.380_83).abs() < 1e-5);
/// assert!((sun.declination.to_degrees() - -7.785_07).abs() < 1e-5);
/// assert!((sun.radius_vector_au - 0.997_66).abs() < 5e-6);
/// ```
pub fn sun(t: Tt) -> Sun {
    let t = t.centuries();
    let mean_longitude = value(&[280.46646, 36_000.76983, 0.000_303_2], t);
    let anomaly = value(&[357.52911, 35_999.05029, -0.000_153_7], t).to_radians();
    let eccentricity = value(&[0.016_708_634, -0.000_042_037, -0.000_000_126_7], t);
    let center = value(&[1.914_602, -0.004_817, -0.000_014], t) * anomaly.sine()
        + value(&[0.019_993, -0.000_101], t) * (2.0 * anomaly).sine()
        + 0.000_289 * (3.0 * anomaly).sine();
    let true_anomaly = anomaly + center.to_radians();
    let radius_vector_au =
        1.000_001_018 * (1.0 - eccentricity * eccentricity) / (1.0 + eccentricity * true_anomaly.cosine());
    let node = value(&[125.04, -1934.136], t).to_radians();
    let longitude = normalize((mean_longitude + center - 0.00569 - 0.00478 * node.sine()).to_radians());
    let mean_obliquity = mean_obliquity(t);
    let obliquity = mean_obliquity + (0.00256 * node.cosine()).to_radians();
    let (right_ascension, declination) = equatorial(longitude, 0.0, obliquity);
    Sun {
        longitude,
        right_ascension: normalize(right_ascension),
        declination,
        radius_vector_au,
        mean_obliquity,
        parallax: (SUN_PARALLAX_1976_ARCSEC / 3600.0 / radius_vector_au).to_radians(),
    }
}

/// Mean elongation D, mean anomaly of the Sun M and of the Moon M′, argument of latitude F: eqs. 47.2 to
/// 47.5, radians in 0 … 2π. (Those of [`nutation`] are of 1980 and differ in the fifth decimal of a
/// degree.)
///
/// ```
/// // Example 47.a: D = 113.842304°, M = 97.643514°, M′ = 5.150833°, F = 219.889721°.
/// let arguments = astro::theory::meeus::moon_arguments(astro::time::Tt(2_448_724.5));
/// for (found, expected) in arguments.iter().zip([113.842_304, 97.643_514, 5.150_833, 219.889_721]) {
///     assert!((found.to_degrees() - expected).abs() < 1e-6);
/// }
/// ```
pub fn moon_arguments(t: Tt) -> [f64; 4] {
    let t = t.centuries();
    [
        angle(&[297.850_192_1, 445_267.111_403_4, -0.001_881_9, 1.0 / 545_868.0, -1.0 / 113_065_000.0], t),
        angle(&[357.529_109_2, 35_999.050_290_9, -0.000_153_6, 1.0 / 24_490_000.0, 0.0], t),
        angle(&[134.963_396_4, 477_198.867_505_5, 0.008_741_4, 1.0 / 69_699.0, -1.0 / 14_712_000.0], t),
        angle(&[93.272_095_0, 483_202.017_523_3, -0.003_653_9, -1.0 / 3_526_000.0, 1.0 / 863_310_000.0], t),
    ]
}

fn angle(degrees: &[f64; 5], t: f64) -> f64 {
    normalize(value(degrees, t).to_radians())
}

/// The Moon at `t`: chapter 47, with terms in 2M multiplied by E (not E²), as the interface specifies; its
/// check values imply Laskar's mean obliquity (eq. 22.3).
///
/// Within 10″ in longitude and 4″ in latitude of the theory that it abridges. Valid −2000 … +3000.
///
/// ```
/// // Example 47.a: 1992 April 12, 0h TD: λ = 133.162655°, β = −3.229126°, Δ = 368409.7 km. The E in
/// // place of E² moves the last digits.
/// let moon = astro::theory::meeus::moon(astro::time::Tt(2_448_724.5));
/// assert!((moon.longitude.to_degrees() - 133.162_655).abs() < 1e-5);
/// assert!((moon.latitude.to_degrees() - -3.229_126).abs() < 1e-5);
/// assert!((moon.distance_km - 368_409.7).abs() < 0.5);
/// assert!((moon.parallax.to_degrees() - 0.991_990).abs() < 1e-5);
/// ```
pub fn moon(t: Tt) -> Moon {
    let arguments = moon_arguments(t);
    let [d, m, mp, f] = arguments;
    let nutation = nutation(t);
    let t = t.centuries();
    let mean_longitude =
        angle(&[218.316_447_7, 481_267.881_234_21, -0.001_578_6, 1.0 / 538_841.0, -1.0 / 65_194_000.0], t);
    let a1 = (119.75 + 131.849 * t).to_radians();
    let a2 = (53.09 + 479_264.290 * t).to_radians();
    let a3 = (313.45 + 481_266.484 * t).to_radians();
    let e = value(&[1.0, -0.002_516, -0.000_007_4], t);
    let weight = |multiple_of_m: f64| if multiple_of_m == 0.0 { 1.0 } else { e };
    let (mut sum_l, mut sum_r, mut sum_b) = (0.0, 0.0, 0.0);
    for &[d, m, mp, f, l, r] in LONGITUDE_DISTANCE.iter() {
        let (s, c) = combine([d, m, mp, f], arguments).sine_cosine();
        sum_l += weight(m) * l * s;
        sum_r += weight(m) * r * c;
    }
    for &[d, m, mp, f, b] in LATITUDE.iter() {
        sum_b += weight(m) * b * combine([d, m, mp, f], arguments).sine();
    }
    sum_l += 3958.0 * a1.sine() + 1962.0 * (mean_longitude - f).sine() + 318.0 * a2.sine();
    sum_b += -2235.0 * mean_longitude.sine()
        + 382.0 * a3.sine()
        + 175.0 * (a1 - f).sine()
        + 175.0 * (a1 + f).sine()
        + 127.0 * (mean_longitude - mp).sine()
        - 115.0 * (mean_longitude + mp).sine();
    let longitude = normalize(mean_longitude + (sum_l / 1e6).to_radians());
    let latitude = (sum_b / 1e6).to_radians();
    let distance_km = 385_000.56 + sum_r / 1000.0;
    let true_obliquity = obliquity_laskar(t) + nutation.obliquity;
    let apparent_longitude = longitude + nutation.longitude;
    let (right_ascension, declination) = equatorial(apparent_longitude, latitude, true_obliquity);
    Moon {
        longitude,
        latitude,
        distance_km,
        apparent_longitude,
        right_ascension,
        declination,
        parallax: (6378.14 / distance_km).arcsine(),
        nutation,
        true_obliquity,
        mean_elongation: d,
        mean_anomaly_sun: m,
        mean_anomaly_moon: mp,
        argument_of_latitude: f,
    }
}

/// Right ascension in −π … π and declination of a direction given in the ecliptic: eqs. 13.3 and 13.4.
///
/// ```
/// // Example 13.a: Pollux, λ = 113.215630°, β = +6.684170°, ε = 23.4392911°: α = 116.328942°,
/// // δ = 28.026183°.
/// let [longitude, latitude, obliquity] = [113.215_630, 6.684_170, 23.439_291_1].map(f64::to_radians);
/// let (ra, dec) = astro::theory::meeus::equatorial(longitude, latitude, obliquity);
/// assert!((ra.to_degrees() - 116.328_942).abs() < 1e-6);
/// assert!((dec.to_degrees() - 28.026_183).abs() < 1e-6);
/// ```
pub fn equatorial(longitude: f64, latitude: f64, obliquity: f64) -> (f64, f64) {
    let ((sl, cl), (se, ce)) = (longitude.sine_cosine(), obliquity.sine_cosine());
    (
        (sl * ce - latitude.tangent() * se).arctangent2(cl),
        (latitude.sine() * ce + latitude.cosine() * se * sl).clamp(-1.0, 1.0).arcsine(),
    )
}

fn combine<const N: usize>(multiples: [f64; N], arguments: [f64; N]) -> f64 {
    multiples.iter().zip(arguments).map(|(m, a)| m * a).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constants::J2000;

    /// The interface specification prints eight decimals of a degree.
    const TOLERANCE_DEG: f64 = 0.6e-8;
    const TOLERANCE_KM: f64 = 1e-4;

    fn close(actual_rad: f64, expected_deg: f64) {
        let actual_deg = actual_rad.to_degrees();
        assert!((actual_deg - expected_deg).abs() < TOLERANCE_DEG, "{actual_deg} {expected_deg}");
    }

    #[test]
    fn the_sun_has_the_check_values_of_the_specification() {
        let s = sun(Tt(J2000 + 8644.0 + (60.0 + 9.140) / 86_400.0));
        close(s.longitude, 158.807_514_82);
        close(s.right_ascension, 160.417_921_75);
        close(s.declination, 8.267_373_56);
        close(s.mean_obliquity, 23.436_213_54);
        close(s.parallax, 0.002_420_33);
        assert!((s.radius_vector_au - 1.009_275_14).abs() < 0.6e-8);
    }

    #[test]
    fn the_moon_has_the_check_values_of_the_specification() {
        let m = moon(Tt(2_460_755.5 + (13.0 * 3600.0 + 5.0 * 60.0 + 39.073) / 86_400.0));
        close(m.longitude, 260.527_298_77);
        close(m.latitude, -5.254_298_49);
        close(m.right_ascension, -100.731_143_87);
        assert!((m.distance_km - 398_136.535_637_73).abs() < TOLERANCE_KM, "{}", m.distance_km);
    }
}
