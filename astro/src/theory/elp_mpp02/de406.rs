//! The arguments of ELP/MPP02 as fitted to JPL DE405 and DE406, for millennia.

use super::arguments::{Arguments, LLR};
use crate::math::angle::ARCSEC;
use crate::theory::elp::dms;

/// Half of what n-dot −25.858″/cy², that of the eclipse canon and of laser ranging, has more than DE406's
/// −25.826.
const N_DOT_HALF: f64 = (-25.858 + 25.826) / 2.0;

/// Constants fitted to DE405, with the secular terms that follow DE406 over six millennia (Chapront & Francou
/// 2003, tables 3, 4 and 6), but for n-dot, which is −25.858″/cy².
///
/// Against DE406 with that n-dot the longitudes of [`crate::ephemeris::truncated`] are by 0.6″ wrong at
/// most in the mean of a century of 0–3000; with [`LLR`] by 5″.
pub const DE406: Arguments = Arguments {
    w1: [
        dms(218.0, 18.0, 59.95571 - 0.07008),
        NU,
        -6.8084 - 0.03743 + N_DOT_HALF,
        0.66040e-2 - 0.188_65e-3,
        -0.31690e-4 - 0.1024e-4,
    ],
    w2: [
        dms(83.0, 21.0, 11.67475 + 0.20794),
        W2_RATE + rate_correction(W2_RATE, W2_PARTIALS),
        -38.2631 + 0.004_706_02,
        -0.45047e-1 - 0.252_13e-3,
        0.21301e-3,
    ],
    w3: [
        dms(125.0, 2.0, 40.39816 - 0.07215),
        W3_RATE + rate_correction(W3_RATE, W3_PARTIALS),
        6.3590 - 0.002_610_70,
        0.76250e-2 - 0.107_12e-3,
        -0.35860e-4,
    ],
    t: [dms(100.0, 27.0, 59.13885 - 0.00033), 129_597_742.293_00 + DELTA_NP, -0.0202, 0.9e-5, 0.15e-6],
    perihelion: [dms(102.0, 56.0, 14.45766 - 0.00749), 1161.24342, 0.529265, -0.11814e-3, 0.11379e-4],
    precession: LLR.precession,
};

const W2_RATE: f64 = 14_643_420.3171 + 0.08017;
const W3_RATE: f64 = -6_967_919.5383 - 0.04317;
// Corrections of ν, Γ, E, n′, e′, the partial derivatives of the mean motions of perigee and node, and the
// ratios that go with them (same source, section 4.3).
const DELTA_NU: f64 = -0.35106;
const DELTA_GAMMA: f64 = 0.00085;
const DELTA_E: f64 = -0.00006;
const DELTA_NP: f64 = 0.00732;
const DELTA_EP: f64 = 0.00224;
const NU: f64 = 1_732_559_343.736_04 + DELTA_NU;
const W2_PARTIALS: [f64; 5] = [0.311_079_095, -0.004_482_398, -0.001_102_485, 0.001_056_062, 0.000_050_928];
const W3_PARTIALS: [f64; 5] = [-0.103_837_907, 0.000_668_287, -0.001_298_072, -0.000_178_028, -0.000_037_342];
const AM: f64 = 0.074_801_329;
const XA: f64 = 2.0 * 0.002_571_881 / 3.0;

/// Effect of the corrections on a mean motion, arcseconds per century.
const fn rate_correction(rate: f64, b: [f64; 5]) -> f64 {
    let y = AM * b[0] + XA * b[4];
    (rate / NU - y) * DELTA_NU
        + y / AM * DELTA_NP
        + NU * ARCSEC * (b[1] * DELTA_GAMMA + b[2] * DELTA_E + b[3] * DELTA_EP)
}
