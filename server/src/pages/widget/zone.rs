//! The clock of a place.

use crate::api::context::Context;
use crate::api::instant::Instant;
use crate::api::site::Site;
use astro::constants::MS_PER_DAY;
use chrono::{DateTime, Offset, TimeZone};
use chrono_tz::Tz;

/// The time zone of a place.
#[derive(Debug, Clone)]
pub(super) struct Zone {
    /// Name in the IANA database.
    pub(super) name: String,
    rules: Tz,
}

impl Zone {
    /// The zone of a place; none if the generation has no zones, or has one that this program does not know.
    pub(super) fn of(context: &Context, site: Site) -> Option<Self> {
        Self::named(context.data.time_zones.as_ref()?.at(site.lat, site.lng))
    }

    fn named(name: &str) -> Option<Self> {
        Some(Self { name: name.to_owned(), rules: name.parse().ok()? })
    }

    /// The name as people read it: those of the sea turn the sign round, `Etc/GMT+2` is two hours behind.
    pub(super) fn shown(&self) -> String {
        match self.name.strip_prefix("Etc/GMT").map(|rest| rest.split_at(rest.len().min(1))) {
            Some(("+", hours)) => format!("UTC−{hours} (nautical)"),
            Some(("-", hours)) => format!("UTC+{hours} (nautical)"),
            Some(_) => "UTC (nautical)".to_owned(),
            None => self.name.clone(),
        }
    }

    /// What a clock there shows, as an instant of UT; none millions of years from now.
    pub(super) fn local(&self, at: Instant) -> Option<Instant> {
        let universal = DateTime::from_timestamp_millis(at.unix_ms)?.naive_utc();
        let offset_s = self.rules.offset_from_utc_datetime(&universal).fix().local_minus_utc();
        Some(Instant { unix_ms: at.unix_ms + i64::from(offset_s) * 1000 })
    }

    /// How many days the date there is ahead of that of UT.
    pub(super) fn days_ahead(&self, at: Instant) -> i64 {
        let day = |at: Instant| at.unix_ms.div_euclid(MS_PER_DAY);
        self.local(at).map_or(0, |local| day(local) - day(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_of_the_sea_are_told_by_their_hours() {
        for (name, told) in [
            ("Etc/GMT+2", "UTC−2 (nautical)"),
            ("Etc/GMT-12", "UTC+12 (nautical)"),
            ("Etc/GMT", "UTC (nautical)"),
            ("Europe/Madrid", "Europe/Madrid"),
        ] {
            assert_eq!(Zone::named(name).map(|zone| zone.shown()).as_deref(), Some(told));
        }
    }

    #[test]
    fn clocks_follow_the_rules_of_their_time() {
        let shown = |zone: &str, unix_ms: i64| {
            let zone = Zone::named(zone).expect("a zone");
            let at = Instant { unix_ms };
            (zone.local(at).map(Instant::iso), zone.days_ahead(at))
        };
        // 2026-08-12T18:30:00Z: summer time.
        let summer = 1_786_559_400_000;
        assert_eq!(shown("Europe/Madrid", summer), (Some("2026-08-12T20:30:00.000Z".into()), 0));
        assert_eq!(shown("Etc/GMT-6", summer), (Some("2026-08-13T00:30:00.000Z".into()), 1));
        // Before there were zones: the mean time of the place, 14 min 44 s behind.
        let old = shown("Europe/Madrid", -14_680_000_000_000).0.unwrap_or_default();
        assert!(old.contains(":51:3") || old.contains(":58:3"), "{old}");
        assert!(Zone::named("Mars/Olympus").is_none());
    }
}
