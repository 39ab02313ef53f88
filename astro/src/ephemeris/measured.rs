//! Residuals of apparent longitudes by century, as they were measured: 25,000 instants spread evenly over
//! −2000 … 3000, five hundred in a century, against DE440 in 1551–2650 and DE406 before and after, its Moon
//! moved to the tidal acceleration of the theories, −25.858″ per century²; equinox of date by Vondrák et al.
//! (2011), nutation IAU 2000A.
//!
//! Each figure is what 68 % of a century's differences do not exceed, and at least a third of what 99 % do
//! not, in arcseconds along the ecliptic: where a difference is a slow wave or a drift, its root mean square
//! would promise too much. The theories of canon and ephemeris were evaluated whole, as the builder does.

/// The first year.
const FROM_YEAR: f64 = -2000.0;

/// Five hundred instants know such a figure to a twentieth, which is added.
const SAMPLING: f64 = 1.05;

/// A century each from −2000 on, arcseconds, or km.
pub(super) type Centuries = [f64; 50];

/// The Sun by Meeus, chapter 25.
#[rustfmt::skip]
pub(super) const STANDARD_SUN: Centuries = [
    69.4, 66.1, 61.6, 54.4, 52.0, 44.3, 40.9, 35.5, 28.2, 25.8,
    18.0, 16.4, 11.9, 11.2, 10.9, 10.4, 11.2, 10.3, 11.3, 11.5,
    11.8, 13.2, 11.4, 12.5, 10.4, 10.4, 10.3, 10.2, 10.1, 13.0,
    12.0, 13.0, 13.0, 11.3, 11.3, 9.91, 9.97, 10.7, 11.6, 11.7,
    14.8, 11.6, 13.3, 11.9, 11.2, 10.8, 9.7, 9.74, 10.2, 10.1,
];
/// The Moon by Meeus, chapter 47.
#[rustfmt::skip]
pub(super) const STANDARD_MOON: Centuries = [
    129.0, 123.0, 101.0, 110.0, 95.0, 83.9, 91.9, 72.9, 72.3, 74.0,
    56.8, 62.5, 56.4, 44.1, 51.5, 41.2, 36.0, 39.5, 27.0, 29.0,
    27.6, 16.9, 21.3, 16.2, 11.2, 14.7, 8.36, 8.64, 9.35, 3.96,
    6.04, 4.62, 3.01, 3.82, 2.61, 2.75, 2.55, 2.7, 2.6, 2.75,
    2.49, 2.43, 2.67, 3.31, 2.82, 4.77, 6.1, 6.63, 11.1, 10.1,
];
/// The Sun by truncated VSOP87.
#[rustfmt::skip]
pub(super) const TRUNCATED_SUN: Centuries = [
    0.651, 1.13, 1.32, 1.49, 1.7, 1.49, 1.64, 1.68, 1.8, 2.17,
    2.25, 2.6, 2.66, 2.78, 2.78, 2.82, 2.93, 2.97, 3.08, 3.11,
    3.13, 3.11, 3.05, 2.93, 2.85, 2.71, 2.59, 2.47, 2.34, 2.18,
    2.03, 1.83, 1.66, 1.49, 1.3, 1.13, 0.913, 0.738, 0.499, 0.237,
    0.19, 0.541, 0.835, 1.24, 1.61, 1.99, 2.36, 2.73, 3.11, 3.57,
];
/// The Sun of the ephemeris.
#[rustfmt::skip]
pub(super) const SKY_SUN: Centuries = [
    0.656, 0.464, 0.429, 0.341, 0.287, 0.399, 0.29, 0.408, 0.41, 0.333,
    0.367, 0.24, 0.302, 0.17, 0.198, 0.211, 0.137, 0.162, 0.141, 0.135,
    0.168, 0.198, 0.171, 0.147, 0.0672, 0.0437, 0.059, 0.0883, 0.0937, 0.104,
    0.0939, 0.0857, 0.0689, 0.0483, 0.0199, 0.0151, 0.00257, 0.00247, 0.00244, 0.00267,
    0.00242, 0.0026, 0.00284, 0.00299, 0.00343, 0.00503, 0.0499, 0.0371, 0.0267, 0.0299,
];
/// The Moon of the ephemeris; before 1500 and after 2600 it is that of a tidal acceleration of −25.858″ that
/// is compared.
#[rustfmt::skip]
pub(super) const SKY_MOON: Centuries = [
    39.0, 36.6, 33.9, 30.6, 28.4, 26.3, 24.2, 22.1, 20.0, 18.3,
    17.0, 15.2, 13.9, 12.3, 11.0, 9.72, 8.7, 7.77, 6.69, 5.65,
    4.95, 4.21, 3.51, 3.07, 2.49, 2.0, 1.62, 1.09, 0.768, 0.46,
    0.156, 0.057, 0.167, 0.21, 0.285, 0.328, 0.00506, 0.00408, 0.00218, 0.00247,
    0.002, 0.00257, 0.00298, 0.00428, 0.00493, 0.00833, 1.82, 2.18, 2.53, 2.92,
];
/// The Sun of the canon, VSOP87D in the frame of date.
#[rustfmt::skip]
pub(super) const CANON_SUN: Centuries = [
    2.08, 1.33, 0.891, 0.488, 0.385, 0.405, 0.825, 1.02, 1.3, 1.6,
    1.77, 2.06, 2.1, 2.31, 2.38, 2.45, 2.67, 2.69, 2.84, 2.88,
    2.93, 2.95, 2.89, 2.83, 2.7, 2.59, 2.46, 2.31, 2.19, 2.04,
    1.89, 1.72, 1.55, 1.37, 1.18, 0.997, 0.781, 0.579, 0.355, 0.111,
    0.268, 0.575, 0.911, 1.27, 1.65, 2.05, 2.41, 2.82, 3.23, 3.64,
];
/// The Moon of the canon, ELP 2000-82B in the frame of date.
#[rustfmt::skip]
pub(super) const CANON_MOON: Centuries = [
    6.07, 7.15, 6.29, 5.27, 4.49, 7.78, 4.17, 4.7, 7.64, 3.54,
    7.09, 7.14, 4.34, 7.87, 5.93, 5.46, 7.58, 5.18, 6.23, 6.84,
    4.92, 6.31, 5.8, 4.67, 5.58, 4.53, 4.24, 4.54, 3.52, 3.52,
    3.35, 2.63, 2.51, 2.15, 1.65, 1.42, 0.921, 0.674, 0.416, 0.127,
    0.256, 0.488, 0.587, 0.604, 0.651, 0.416, 1.8, 2.24, 2.13, 2.56,
];
/// The Moon of the canon from its Sun, in longitude or in latitude, whichever differs more: what their frames
/// have in common does not count.
#[rustfmt::skip]
pub(super) const CANON_ELONGATION: Centuries = [
    6.35, 6.17, 6.61, 5.53, 4.55, 7.45, 3.9, 4.27, 6.54, 2.83,
    5.46, 5.26, 2.56, 5.62, 3.61, 3.06, 4.98, 2.53, 3.4, 4.05,
    2.11, 3.44, 2.95, 1.86, 2.91, 1.94, 1.84, 2.23, 1.36, 1.53,
    1.45, 0.918, 0.995, 0.776, 0.47, 0.413, 0.138, 0.0969, 0.0588, 0.0382,
    0.065, 0.0959, 0.321, 0.678, 1.03, 1.81, 2.26, 0.587, 1.2, 1.24,
];
/// The Sun of the full theories, km.
#[rustfmt::skip]
pub(super) const FULL_SUN_KM: Centuries = [
    170.0, 158.0, 136.0, 116.0, 93.4, 81.2, 87.8, 95.9, 97.6, 96.5,
    96.5, 81.4, 66.2, 50.5, 41.5, 40.7, 45.5, 48.6, 47.6, 45.0,
    43.4, 32.9, 25.0, 17.3, 13.1, 13.5, 14.9, 15.7, 13.8, 12.2,
    9.62, 6.79, 3.79, 1.67, 1.26, 1.33, 1.45, 1.42, 1.1, 0.968,
    1.05, 1.29, 1.05, 1.83, 2.12, 2.24, 2.04, 1.44, 3.07, 6.11,
];
/// The Moon of the full theories, km.
#[rustfmt::skip]
pub(super) const FULL_MOON_KM: Centuries = [
    5.34, 4.94, 4.34, 4.06, 3.61, 3.39, 2.96, 2.87, 2.58, 2.34,
    2.12, 1.93, 1.72, 1.65, 1.54, 1.45, 1.33, 1.17, 1.04, 0.873,
    0.715, 0.603, 0.47, 0.4, 0.305, 0.246, 0.175, 0.113, 0.0719, 0.0272,
    0.0113, 0.0107, 0.0144, 0.0137, 0.0146, 0.0121, 0.003, 0.00276, 0.0015, 0.00168,
    0.00149, 0.00141, 0.00214, 0.00331, 0.00366, 0.00473, 0.071, 0.13, 0.157, 0.173,
];
/// The Moon by Meeus, km.
#[rustfmt::skip]
pub(super) const STANDARD_MOON_KM: Centuries = [
    13.1, 11.1, 9.4, 10.7, 8.0, 9.31, 7.83, 6.93, 8.22, 6.82,
    5.91, 7.11, 4.98, 5.12, 5.51, 4.21, 4.85, 4.22, 3.49, 4.24,
    3.25, 3.25, 3.55, 3.07, 3.29, 2.95, 2.71, 3.43, 2.89, 2.81,
    3.23, 2.83, 2.97, 2.97, 2.93, 2.97, 2.69, 2.88, 3.08, 2.68,
    2.88, 3.0, 2.66, 2.99, 2.6, 2.77, 3.2, 2.79, 2.87, 3.28,
];

/// The Sun by the leading terms of VSOP87B.
#[rustfmt::skip]
pub(super) const LEADING_SUN: Centuries = [
    4.31, 3.73, 3.38, 3.16, 2.69, 2.71, 2.38, 2.37, 2.15, 1.93,
    1.79, 1.48, 1.4, 1.17, 1.1, 1.02, 0.87, 0.816, 0.644, 0.581,
    0.473, 0.388, 0.37, 0.319, 0.35, 0.364, 0.391, 0.394, 0.367, 0.355,
    0.31, 0.312, 0.307, 0.261, 0.241, 0.196, 0.146, 0.101, 0.0489, 0.0366,
    0.0378, 0.0469, 0.0522, 0.0406, 0.0547, 0.0674, 0.0724, 0.057, 0.0486, 0.0464,
];
/// The Moon by the leading terms of ELP/MPP02; in −500 … −101, where errors of its longitude and of the
/// equinox cancel in longitude but not in hour angles, as in the century before.
#[rustfmt::skip]
pub(super) const LEADING_MOON: Centuries = [
    3.99, 3.62, 3.59, 3.05, 2.83, 2.58, 2.25, 2.25, 1.97, 1.85,
    1.75, 1.35, 1.15, 0.884, 0.534, 0.53, 0.53, 0.53, 0.53, 0.423,
    0.39, 0.434, 0.577, 0.519, 0.58, 0.612, 0.546, 0.604, 0.596, 0.603,
    0.634, 0.596, 0.577, 0.51, 0.392, 0.297, 0.144, 0.119, 0.0865, 0.0863,
    0.0881, 0.145, 0.301, 0.496, 0.844, 1.26, 1.5, 0.0962, 0.0836, 0.115,
];

/// The figure of the century in which an instant lies, Julian centuries from 2000; beyond the first and the
/// last, theirs.
pub(super) fn of_century(figures: &Centuries, centuries: f64) -> f64 {
    let index = ((2000.0 - FROM_YEAR) / 100.0 + centuries).max(0.0) as usize;
    figures[index.min(figures.len() - 1)] * SAMPLING
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Date, Tt};

    #[test]
    fn a_century_has_its_own_figure_and_the_ends_reach_on() {
        let on = |year| {
            of_century(&STANDARD_MOON, Tt(Date { year, month: 7, day: 1.0 }.gregorian_jd()).centuries())
        };
        assert_eq!([on(-1999), on(-1901), on(-2500)], [STANDARD_MOON[0] * SAMPLING; 3]);
        assert_eq!([on(2001), on(2099)], [STANDARD_MOON[40] * SAMPLING; 2]);
        assert_eq!([on(2999), on(3500)], [STANDARD_MOON[49] * SAMPLING; 2]);
    }
}
