//! Instants as ISO 8601.

use astro::constants::UNIX_EPOCH_JD;
use astro::time::{Date, iso_text_ms};

const DAY_MS: i64 = 86_400_000;
/// Length of the date and of `T` in a usual year.
const DATE_BYTES: usize = 11;

/// Digits from left to right.
struct Scanner<'a>(&'a [u8]);

impl Scanner<'_> {
    /// Takes a number with a count of digits, not above a maximum.
    fn number(&mut self, digits: usize, max: i64) -> Option<i64> {
        let (number, rest) = self.0.split_at_checked(digits)?;
        self.0 = rest;
        let digit = |sum: i64, b: &u8| b.is_ascii_digit().then(|| sum * 10 + i64::from(b - b'0'));
        number.iter().try_fold(0, digit).filter(|n| *n <= max)
    }

    /// Takes one of some characters.
    fn mark(&mut self, marks: &[u8]) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        marks.contains(first).then(|| self.0 = rest)?;
        Some(*first)
    }
}

/// Reads an ISO 8601 date, or date and time, as milliseconds since 1970, UTC: `2026-08-12`,
/// `2026-08-12T17:30Z`, `2026-08-12 17:30:00.123+02:00`, `-000584-05-28`. Without an offset it is UTC; digits
/// after the milliseconds are ignored.
pub(crate) fn parse(text: &str) -> Option<i64> {
    let mut s = Scanner(text.as_bytes());
    let sign = s.mark(b"+-");
    let year = s.number(if sign.is_some() { 6 } else { 4 }, 999_999)?;
    s.mark(b"-")?;
    let month = s.number(2, 12)?;
    s.mark(b"-")?;
    let day = s.number(2, 31)?;
    let year = if sign == Some(b'-') { -year } else { year };
    let date = Date { year: year as i32, month: month as i32, day: day as f64 };
    let jd = date.gregorian_jd();
    // A month or day that does not exist is another date.
    (Date::gregorian(jd) == date).then_some(())?;
    let midnight_ms = (jd - UNIX_EPOCH_JD) as i64 * DAY_MS;
    if s.0.is_empty() {
        return Some(midnight_ms);
    }
    s.mark(b"T t")?;
    let mut ms = s.number(2, 24)? * 3_600_000;
    s.mark(b":")?;
    ms += s.number(2, 59)? * 60_000;
    if s.mark(b":").is_some() {
        ms += s.number(2, 59)? * 1000;
        if s.mark(b".,").is_some() {
            let digits = s.0.iter().take_while(|b| b.is_ascii_digit()).count();
            let fraction = &s.0[..digits];
            s.0 = &s.0[digits..];
            let thousandth = |sum, place| sum * 10 + i64::from(fraction.get(place).map_or(0, |b| b - b'0'));
            ms += (digits > 0).then(|| (0..3).fold(0, thousandth))?;
        }
    }
    (ms <= DAY_MS).then_some(())?;
    let offset_min = match s.mark(b"Zz+-") {
        Some(sign @ (b'+' | b'-')) => {
            let hours = s.number(2, 23)?;
            s.mark(b":");
            let minutes = hours * 60 + if s.0.is_empty() { 0 } else { s.number(2, 59)? };
            if sign == b'-' { -minutes } else { minutes }
        }
        _ => 0,
    };
    s.0.is_empty().then_some(midnight_ms + ms - offset_min * 60_000)
}

/// Writes instants. Keeps the last date, because neighbouring instants mostly share it.
#[derive(Default)]
pub(crate) struct Writer {
    day: i64,
    date: Option<String>,
}

impl Writer {
    /// Appends an instant with milliseconds and `Z`.
    pub(crate) fn write(&mut self, unix_ms: i64, out: &mut Vec<u8>) {
        let (day, ms) = (unix_ms.div_euclid(DAY_MS), unix_ms.rem_euclid(DAY_MS) as u32);
        if self.day != day {
            self.date = None;
        }
        self.day = day;
        let date = self.date.get_or_insert_with(|| {
            let mut text = iso_text_ms(day * DAY_MS);
            text.truncate(text.find('T').map_or(DATE_BYTES, |t| t + 1));
            text
        });
        out.extend_from_slice(date.as_bytes());
        let digit = |n: u32| b'0' + (n % 10) as u8;
        let (s, ms) = (ms / 1000, ms % 1000);
        let [h, m, s] = [s / 3600, s / 60 % 60, s % 60].map(|n| [digit(n / 10), digit(n)]);
        let ms = [digit(ms / 100), digit(ms / 10), digit(ms)];
        out.extend_from_slice(&[
            h[0], h[1], b':', m[0], m[1], b':', s[0], s[1], b'.', ms[0], ms[1], ms[2], b'Z',
        ]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_read_in_the_forms_of_iso_8601() {
        let noon = 1_786_536_000_000;
        for text in [
            "2026-08-12T12:00:00.000Z",
            "2026-08-12T12:00Z",
            "2026-08-12 12:00",
            "2026-08-12t14:00:00+02:00",
            "2026-08-12T14:00+0200",
            "2026-08-12T07:00:00,0-05",
            "+002026-08-12T12:00:00.0009z",
        ] {
            assert_eq!(parse(text), Some(noon), "{text}");
        }
        assert_eq!(parse("1970-01-01T24:00"), Some(DAY_MS));
        assert_eq!(parse("1970-01-01T00:00:00.5"), Some(500));
        for time in ["", "12", "24:01", "12:60", "12:00:00.", "12:00ZZ", "12:00+"] {
            let text = format!("2026-08-12T{time}");
            assert_eq!(parse(&text), None, "{text}");
        }
        for text in ["", "2026", "2026-08", "2026-13-01", "2026-02-29", "12/08/2026", "2026-08-1２", "now"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!((parse("-2026-08-12"), parse("1786536000000")), (None, None));
    }

    #[test]
    fn written_instants_read_back_and_equal_those_of_astro() {
        let (mut random, mut writer) = (fastrand::Rng::with_seed(32), Writer::default());
        for _ in 0..10_000 {
            let ms = random.i64(-125_000_000_000_000..125_000_000_000_000);
            for ms in [ms, ms + 1, ms / 1_000_000] {
                let mut out = Vec::new();
                writer.write(ms, &mut out);
                let text = String::from_utf8(out).expect("ASCII");
                assert_eq!((&text, parse(&text)), (&format!("{}Z", iso_text_ms(ms)), Some(ms)));
            }
        }
    }
}
