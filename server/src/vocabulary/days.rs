//! Days of 24 hours, counted from an instant.

use crate::api::input::{Input, Required};
use crate::api::instant::Instant;
use crate::api::parameter::Parameter;
use astro::constants::MS_PER_DAY;
use web::problem::{Code, Problem};

/// Days of 24 hours from an instant to another: a part of a day counts as one, and there is at least one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Days {
    /// Where the first begins.
    pub(crate) start: Instant,
    /// The end as it was given.
    pub(crate) end: Instant,
    /// How many there are.
    pub(crate) count: i64,
}

/// Records as wrong an `end-date` that comes before the `start-date`.
pub(crate) fn in_order(input: &mut Input, start: &Instant, end: &Instant) {
    if end < start {
        let detail = format!("{} comes before start-date = {}", end.iso(), start.iso());
        input.wrong("end-date", detail);
    }
}

impl Days {
    /// Records as wrong an end that comes before the beginning; both with their parameters.
    pub(crate) fn check_order(
        input: &mut Input,
        (first, start): (&Parameter, &Required<Instant>),
        (last, end): (&Parameter, &Required<Instant>),
    ) {
        if let (Some(start), Some(end)) = (start.as_ref(), end.as_ref())
            && end < start
        {
            input.wrong(last.name, format!("{} comes before {} = {}", end.iso(), first.name, start.iso()));
        }
    }

    /// The days of a range whose end does not come before its beginning; not more than `most`.
    pub(crate) fn counted(start: Instant, end: Instant, most: i64) -> Result<Self, Problem> {
        let count = ((end.unix_ms - start.unix_ms + MS_PER_DAY - 1) / MS_PER_DAY).max(1);
        if count > most {
            let detail = format!("{count} days were asked for; one call gives at most {most}");
            return Err(Problem::new(Code::TooLarge, detail));
        }
        Ok(Self { start, end, count })
    }

    /// Where a day begins, numbered from 0; that after the last one is the end of all.
    pub(crate) fn begin(self, day: i64) -> Instant {
        Instant { unix_ms: self.start.unix_ms.saturating_add(day * MS_PER_DAY) }
    }

    /// Where the last day ends.
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
