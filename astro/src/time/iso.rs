//! ISO 8601 text of an instant.

use crate::constants::{MS_PER_DAY, UNIX_EPOCH_JD};
use crate::time::calendar::Date;
use crate::time::scale::Ut1;

/// ISO 8601 text of a Julian Date of either scale, to the nearest millisecond.
///
/// Proleptic Gregorian, without a zone letter, since the scale is the caller's; years outside 0 … 9999 are
/// expanded to `±YYYYYY`.
///
/// ```
/// use astro::time::iso_text;
/// assert_eq!(iso_text(2_451_545.0), "2000-01-01T12:00:00.000");
/// // The first eclipse of the canon, −1999 June 12 of the Julian calendar.
/// assert_eq!(iso_text(991_085.635), "-001999-05-26T03:14:24.000");
/// ```
pub fn iso_text(jd: f64) -> String {
    iso_text_ms(Ut1(jd).unix_ms())
}

/// ISO 8601 text of an instant in milliseconds since 1970 January 1, 0h; otherwise as [`iso_text`].
///
/// ```
/// assert_eq!(astro::time::iso_text_ms(1_712_600_238_400), "2024-04-08T18:17:18.400");
/// ```
pub fn iso_text_ms(unix_ms: i64) -> String {
    let (days, ms) = (unix_ms.div_euclid(MS_PER_DAY), unix_ms.rem_euclid(MS_PER_DAY) as u32);
    let date = Date::gregorian(UNIX_EPOCH_JD + days as f64);
    let (s, ms) = (ms / 1000, ms % 1000);
    // An answer may hold a hundred thousand of these: each number is written into its place from the right.
    let mut text = *b"+000000-00-00T00:00:00.000";
    let numbers = [
        (7, date.year.unsigned_abs() % 1_000_000),
        (10, date.month.unsigned_abs()),
        (13, date.day as u32),
        (16, s / 3600),
        (19, s / 60 % 60),
        (22, s % 60),
        (26, ms),
    ];
    for (mut end, mut value) in numbers {
        while value > 0 {
            end -= 1;
            text[end] = b'0' + (value % 10) as u8;
            value /= 10;
        }
    }
    if date.year < 0 {
        text[0] = b'-';
    }
    // Four digits and no sign in the usual years.
    let shown = if (0..=9999).contains(&date.year) { &text[3..] } else { &text[..] };
    std::str::from_utf8(shown).expect("digits and marks are ASCII").to_owned()
}

/// The date of [`iso_text_ms`], without the time of day.
///
/// ```
/// assert_eq!(astro::time::date_text_ms(1_712_600_238_400), "2024-04-08");
/// assert_eq!(astro::time::date_text_ms(-80_584_243_200_000), "-000584-05-22");
/// ```
pub fn date_text_ms(unix_ms: i64) -> String {
    let mut text = iso_text_ms(unix_ms);
    text.truncate(text.len() - "T00:00:00.000".len());
    text
}
