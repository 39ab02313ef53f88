//! Lunar eclipses: the canon's figures.

use super::agrees;
use crate::figures::{GAMMA_EARTH_RADII, LUNAR_MAGNITUDE, LUNAR_TIME_MODERN_S};
use artifacts::reader::Generation;
use artifacts::tables::lunar_eclipses;
use astro::constants::SECONDS_PER_DAY;

/// Durations of lunar eclipses, minutes: the canon prints tenths, others whole seconds of the same.
const LUNAR_DURATION_TOLERANCE_MIN: f64 = 0.1;

// Lunar eclipses: Espenak and Meeus, Five Millennium Canon of Lunar Eclipses (2009), and its pages
// https://eclipse.gsfc.nasa.gov/LEcat5.

pub(super) fn lunar_generation() -> Generation {
    Generation::current(tests::built()).expect("a generation")
}

pub(super) fn lunar(generation: &Generation, (year, month, day): (i32, i32, i32)) -> lunar_eclipses::Row<'_> {
    let rows = lunar_eclipses::read(generation).expect("rows");
    let on = |e: &lunar_eclipses::Row| (e.year, i32::from(e.month), i32::from(e.day)) == (year, month, day);
    rows.iter().find(on).expect("an eclipse on that date")
}

/// Saros, γ, magnitude in the umbra, and durations in the umbra and of totality, minutes.
fn agrees_with_lunar_canon(date: (i32, i32, i32), saros: i32, gamma: f64, magnitude: f64, minutes: [f64; 2]) {
    let generation = lunar_generation();
    let e = lunar(&generation, date);
    assert_eq!((&e.eclipse_type[..1], i32::from(e.saros)), ("T", saros));
    agrees("γ", e.gamma, gamma, GAMMA_EARTH_RADII);
    agrees("magnitude", e.umbral_magnitude, magnitude, LUNAR_MAGNITUDE);
    let ours = [e.partial_duration_min, e.total_duration_min];
    for ((what, ours), theirs) in ["partial", "total"].into_iter().zip(ours).zip(minutes) {
        agrees(what, ours.expect("a duration"), theirs, LUNAR_DURATION_TOLERANCE_MIN);
    }
}

fn minutes(m: f64, s: f64) -> f64 {
    m + s / 60.0
}

#[test]
fn the_longest_lunar_eclipse_of_the_century_on_2018_july_27_is_total_for_102m57s() {
    let durations = [minutes(234.0, 33.0), minutes(102.0, 57.0)];
    agrees_with_lunar_canon((2018, 7, 27), 129, 0.1168, 1.6087, durations);
    let greatest = (lunar(&lunar_generation(), (2018, 7, 27)).jd_tt + 0.5).rem_euclid(1.0) * SECONDS_PER_DAY;
    agrees("greatest, s of TD", greatest, 73_374.0, LUNAR_TIME_MODERN_S);
}

#[test]
fn the_lunar_eclipse_of_2019_january_21_is_total_for_61m59s() {
    let durations = [minutes(196.0, 45.0), minutes(61.0, 59.0)];
    agrees_with_lunar_canon((2019, 1, 21), 134, 0.3684, 1.1953, durations);
}

#[test]
fn the_lunar_eclipse_of_2022_november_8_is_total_for_84m58s() {
    let durations = [minutes(219.0, 51.0), minutes(84.0, 58.0)];
    agrees_with_lunar_canon((2022, 11, 8), 136, 0.2570, 1.3589, durations);
}

#[test]
fn the_lunar_eclipse_of_columbus_on_1504_march_1_is_total_for_47m36s() {
    let durations = [minutes(205.0, 45.0), minutes(47.0, 36.0)];
    agrees_with_lunar_canon((1504, 3, 1), 105, 0.4057, 1.0956, durations);
}
