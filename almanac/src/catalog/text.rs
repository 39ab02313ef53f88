//! Values as the canon prints them.

/// Rounds a number to a multiple of a unit, of which `units` are 1.
pub(super) fn rounded(value: f64, units: f64) -> f64 {
    (value * units).round() / units
}

/// Returns a number of degrees with the letter of its hemisphere.
pub(super) fn hemisphere(degrees: i64, [positive, negative]: [char; 2]) -> String {
    format!("{}{}", degrees.abs(), if degrees < 0 { negative } else { positive })
}

/// Returns midnight of a civil date, without converting the date to another calendar.
pub(super) fn iso_date(year: i32, month: i8, day: i8) -> String {
    let year = match year {
        0..=9999 => format!("{year:04}"),
        _ => format!("{}{:06}", if year < 0 { '-' } else { '+' }, year.unsigned_abs()),
    };
    format!("{year}-{month:02}-{day:02}T00:00:00.000Z")
}
