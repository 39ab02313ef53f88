//! The forms of the answer: JSON, and a calendar.

use crate::api::icalendar;
use crate::api::input::Word;
use crate::api::instant::Instant;
use crate::api::site::Site;
use crate::endpoints::celestial_events::data::EventData;
use crate::endpoints::celestial_events::entry::{Entry, Side, Teller};
use crate::endpoints::celestial_events::key::EventKey;
use crate::endpoints::celestial_events::search::{Occurrence, Search};
use crate::endpoints::celestial_events::seen::{LocalContact, LocalEclipseOrNull, SeenThere};
use crate::vocabulary::bodies::CelestialBody;
use crate::vocabulary::formats::{CalendarFormat, uid};
use crate::vocabulary::series::Series;
use astro::constants::MS_PER_DAY;
use bytes::Bytes;
use std::collections::VecDeque;

/// Days that are searched for a piece of the answer: half a millisecond's work.
pub(super) const DAYS: i64 = 100;
/// After how many days programs come again for a calendar: ΔT is foretold better from month to month.
const REFRESH_DAYS: u32 = 30;

/// A stretch of time that makes a piece of the answer.
#[derive(Clone, Copy)]
pub(super) enum Stretch {
    Before(Instant),
    Within(Instant, Instant),
    After(Instant),
}

/// The stretches from `from` to `to`, with those of the nearest events outside if `overflow` is set.
pub(super) fn stretches(from: Instant, to: Instant, overflow: bool) -> VecDeque<Stretch> {
    let step_ms = DAYS * MS_PER_DAY;
    let starts = (0..).map(|k| from.unix_ms + k * step_ms).take_while(|ms| *ms < to.unix_ms);
    let within = starts.map(|ms| {
        let end = Instant { unix_ms: (ms + step_ms).min(to.unix_ms) };
        Stretch::Within(Instant { unix_ms: ms }, end)
    });
    let before = overflow.then_some(Stretch::Before(from));
    let after = overflow.then_some(Stretch::After(to));
    before.into_iter().chain(within).chain(after).collect()
}

/// The answer, a piece for each stretch.
pub(super) fn pieces(
    teller: Teller,
    format: CalendarFormat,
    mut left: VecDeque<Stretch>,
) -> impl Iterator<Item = Bytes> + Send + Sync {
    let series = match format {
        CalendarFormat::Json => Series::list(),
        CalendarFormat::Ics => Series::calendar(name(&teller), REFRESH_DAYS),
    };
    series.pieces(move |series| {
        let Some(stretch) = left.pop_front() else { return false };
        let (found, side) = found(&teller.search, stretch);
        for o in &found {
            let entry = teller.entry(o, side);
            match format {
                CalendarFormat::Json => series.item(&entry),
                CalendarFormat::Ics => event(series, o, &entry, teller.site()),
            }
        }
        !left.is_empty()
    })
}

fn found(search: &Search, stretch: Stretch) -> (Vec<Occurrence>, Side) {
    match stretch {
        Stretch::Before(start) => (search.last_before(start), Side::Before),
        Stretch::Within(from, to) => (search.between(from, to), Side::Within),
        Stretch::After(end) => (search.first_from(end), Side::After),
    }
}

/// The name of a calendar: `Sun and Moon`, with the site if there is one.
fn name(teller: &Teller) -> String {
    let is_of = |body: &&CelestialBody| teller.search.keys.iter().any(|key| key.body() == **body);
    let bodies: Vec<_> = CelestialBody::VALUES.iter().filter(is_of).map(|body| body.title()).collect();
    let bodies = bodies.join(" and ");
    match teller.site() {
        Some(Site { lat, lng, .. }) => format!("{bodies} at {lat}, {lng}"),
        None => bodies,
    }
}

/// An event in a calendar: an instant, the same in all calendars of the place, or of none, that hold it.
fn event(series: &mut Series, o: &Occurrence, entry: &Entry, site: Option<Site>) {
    // Two events of a kind are weeks apart: the day tells them apart.
    let name = format!("{}-{}", entry.key, o.at.date());
    series.event(&icalendar::Event {
        uid: &uid(&name, site),
        begin_ms: o.at.unix_ms,
        summary: &summary(o.key, entry),
        description: &description(entry),
        place_deg: match &entry.data {
            Some(EventData::Solar(eclipse)) => Some([eclipse.lat, eclipse.lng]),
            _ => None,
        },
        ..icalendar::Event::default()
    });
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
