//! The forms of the answer: JSON, and a calendar.

use crate::api::icalendar;
use crate::api::input::Word;
use crate::api::instant::Instant;
use crate::api::site::Site;
use crate::endpoints::bodies::CelestialBody;
use crate::endpoints::calendar_format::{Format, uid};
use crate::endpoints::celestial_events::data::EventData;
use crate::endpoints::celestial_events::entry::{Entry, Side, Teller};
use crate::endpoints::celestial_events::key::EventKey;
use crate::endpoints::celestial_events::search::Occurrence;
use crate::endpoints::celestial_events::seen::{LocalContact, LocalEclipseOrNull, SeenThere};
use astro::constants::MS_PER_DAY;
use bytes::Bytes;
use std::collections::VecDeque;
use web::json;

/// Days that are searched for a piece of the answer: half a millisecond's work.
pub(super) const DAYS: i64 = 100;
/// After how many days programs come again for a calendar: ΔT is foretold better from month to month.
const REFRESH_DAYS: u32 = 30;

/// A stretch that makes a piece of the answer.
#[derive(Clone, Copy)]
enum Stretch {
    Before(Instant),
    Within(Instant, Instant),
    After(Instant),
}

/// The answer, piece by piece.
pub(super) struct Pieces {
    teller: Teller,
    format: Format,
    left: VecDeque<Stretch>,
    stage: Stage,
}

/// How far the answer is written.
enum Stage {
    Beginning,
    Events { is_first: bool },
    Done,
}

impl Pieces {
    /// The events from `from` to `to`, with the nearest outside if they are wanted.
    pub(super) fn new(teller: Teller, format: Format, from: Instant, to: Instant, overflow: bool) -> Self {
        let step_ms = DAYS * MS_PER_DAY;
        let starts = (0..).map(|k| from.unix_ms + k * step_ms).take_while(|ms| *ms < to.unix_ms);
        let stretch = |ms: i64| {
            let end = Instant { unix_ms: (ms + step_ms).min(to.unix_ms) };
            Stretch::Within(Instant { unix_ms: ms }, end)
        };
        let within = starts.map(stretch);
        let before = overflow.then_some(Stretch::Before(from));
        let after = overflow.then_some(Stretch::After(to));
        let left = before.into_iter().chain(within).chain(after).collect();
        Self { teller, format, left, stage: Stage::Beginning }
    }

    fn found(&self, stretch: Stretch) -> (Vec<Occurrence>, Side) {
        let search = &self.teller.search;
        match stretch {
            Stretch::Before(start) => (search.last_before(start), Side::Before),
            Stretch::Within(from, to) => (search.between(from, to), Side::Within),
            Stretch::After(end) => (search.first_from(end), Side::After),
        }
    }

    /// What calendar programs show: `Sun and Moon`, with the place if there is one.
    fn title(&self) -> String {
        let is_of = |body: &&CelestialBody| self.teller.search.keys.iter().any(|key| key.body() == **body);
        let bodies: Vec<_> = CelestialBody::VALUES.iter().filter(is_of).map(|body| body.title()).collect();
        let bodies = bodies.join(" and ");
        match self.teller.site() {
            Some(Site { lat, lng, .. }) => format!("{bodies} at {lat}, {lng}"),
            None => bodies,
        }
    }

    fn begin(&self, out: &mut Vec<u8>) {
        match self.format {
            Format::Json => out.push(b'['),
            Format::Ics => icalendar::begin(out, &self.title(), REFRESH_DAYS),
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
        match self.stage {
            Stage::Done => return None,
            Stage::Beginning => {
                self.begin(&mut out);
                self.stage = Stage::Events { is_first: true };
            }
            Stage::Events { mut is_first } => match self.left.pop_front() {
                Some(stretch) => {
                    let (found, side) = self.found(stretch);
                    for o in &found {
                        let entry = self.teller.entry(o, side);
                        match self.format {
                            Format::Json => {
                                if !is_first {
                                    out.push(b',');
                                }
                                json::append(&mut out, &entry);
                            }
                            Format::Ics => event(&mut out, o, &entry, self.teller.site()),
                        }
                        is_first = false;
                    }
                    self.stage = Stage::Events { is_first };
                }
                None => {
                    self.end(&mut out);
                    self.stage = Stage::Done;
                }
            },
        }
        Some(Bytes::from(out))
    }
}

/// An event in a calendar: an instant, the same in all calendars of the place, or of none, that hold it.
fn event(out: &mut Vec<u8>, o: &Occurrence, entry: &Entry, site: Option<Site>) {
    // Two events of a kind are weeks apart: the day tells them apart.
    let name = format!("{}-{}", entry.key, entry.date.split('T').next().unwrap_or_default());
    icalendar::event(
        out,
        &icalendar::Event {
            uid: &uid(&name, site),
            begin_ms: o.at.unix_ms,
            summary: &summary(o.key, entry),
            description: &description(entry),
            place_deg: match &entry.data {
                Some(EventData::Solar(eclipse)) => Some([eclipse.lat, eclipse.lng]),
                _ => None,
            },
            ..icalendar::Event::default()
        },
    );
}

fn summary(key: EventKey, entry: &Entry) -> String {
    match &entry.data {
        Some(EventData::Phase(phase)) if phase.supermoon => format!("{} (supermoon)", key.title()),
        Some(EventData::Solar(eclipse)) => {
            let kind = match eclipse.kind.as_str() {
                "T" => "Total",
                "A" => "Annular",
                "H" => "Hybrid",
                _ => "Partial",
            };
            format!("{kind} solar eclipse")
        }
        Some(EventData::Lunar(eclipse)) => {
            let kind = match eclipse.kind {
                'T' => "Total",
                'P' => "Partial",
                _ => "Penumbral",
            };
            format!("{kind} lunar eclipse")
        }
        _ => key.title(),
    }
}

/// What is told of the event, a line for each thing.
fn description(entry: &Entry) -> String {
    let mut lines = vec![format!("{} UTC", entry.date)];
    lines.extend(entry.data.as_ref().map(|data| match data {
        EventData::Phase(phase) => format!("Distance {:.0} km", phase.distance),
        EventData::Solar(eclipse) => {
            let (magnitude, lat, lng) = (eclipse.magnitude, eclipse.lat, eclipse.lng);
            format!("Greatest eclipse, magnitude {magnitude:.4}, at {lat:.2}, {lng:.2}")
        }
        EventData::Lunar(eclipse) => {
            format!("Greatest eclipse, umbral magnitude {:.4}", eclipse.umbral_magnitude)
        }
        EventData::Declination(extreme) => format!("Declination {:.4}°", extreme.declination),
        EventData::Distance(extreme) if extreme.distance < 2.0 => {
            format!("Distance {:.8} au", extreme.distance)
        }
        EventData::Distance(extreme) => format!("Distance {:.0} km", extreme.distance),
    }));
    if let Some(seen) = &entry.circumstances {
        lines.extend(seen_there(seen));
    }
    lines.extend(
        entry
            .accuracy
            .sigma
            .filter(|sigma_s| *sigma_s >= 1.0)
            .map(|sigma_s| format!("Sure to ± {sigma_s:.0} s, one standard error")),
    );
    lines.join("\n")
}

/// What an observer sees, a line for each thing: of an eclipse its course, of other events whether the body
/// is up.
fn seen_there(seen: &SeenThere) -> Vec<String> {
    let mut lines = Vec::new();
    match (&seen.local, &seen.phases) {
        (Some(LocalEclipseOrNull::Nothing), _) => lines.push("Not seen at the place".to_owned()),
        (Some(LocalEclipseOrNull::Seen(local)), _) => {
            lines.push(format!("At the place up to {:.0} % of the Sun covered", local.obscuration * 100.0));
            let contact = |c: &LocalContact| format!("{} UTC: {}", c.date, title(c.key));
            lines.extend(local.contacts.iter().filter(|c| c.visible).map(contact));
        }
        (None, Some(phases)) => lines.extend(
            phases
                .iter()
                .map(|p| format!("{} UTC: {}, the Moon at {:.1}°", p.date, title(p.key), p.moon_altitude)),
        ),
        (None, None) => {
            let horizon = if seen.visible { "Above" } else { "Below" };
            let sun = seen.sun_altitude;
            lines.push(format!("{horizon} the horizon at the place; the Sun's altitude {sun:.1}°"));
        }
    }
    lines
}

/// A contact or phase as people write it.
fn title(key: &str) -> &'static str {
    match key {
        "solar_eclipse_first_contact" => "first contact",
        "solar_eclipse_second_contact" => "second contact",
        "sun_max_eclipse_time_local" => "greatest eclipse",
        "solar_eclipse_third_contact" => "third contact",
        "solar_eclipse_fourth_contact" => "fourth contact",
        "lunar_eclipse_p1" => "penumbral eclipse begins",
        "lunar_eclipse_u1" => "partial eclipse begins",
        "lunar_eclipse_u2" => "totality begins",
        "lunar_eclipse_greatest" => "greatest eclipse",
        "lunar_eclipse_u3" => "totality ends",
        "lunar_eclipse_u4" => "partial eclipse ends",
        "lunar_eclipse_p4" => "penumbral eclipse ends",
        _ => unreachable!("{key} is no contact and no phase"),
    }
}
