//! Dates and times in words.

use crate::pages::prelude::*;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The date of an instant, Gregorian: `8 April 2024`, `22 May 585 BC`.
pub(crate) fn date(at: Instant) -> String {
    let (day, year) = parts(at);
    match year {
        ..=0 => format!("{day} {} BC", 1 - year),
        _ => format!("{day} {year}"),
    }
}

/// The date of an instant without its year: `8 April`.
pub(crate) fn day(at: Instant) -> String {
    parts(at).0
}

fn parts(at: Instant) -> (String, i32) {
    let iso = at.date();
    let mut parts = iso.rsplitn(3, '-');
    let (day, month, year) = (parts.next(), parts.next(), parts.next().unwrap_or_default());
    let month = month.and_then(|m| m.parse::<usize>().ok()).and_then(|m| MONTHS.get(m.wrapping_sub(1)));
    let (day, month) = (day.unwrap_or_default().trim_start_matches('0'), month.unwrap_or(&""));
    match year.parse() {
        Ok(year) => (format!("{day} {month}"), year),
        Err(error) => unreachable!("the year of an instant is a whole number, not {year}: {error}"),
    }
}

/// The time of day of an instant to the second: `18:17:15`.
pub(crate) fn time(at: Instant) -> String {
    let seconds = (at.unix_ms.rem_euclid(MS_PER_DAY) + 500) / 1000 % (MS_PER_DAY / 1000);
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The time of day of an instant to the minute: `18:17`.
pub(crate) fn short_time(at: Instant) -> String {
    let minutes = (at.unix_ms.rem_euclid(MS_PER_DAY) + 30_000) / 60_000 % (24 * 60);
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_readable() {
        let at = |unix_ms| Instant { unix_ms };
        assert_eq!(date(at(1_712_599_200_000)), "8 April 2024");
        assert_eq!(date(at(-14_680_000_000_000)), "23 October 1504");
        assert_eq!(date(at(-80_584_243_200_000)), "22 May 585 BC");
        assert_eq!(date(at(-57_000_000_000_000)), "28 September 163");
        assert_eq!(time(at(1_712_599_199_499)), "17:59:59");
        assert_eq!(time(at(1_712_599_199_500)), "18:00:00");
        assert_eq!((time(at(-1)), short_time(at(-1))), ("00:00:00".into(), "00:00".into()));
        assert_eq!(short_time(at(1_712_599_259_000)), "18:01");
    }
}
