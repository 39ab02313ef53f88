use super::*;
use crate::earth::Observer;
use crate::ephemeris::chebyshev_table::Columns;
use crate::ephemeris::truncated::TruncatedTheories;
use crate::math::angle::ARCSEC;
use crate::math::vector::from_spherical;
use crate::sky::horizon::Horizon;
use crate::sky::theory::Theory;
use crate::theory::vsop87::Earth;

/// The sky by the truncated theories.
fn at(ut: f64, delta_t_s: f64) -> SunAndMoon {
    let (earth, truncated) = (Earth::truncated(), TruncatedTheories::default());
    let ephemeris =
        Columns { start_jd_tt: 0.0, sun: &[], moon: &[], nutation_longitude: &[], obliquity: &[] };
    let sky = Sky { theory: Theory::Truncated, ephemeris, truncated_earth: &earth, truncated: &truncated };
    SunAndMoon::of(&sky, Ut1(ut), Ut1(ut).to_tt(delta_t_s)).expect("no limits")
}

#[test]
fn the_moon_of_1992_april_12_is_that_of_the_textbook() {
    // Meeus, Astronomical Algorithms (1998), examples 48.a and 53.a: 1992 April 12, 0h TD, geocentric.
    let moon = at(2_448_724.5 - 58.8 / 86_400.0, 58.8).moon([0.0; 3]);
    assert!((moon.bright_limb.to_degrees() - 285.0).abs() < 0.06, "{}", moon.bright_limb.to_degrees());
    assert!((moon.phase_angle.to_degrees() - 69.0756).abs() < 0.002, "{}", moon.phase_angle.to_degrees());
    let facing = moon.facing;
    let found = [facing.libration.longitude, facing.libration.latitude, facing.position_angle];
    // Printed for principal axes, which differ by up to 0.03°.
    for (found, printed) in found.iter().zip([-1.23, 4.20, 15.08]) {
        assert!((found.to_degrees() - printed).abs() < 0.035, "{} {printed}", found.to_degrees());
    }
}

#[test]
fn the_equation_of_time_of_1992_october_13_is_that_of_the_textbook() {
    // Meeus (1998), example 28.a: 13m 42.6s at 0h TD, by the mean Sun of TD, which is ahead by ΔT × 0.0027.
    let found = at(2_448_908.5 - 59.0 / 86_400.0, 59.0).equation_of_time_s();
    assert!((found - (822.6 - 59.0 * 0.002_738)).abs() < 0.1, "{found}");
}

#[test]
fn light_is_that_of_usno_circular_171() {
    // Janiczek & DeYoung (1987), as in the Explanatory Supplement (1992): lg lux as cubics of altitude / 90°.
    let part = |magnitude, [a, b, c, d]: [f64; 4], degrees: u32| {
        let x = f64::from(degrees) / 90.0;
        let expected = 10f64.power(a + x * (b + x * (c + x * d)));
        (illuminance_lux(magnitude, f64::from(degrees).to_radians()) / expected - 1.0).abs()
    };
    let worst = |magnitude, [low, high]: [[f64; 4]; 2]| {
        let low = (5..20).map(|h| part(magnitude, low, h));
        low.chain((20..=90).map(|h| part(magnitude, high, h))).fold(0.0, f64::max)
    };
    let sun = worst(SUN_MAGNITUDE, [[3.05, 13.28, -45.98, 64.33], [3.74, 3.97, -4.07, 1.47]]);
    let moon = worst(-12.73, [[-2.58, 12.58, -42.58, 59.06], [-1.95, 4.06, -4.24, 1.56]]);
    println!("light against Circular 171: worst {sun:.3} of the Sun, {moon:.3} of the Moon");
    assert!(sun < 1.5 * 0.17 && moon < 1.5 * 0.33, "{sun} {moon}");
    assert_eq!(illuminance_lux(SUN_MAGNITUDE, -0.001), 0.0);
}

#[test]
fn the_magnitude_ends_with_the_law_and_in_the_shadow() {
    let magnitude = |ut| at(ut, 69.2).moon([0.0; 3]).magnitude;
    // Full moon of 2025 March 14, eclipsed; a day later; new moon of March 29.
    assert_eq!(magnitude(2_460_748.79), None);
    assert!(magnitude(2_460_749.79).is_some_and(|m| (-12.7..-12.0).contains(&m)));
    assert_eq!(magnitude(2_460_763.96), None);
}

#[test]
fn the_sun_fades_in_an_eclipse() {
    // 2024 April 8: totality in Mazatlán at 18:09:30 UT, first contact 16:51.
    let place = Horizon::new(Observer::from_degrees(23.2494, -106.4111, 10.0));
    let magnitude = |ut| {
        let sky = at(ut, 69.2);
        sky.sun_magnitude(place.observer_km(sky.gast))
    };
    assert_eq!(magnitude(2_460_409.2566), None);
    let before = magnitude(2_460_409.19).expect("before first contact");
    assert!((before - (-26.74 + 5.0 * 1.0015f64.logarithm10())).abs() < 0.001, "{before}");
    assert!(magnitude(2_460_409.24).expect("partial") > before + 0.5);
}

#[test]
fn the_angles_of_a_triangle_on_the_sphere_agree() {
    // The parallactic angle from directions over the horizon: between the pole and the zenith at the body.
    let mut worst: f64 = 0.0;
    for k in 0..400 {
        let [a, b, c] = [0.618, 0.414, 0.732].map(|step| (f64::from(k) * step) % 1.0);
        let latitude = (a - 0.5) * 170.0;
        let place = Horizon::new(Observer::from_degrees(latitude, 360.0 * b, 0.0));
        let body = from_spherical(TAU * c, (b - 0.5) * 2.8, 1e12);
        let (hour_angle, q) = place.hour_and_parallactic_angle(body, 1.0);
        let seen = place.topocentric(body, 1.0).direction();
        let (sin_az, cos_az) = seen.azimuth.sine_cosine();
        let (sin_alt, cos_alt) = seen.altitude.sine_cosine();
        let (sin_lat, cos_lat) = latitude.to_radians().sine_cosine();
        // Meeus (1998), chapter 14: the same triangle with azimuth and altitude.
        let other = (-sin_az * cos_lat).arctangent2(sin_lat * cos_alt - cos_lat * sin_alt * cos_az);
        worst = worst.max(normalize_signed(q - other).abs());
        assert!(hour_angle.sine() * seen.azimuth.sine() <= 1e-9);
    }
    println!("parallactic angle: worst {:.1e}″", worst / ARCSEC);
    assert!(worst < 1e-9, "{worst}");
}
