//! Advice about texts that are no dates.

use super::{historic, parse};
use accounts::clock::iso;
use astro::constants::{MS_PER_DAY, UNIX_EPOCH_JD};
use astro::time::{Date, date_text_ms};

/// The greatest number of digits of seconds since 1970; more are milliseconds.
const MAX_DIGITS_OF_SECONDS: usize = 10;

/// Returns the error of a text that [`parse`] rejects, with the probable date.
pub(crate) fn advice(text: &str) -> String {
    let fallback = || match text.starts_with('-') {
        true => "write -000584-05-28".to_owned(),
        false if parse(text).is_some() && text.contains("1582") => {
            "the day after 4 October 1582 was 15 October; with calendar=julian or gregorian it is a date"
                .to_owned()
        }
        false if historic::iso(text).is_some() => "add calendar=julian, or gregorian or auto".to_owned(),
        false => "write 2026-08-12, 2026-08-12T18:30:00Z, now, today, tomorrow or +30d".to_owned(),
    };
    format!("is not a date; {}", probable(text).unwrap_or_else(fallback))
}

/// Returns the probable meaning of a text that is no date: digits without hyphens, seconds since 1970, or a
/// month or day that does not exist.
pub(crate) fn probable(text: &str) -> Option<String> {
    if text.bytes().all(|b| b.is_ascii_digit()) {
        return of_digits(text);
    }
    if let Some(leap) = of_leap_second(text) {
        return Some(leap);
    }
    let mut numbers = text.split(|c: char| !c.is_ascii_digit());
    let [first, second, third] = [numbers.next()?, numbers.next()?, numbers.next()?];
    let number = |digits: &str| digits.parse::<u32>().ok();
    let (month, day) = match (first.len(), third.len()) {
        (4, 1..=2) => (number(second)?, number(third)?),
        (1..=2, 4) => {
            let date = format!("{third}-{second:0>2}-{first:0>2}");
            return parse(&date).map(|_| format!("did you mean {date}?"));
        }
        _ => return None,
    };
    match (month, day) {
        (0 | 13.., _) => Some(format!("there is no month {month}")),
        (_, 0 | 32..) => Some(format!("there is no day {day}")),
        _ => None,
    }
}

/// Returns how to write the second 60 of a minute.
fn of_leap_second(text: &str) -> Option<String> {
    let at = text.rfind(":60").filter(|at| text[..*at].contains(':'))?;
    let unix_ms = parse(&format!("{}:59{}", &text[..at], &text[at + 3..]))?.div_euclid(1000) * 1000;
    let [last, next] = [999, 1000].map(|ms| iso(unix_ms + ms).replace(".000Z", "Z"));
    Some(format!("instants are UT1, which has no leap seconds: write {last} or {next}"))
}

fn of_digits(text: &str) -> Option<String> {
    if let 8 = text.len() {
        let date = format!("{}-{}-{}", &text[..4], &text[4..6], &text[6..]);
        return parse(&date).map(|_| format!("did you mean {date}?"));
    }
    let number: i64 = text.parse().ok().filter(|_| (9..=13).contains(&text.len()))?;
    let unix_ms = if text.len() > MAX_DIGITS_OF_SECONDS { number } else { number * 1000 };
    Some(format!("seconds since 1970? that is {}", iso(unix_ms).replace(".000Z", "Z")))
}

/// Returns how [`parse`] reads a date such as 12-08-2026, whose first two numbers could be exchanged; none
/// for every other text.
pub(crate) fn month_first(text: &str) -> Option<String> {
    // Nearly all dates begin with a year, so this returns early.
    let at = text.bytes().take(3).position(|b| matches!(b, b'-' | b'.' | b'/'))?;
    let month = |part: &str| part.parse::<u8>().ok().filter(|n| (1..=12).contains(n));
    let (first, rest) = (month(&text[..at])?, &text[at + 1..]);
    let (second, rest) = rest.split_once(char::from(text.as_bytes()[at]))?;
    month(second).filter(|second| *second != first)?;
    let year = rest.bytes().take_while(u8::is_ascii_digit).count();
    let unix_ms = (1..=4).contains(&year).then(|| parse(text))??;
    Some(format!("{text} is read as month-day-year: {}", date_text_ms(unix_ms)))
}

/// Returns how [`parse`] reads a date in digits whose year, month or day is another than the digits say:
/// `-500` in the year 500, `2026-02-30` on 2 March; none for every other text.
pub(crate) fn other_reading(text: &str, unix_ms: i64) -> Option<String> {
    if is_plain(text.as_bytes()) {
        return None;
    }
    let date = date_text_ms(unix_ms);
    let has_words = text.bytes().any(|b| b.is_ascii_alphabetic() && !b"TtZz".contains(&b));
    if has_words || text.starts_with(&date) || month_first(text).is_some() {
        return None;
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    // What follows is the time of day.
    let digits = digits.split(['T', 't', ' ']).next().unwrap_or_default();
    if digits.contains(|c: char| !(c.is_ascii_digit() || "-/.".contains(c))) {
        return None;
    }
    let Date { year, month, day } = Date::gregorian(UNIX_EPOCH_JD + unix_ms.div_euclid(MS_PER_DAY) as f64);
    let read = [sign * i64::from(year), i64::from(month), day as i64].map(Some);
    let numbers = digits.split(|c: char| !c.is_ascii_digit()).map(|number| number.parse::<i64>().ok());
    let said: Vec<_> = numbers.collect();
    let year_digits = digits.bytes().take_while(u8::is_ascii_digit).count();
    // 2026.5 may be meant as the middle of the year; a zone may shift the day by one.
    let is_decimal = said.len() == 2 && digits.contains('.');
    let has_time = digits.len() + usize::from(sign < 0) < text.len();
    let is_same = has_time || said.into_iter().zip(read).all(|(said, read)| said == read);
    let is_as_said = year_digits >= 4 && !is_decimal && is_same;
    (!is_as_said).then_some(date)
}

/// Returns whether a text is a year of four digits, maybe with a month and a day that every month has.
fn is_plain(text: &[u8]) -> bool {
    let (year, rest) = text.split_at(text.len().min(4));
    let is_usual_day = match rest {
        [] => true,
        [b'-', _, _, b'-', tens, ones, ..] => (*tens, *ones) <= (b'2', b'8'),
        _ => false,
    };
    is_usual_day && year.len() == 4 && year.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_that_is_read_otherwise_than_its_digits_say_is_noted() {
        for (text, read) in [
            ("-500", Some("0500-01-01")),
            ("-1900-01-01", Some("1900-01-01")),
            ("2026-02-30", Some("2026-03-02")),
            ("7", Some("2001-07-01")),
            ("50", Some("1950-01-01")),
            ("2026.5", Some("2026-05-01")),
            ("-000500", None),
            ("-001900-01-01", None),
            ("2026", None),
            ("2026-08", None),
            ("2026-08-12", None),
            ("2026/8/12", None),
            ("2026-08-12T23:00:00-05:00", None),
            ("0500", None),
            ("12 Aug 2026", None),
            ("12-08-2026", None),
        ] {
            let unix_ms = parse(text).expect(text);
            assert_eq!(other_reading(text, unix_ms).as_deref(), read, "{text}");
        }
    }

    #[test]
    fn a_text_that_is_no_date_gets_its_probable_meaning() {
        for (text, right) in [
            ("2026-13-01", "there is no month 13"),
            ("2026-08-32", "there is no day 32"),
            ("20260812", "did you mean 2026-08-12?"),
            ("13-08-2026", "did you mean 2026-08-13?"),
            ("1.13.2026x", "write 2026-08-12, "),
            (
                "2016-12-31T23:59:60Z",
                "is not a date; instants are UT1, which has no leap seconds: \
                 write 2016-12-31T23:59:59.999Z or 2017-01-01T00:00:00Z",
            ),
            ("2026-08-12 12:60", "write 2026-08-12, "),
            ("1723487400", "seconds since 1970? that is 2024-08-12T18:30:00Z"),
            ("1723487400123", "that is 2024-08-12T18:30:00.123Z"),
            (
                "someday",
                "is not a date; write 2026-08-12, 2026-08-12T18:30:00Z, now, today, tomorrow or +30d",
            ),
            ("-BC", "write -000584-05-28"),
            ("20261332", "write 2026-08-12"),
            ("", "write 2026-08-12"),
        ] {
            assert_eq!(parse(text), None, "{text}");
            assert!(advice(text).contains(right), "{text}: {}", advice(text));
        }
    }

    #[test]
    fn only_a_date_of_which_two_readings_exist_is_ambiguous() {
        for text in ["12-08-2026", "12.08.2026", "12/8/2026", "12-08-2026 18:00"] {
            let read = month_first(text).unwrap_or_default();
            assert_eq!(read, format!("{text} is read as month-day-year: 2026-12-08"));
        }
        for text in ["2026-08-12", "08-08-2026", "12-13-2026", "1.5,2.5", "-8.4,43.36", "", "é-1-2"] {
            assert_eq!(month_first(text), None, "{text}");
        }
    }
}
