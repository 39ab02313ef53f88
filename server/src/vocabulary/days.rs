//! Days of 24 hours, counted from an instant.

use crate::api::instant::read_date;
use crate::api::value::Value;
use crate::vocabulary::prelude::*;
use astro::time::{Calendar, Date};
use std::ops::Deref;

/// The days of 24 hours between two instants: a partial day counts as a full day, and there is at least one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Days {
    /// Start of the first day.
    pub(crate) start: Instant,
    /// The end as given in the request.
    pub(crate) end: Instant,
    pub(crate) count: i64,
}

/// The greatest number of days of an operation.
const MAX_DAYS: i64 = 3660;

/// The parameter `days`.
#[derive(Parameters)]
#[parameters(inline)]
pub(crate) struct DaysInput {
    /// Number of days from `start-date`; only with a path without `end-date`. The default is 1.
    #[param(example = "31", min = 1, max = MAX_DAYS)]
    days: Option<i64>,
}

/// The end of a range, not included: in the path, or a number of days after `start-date`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct EndDate(Instant);

impl Deref for EndDate {
    type Target = Instant;

    fn deref(&self) -> &Instant {
        &self.0
    }
}

impl Value for EndDate {
    const IS_DATE: bool = true;
    type Echo = String;

    fn accepted(p: &Parameter) -> Accepted {
        Instant::accepted(p)
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let days = input.text(&DaysInput::DAYS);
        let has_days = days.is_some();
        let Some(text) = input.text(p) else {
            let start = input.named("start-date").and_then(|text| read_date(input, &text));
            // What is wrong with the start or the number is recorded with their own parameters.
            let count =
                days.and_then(|days| days.parse().ok()).filter(|count| (1..=MAX_DAYS).contains(count));
            let ms = count.unwrap_or(1) * MS_PER_DAY;
            let start = start.unwrap_or_default();
            let end = whole_period(input, start).filter(|_| !has_days);
            return Some(Self(end.unwrap_or(Instant { unix_ms: start.unix_ms + ms })));
        };
        if has_days {
            input.wrong(DaysInput::DAYS.name, "only with a path that has no end-date");
        }
        let end = Instant::read(input, p)?;
        // A year or a month twice is the whole of it, as once.
        if input.named("start-date").is_some_and(|start| start == text)
            && let Some(end) = whole_period(input, end)
        {
            return Some(Self(end));
        }
        if let (Some(start_ms), false) = (input.date_before(p), text.starts_with(['+', ' '])) {
            remark_excluded(input, Instant { unix_ms: start_ms }, end);
        }
        Some(Self(end))
    }

    fn echo(&self) -> impl Serialize {
        self.0.iso()
    }
}

/// Returns the end of the year or month that `start-date` alone names, and notes that it means all of it.
fn whole_period(input: &mut Input, start: Instant) -> Option<Instant> {
    let text = input.named("start-date")?;
    let digits = text.trim_start_matches(['+', '-', '−']);
    let parts: Vec<&str> = digits.split('-').collect();
    let is_number = |part: &&str| part.bytes().all(|b| b.is_ascii_digit());
    let calendar = input.calendar.unwrap_or(Calendar::Gregorian);
    let date = calendar.date(start.ut1().0);
    let (next, word) = match parts.as_slice() {
        [year] if year.len() >= 4 && is_number(year) => (Date { year: date.year + 1, ..date }, "year"),
        [year, month] if year.len() >= 4 && parts.iter().all(is_number) && month.len() == 2 => {
            let (years, month) = if date.month == 12 { (1, 1) } else { (0, date.month + 1) };
            (Date { year: date.year + years, month, ..date }, "month")
        }
        _ => return None,
    };
    input.remark(format!("{text} is the whole {word}; a day is {}", start.date()));
    Some(Instant::from_ut1(Ut1(calendar.jd(next))))
}

/// Notes that the date at the end of whole days is not one of them.
fn remark_excluded(input: &mut Input, start: Instant, end: Instant) {
    let count = (end.unix_ms - start.unix_ms) / MS_PER_DAY;
    if count > 1 && [start, end].iter().all(|at| at.unix_ms % MS_PER_DAY == 0) {
        let last = Instant { unix_ms: end.unix_ms - MS_PER_DAY };
        input.remark(format!("end-date is not included: {count} days, the last is {}", last.date()));
    }
}

/// Rejects an `end-date` before the `start-date`.
pub(crate) fn in_order(input: &mut Input, start: &Instant, end: &EndDate) {
    if **end < *start {
        let detail = format!("{} comes before start-date = {}", end.iso(), start.iso());
        input.wrong("end-date", detail);
    }
}

impl Days {
    /// Returns the days of a range, or an error if there are more than `max`. The end must not precede the
    /// start.
    pub(crate) fn counted(start: Instant, end: Instant, max: i64) -> Result<Self, Problem> {
        let count = ((end.unix_ms - start.unix_ms + MS_PER_DAY - 1) / MS_PER_DAY).max(1);
        if count > max {
            let detail = format!("{count} days requested; the maximum is {max}");
            return Err(Problem::new(Code::TooLarge, detail));
        }
        Ok(Self { start, end, count })
    }

    /// Returns the start of a day, numbered from 0. The start after the last day is the end of the range.
    pub(crate) fn begin(self, day: i64) -> Instant {
        Instant { unix_ms: self.start.unix_ms.saturating_add(day * MS_PER_DAY) }
    }

    /// Returns the end of the last day.
    pub(crate) fn last(self) -> Instant {
        self.begin(self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_day_counts_as_one() {
        let days = |ms: i64| Days::counted(Instant { unix_ms: 5 }, Instant { unix_ms: 5 + ms }, 10);
        let count = |ms: i64| days(ms).map(|d| d.count);
        assert_eq!([0, 1, MS_PER_DAY, MS_PER_DAY + 1].map(count), [Ok(1), Ok(1), Ok(1), Ok(2)]);
        assert_eq!(days(2 * MS_PER_DAY).map(|d| d.last().unix_ms), Ok(5 + 2 * MS_PER_DAY));
        assert!(days(10 * MS_PER_DAY + 1).is_err());
    }
}
