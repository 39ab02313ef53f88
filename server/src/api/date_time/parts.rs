//! The parts of a date, and their instant.

use astro::time::{Calendar, Date};

/// Greatest distance from 1970 that an ECMAScript date can have, ms.
pub const MOST_MS: i64 = 8_640_000_000_000_000;

/// The parts of a date read so far.
#[derive(Default)]
pub(super) struct Parts {
    /// Numbers of the date, in the order of the text.
    pub(super) day: Slots<3>,
    pub(super) named_month: Option<i64>,
    pub(super) is_iso: bool,
    /// Hour, minute, second, millisecond.
    pub(super) time: Slots<4>,
    pub(super) half_of_day: Option<i64>,
    pub(super) sign: Option<i64>,
    pub(super) offset_hour: Option<i64>,
    pub(super) offset_minute: Option<i64>,
}

/// The numbers of a date or a time read so far.
#[derive(Clone, Copy)]
pub(super) struct Slots<const N: usize> {
    pub(super) values: [i64; N],
    pub(super) filled: usize,
}

impl<const N: usize> Default for Slots<N> {
    fn default() -> Self {
        Self { values: [0; N], filled: 0 }
    }
}

impl<const N: usize> Slots<N> {
    /// Adds a value, if there is room.
    pub(super) fn push(&mut self, value: i64) -> Option<()> {
        *self.values.get_mut(self.filled)? = value;
        self.filled += 1;
        Some(())
    }

    /// Adds a value and leaves the rest at zero.
    pub(super) fn finish(&mut self, value: i64) {
        self.push(value);
        self.filled = N;
    }
}

impl Parts {
    /// Returns whether the offset from UTC is known to be zero.
    pub(super) fn is_utc(&self) -> bool {
        self.offset_hour == Some(0) && self.offset_minute == Some(0)
    }

    /// Sets the offset from UTC to whole hours.
    pub(super) fn set_zone(&mut self, hours: i64) {
        self.sign = Some(if hours < 0 { -1 } else { 1 });
        (self.offset_hour, self.offset_minute) = (Some(hours.abs()), Some(0));
    }

    /// The instant in ms since 1970 of a date of a calendar, if the parts are valid.
    pub(super) fn instant(&self, calendar: Calendar) -> Option<i64> {
        let (year, month, day) = self.date()?;
        // V8 computes the seconds of an offset in 32 bits and rejects negative results.
        let seconds = (self.offset_hour.unwrap_or(0) * 3600 + self.offset_minute.unwrap_or(0) * 60) as u32;
        let offset_s = self.sign.unwrap_or(0) * i64::from(i32::try_from(seconds).ok()?);
        (year.abs() < 1_000_000 && !is_skipped((year, month, day), calendar)).then_some(())?;
        let ms = (days_from_epoch(year, month, day, calendar) * 86_400 - offset_s) * 1000 + self.time_ms()?;
        (ms.abs() <= MOST_MS).then_some(ms)
    }

    fn date(&self) -> Option<(i64, i64, i64)> {
        if self.day.filled == 0 {
            return None;
        }
        let mut numbers = [1; 3];
        numbers[..self.day.filled].copy_from_slice(&self.day.values[..self.day.filled]);
        let [a, b, c] = numbers;
        let is_day = |n: i64| (1..=31).contains(&n);
        let (year, month, day) = match self.named_month {
            None if self.is_iso || !is_day(a) => (a, b, c),
            None => (c, a, b),
            Some(month) if !is_day(a) => (a, month, b),
            Some(month) => (b, month, a),
        };
        let year = match year {
            0..=49 if !self.is_iso => year + 2000,
            50..=99 if !self.is_iso => year + 1900,
            _ => year,
        };
        ((1..=12).contains(&month) && is_day(day)).then_some((year, month, day))
    }

    fn time_ms(&self) -> Option<i64> {
        let [mut hour, minute, second, ms] = self.time.values;
        if let Some(offset) = self.half_of_day {
            (0..=12).contains(&hour).then_some(())?;
            hour = hour % 12 + offset;
        }
        let is_midnight = hour == 24 && minute == 0 && second == 0 && ms == 0;
        let is_time = (0..24).contains(&hour)
            && (0..60).contains(&minute)
            && (0..60).contains(&second)
            && (0..1000).contains(&ms);
        (is_time || is_midnight).then_some(((hour * 60 + minute) * 60 + second) * 1000 + ms)
    }
}

/// Returns whether a date is one of the ten that the change to the Gregorian calendar skipped.
fn is_skipped(date: (i64, i64, i64), calendar: Calendar) -> bool {
    calendar == Calendar::Auto && matches!(date, (1582, 10, 5..=14))
}

/// Days of a date since 1970 January 1; a day after the end of the month continues into the next.
pub(super) fn days_from_epoch(year: i64, month: i64, day: i64, calendar: Calendar) -> i64 {
    let date = Date { year: year as i32, month: month as i32, day: day as f64 };
    (calendar.jd(date) - astro::constants::UNIX_EPOCH_JD) as i64
}
