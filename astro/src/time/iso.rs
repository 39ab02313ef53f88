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
    let (days, ms) = (unix_ms.div_euclid(MS_PER_DAY), unix_ms.rem_euclid(MS_PER_DAY));
    let date = Date::gregorian(UNIX_EPOCH_JD + days as f64);
    let (s, ms) = (ms / 1000, ms % 1000);
    let (sign, year_digits) = match date.year {
        0..=9999 => ("", 4),
        ..0 => ("-", 6),
        _ => ("+", 6),
    };
    let s = s as u32;
    let parts = [
        (sign, date.year.unsigned_abs(), year_digits),
        ("-", date.month.unsigned_abs(), 2),
        ("-", date.day as u32, 2),
        ("T", s / 3600, 2),
        (":", s / 60 % 60, 2),
        (":", s % 60, 2),
        (".", ms as u32, 3),
    ];
    // An answer may hold a hundred thousand of these: no formatting machinery.
    let mut text = String::with_capacity(28);
    for (mark, mut value, count) in parts {
        text.push_str(mark);
        let mut digits = [b'0'; 6];
        for digit in digits[..count].iter_mut().rev() {
            *digit = b'0' + (value % 10) as u8;
            value /= 10;
        }
        text.push_str(std::str::from_utf8(&digits[..count]).expect("decimal digits are ASCII"));
    }
    text
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
