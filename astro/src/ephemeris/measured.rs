//! Residuals of apparent longitudes by century, as they were measured: 25,000 instants spread evenly over
//! −2000 … 3000, five hundred in a century, against DE440 in 1551–2650 and DE406 before and after, its Moon
//! moved to the tidal acceleration of the theories, −25.858″ per century²; equinox of date by Vondrák et al.
//! (2011), nutation IAU 2000A.
//!
//! Each figure is what 68 % of a century's differences do not exceed, and at least a third of what 99 % do not,
//! in arcseconds along the ecliptic: where a difference is a slow wave or a drift, its root mean square would
//! promise too much.

use crate::time::Tt;

/// The first year.
const FROM_YEAR: f64 = -2000.0;

/// A century each from −2000 on, arcseconds.
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
    0.624, 0.475, 0.423, 0.362, 0.282, 0.383, 0.287, 0.4, 0.413, 0.337,
    0.367, 0.243, 0.299, 0.167, 0.195, 0.207, 0.136, 0.163, 0.145, 0.144,
    0.179, 0.207, 0.182, 0.161, 0.0776, 0.0481, 0.0513, 0.0821, 0.0848, 0.0948,
    0.0866, 0.0782, 0.0614, 0.04, 0.0139, 0.0231, 0.00314, 0.00494, 0.00281, 0.00278,
    0.0026, 0.00324, 0.00259, 0.00297, 0.00372, 0.00483, 0.0594, 0.0464, 0.036, 0.0378,
];
/// The Moon of the ephemeris; before 1500 and after 2600 it is that of a tidal acceleration of −25.858″ that is
/// compared.
#[rustfmt::skip]
pub(super) const SKY_MOON: Centuries = [
    39.6, 36.3, 33.7, 31.0, 28.7, 26.5, 24.1, 22.3, 20.2, 18.5,
    17.0, 15.1, 13.8, 12.3, 11.0, 9.9, 8.68, 7.64, 6.66, 5.66,
    4.96, 4.21, 3.53, 3.05, 2.47, 2.02, 1.61, 1.09, 0.765, 0.461,
    0.156, 0.0574, 0.169, 0.212, 0.288, 0.328, 0.00469, 0.00398, 0.00216, 0.00261,
    0.00203, 0.00275, 0.00312, 0.00424, 0.00514, 0.00883, 1.83, 2.18, 2.53, 2.94,
];

/// The figure of the century of `t`; beyond the first and the last, theirs.
pub(super) fn of_century(figures: &Centuries, t: Tt) -> f64 {
    let century = (2000.0 + t.centuries() * 100.0 - FROM_YEAR) / 100.0;
    figures[(century.max(0.0) as usize).min(figures.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Date;

    #[test]
    fn a_century_has_its_own_figure_and_the_ends_reach_on() {
        let on = |year| of_century(&STANDARD_MOON, Tt(Date { year, month: 7, day: 1.0 }.gregorian_jd()));
        assert_eq!([on(-1999), on(-1901), on(-2500)], [STANDARD_MOON[0]; 3]);
        assert_eq!([on(2001), on(2099)], [STANDARD_MOON[40]; 2]);
        assert_eq!([on(2999), on(3500)], [STANDARD_MOON[49]; 2]);
    }
}
