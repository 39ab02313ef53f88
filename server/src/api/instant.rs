//! An instant in requests and responses.

use crate::api::date_time::advice::{advice, other_reading, probable};
use crate::api::input::shortened;
use crate::api::number::{JULIAN_DAYS, decimal, shown};
use crate::api::prelude::*;
use crate::api::present;
use crate::api::value::Value;
use astro::time::{Calendar, Ut1};

pub use almanac::Instant;

/// The first day of the Gregorian calendar, 1582 October 15, ms since 1970.
const GREGORIAN_MS: i64 = -12_219_292_800_000;

/// Reads a date of a request: one that `Date.parse` of ECMAScript accepts, or one relative to the present.
pub(crate) fn read_date(input: &mut Input, text: &str) -> Option<Instant> {
    let absolute_ms = input.parse_date(text);
    read_as(input, text, absolute_ms)
}

fn read_as(input: &mut Input, text: &str, absolute_ms: Option<i64>) -> Option<Instant> {
    // Nearly all dates are absolute.
    let reading = absolute_ms.and_then(|unix_ms| match input.calendar {
        Some(Calendar::Auto) if unix_ms >= GREGORIAN_MS => None,
        Some(_) => Some(in_both_calendars(unix_ms)),
        None => other_reading(text, unix_ms).map(|date| format!("read as {date}")),
    });
    if let Some(reading) = reading {
        input.has_julian_date |= input.calendar.is_some();
        input.remark(format!("{} is {reading}", shortened(text)));
    }
    absolute_ms.or_else(|| present::parse(input, text)).map(|unix_ms| Instant { unix_ms })
}

fn in_both_calendars(unix_ms: i64) -> String {
    let jd = Instant { unix_ms }.ut1().midnight().0;
    let [julian, gregorian] = [Calendar::Julian, Calendar::Gregorian].map(|of| of.date(jd).text());
    format!("{julian} of the Julian and {gregorian} of the Gregorian calendar")
}

/// Reads the date of a parameter, which may also be relative to a date in the path before it.
pub(crate) fn read_parameter(input: &mut Input, p: &Parameter, text: &str) -> Option<Instant> {
    let start = input.date_before(p).or_else(|| present::day_before(input, p));
    let from_start = start.and_then(|start_ms| present::from_start(start_ms, text));
    from_start.map(|unix_ms| Instant { unix_ms }).or_else(|| {
        let absolute_ms = input.absolute_date(p, text);
        read_as(input, text, absolute_ms)
    })
}

impl Value for Instant {
    const IS_DATE: bool = true;
    type Echo = String;

    fn accepted(_: &Parameter) -> Accepted {
        let description = "[DATE_TIME]: what JavaScript's Date.parse takes, with UTC as the local zone. \
            A year before 0 has a sign and six digits: `-000001-01-01` is in the year −1 (2 BC), while \
            `-0001-01-01` is 1 January 2001, for there the sign counts for nothing. Relative to the present: \
            `now`, `today`, `tomorrow`, `yesterday`, and a sign with a number of hours, days, weeks or years \
            from now, such as `+12h`, `-1d`, `+2w` or `+1y`; after a start that is a date, from the start: \
            `2026-08-01/+30d`.";
        Accepted {
            schema: json!({ "type": "string", "minLength": 1, "description": description }),
            words: "[Date, with or without a time](/docs/dates#dates), or `now`, `today`, `+30d`".to_owned(),
        }
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let text = input.text(p)?;
        let instant = read_parameter(input, p, &text);
        input.parse(p, |_| instant, advice)
    }

    fn echo(&self) -> impl Serialize {
        self.iso()
    }
}

/// A Julian Day of UT, which a request may also write as a date.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Day(pub(crate) f64);

/// Returns the date of a Julian Day, with the number: `2026-08-20 (Julian Day 2461272.5)`.
pub(crate) fn day_in_words(jd: f64) -> String {
    format!("{} (Julian Day {jd})", Instant::from_ut1(Ut1(jd)).date())
}

impl Value for Day {
    const IS_DATE: bool = true;
    type Echo = f64;

    fn accepted(p: &Parameter) -> Accepted {
        let [from, to] = JULIAN_DAYS;
        let day = json!({ "type": "number", "minimum": from, "maximum": to });
        Accepted {
            schema: json!({ "anyOf": [day, Instant::accepted(p).schema] }),
            words: format!("Julian Day, {} to {}, or a [date](/docs/dates#dates)", shown(from), shown(to)),
        }
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let [from, to] = JULIAN_DAYS;
        let text = input.text(p)?;
        let day = match decimal(&text) {
            Some(day) => Some(Self(day)).filter(|_| (from..=to).contains(&day)),
            None => read_date(input, &text).map(|at| Self(at.ut1().0)),
        };
        let right = |text: &str| {
            let probable = probable(text).map_or_else(String::new, |probable| format!("; {probable}"));
            format!("must be a Julian Day from {from} to {to}, or a date such as 2024-04-08{probable}")
        };
        input.parse(p, |_| day, right)
    }

    fn echo(&self) -> impl Serialize {
        self.0
    }
}
