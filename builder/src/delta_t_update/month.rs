//! Days by their Modified Julian Date.

use crate::sources::delta_t::MJD_ZERO_JD;
use astro::time::Date;

/// The civil date at the beginning of a day.
pub(super) fn date_of(mjd: f64) -> Date {
    Date::gregorian(mjd + MJD_ZERO_JD)
}

/// The Modified Julian Date at the beginning of a day.
pub(super) fn mjd_of(year: i32, month: i32, day: i32) -> f64 {
    Date { year, month, day: f64::from(day) }.gregorian_jd() - MJD_ZERO_JD
}

pub(super) fn year_of(mjd: f64) -> i32 {
    date_of(mjd).year
}

/// A day as `2026-10-01`.
pub(super) fn date_text(mjd: f64) -> String {
    let date = date_of(mjd);
    format!("{:04}-{:02}-{:02}", date.year, date.month, date.day.floor())
}

/// Returns whether a month begins with a day.
pub(super) fn is_first_of_month(mjd: f64) -> bool {
    date_of(mjd).day == 1.0
}

/// The beginning of the month after the one in which a day lies.
pub(super) fn next_month(mjd: f64) -> f64 {
    let Date { year, month, .. } = date_of(mjd);
    if month == 12 { mjd_of(year + 1, 1, 1) } else { mjd_of(year, month + 1, 1) }
}
