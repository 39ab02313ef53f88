//! The days of an answer as they are written: JSON, or a calendar.

use super::entry::{Entry, Wanted};
use super::parameters::Format;
use super::request::Request;
use crate::api::delta_t::DeltaTInForce;
use crate::api::icalendar;
use crate::api::instant::Instant;
use crate::generation::Data;
use crate::generation::sky::sky;
use astro::sky::theory::Theory;
use bytes::Bytes;
use std::sync::Arc;
use web::json;

/// Days after which a program that has subscribed to a calendar should come again: the sky is known, but not
/// the laws about clocks.
const REFRESH_DAYS: u32 = 30;

/// The days of an answer, one a piece.
pub(super) struct Days {
    pub(super) data: Arc<Data>,
    pub(super) theory: Theory,
    delta_t: DeltaTInForce,
    pub(super) wanted: Wanted,
    pub(super) request: Request,
    /// The number of the day that comes next.
    next: i64,
    /// Whether none has been written yet.
    is_first: bool,
}

impl Days {
    pub(super) fn new(
        (data, theory, delta_t): (Arc<Data>, Theory, DeltaTInForce),
        wanted: Wanted,
        request: Request,
    ) -> Self {
        Self { data, theory, delta_t, wanted, request, next: 0, is_first: true }
    }

    /// The events of a day.
    fn entries(&self, from: Instant, to: Instant) -> Vec<Entry> {
        // ΔT changes by less than a millisecond in a day.
        let delta_t = (self.delta_t.at_ut1(from.ut1()), self.delta_t.sigma_s(from.ut1()));
        self.wanted.entries(&sky(&self.data, self.theory), from, to, delta_t)
    }

    fn json(&mut self, buffer: &mut Vec<u8>, from: Instant, to: Instant) {
        // A date that a zone has left out has no instants.
        if from < to {
            let entries = self.entries(from, to);
            if !std::mem::take(&mut self.is_first) {
                buffer.push(b',');
            }
            json::append(buffer, &from.iso());
            buffer.push(b':');
            json::append(buffer, &entries);
        }
    }

    fn calendar(&self, buffer: &mut Vec<u8>, from: Instant, to: Instant) {
        let (lat, lng) = (self.request.site.lat, self.request.site.lng);
        let entries = if from < to { self.entries(from, to) } else { Vec::new() };
        let day = from.unix_ms / 1000;
        for (k, entry) in entries.iter().enumerate() {
            let Some(at) = entry.at else { continue };
            // Whatever else is asked for, the event keeps its name.
            let number = entries[..k].iter().filter(|earlier| earlier.key == entry.key).count();
            icalendar::event(
                buffer,
                &icalendar::Event {
                    uid: &format!("{}-{day}-{number}-{lat}-{lng}", entry.key),
                    begin_ms: at.unix_ms,
                    end_ms: None,
                    summary: &title(entry.key),
                    description: &description(entry),
                    place_deg: Some([lat, lng]),
                },
            );
        }
    }
}

/// A key as people write it: "Civil dawn".
fn title(key: &str) -> String {
    let text = key.replace("gc_", "Galactic Center: ").replace('_', " ");
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + characters.as_str())
}

/// The time to the second, where the body stands, what it comes up over or goes behind, and how sure the
/// instant is if that was asked.
fn description(entry: &Entry) -> String {
    let time = entry.local.as_deref().map(|local| format!("Local time {local}"));
    let place = entry.az_alt.map(|place| {
        let [azimuth, altitude] = place.apparent_deg();
        format!("Azimuth {azimuth:.1}°, altitude {altitude:.1}°")
    });
    let obstacle = entry.obstacle.map(|obstacle| obstacle.in_words());
    let sure = entry.accuracy.and_then(|accuracy| accuracy.sigma).map(|sigma_s| {
        let digits = if sigma_s < 10.0 { 1 } else { 0 };
        format!("Sure to ± {sigma_s:.digits$} s, one standard error")
    });
    time.into_iter().chain(place).chain(obstacle).chain(sure).collect::<Vec<_>>().join("\n")
}

impl Iterator for Days {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        let (day, count) = (self.next, self.request.days.count);
        if day == count {
            return None;
        }
        self.next += 1;
        let (from, to) = (self.request.begin(day), self.request.begin(day + 1));
        let mut buffer = Vec::with_capacity(1024);
        match self.request.format {
            Format::Json => {
                buffer.extend((day == 0).then_some(b'{'));
                self.json(&mut buffer, from, to);
                buffer.extend((day + 1 == count).then_some(b'}'));
            }
            Format::Ics => {
                if day == 0 {
                    let site = self.request.site;
                    let name = format!("Sun and Moon at {}, {}", site.lat, site.lng);
                    icalendar::begin(&mut buffer, &name, REFRESH_DAYS);
                }
                self.calendar(&mut buffer, from, to);
                if day + 1 == count {
                    icalendar::end(&mut buffer);
                }
            }
        }
        Some(Bytes::from(buffer))
    }
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn titles_are_words() {
        let titles = ["civil_dawn", "gc_rise", "sunrise"].map(title);
        assert_eq!(titles, ["Civil dawn", "Galactic Center: rise", "Sunrise"]);
    }
}
