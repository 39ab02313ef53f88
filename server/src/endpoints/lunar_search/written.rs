//! The formats of the response: JSON, a calendar, a table.

use super::found::{LunarMaximum, LunarVisibility, LunarVisibilityReason, SeenLunarEclipse};
use super::search::CONTACTS;
use crate::api::icalendar::EventExtras;
use crate::endpoints::eclipse_search::written::{self, UNKNOWN_TERRAIN, WrittenEclipse, line, local_or_utc};
use crate::endpoints::prelude::*;
use crate::vocabulary::formats::uid;
use crate::vocabulary::zone::clock_text_of;

/// Number of eclipses to examine per piece of the response.
pub(super) const ECLIPSES_PER_PIECE: usize = 4;
const HEAD: &str = "jd,date,catalog,saros,type,localType,penumbralMagnitude,umbralMagnitude,durationSec,\
    p1,u1,u2,u3,u4,p4,maxDate,moonAlt,moonAz,visibility,visibleFrom,visibleTo";
/// The columns with local times.
const LOCAL_HEAD: &str =
    ",maxLocal,p1Local,u1Local,u2Local,u3Local,u4Local,p4Local,visibleFromLocal,visibleToLocal";

/// Returns a writer of lunar eclipses.
pub(super) fn series(format: TableFormat, site: Site, has_local_times: bool) -> SeriesWriter {
    let local = if has_local_times { LOCAL_HEAD } else { "" };
    let title = format!("Lunar eclipses at {}", site.title());
    written::series(format, title, &[HEAD, local])
}

impl SeenLunarEclipse {
    /// The contacts in order of time, with the names of their fields.
    fn contacts(&self) -> [(&'static str, Option<Instant>); 6] {
        let all = [self.p1, self.u1, self.u2, self.u3, self.u4, self.p4];
        std::array::from_fn(|k| (CONTACTS[k].0, all[k]))
    }

    /// Returns the contacts and what is visible, line by line.
    fn description(&self) -> String {
        let mut text = String::new();
        for (name, date) in self.contacts() {
            if let Some(date) = local_or_utc(self.local_times.as_ref(), name, date) {
                line(&mut text, format_args!("{}: {}", name.to_ascii_uppercase(), clock_text_of(&date)));
            }
        }
        let LunarMaximum { date, local, moon_alt, moon_az } = &self.max;
        let maximum = local.clone().unwrap_or_else(|| date.iso());
        line(&mut text, format_args!("Maximum: {}", clock_text_of(&maximum)));
        if self.visibility.reason == LunarVisibilityReason::UnknownTerrain {
            line(&mut text, format_args!("{UNKNOWN_TERRAIN}"));
        }
        line(&mut text, format_args!("Umbral magnitude: {:.4}", self.umbral_magnitude));
        line(&mut text, format_args!("Penumbral magnitude: {:.4}", self.penumbral_magnitude));
        line(&mut text, format_args!("Moon at maximum: altitude {moon_alt:.1}°, azimuth {moon_az:.1}°"));
        text.truncate(text.trim_end().len());
        text
    }
}

impl WrittenEclipse for SeenLunarEclipse {
    fn row(&self) -> String {
        let iso = |at: Option<Instant>| at.map_or_else(String::new, Instant::iso);
        let contacts = self.contacts();
        let dates = contacts.map(|(_, date)| iso(date)).join(",");
        let local = self.local_times.as_ref().map_or_else(String::new, |times| {
            let names = contacts.iter().map(|(name, _)| *name).chain(["from", "to"]);
            let columns: Vec<_> = names.map(|name| times.of(name).unwrap_or_default()).collect();
            format!(",{},{}", self.max.local.as_deref().unwrap_or_default(), columns.join(","))
        });
        let LunarMaximum { date, moon_alt, moon_az, .. } = &self.max;
        let LunarVisibility { from, to, reason } = &self.visibility;
        format!(
            "{},{},{},{},{},{},{:.6},{:.6},{:.1},{dates},{},{moon_alt:.4},{moon_az:.4},{},{},{}{local}\n",
            self.jd,
            self.date.iso(),
            self.catalog,
            self.saros,
            self.kind,
            self.local_type,
            self.penumbral_magnitude,
            self.umbral_magnitude,
            self.duration_sec,
            date.iso(),
            reason.word(),
            from.iso(),
            to.iso(),
        )
    }

    fn event(&self, series: &mut SeriesWriter, site: Site) {
        let (first, rest) = self.local_type.split_at(1);
        let name = format!("{}{rest} lunar eclipse", first.to_ascii_uppercase());
        let summary = match self.umbral_magnitude {
            m if m > 0.0 && m < 1.0 => {
                format!("{name}, {:.0} % of the Moon's diameter in the umbra", m * 100.0)
            }
            _ => format!("{name}, {:.0} minutes", self.duration_sec / 60.0),
        };
        let event = icalendar::Event {
            uid: &uid(&format!("lunar-eclipse-{}", self.catalog), Some(site)),
            begin_ms: self.visibility.from.unix_ms,
            end_ms: Some(self.visibility.to.unix_ms),
            summary: &summary,
            description: &self.description(),
            place_deg: Some([site.lat, site.lng]),
        };
        series.event_with(&event, &EventExtras { has_reminder: true, link: None });
    }
}

/// Returns the documented example of a format: one eclipse at one site.
pub(super) fn example(format: TableFormat) -> String {
    let site = Site::new(43.36, -5.85, 230.0);
    let ms = [1_787_880_238_181, 1_787_884_433_241, 1_787_890_375_106, 1_787_896_321_583, 1_787_896_380_000];
    let [p1, u1, greatest, u4, set] = ms.map(|unix_ms| Instant { unix_ms });
    let found = SeenLunarEclipse {
        jd: 2_461_280.5,
        date: greatest,
        catalog: 9709,
        saros: 138,
        kind: 'P',
        local_type: "partial",
        penumbral_magnitude: 1.9652,
        umbral_magnitude: 0.92988,
        duration_sec: 11_888.3,
        p1: Some(p1),
        u1: Some(u1),
        u2: None,
        u3: None,
        u4: Some(u4),
        p4: None,
        max: LunarMaximum { date: greatest, local: None, moon_alt: 15.2, moon_az: 240.3 },
        visibility: LunarVisibility { from: p1, to: set, reason: LunarVisibilityReason::Moonset },
        greatest: None,
        local_times: None,
    };
    let pieces = series(format, site, false).counted(1, 1, |series, _| match format {
        TableFormat::Json => series.item(&found),
        TableFormat::Csv => series.row(&found.row()),
        TableFormat::Ics => found.event(series, site),
    });
    let written: Vec<u8> = pieces.flatten().collect();
    String::from_utf8_lossy(&written).into_owned()
}
