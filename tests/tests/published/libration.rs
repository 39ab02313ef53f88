//! The libration of the Moon against NASA's Scientific Visualization Studio (DE421, mean-Earth axes).

use super::*;
use astro::constants::{SECONDS_PER_DAY, UNIX_EPOCH_JD};
use astro::earth::precession::equatorial_2006;
use astro::math::vector::{dot, from_spherical, rotate, transposed};
use astro::sky::libration;
use astro::theory::meeus;
use astro::theory::vsop87::Earth;
use astro::time::Tt;
use std::f64::consts::FRAC_PI_2;
use tests::{reference, rows, share_within};

/// TT − UTC in 2020–2022, s.
const TT_UTC_S: f64 = 69.184;
/// Limits that hold for 99 of 100 hours, degrees: figures of [`libration::Libration::in_mean_earth_axes`].
const LATITUDE_DEG: f64 = 0.0014 * 1.5;
const LONGITUDE_DEG: f64 = 0.0031 * 1.5;
const AXIS_DEG: f64 = 0.0043 * 1.5;

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn libration_in_mean_earth_axes_is_that_of_de421() {
    let earth = Earth::truncated();
    let figures = [
        ("latitude", LATITUDE_DEG),
        ("longitude", LONGITUDE_DEG),
        ("latitude below the Sun", LATITUDE_DEG),
        ("longitude below the Sun", LONGITUDE_DEG),
        ("position angle of the axis", AXIS_DEG),
    ];
    let mut found: [Vec<(f64, String)>; 5] = Default::default();
    for row in rows(&reference("libration_svs_sample.csv")) {
        let number = |name: &str| row[name].parse::<f64>().expect("a number");
        let t = Tt(UNIX_EPOCH_JD + (seconds(&row["utc"]) + TT_UTC_S) / SECONDS_PER_DAY);
        let moon = libration::geocentric(&earth, t).in_mean_earth_axes();
        let axis_deg = moon.position_angle.to_degrees()
            + turn_of_north_deg(t, number("ra_j2000_h") * 15.0, number("dec_j2000_deg"));
        let pairs = [
            (moon.total.latitude.to_degrees(), "subearth_lat_deg"),
            (moon.total.longitude.to_degrees(), "subearth_lng_deg"),
            (moon.sun.latitude.to_degrees(), "subsolar_lat_deg"),
            (moon.sun.longitude.to_degrees(), "subsolar_lng_deg"),
            (axis_deg, "axis_angle_j2000_deg"),
        ];
        for (differences, (ours, theirs)) in found.iter_mut().zip(pairs) {
            let apart = normalize_signed((ours - number(theirs)).to_radians()).to_degrees();
            differences.push((apart, row["utc"].clone()));
        }
    }
    for ((what, tolerance), mut differences) in figures.into_iter().zip(found) {
        let share = share_within(&format!("{what}, °"), tolerance, &mut differences);
        assert!(share >= 0.99, "{what}: {share}");
    }
}

/// Position angle of the true north of date from the north of J2000 in a direction, degrees.
fn turn_of_north_deg(t: Tt, right_ascension_deg: f64, declination_deg: f64) -> f64 {
    let nutation = meeus::nutation(t);
    let obliquity = meeus::sun(t).mean_obliquity;
    let of_date = [nutation.longitude * obliquity.sin(), -nutation.obliquity, 1.0];
    let pole = rotate(&transposed(&equatorial_2006(t.centuries())), of_date);
    let [alpha, delta] = [right_ascension_deg, declination_deg].map(f64::to_radians);
    let [east, north] =
        [from_spherical(alpha + FRAC_PI_2, 0.0, 1.0), from_spherical(alpha, delta + FRAC_PI_2, 1.0)];
    dot(pole, east).atan2(dot(pole, north)).to_degrees()
}
