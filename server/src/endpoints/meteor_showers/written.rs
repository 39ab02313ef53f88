//! Writes the response as JSON or as a calendar.

use crate::endpoints::meteor_showers::entry::{MeteorShower, ShowerBuilder};
use crate::endpoints::meteor_showers::query::ListedShower;
use crate::endpoints::prelude::*;
use crate::vocabulary::formats::uid;
use crate::vocabulary::zone::clock_text;

/// Days after which calendar programs reload. Peaks do not change.
const REFRESH_DAYS: u32 = 30;

/// Returns the response with a piece for each shower, which takes a millisecond.
pub(super) fn pieces(
    builder: ShowerBuilder,
    format: CalendarFormat,
    listed: Vec<ListedShower>,
) -> impl Iterator<Item = Bytes> + Send + Sync {
    let series = match format {
        CalendarFormat::Json => SeriesWriter::list(),
        CalendarFormat::Ics => SeriesWriter::calendar("Meteor showers".to_owned(), REFRESH_DAYS),
    };
    series.counted(listed.len() as i64, 1, move |series, index| {
        let listed = &listed[index as usize];
        let entry = builder.entry(listed);
        match format {
            CalendarFormat::Json => series.item(&entry),
            CalendarFormat::Ics => {
                let year = entry.peak.split('-').next().unwrap_or_default();
                let name = format!("meteor-shower-{}-{year}", entry.code);
                let begin_ms = builder.peak(listed).unix_ms;
                event(series, &uid(&name, builder.site), begin_ms, &entry, builder.zone.as_ref());
            }
        }
    })
}

/// Writes a peak as an event.
fn event(series: &mut SeriesWriter, uid: &str, begin_ms: i64, entry: &MeteorShower, zone: Option<&Zone>) {
    let rate = entry.zhr.map_or("variable".to_owned(), |zhr| format!("{zhr}"));
    series.event(&icalendar::Event {
        uid,
        begin_ms,
        summary: &format!("{}: peak, ZHR {rate}", entry.name),
        description: &description(entry, zone),
        ..icalendar::Event::default()
    });
}

/// Returns the description of a shower, one fact per line.
fn description(entry: &MeteorShower, zone: Option<&Zone>) -> String {
    let time = |date: &str| clock_text(zone, date);
    let (ra, decl) = (entry.radiant.ra, entry.radiant.decl);
    let moon = entry.moon.illuminated_fraction * 100.0;
    let mut lines = vec![
        format!("Peak {}", time(&entry.peak)),
        format!("Active {} to {}", time(&entry.from), time(&entry.to)),
        format!("Radiant: right ascension {ra}°, declination {decl}°"),
        format!("Moon {moon:.0} % illuminated"),
    ];
    if let Some(best) = entry.local.as_ref().and_then(|local| local.best.as_ref()) {
        let rate = best.rate.map_or(String::new(), |rate| format!(", estimated rate {rate:.0} an hour"));
        let (date, altitude) = (time(&best.date), best.radiant_altitude);
        lines.push(format!("Best {date}, radiant {altitude:.0}° high{rate}"));
    }
    lines.join("\n")
}
