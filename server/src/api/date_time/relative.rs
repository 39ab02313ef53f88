//! Dates relative to the present: `now`, `today`, `+30d`.

use super::parts::{MOST_MS, days_from_epoch};
use accounts::clock::HOUR_MS;
use astro::constants::{MS_PER_DAY, UNIX_EPOCH_JD};
use astro::time::{Calendar, Date};

/// Digits of the number before a unit: more than the dates of ECMAScript need.
const MAX_DIGITS: usize = 7;

/// A date relative to the present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relative {
    /// A day, counted from today.
    Day(i64),
    /// Milliseconds from now.
    Milliseconds(i64),
    /// Years of the calendar from now.
    Years(i64),
}

/// The words, in capitals or not.
const WORDS: [(&str, Relative); 4] = [
    ("now", Relative::Milliseconds(0)),
    ("today", Relative::Day(0)),
    ("tomorrow", Relative::Day(1)),
    ("yesterday", Relative::Day(-1)),
];

impl Relative {
    /// Reads a word, or a sign with a number and a unit: `+12h`, `-1d`, `+2w`, `+1y`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if let Some((_, relative)) = WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(text)) {
            return Some(*relative);
        }
        let (sign, rest) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            // A plus sign in a query decodes to a space.
            None => (1, text.strip_prefix(['+', ' '])?),
        };
        let (digits, unit) = rest.split_at_checked(rest.len().checked_sub(1)?)?;
        let is_number = digits.len() <= MAX_DIGITS && digits.bytes().all(|b| b.is_ascii_digit());
        let count = sign * digits.parse::<i64>().ok().filter(|_| is_number)?;
        Some(match unit {
            "h" => Self::Milliseconds(count * HOUR_MS),
            "d" => Self::Milliseconds(count * MS_PER_DAY),
            "w" => Self::Milliseconds(count * 7 * MS_PER_DAY),
            "y" => Self::Years(count),
            _ => return None,
        })
    }

    /// Returns the instant, milliseconds since 1970, with UTC as the local zone; none beyond the dates of
    /// ECMAScript. February 29 becomes March 1 in a common year.
    pub(crate) fn after(self, now_ms: i64) -> Option<i64> {
        let (today, time_ms) = (now_ms.div_euclid(MS_PER_DAY), now_ms.rem_euclid(MS_PER_DAY));
        let ms = match self {
            Self::Day(days) => (today + days) * MS_PER_DAY,
            Self::Milliseconds(ms) => now_ms + ms,
            Self::Years(years) => {
                let Date { year, month, day } = Date::gregorian(UNIX_EPOCH_JD + today as f64);
                let year = (i64::from(year) + years).clamp(-1_000_000, 1_000_000);
                days_from_epoch(year, i64::from(month), day as i64, Calendar::Gregorian) * MS_PER_DAY
                    + time_ms
            }
        };
        (ms.abs() <= MOST_MS).then_some(ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::date_time;
    use proptest::prelude::*;

    fn after(now: &str, text: &str) -> Option<String> {
        let now_ms = date_time::parse(now).expect("a date");
        Relative::parse(text)?.after(now_ms).map(astro::time::iso_text_ms)
    }

    #[test]
    fn words_and_signed_numbers_alone_count_from_now() {
        for (text, expected) in [
            ("NOW", "2028-02-29T15:04:05.678"),
            ("today", "2028-02-29T00:00:00.000"),
            ("Tomorrow", "2028-03-01T00:00:00.000"),
            ("yesterday", "2028-02-28T00:00:00.000"),
            ("+12h", "2028-03-01T03:04:05.678"),
            (" 30d", "2028-03-30T15:04:05.678"),
            ("-1d", "2028-02-28T15:04:05.678"),
            ("+2w", "2028-03-14T15:04:05.678"),
            ("+1y", "2029-03-01T15:04:05.678"),
            ("-4y", "2024-02-29T15:04:05.678"),
            ("-2500y", "-000472-02-29T15:04:05.678"),
        ] {
            assert_eq!(after("2028-02-29T15:04:05.678Z", text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "+", "30d", "+d", "+1", "+1 d", "+1.5d", "++1d", "+1m", "+1D", "+é", "day", "-1dd"]
        {
            assert_eq!(Relative::parse(text), None, "{text}");
        }
        assert_eq!(Relative::parse("+99999999d"), None);
        assert_eq!(after("2026-01-01", "+9999999y"), None);
        assert_eq!(after("2026-01-01", "-900000y"), None);
    }

    proptest! {
        #[test]
        fn no_relative_date_is_an_absolute_one(text in "[+ -][0-9]{1,8}[hdwy]|now|today|tomorrow|yesterday") {
            prop_assert_eq!(date_time::parse(&text), None);
        }

        #[test]
        fn every_text_is_read_without_a_panic(text in "[+ -]?[0-9hdwyé]{0,12}") {
            let _ = Relative::parse(&text).map(|relative| relative.after(0));
        }
    }
}
