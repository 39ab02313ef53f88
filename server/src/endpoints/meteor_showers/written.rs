//! The forms of the answer: JSON, and a calendar.

use crate::api::icalendar;
use crate::endpoints::calendar_format::{Format, uid};
use crate::endpoints::meteor_showers::entry::{ShowerEntry, Teller};
use crate::endpoints::meteor_showers::request::Listed;
use bytes::Bytes;
use web::json;

/// After how many days programs come again for a calendar: peaks stay where they are.
const REFRESH_DAYS: u32 = 30;

/// The answer, a piece for each shower: a millisecond's work.
pub(super) struct Pieces {
    teller: Teller,
    format: Format,
    listed: Vec<Listed>,
    /// The next piece: the beginning, the showers from 1 on, the end.
    next: usize,
}

impl Pieces {
    /// The showers that are listed.
    pub(super) fn new(teller: Teller, format: Format, listed: Vec<Listed>) -> Self {
        Self { teller, format, listed, next: 0 }
    }

    fn begin(&self, out: &mut Vec<u8>) {
        match self.format {
            Format::Json => out.push(b'['),
            Format::Ics => icalendar::begin(out, "Meteor showers", REFRESH_DAYS),
        }
    }

    fn shower(&self, out: &mut Vec<u8>, index: usize) {
        let listed = &self.listed[index];
        let entry = self.teller.entry(listed);
        match self.format {
            Format::Json => {
                if index > 0 {
                    out.push(b',');
                }
                json::append(out, &entry);
            }
            Format::Ics => {
                let year = entry.peak.split('-').next().unwrap_or_default();
                let name = format!("meteor-shower-{}-{year}", entry.code);
                let uid = uid(&name, self.teller.site);
                event(out, &uid, self.teller.peak(listed).unix_ms, &entry);
            }
        }
    }

    fn end(&self, out: &mut Vec<u8>) {
        match self.format {
            Format::Json => out.push(b']'),
            Format::Ics => icalendar::end(out),
        }
    }
}

impl Iterator for Pieces {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        let mut out = Vec::new();
        match self.next {
            0 => self.begin(&mut out),
            k if k <= self.listed.len() => self.shower(&mut out, k - 1),
            k if k == self.listed.len() + 1 => self.end(&mut out),
            _ => return None,
        }
        self.next += 1;
        Some(Bytes::from(out))
    }
}

/// A peak in a calendar.
fn event(out: &mut Vec<u8>, uid: &str, begin_ms: i64, entry: &ShowerEntry) {
    let rate = entry.zhr.map_or("variable".to_owned(), |zhr| format!("{zhr}"));
    icalendar::event(
        out,
        &icalendar::Event {
            uid,
            begin_ms,
            summary: &format!("{}: peak, ZHR {rate}", entry.name),
            description: &description(entry),
            ..icalendar::Event::default()
        },
    );
}

/// What is told of a shower, a line for each thing.
fn description(entry: &ShowerEntry) -> String {
    let (ra, decl) = (entry.radiant.ra, entry.radiant.decl);
    let moon = entry.moon.illuminated_fraction * 100.0;
    let mut lines = vec![
        format!("Peak {} UTC", entry.peak),
        format!("Active {} to {}", entry.from, entry.to),
        format!("Radiant: right ascension {ra}°, declination {decl}°"),
        format!("Moon {moon:.0} % illuminated"),
    ];
    if let Some(best) = entry.local.as_ref().and_then(|local| local.best.as_ref()) {
        let rate = best.rate.map_or(String::new(), |rate| format!(", estimated rate {rate:.0} an hour"));
        let (date, altitude) = (&best.date, best.radiant_altitude);
        lines.push(format!("Best {date} UTC if the peak lasted, radiant {altitude:.0}° high{rate}"));
    }
    lines.join("\n")
}
