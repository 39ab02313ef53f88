//! Solar eclipses: the canon's figures and NASA's Besselian elements.

use super::*;
use crate::figures::{
    CENTRAL_DURATION_S, ELEMENTS, GAMMA_EARTH_RADII, PATH_WIDTH_KM, SOLAR_MAGNITUDE, SOLAR_TIME_MODERN_S,
};
use astro::constants::SECONDS_PER_DAY;

// Solar eclipses: Espenak and Meeus, Five Millennium Canon of Solar Eclipses (2006), and its pages
// https://eclipse.gsfc.nasa.gov/SEsearch/SEdata.php?Ecl=YYYYMMDD.

pub(super) fn solar(year: &str, month: &str, day: u32) -> Value {
    let all = answer(&format!("/solar-eclipse/catalog/{year}/{year}"));
    let mut records = all.as_array().expect("records").iter();
    records.find(|r| r["month"] == month && r["day"] == day).expect("an eclipse on that date").clone()
}

/// Date, Saros, greatest eclipse in seconds of TD, γ, magnitude, width in km and duration in seconds.
type CanonRow = ((&'static str, &'static str, u32), u32, f64, f64, f64, f64, f64);
const CANON: [CanonRow; 3] = [
    (("2024", "Apr", 8), 139, 65_909.0, 0.3431, 1.0566, 197.5, 268.1),
    (("2017", "Aug", 21), 145, 66_400.2, 0.4367, 1.0306, 114.7, 160.2),
    (("1999", "Aug", 11), 145, 39_849.0, 0.5062, 1.0286, 112.3, 143.0),
];

#[test]
fn total_eclipses_are_those_of_the_canon() {
    for ((year, month, day), saros, greatest_s, gamma, magnitude, width_km, duration_s) in CANON {
        let e = solar(year, month, day);
        assert_eq!(e["saros"], saros);
        let ours_s = number(&e, "/greatestTD") * SECONDS_PER_DAY;
        agrees("greatest, s of TD", ours_s, greatest_s, SOLAR_TIME_MODERN_S);
        agrees("γ", number(&e, "/gamma"), gamma, GAMMA_EARTH_RADII);
        agrees("magnitude", number(&e, "/mag"), magnitude, SOLAR_MAGNITUDE);
        let width: f64 = e["pathWidthKM"].as_str().and_then(|w| w.parse().ok()).expect("a width");
        agrees("width, km", width, width_km, PATH_WIDTH_KM);
        agrees("duration, s", number(&e, "/centraDurationSec"), duration_s, CENTRAL_DURATION_S);
    }
    // The greatest darkness of five millennia, and Einstein's.
    for ((year, month, day), saros, duration_s, magnitude) in
        [(("2186", "Jul", 16), 139, 449.0, 1.0805), (("1919", "May", 29), 136, 411.0, 1.0719)]
    {
        let e = solar(year, month, day);
        assert_eq!((e["saros"].as_u64(), e["eclipseTypePrimary"].as_str()), (Some(saros), Some("T")));
        agrees("duration, s", number(&e, "/centraDurationSec"), duration_s, CENTRAL_DURATION_S);
        agrees("magnitude", number(&e, "/mag"), magnitude, SOLAR_MAGNITUDE);
    }
}

// Besselian elements: https://eclipse.gsfc.nasa.gov/SEbeselm/SEbeselm2001/SE2017Aug21Tbeselm.html and
// SEsearch/SEdata.php?Ecl=20240408, Ecl=19990811.

/// Julian day, and polynomials in hours from t0, in the order of [`ELEMENTS`]: x, y, d, l1, l2, µ.
const PUBLISHED: [(f64, [[f64; 4]; 6]); 3] = [
    (
        2_457_986.5,
        [
            [-0.129_571, 0.540_642_6, -0.000_029_4, -0.000_008_1],
            [0.485_416, -0.141_640_0, -0.000_090_5, 0.000_002_0],
            [11.866_959_6, -0.013_622, -0.000_002, 0.0],
            [0.542_093, 0.000_124_1, -0.000_011_8, 0.0],
            [-0.004_025, 0.000_123_4, -0.000_011_7, 0.0],
            [89.245_43, 15.003_937, 0.0, 0.0],
        ],
    ),
    (
        2_460_408.5,
        [
            [-0.318_244, 0.511_711_6, 0.000_032_6, -0.000_008_4],
            [0.219_764, 0.270_958_9, -0.000_059_5, -0.000_004_7],
            [7.586_200_2, 0.014_844, -0.000_002, 0.0],
            [0.535_814, 0.000_061_8, -0.000_012_8, 0.0],
            [-0.010_272, 0.000_061_5, -0.000_012_7, 0.0],
            [89.591_217, 15.004_080, 0.0, 0.0],
        ],
    ),
    (
        2_451_401.5,
        [
            [0.070_042, 0.544_303_5, -0.000_040_6, -0.000_008_1],
            [0.502_841, -0.118_492_9, -0.000_115_8, 0.000_001_7],
            [15.327_340_1, -0.012_035, -0.000_003, 0.0],
            [0.542_469, 0.000_116_8, -0.000_011_7, 0.0],
            [-0.003_650, 0.000_116_3, -0.000_011_6, 0.0],
            [343.687_408, 15.002_980, 0.0, 0.0],
        ],
    ),
];

#[test]
fn besselian_elements_are_those_of_nasa() {
    let value = |c: &dyn Fn(usize) -> f64, t: f64| ((c(3) * t + c(2)) * t + c(1)) * t + c(0);
    for (jd, published) in PUBLISHED {
        let e = answer(&format!("/solar-eclipse/elements/{jd}"));
        for ((name, tolerance), theirs) in ELEMENTS.into_iter().zip(published) {
            let name = name.replace('µ', "mu");
            for t in [-2.0, 0.0, 2.0] {
                let ours = value(&|i| number(&e, &format!("/{name}/{i}")), t);
                agrees(&format!("{name} at {t} h"), ours, value(&|i| theirs[i], t), tolerance);
            }
        }
    }
}
