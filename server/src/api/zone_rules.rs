//! The rules of a time zone: how far its clocks are ahead of UT.

use astro::constants::MS_PER_DAY;
use chrono::{DateTime, LocalResult, Offset, TimeZone};
use chrono_tz::{OffsetName, TZ_VARIANTS, Tz};

/// Words for the zone of the observer.
const OF_PLACE: [&str; 2] = ["auto", "local"];
/// The greatest offset from UT, hours.
const MAX_HOURS: i64 = 18;

/// Returns whether a text means the zone of the observer, in capitals or not.
pub(crate) fn is_of_place(text: &str) -> bool {
    OF_PLACE.iter().any(|word| word.eq_ignore_ascii_case(text))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ZoneRules {
    Iana(Tz),
    /// A fixed offset from UT, seconds ahead.
    Fixed(i64),
}

impl ZoneRules {
    /// Universal Time.
    pub(crate) const UT: Self = Self::Fixed(0);

    /// Reads the name of a zone, in capitals or not, or an offset: `+02:00`, `-0330`, `UTC+2`. A plus sign in
    /// a query decodes to a space; no name contains a space.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.replace(' ', "+");
        let in_capitals = || TZ_VARIANTS.into_iter().find(|zone| zone.name().eq_ignore_ascii_case(&text));
        let zone = text.parse().ok().or_else(in_capitals).map(Self::Iana);
        zone.or_else(|| offset_s(&text).map(Self::Fixed))
    }

    /// Returns the name; that of an offset is `UTC+02:00`.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Iana(zone) => zone.name().to_owned(),
            Self::Fixed(ahead_s) => format!("UTC{}", offset_text(ahead_s)),
        }
    }

    /// Returns how far clocks are ahead at an instant, seconds; none millions of years from now. Instants are
    /// milliseconds since 1970.
    pub(crate) fn ahead_s(self, unix_ms: i64) -> Option<i64> {
        match self {
            Self::Fixed(ahead_s) => Some(ahead_s),
            Self::Iana(zone) => {
                let universal = DateTime::from_timestamp_millis(unix_ms)?.naive_utc();
                Some(i64::from(zone.offset_from_utc_datetime(&universal).fix().local_minus_utc()))
            }
        }
    }

    /// Returns whether clocks showed the local mean time of the zone's city, as before there were zones.
    pub(crate) fn is_mean_time(self, unix_ms: i64) -> bool {
        let Self::Iana(zone) = self else { return false };
        DateTime::from_timestamp_millis(unix_ms)
            .is_some_and(|at| zone.offset_from_utc_datetime(&at.naive_utc()).abbreviation() == Some("LMT"))
    }

    /// Returns the local date, days since 1970 January 1.
    pub(crate) fn day(self, unix_ms: i64) -> Option<i64> {
        Some((unix_ms + self.ahead_s(unix_ms)? * 1000).div_euclid(MS_PER_DAY))
    }

    /// Returns the first instant of a local date, which is given as days since 1970 January 1. A date that
    /// the zone skips starts with the next date.
    pub(crate) fn begin_of(self, day: i64) -> Option<i64> {
        let midnight_ms = day.checked_mul(MS_PER_DAY)?;
        let zone = match self {
            Self::Fixed(ahead_s) => return midnight_ms.checked_sub(ahead_s * 1000),
            Self::Iana(zone) => zone,
        };
        let midnight = DateTime::from_timestamp_millis(midnight_ms)?.naive_utc();
        match zone.from_local_datetime(&midnight) {
            LocalResult::Single(at) | LocalResult::Ambiguous(at, _) => Some(at.timestamp_millis()),
            LocalResult::None => self.first_after_gap(midnight_ms),
        }
    }

    /// Returns the instant at which clocks skip a midnight.
    fn first_after_gap(self, midnight_ms: i64) -> Option<i64> {
        // No offset from UT exceeds a day.
        let (mut before, mut after) = (midnight_ms - MS_PER_DAY, midnight_ms + MS_PER_DAY);
        while after - before > 1 {
            let middle = before + (after - before) / 2;
            let is_begun = middle + self.ahead_s(middle)? * 1000 >= midnight_ms;
            (before, after) = if is_begun { (before, middle) } else { (middle, after) };
        }
        Some(after)
    }
}

/// Returns an offset as text: `+02:00`; with seconds only where clocks showed local mean time.
pub(crate) fn offset_text(ahead_s: i64) -> String {
    let (sign, s) = (if ahead_s < 0 { '-' } else { '+' }, ahead_s.abs());
    let seconds = if s % 60 == 0 { String::new() } else { format!(":{:02}", s % 60) };
    format!("{sign}{:02}:{:02}{seconds}", s / 3600, s / 60 % 60)
}

/// Reads an offset from UT, seconds.
fn offset_s(text: &str) -> Option<i64> {
    let prefix = text.get(..3).filter(|prefix| ["utc", "gmt"].iter().any(|z| z.eq_ignore_ascii_case(prefix)));
    let text = &text[prefix.map_or(0, str::len)..];
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+')?),
    };
    let (hours, minutes) = match (rest.split_once(':'), rest.len()) {
        (Some(parts), _) => parts,
        (None, 4) => rest.split_at_checked(2)?,
        (None, _) => (rest, "00"),
    };
    let number =
        |digits: &str| digits.parse::<i64>().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()));
    let is_form = matches!(hours.len(), 1 | 2) && minutes.len() == 2;
    let (hours, minutes) = (number(hours).filter(|_| is_form)?, number(minutes).filter(|n| *n < 60)?);
    let ahead_s = (hours * 60 + minutes) * 60;
    (ahead_s <= MAX_HOURS * 3600).then_some(sign * ahead_s)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_is_a_zone() {
        for (text, name) in [
            ("+02:00", "UTC+02:00"),
            (" 02:00", "UTC+02:00"),
            ("UTC+2", "UTC+02:00"),
            ("gmt-3", "UTC-03:00"),
            ("-0330", "UTC-03:30"),
            ("+00:00", "UTC+00:00"),
            ("UTC", "UTC"),
            ("europe/madrid", "Europe/Madrid"),
        ] {
            assert_eq!(ZoneRules::parse(text).map(ZoneRules::name).as_deref(), Some(name), "{text}");
            let again = ZoneRules::parse(name).map(ZoneRules::name);
            assert_eq!(again.as_deref(), Some(name), "a name can be read again");
        }
        for text in ["", "+", "2", "UTC+", "+2:0", "+19:00", "+02:60", "+123", "++2", "UTé+2", "local"] {
            assert_eq!(ZoneRules::parse(text), None, "{text}");
        }
    }
}
