//! Besselian elements of well-known eclipses as their authors printed them.
//!
//! Examples and tests stand on them: each comes with an address under which duration, magnitude and place of
//! the eclipse are printed too.

use crate::eclipse::besselian::{Polynomials, Radii};
use crate::time::Tt;

/// Degrees as printed into radians.
const fn radians(degrees: [f64; 4]) -> [f64; 4] {
    let [a, b, c, d] = degrees;
    [a.to_radians(), b.to_radians(), c.to_radians(), d.to_radians()]
}

/// Total eclipse of 2017 August 21, t0 = 18h TD. Greatest eclipse 18:26:40 TD (18:25:30 UT, ΔT = 70.3 s) at
/// 37.0° N, 87.7° W; γ = 0.4367, magnitude 1.0306, path 114.7 km wide, totality 2 min 40 s.
///
/// Source: Espenak, NASA, <https://eclipse.gsfc.nasa.gov/SEsearch/SEdata.php?Ecl=20170821>.
pub const AUGUST_2017: Polynomials = Polynomials {
    t0: Tt(2_457_987.25),
    x: [-0.129_571_0, 0.540_642_6, -0.000_029_4, -0.000_008_1],
    y: [0.485_416_0, -0.141_640_0, -0.000_090_5, 0.000_002_05],
    d: radians([11.866_959_6, -0.013_622_0, -0.000_002_0, 0.0]),
    mu: radians([89.245_430_0, 15.003_936_8, 0.0, 0.0]),
    l1: [0.542_093_0, 0.000_124_1, -0.000_011_8, 0.0],
    l2: [-0.004_025_0, 0.000_123_4, -0.000_011_7, 0.0],
    tan_f1: 0.004_622_2,
    tan_f2: 0.004_599_2,
    radii: Radii::CANON,
    fit_residual: 0.0,
};

/// Total eclipse of 2024 April 8, t0 = 18h TD. Greatest eclipse 18:18:29 TD (18:17:15 UT, ΔT = 74.0 s) at
/// 25.3° N, 104.1° W; γ = 0.3431, magnitude 1.0566, path 197.5 km wide, totality 4 min 28 s.
///
/// Source: Espenak, NASA, <https://eclipse.gsfc.nasa.gov/SEsearch/SEdata.php?Ecl=20240408>.
pub const APRIL_2024: Polynomials = Polynomials {
    t0: Tt(2_460_409.25),
    x: [-0.318_244_0, 0.511_711_6, 0.000_032_6, -0.000_008_4],
    y: [0.219_764_0, 0.270_958_9, -0.000_059_5, -0.000_004_7],
    d: radians([7.586_200_2, 0.014_844_0, -0.000_002_0, 0.0]),
    mu: radians([89.591_217_0, 15.004_080_0, 0.0, 0.0]),
    l1: [0.535_814_0, 0.000_061_8, -0.000_012_8, 0.0],
    l2: [-0.010_272_0, 0.000_061_5, -0.000_012_7, 0.0],
    tan_f1: 0.004_668_3,
    tan_f2: 0.004_645_0,
    radii: Radii::CANON,
    fit_residual: 0.0,
};

/// Total eclipse of 1999 August 11, t0 = 11h TD, with a greater Moon for the penumbra (k1 = 0.2725076). At
/// greatest eclipse, 11:04:09 TD (ΔT = 64.6 s), γ = 0.5062 and the Moon's horizontal parallax is
/// 58′44.24″.
///
/// Source: Espenak & Anderson (1997), NASA RP 1398, table 1,
/// <https://umbra.nascom.nasa.gov/eclipse/990811/tables/table_1.html>.
pub const AUGUST_1999: Polynomials = Polynomials {
    t0: Tt(2_451_401.958_333_333_5),
    x: [0.070_055_9, 0.544_304_5, -0.000_040_6, -0.000_008_1],
    y: [0.502_838_8, -0.118_493_1, -0.000_115_8, 0.000_001_7],
    d: radians([15.327_340_1, -0.012_034_8, -0.000_003_3, 0.0]),
    mu: radians([343.690_308, 15.002_983, 0.000_002, 0.0]),
    l1: [0.542_489_3, 0.000_116_8, -0.000_011_7, 0.0],
    l2: [-0.003_649_6, 0.000_116_3, -0.000_011_6, 0.0],
    tan_f1: 0.004_613_0,
    tan_f2: 0.004_590_0,
    radii: Radii { k1: 0.272_507_6, ..Radii::CANON },
    fit_residual: 0.0,
};
