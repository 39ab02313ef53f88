//! `[DATE_TIME]`: the dates that `Date.parse` of ECMAScript accepts in V8, with UTC as the local time zone.
//!
//! The parser first tries the ISO 8601 form of the standard. The rest of the text follows the forgiving
//! grammar of old browsers: words before the first number and text in parentheses are ignored, a number
//! before `:` is a time, other numbers are parts of the date, and a sign after a time or `UTC` starts an
//! offset. Reference: ECMA-262 (2024), section 21.4.1.32, for the ISO form; the behaviour of Node 20 for
//! everything else; tests compare the results.
//!
//! One pass with one token of lookahead and no allocation: linear in the length of the text.

pub(crate) mod advice;
mod forgiving;
mod historic;
mod iso;
mod parts;
pub(crate) mod relative;
mod scanner;

use astro::time::Calendar;
use parts::Parts;
use scanner::Scanner;

pub use parts::MOST_MS;

/// Milliseconds since 1970 January 1, 0h UTC (proleptic Gregorian) of a text, or none if `Date.parse` would
/// return NaN.
pub fn parse(text: &str) -> Option<i64> {
    read(text, Calendar::Gregorian)
}

/// As [`parse`], but none for a date with an era, whose year `Date.parse` takes for one of today.
pub(crate) fn parse_of_today(text: &str) -> Option<i64> {
    // Nearly all texts begin with the digits of a year.
    let may_have_era = || text.bytes().any(|b| matches!(b, b'B' | b'b' | b'C' | b'c' | b'D' | b'd'));
    match may_have_era() && historic::has_era(text) {
        true => None,
        false => parse(text),
    }
}

/// Milliseconds since 1970 January 1, 0h UTC of a date of a calendar. As [`parse`], but a year before 1000 is
/// meant as it is written, with a sign or with BC, BCE, AD or CE: `763 BC June 15`, `-762-06-15`.
pub(crate) fn parse_historic(text: &str, calendar: Calendar) -> Option<i64> {
    match historic::iso(text) {
        Some(iso) => read(&iso, calendar),
        None if historic::has_era(text) => None,
        None => read(text, calendar),
    }
}

/// Returns the year in astronomical numbering, if a text is a year with an era: `585 BC`.
pub(crate) fn year_of_era(text: &str) -> Option<i32> {
    historic::year(text)
}

fn read(text: &str, calendar: Calendar) -> Option<i64> {
    let mut scanner = Scanner::new(text);
    let mut parts = Parts::default();
    let token = iso::read(&mut parts, &mut scanner)?;
    forgiving::read(&mut parts, &mut scanner, token)?;
    parts.instant(calendar)
}
