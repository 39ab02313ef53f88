//! Writes the days of a response as JSON or as a calendar.

use super::entry::EventFinder;
use super::extra::RequestedEvents;
use super::next::NextSearch;
use super::query::RiseTransitSetQuery;
use crate::endpoints::prelude::*;
use crate::vocabulary::terrain_horizon::ResponsePieces;
use crate::vocabulary::zone::clock_text;
use almanac::AzAlt;

/// Days after which calendar programs reload: the rules of time zones may change.
const REFRESH_DAYS: u32 = 30;

/// Returns the response with a piece for each day, or for each step of a search.
pub(super) fn pieces(choice: Choice, finder: EventFinder, query: RiseTransitSetQuery) -> ResponsePieces {
    let is_calendar = query.chosen.format == CalendarFormat::Ics;
    let series = match is_calendar {
        true => SeriesWriter::calendar(format!("Sun and Moon at {}", query.site.title()), REFRESH_DAYS),
        false => SeriesWriter::map(),
    };
    let series = series.with_piece_bytes(1024);
    let write = move |series: &mut SeriesWriter,
                      query: &RiseTransitSetQuery,
                      from: Instant,
                      entries: &[RiseSetEvent]| {
        match is_calendar {
            true => events(series, query, from, entries),
            false => series.entry(&from.iso(), &entries),
        }
    };
    if let Some(next) = &query.next {
        let next = RequestedEvents(next.clone());
        let mut search = NextSearch::new(finder, query.span(), |kind| next.includes(kind.word));
        return Box::new(series.pieces(move |series| {
            let goes_on = search.advance(&choice.sky(), &choice.delta_t);
            if !goes_on {
                write(series, &query, query.begin(0), &search.events());
            }
            goes_on
        }));
    }
    Box::new(series.counted(query.days.count, 1, move |series, day| {
        let (from, to) = (query.begin(day), query.begin(day + 1));
        // A date that a zone skips has no instants.
        if from >= to {
            return;
        }
        // ΔT changes by less than a millisecond per day.
        let delta_t = choice.delta_t.with_sigma(from.ut1());
        write(series, &query, from, &finder.entries(&choice.sky(), from, to, delta_t));
    }))
}

/// Writes the events of a day to a calendar.
fn events(series: &mut SeriesWriter, query: &RiseTransitSetQuery, from: Instant, entries: &[RiseSetEvent]) {
    let Site { lat, lng, .. } = query.site;
    let day = from.unix_ms / 1000;
    for (k, entry) in entries.iter().enumerate() {
        let Some(at) = entry.date else { continue };
        // The UID must not depend on the other requested events.
        let number = entries[..k].iter().filter(|earlier| earlier.key == entry.key).count();
        series.event(&icalendar::Event {
            uid: &format!("{}-{day}-{number}-{lat}-{lng}", entry.key),
            begin_ms: at.unix_ms,
            end_ms: None,
            summary: &title(entry.key),
            description: &description(entry, query.zone()),
            place_deg: Some([lat, lng]),
        });
    }
}

/// Returns a key in plain English: "Civil dawn".
fn title(key: &str) -> String {
    let text = key.replace("gc_", "Galactic Center: ").replace('_', " ");
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + characters.as_str())
}

/// Returns local time, position, terrain and accuracy of an event, one per line.
fn description(entry: &RiseSetEvent, zone: Option<&Zone>) -> String {
    let time = zone.zip(entry.date).map(|(zone, at)| clock_text(Some(zone), &at.iso()));
    let place = entry.az_alt.map(|place| {
        let AzAlt { azimuth, altitude } = place.apparent;
        format!("Azimuth {azimuth:.1}°, altitude {altitude:.1}°")
    });
    let obstacle = entry.obstacle.map(|obstacle| obstacle.in_words());
    let accuracy = entry.accuracy.and_then(|accuracy| accuracy.sigma).map(|sigma_s| {
        let digits = if sigma_s < 10.0 { 1 } else { 0 };
        format!("Accurate to ± {sigma_s:.digits$} s, one standard error")
    });
    time.into_iter().chain(place).chain(obstacle).chain(accuracy).collect::<Vec<_>>().join("\n")
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
