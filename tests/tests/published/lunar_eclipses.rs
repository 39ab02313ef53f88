//! Lunar eclipses: the canon's figures.

use super::agrees;
use crate::figures::{GAMMA_EARTH_RADII, LUNAR_MAGNITUDE, LUNAR_TIME_MODERN_S};
use artifacts::tables::lunar_eclipses;
use astro::constants::SECONDS_PER_DAY;

/// Durations of lunar eclipses, minutes: the canon prints tenths, others whole seconds of the same.
const LUNAR_DURATION_TOLERANCE_MIN: f64 = 0.1;

// Lunar eclipses: Espenak and Meeus, Five Millennium Canon of Lunar Eclipses (2009), and its pages
// https://eclipse.gsfc.nasa.gov/LEcat5.

pub(super) fn lunar((year, month, day): (i32, i32, i32)) -> lunar_eclipses::Row<'static> {
    let rows = lunar_eclipses::read(crate::generation()).expect("rows");
    let on = |e: &lunar_eclipses::Row| (e.year, i32::from(e.month), i32::from(e.day)) == (year, month, day);
    rows.iter().find(on).expect("an eclipse on that date")
}

/// Date, Saros, γ, magnitude in the umbra, and durations in the umbra and of totality, minutes and seconds.
type CanonRow = ((i32, i32, i32), i32, f64, f64, [[f64; 2]; 2]);
const CANON: [CanonRow; 4] = [
    // The longest of the century.
    ((2018, 7, 27), 129, 0.1168, 1.6087, [[234.0, 33.0], [102.0, 57.0]]),
    ((2019, 1, 21), 134, 0.3684, 1.1953, [[196.0, 45.0], [61.0, 59.0]]),
    ((2022, 11, 8), 136, 0.2570, 1.3589, [[219.0, 51.0], [84.0, 58.0]]),
    // That of Columbus.
    ((1504, 3, 1), 105, 0.4057, 1.0956, [[205.0, 45.0], [47.0, 36.0]]),
];

#[test]
fn total_lunar_eclipses_are_those_of_the_canon() {
    for (date, saros, gamma, magnitude, durations) in CANON {
        let e = lunar(date);
        assert_eq!((&e.eclipse_type[..1], i32::from(e.saros)), ("T", saros));
        agrees("γ", e.gamma, gamma, GAMMA_EARTH_RADII);
        agrees("magnitude", e.umbral_magnitude, magnitude, LUNAR_MAGNITUDE);
        for (ours, [min, s]) in [e.partial_duration_min, e.total_duration_min].into_iter().zip(durations) {
            agrees("min", ours.expect("a duration"), min + s / 60.0, LUNAR_DURATION_TOLERANCE_MIN);
        }
    }
    let greatest = (lunar((2018, 7, 27)).jd_tt + 0.5).rem_euclid(1.0) * SECONDS_PER_DAY;
    agrees("greatest, s of TD", greatest, 73_374.0, LUNAR_TIME_MODERN_S);
}
