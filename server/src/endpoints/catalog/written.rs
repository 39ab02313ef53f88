//! Dates, numbers and places as the catalogs write them.

use crate::one_of::one_of;
use serde_json::value::RawValue;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

one_of! {
    /// Abbreviated names of the months.
    Month, String, MONTHS
}

/// The abbreviated name of a month, 1 … 12.
pub(crate) fn month(number: i8) -> &'static str {
    MONTHS[number as usize - 1]
}

/// A number with so many decimals at most, trailing zeros dropped.
pub(crate) fn decimals(value: f64, places: usize) -> Box<RawValue> {
    let text = format!("{value:.places$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let text = if text == "-0" { "0" } else { text };
    RawValue::from_string(text.to_owned()).expect("digits and a point are JSON")
}

/// A number of degrees with the letter of its hemisphere.
pub(crate) fn hemisphere(degrees: i64, [positive, negative]: [char; 2]) -> String {
    format!("{}{}", degrees.abs(), if degrees < 0 { negative } else { positive })
}

/// Midnight of a civil date, the numbers of the date as they are.
pub(crate) fn iso_date(year: i32, month: i8, day: i8) -> String {
    let year = match year {
        0..=9999 => format!("{year:04}"),
        _ => format!("{}{:06}", if year < 0 { '-' } else { '+' }, year.unsigned_abs()),
    };
    format!("{year}-{month:02}-{day:02}T00:00:00.000Z")
}
