//! Instants of UT as text.

use crate::error::{Error, shortened};
use astro::constants::{MS_PER_DAY, UNIX_EPOCH_JD};
use astro::time::{Date, Ut1, date_text_ms, iso_text_ms};
use serde::{Serialize, Serializer};

/// An instant of UT, to the millisecond; ISO 8601 as JSON.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant {
    /// Milliseconds since 1970-01-01, 0h UT.
    pub unix_ms: i64,
}

impl Instant {
    /// Reads a date, `2026-08-12`, or an instant, `2026-08-12T18:30:00Z`; years outside 0 … 9999 have a sign
    /// and six digits. `name` is the argument that an error names.
    pub fn parse(name: &'static str, text: &str) -> Result<Self, Error> {
        parsed(text).ok_or_else(|| {
            let text = shortened(text);
            let problem = format!("{text:?} is not a date such as 2026-08-12 or 2026-08-12T18:30:00Z");
            Error::argument(name, problem)
        })
    }

    /// The nearest millisecond to a Julian Date.
    pub fn from_ut1(t: Ut1) -> Self {
        Self { unix_ms: t.unix_ms() }
    }

    /// The instant as a Julian Date.
    pub fn ut1(self) -> Ut1 {
        Ut1(UNIX_EPOCH_JD + self.unix_ms as f64 / MS_PER_DAY as f64)
    }

    /// The date, ISO 8601; expanded years outside 0 … 9999.
    pub fn date(self) -> String {
        date_text_ms(self.unix_ms)
    }

    /// ISO 8601 with milliseconds and `Z`; expanded years outside 0 … 9999.
    pub fn iso(self) -> String {
        let mut text = iso_text_ms(self.unix_ms);
        text.push('Z');
        text
    }
}

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.iso())
    }
}

fn parsed(text: &str) -> Option<Instant> {
    let (day, clock) = text.split_once(['T', ' ']).unwrap_or((text, "00:00:00Z"));
    let signed = day.strip_prefix(['+', '-', '−']);
    let mut parts = signed.unwrap_or(day).split('-');
    let mut number = |digits: usize| {
        let part = parts.next()?;
        (part.len() == digits && part.bytes().all(|b| b.is_ascii_digit()))
            .then(|| part.parse::<i32>().ok())?
    };
    let year = number(if signed.is_some() { 6 } else { 4 })?;
    let (month, day_of_month) = (number(2)?, number(2)?);
    let year = if signed.is_some() && !day.starts_with('+') { -year } else { year };
    let date = Date { year, month, day: f64::from(day_of_month) };
    let jd = date.gregorian_jd();
    let back = Date::gregorian(jd);
    if parts.next().is_some() || (back.year, back.month, back.day) != (year, month, date.day) {
        return None;
    }
    let mut clock = clock.strip_suffix('Z').unwrap_or(clock).split(':');
    let mut unit = |below: f64, may_have_fraction: bool| {
        let text = clock.next().unwrap_or("00");
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let is_right = whole.len() == 2 && are_digits(whole) && are_digits(fraction);
        let value = text.parse().ok().filter(|value| (0.0..below).contains(value));
        value.filter(|_: &f64| is_right && (may_have_fraction || whole.len() == text.len()))
    };
    let (hours, minutes, seconds) = (unit(24.0, false)?, unit(60.0, false)?, unit(60.0, true)?);
    let day_ms = ((jd - UNIX_EPOCH_JD) as i64) * MS_PER_DAY;
    let ms = ((hours * 60.0 + minutes) * 60_000.0 + seconds * 1000.0).round() as i64;
    clock.next().is_none().then_some(Instant { unix_ms: day_ms + ms })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_they_are_written() {
        for text in ["2026-08-12T18:30:01.250Z", "-001998-01-05T00:00:00.000Z", "0000-02-29T23:59:59.999Z"] {
            assert_eq!(Instant::parse("from", text).expect("a date").iso(), text);
        }
        assert_eq!(Instant::parse("from", "1970-01-02").map(|at| at.unix_ms), Ok(MS_PER_DAY));
        for text in
            ["", "2026", "2026-8-12", "2026-02-30", "2026-08-12T25:00:00Z", "12.8.2026", "2026-08-12x"]
        {
            let error = Instant::parse("from", text).expect_err(text).to_string();
            assert!(error.starts_with("from: ") && error.contains("2026-08-12T18:30:00Z"), "{error}");
        }
    }
}
