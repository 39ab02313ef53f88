//! Time zones and local times.

use crate::api::date_time::parse;
use crate::api::input::shortened;
use crate::api::value::Value;
use crate::api::zone_rules::{ZoneRules, is_of_place, offset_text};
use crate::vocabulary::prelude::*;

/// The parameter `tz`: the zone of the place, or a named zone.
#[derive(Debug, Clone)]
pub(crate) enum ZoneChoice {
    /// `auto` or `local`.
    OfPlace,
    Named(Zone),
}

impl ZoneChoice {
    /// Replaces `auto` by the zone of the place; `name` is the name of the parameter.
    pub(crate) fn resolve(
        &mut self,
        context: &Context,
        site: Site,
        name: &'static str,
    ) -> Result<(), Problem> {
        if matches!(self, Self::OfPlace) {
            let zone = Zone::of(context, site).ok_or_else(|| {
                let detail = "the time zone of the place is unknown; use an IANA name such as Europe/Madrid";
                Problem::parameter(name, detail)
            })?;
            *self = Self::Named(zone);
        }
        Ok(())
    }

    /// Returns the zone; none for `auto`.
    pub(crate) fn zone(&self) -> Option<&Zone> {
        match self {
            Self::OfPlace => None,
            Self::Named(zone) => Some(zone),
        }
    }
}

impl Value for ZoneChoice {
    type Echo = str;

    fn accepted(_: &Parameter) -> Accepted {
        let words = "`Europe/Madrid`, `auto`, `local` or `+02:00`".to_owned();
        let pattern = "^(auto|local|[A-Za-z][A-Za-z0-9_+/:-]{1,40}|[+-][0-9]{1,2}(:?[0-9]{2})?)$";
        Accepted { words, ..Accepted::form(pattern) }
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let name = input.text(p)?;
        if is_of_place(&name) {
            return Some(Self::OfPlace);
        }
        let zone = Zone::named(&name);
        if zone.is_none() {
            let name = shortened(&name);
            let detail = format!("unknown time zone \"{name}\"; use a name such as Europe/Madrid, or auto");
            input.wrong(p.name, detail);
        }
        zone.map(Self::Named)
    }

    fn echo(&self) -> impl Serialize {
        self.zone().map_or("auto", |zone| &zone.name)
    }
}

/// The parameter `tz`.
#[derive(Debug, Clone, Default, Parameters)]
#[parameters(inline)]
pub(crate) struct ZoneInput {
    /// Time zone for local times in addition to UTC: an IANA name, `auto` or `local` for the zone of the
    /// observer, or an offset such as `+02:00` or `UTC+2`. `today` and `tomorrow` are then days of this zone.
    #[param(example = "America/New_York")]
    pub(crate) tz: Option<ZoneChoice>,
}

impl ZoneInput {
    /// Returns the zone, and replaces `auto` in the echo; none without `tz`.
    pub(crate) fn resolve(&mut self, context: &Context, site: Option<Site>) -> Result<Option<Zone>, Problem> {
        let Some(choice) = &mut self.tz else { return Ok(None) };
        match site {
            Some(site) => choice.resolve(context, site, Self::TZ.name)?,
            None if matches!(choice, ZoneChoice::OfPlace) => {
                let detail = "auto needs an observer; add obs, or use an IANA name such as Europe/Madrid";
                return Err(Problem::parameter(Self::TZ.name, detail));
            }
            None => {}
        }
        Ok(choice.zone().cloned())
    }

    /// Returns the zone of each place. With one place, the echo contains the zone instead of `auto`.
    pub(crate) fn resolve_each(
        &mut self,
        context: &Context,
        sites: &[Site],
    ) -> Result<Vec<Option<Zone>>, Problem> {
        match sites {
            [site] => Ok(vec![self.resolve(context, Some(*site))?]),
            _ => sites.iter().map(|site| self.clone().resolve(context, Some(*site))).collect(),
        }
    }
}

/// The time zone of a place.
#[derive(Debug, Clone)]
pub(crate) struct Zone {
    /// Name in the IANA database, or the offset: `UTC+02:00`.
    pub(crate) name: String,
    rules: ZoneRules,
}

impl Zone {
    /// Returns the zone of a place; none if it is unknown.
    pub(crate) fn of(context: &Context, site: Site) -> Option<Self> {
        Self::named(context.data.time_zones.at(site.lat, site.lng))
    }

    /// Returns the zone with an IANA name, in capitals or not, or with an offset from UT; none if there is no
    /// such zone.
    pub(crate) fn named(name: &str) -> Option<Self> {
        ZoneRules::parse(name).map(|rules| Self { name: rules.name(), rules })
    }

    /// Returns the name for display at an instant. Before there were zones, each town had its own time.
    pub(crate) fn shown_at(&self, at: Instant) -> String {
        match self.name.rsplit_once('/').filter(|_| self.rules.is_mean_time(at.unix_ms)) {
            Some((_, city)) => format!("local mean time of {}, before time zones", city.replace('_', " ")),
            None => self.shown(),
        }
    }

    /// Returns the name for display. Nautical zones have inverted signs: `Etc/GMT+2` is two hours behind UTC.
    fn shown(&self) -> String {
        match self.name.strip_prefix("Etc/GMT").map(|rest| rest.split_at(rest.len().min(1))) {
            Some(("+", hours)) => format!("UTC−{hours} (nautical)"),
            Some(("-", hours)) => format!("UTC+{hours} (nautical)"),
            Some(_) => "UTC (nautical)".to_owned(),
            None => self.name.clone(),
        }
    }

    /// Returns local time, as an instant of UT; none millions of years from now.
    pub(crate) fn local(&self, at: Instant) -> Option<Instant> {
        Some(Instant { unix_ms: at.unix_ms + self.rules.ahead_s(at.unix_ms)? * 1000 })
    }

    /// Returns local time, ISO 8601 with milliseconds and the offset from UT:
    /// `2026-08-12T20:30:00.000+02:00`.
    pub(crate) fn iso(&self, at: Instant) -> Option<String> {
        let ahead_s = self.rules.ahead_s(at.unix_ms)?;
        Some(astro::time::iso_text_ms(at.unix_ms + ahead_s * 1000) + &offset_text(ahead_s))
    }

    /// Returns local time as [`Self::iso`], to the nearest second: `2026-08-12T20:30:00+02:00`.
    pub(crate) fn iso_s(&self, at: Instant) -> Option<String> {
        let at = Instant { unix_ms: (at.unix_ms + 500).div_euclid(1000) * 1000 };
        Some(self.iso(at)?.replacen(".000", "", 1))
    }

    /// Returns local time as [`Self::iso`] for an instant in ISO 8601.
    pub(crate) fn of_iso(&self, date: &str) -> Option<String> {
        self.iso(Instant { unix_ms: parse(date)? })
    }

    /// Returns the first instant of a local date, given as days since 1970 January 1; none millions of years
    /// from now. A date that the zone skips starts with the next date.
    pub(crate) fn begin_of(&self, day: i64) -> Option<Instant> {
        self.rules.begin_of(day).map(|unix_ms| Instant { unix_ms })
    }

    /// Returns the number of days by which the local date is ahead of the date in UT.
    pub(crate) fn days_ahead(&self, at: Instant) -> i64 {
        self.rules.day(at.unix_ms).map_or(0, |day| day - at.unix_ms.div_euclid(MS_PER_DAY))
    }
}

/// Returns an instant in ISO 8601 as calendars show it, to the second, in a zone or in UTC:
/// `2026-08-12 20:30:00 UTC+02:00`.
pub(crate) fn clock_text(zone: Option<&Zone>, date: &str) -> String {
    let Some(unix_ms) = parse(date) else { return date.to_owned() };
    let at = Instant { unix_ms: (unix_ms + 500).div_euclid(1000) * 1000 };
    let ahead_s = zone.and_then(|zone| zone.rules.ahead_s(at.unix_ms));
    let local = astro::time::iso_text_ms(at.unix_ms + ahead_s.unwrap_or(0) * 1000);
    let time = local.trim_end_matches(".000").replace('T', " ");
    format!("{time} UTC{}", ahead_s.map_or_else(String::new, offset_text))
}

/// Returns an instant with its offset from UTC for calendars: `2026-08-12 20:29:19 UTC+02:00`.
pub(crate) fn clock_text_of(iso: &str) -> String {
    let offset = iso.get(iso.len().saturating_sub(6)..).filter(|end| end.starts_with(['+', '-']));
    clock_text(offset.and_then(Zone::named).as_ref(), iso)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nautical_zones_are_shown_by_their_offset() {
        for (name, shown) in [
            ("Etc/GMT+2", "UTC−2 (nautical)"),
            ("Etc/GMT-12", "UTC+12 (nautical)"),
            ("Etc/GMT", "UTC (nautical)"),
            ("Europe/Madrid", "Europe/Madrid"),
        ] {
            assert_eq!(
                Zone::named(name).map(|zone| zone.shown_at(Instant { unix_ms: 0 })).as_deref(),
                Some(shown)
            );
        }
    }

    #[test]
    fn before_time_zones_a_town_had_its_own_time() {
        let shown =
            |date: &str| Some(Zone::named("Europe/Warsaw")?.shown_at(Instant { unix_ms: parse(date)? }));
        assert_eq!(shown("1706-05-12").as_deref(), Some("local mean time of Warsaw, before time zones"));
        assert_eq!(shown("1999-08-11").as_deref(), Some("Europe/Warsaw"));
    }

    #[test]
    fn a_day_begins_when_the_clock_shows_its_date() {
        let begin = |zone: &str, date: &str| {
            let day = parse(date).expect("a date") / MS_PER_DAY;
            let begin_of = |day| Zone::named(zone).and_then(|z| z.begin_of(day)).map(Instant::iso);
            (begin_of(day).unwrap_or_default(), begin_of(day + 1).unwrap_or_default())
        };
        let pair = |a: &str, b: &str| (format!("{a}:00.000Z"), format!("{b}:00.000Z"));
        // Clocks go forward in the night to March 31, and back in that to October 27: 23 and 25 hours.
        assert_eq!(begin("europe/MADRID", "2024-03-31"), pair("2024-03-30T23:00", "2024-03-31T22:00"));
        assert_eq!(begin("Europe/Madrid", "2024-10-27"), pair("2024-10-26T22:00", "2024-10-27T23:00"));
        // There was no midnight on this day: it began at one o'clock.
        assert_eq!(begin("America/Sao_Paulo", "2018-11-04"), pair("2018-11-04T03:00", "2018-11-05T02:00"));
        // Nor was there this day at all.
        assert_eq!(begin("Pacific/Apia", "2011-12-30"), pair("2011-12-30T10:00", "2011-12-30T10:00"));
    }

    #[test]
    fn a_local_time_says_how_far_it_is_ahead() {
        let iso = |zone: &str, unix_ms: i64| Zone::named(zone).and_then(|z| z.iso(Instant { unix_ms }));
        let summer = 1_786_559_400_000;
        assert_eq!(iso("Europe/Madrid", summer).as_deref(), Some("2026-08-12T20:30:00.000+02:00"));
        assert_eq!(iso("America/St_Johns", summer).as_deref(), Some("2026-08-12T16:00:00.000-02:30"));
        // Before there were zones: the mean time of the place, 14 min 44 s behind.
        let old = iso("Europe/Madrid", -14_680_000_000_000).unwrap_or_default();
        assert!(old.ends_with("-00:14:44"), "{old}");
        let days_ahead = |zone| Zone::named(zone).map(|z| z.days_ahead(Instant { unix_ms: summer }));
        assert_eq!((days_ahead("Europe/madrid"), days_ahead("Etc/GMT-6")), (Some(0), Some(1)));
        assert!(Zone::named("Mars/Olympus").is_none());
    }

    #[test]
    fn calendars_show_whole_seconds() {
        let madrid = Zone::named("Europe/Madrid");
        let at = "2026-08-12T18:30:11.500Z";
        assert_eq!(clock_text(madrid.as_ref(), at), "2026-08-12 20:30:12 UTC+02:00");
        assert_eq!(clock_text(None, at), "2026-08-12 18:30:12 UTC");
        assert_eq!(clock_text_of(at), "2026-08-12 18:30:12 UTC");
        assert_eq!(clock_text_of("2026-08-12T20:29:18.640+02:00"), "2026-08-12 20:29:19 UTC+02:00");
    }
}
