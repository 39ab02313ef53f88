//! Writes the response as JSON or as a calendar.

use crate::endpoints::celestial_events::data::{CelestialEventData, ElongationData, LongitudeData};
use crate::endpoints::celestial_events::entry::{CelestialEvent, EventBuilder, OverflowWord};
use crate::endpoints::celestial_events::key::CelestialEventKey as Key;
use crate::endpoints::celestial_events::key::EventKind;
use crate::endpoints::celestial_events::observer::{
    CelestialEventCircumstances, LocalSolarContact, LocalSolarEclipseOrNull,
};
use crate::endpoints::celestial_events::search::{Occurrence, in_order};
use crate::endpoints::prelude::*;
use crate::vocabulary::formats::uid;
use crate::vocabulary::map_link::MapLink;
use crate::vocabulary::zone::clock_text;
use std::collections::VecDeque;

/// Days per piece of the response, which take a tenth of a millisecond by the ephemeris, and some by
/// truncated series.
const DAYS: i64 = 20;
/// Days after which calendar programs reload: predictions of ΔT improve every month.
const REFRESH_DAYS: u32 = 30;

/// The period of one piece of the response.
#[derive(Clone, Copy)]
pub(super) enum SearchPeriod {
    Before(EventKind, Instant),
    Within(Instant, Instant),
    After(EventKind, Instant),
}

/// Returns the periods from `from` to `to`, and those before and after the range for the kinds in `overflow`.
pub(super) fn periods(from: Instant, to: Instant, overflow: &[EventKind]) -> VecDeque<SearchPeriod> {
    let step_ms = DAYS * MS_PER_DAY;
    let starts = (0..).map(|k| from.unix_ms + k * step_ms).take_while(|ms| *ms < to.unix_ms);
    let within = starts.map(|ms| {
        let end = Instant { unix_ms: (ms + step_ms).min(to.unix_ms) };
        SearchPeriod::Within(Instant { unix_ms: ms }, end)
    });
    let before = overflow.iter().map(|kind| SearchPeriod::Before(*kind, from));
    let after = overflow.iter().map(|kind| SearchPeriod::After(*kind, to));
    before.chain(within).chain(after).collect()
}

/// Returns the response with a piece for each period.
pub(super) fn pieces(
    builder: EventBuilder,
    format: CalendarFormat,
    map: Option<MapLink>,
    mut left: VecDeque<SearchPeriod>,
) -> impl Iterator<Item = Bytes> + Send + Sync {
    let series = match format {
        CalendarFormat::Json => SeriesWriter::list(),
        CalendarFormat::Ics => SeriesWriter::calendar(name(&builder), REFRESH_DAYS),
    };
    // Events before and after the range, of which the search for each kind is a piece.
    let mut outside: Vec<Occurrence> = Vec::new();
    series.pieces(move |series| {
        let Some(period) = left.pop_front() else { return false };
        let search = &builder.search;
        let (found, overflow) = match (period, left.front()) {
            (SearchPeriod::Within(from, to), _) => (search.between(from, to), None),
            (SearchPeriod::Before(kind, start), next) => {
                outside.extend(search.last_before(kind, start));
                match next {
                    Some(SearchPeriod::Before(..)) => return true,
                    _ => (in_order(std::mem::take(&mut outside)), Some(OverflowWord::Before)),
                }
            }
            (SearchPeriod::After(kind, end), next) => {
                outside.extend(search.first_from(kind, end));
                match next {
                    Some(_) => return true,
                    None => (in_order(std::mem::take(&mut outside)), Some(OverflowWord::After)),
                }
            }
        };
        for o in &found {
            let entry = builder.entry(o, overflow);
            match format {
                CalendarFormat::Json => series.item(&entry),
                CalendarFormat::Ics => event(series, o, &entry, &builder, map.as_ref()),
            }
        }
        !left.is_empty()
    })
}

/// Returns the name of a calendar: `Sun and Moon`, with the place if there is one.
fn name(builder: &EventBuilder) -> String {
    let is_of = |body: &&CelestialBody| builder.search.kinds.iter().any(|kind| kind.key.body() == **body);
    let title = |body: &CelestialBody| match body {
        CelestialBody::Sun => "Sun",
        CelestialBody::Moon => "Moon",
        CelestialBody::GalacticCenter => "Galactic Center",
    };
    let bodies: Vec<_> = CelestialBody::VALUES.iter().filter(is_of).map(title).collect();
    let bodies = bodies.join(" and ");
    match builder.site() {
        Some(site) => format!("{bodies} at {}", site.title()),
        None => bodies,
    }
}

/// Writes an event. Its UID is the same in all calendars of the same place.
fn event(
    series: &mut SeriesWriter,
    o: &Occurrence,
    entry: &CelestialEvent,
    builder: &EventBuilder,
    map: Option<&MapLink>,
) {
    // Two events of a kind are weeks apart, so the day makes the name unique; multiples have their angle.
    let of = match &entry.data {
        Some(CelestialEventData::Longitude(LongitudeData { longitude: deg, .. })) => format!("-{deg}"),
        Some(CelestialEventData::Elongation(ElongationData { elongation: deg })) => format!("-{deg}"),
        _ => String::new(),
    };
    let name = format!("{}{of}-{}", o.kind.key.word(), o.at.date());
    let link = match &entry.data {
        Some(CelestialEventData::Solar(eclipse)) => map.map(|map| map.to(Instant::from_ut1(Ut1(eclipse.jd)))),
        _ => None,
    };
    let is_eclipse = matches!(o.kind.key, Key::SolarEclipse | Key::LunarEclipse);
    let is_unseen = entry.circumstances.as_ref().is_some_and(|seen| seen.is_unseen());
    let extras = icalendar::EventExtras { has_reminder: is_eclipse && !is_unseen, link: link.as_deref() };
    let event = icalendar::Event {
        uid: &uid(&name, builder.site()),
        begin_ms: o.at.unix_ms,
        summary: &summary(entry),
        description: &description(entry, builder.zone.as_ref()),
        place_deg: match &entry.data {
            Some(CelestialEventData::Solar(eclipse)) => Some([eclipse.lat, eclipse.lng]),
            _ => None,
        },
        ..icalendar::Event::default()
    };
    series.event_with(&event, &extras);
}

fn summary(entry: &CelestialEvent) -> String {
    match &entry.data {
        Some(CelestialEventData::Phase(phase)) if phase.supermoon => {
            format!("{} (supermoon)", entry.key.title())
        }
        Some(CelestialEventData::Solar(eclipse)) => {
            let kind = match eclipse.kind {
                EclipseTypePrimary::Total => "Total",
                EclipseTypePrimary::Annular => "Annular",
                EclipseTypePrimary::Hybrid => "Hybrid",
                EclipseTypePrimary::Partial => "Partial",
            };
            format!("{kind} solar eclipse")
        }
        Some(CelestialEventData::Lunar(eclipse)) => {
            let kind = match eclipse.kind {
                'T' => "Total",
                'P' => "Partial",
                _ => "Penumbral",
            };
            format!("{kind} lunar eclipse")
        }
        Some(CelestialEventData::Longitude(LongitudeData { longitude, term: Some(term) })) => {
            format!("{}: {} (solar longitude {longitude}°)", term.pinyin, term.english)
        }
        Some(CelestialEventData::Longitude(data)) => format!("{} {}°", entry.key.title(), data.longitude),
        Some(CelestialEventData::Elongation(data)) => format!("{} {}°", entry.key.title(), data.elongation),
        _ => entry.key.title(),
    }
}

/// Returns the description of an event, one fact per line.
fn description(entry: &CelestialEvent, zone: Option<&Zone>) -> String {
    let mut lines = vec![clock_text(zone, &entry.date)];
    lines.extend(entry.data.as_ref().and_then(|data| {
        Some(match data {
            CelestialEventData::Phase(phase) => format!("Distance {:.0} km", phase.distance),
            CelestialEventData::Longitude(_) | CelestialEventData::Elongation(_) => return None,
            CelestialEventData::Solar(eclipse) => {
                let (magnitude, lat, lng) = (eclipse.magnitude, eclipse.lat, eclipse.lng);
                format!("Greatest eclipse, magnitude {magnitude:.4}, at {lat:.2}, {lng:.2}")
            }
            CelestialEventData::Lunar(eclipse) => {
                format!("Greatest eclipse, umbral magnitude {:.4}", eclipse.umbral_magnitude)
            }
            CelestialEventData::Declination(extreme) => format!("Declination {:.4}°", extreme.declination),
            CelestialEventData::Distance(extreme) if extreme.distance < 2.0 => {
                format!("Distance {:.8} au", extreme.distance)
            }
            CelestialEventData::Distance(extreme) => format!("Distance {:.0} km", extreme.distance),
        })
    }));
    lines.extend(entry.note.clone());
    if let Some(seen) = &entry.circumstances {
        lines.extend(view_lines(seen, zone));
    }
    lines.extend(
        entry
            .accuracy
            .sigma
            .filter(|sigma_s| *sigma_s >= 1.0)
            .map(|sigma_s| format!("Accurate to ± {sigma_s:.0} s, one standard error")),
    );
    lines.join("\n")
}

/// Returns the observer's view, one fact per line: the course of an eclipse, or whether the body is above the
/// horizon.
fn view_lines(seen: &CelestialEventCircumstances, zone: Option<&Zone>) -> Vec<String> {
    let mut lines = Vec::new();
    match (&seen.local, &seen.phases) {
        (Some(LocalSolarEclipseOrNull::Nothing), _) => lines.push("Not seen at the place".to_owned()),
        (Some(LocalSolarEclipseOrNull::Seen(local)), _) => {
            lines.push(format!("At the place up to {:.0} % of the Sun covered", local.obscuration * 100.0));
            let contact =
                |c: &LocalSolarContact| format!("{}: {}", clock_text(zone, &c.date), title(c.key.word()));
            lines.extend(local.contacts.iter().filter(|c| c.visible).map(contact));
        }
        (None, Some(phases)) => lines.extend(phases.iter().map(|p| {
            let time = clock_text(zone, &p.date);
            format!("{time}: {}, the Moon at {:.1}°", title(p.key), p.moon_altitude)
        })),
        (None, None) => {
            let horizon = if seen.visible { "Above" } else { "Below" };
            let sun = seen.sun_altitude;
            lines.push(format!("{horizon} the horizon at the place; the Sun's altitude {sun:.1}°"));
        }
    }
    lines
}

/// Returns the name of a contact or phase.
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
