//! The formats of the response: JSON, a calendar, a table.

use super::found::PlaceEclipses;
use super::query::EclipseSearchQuery;
use super::search::{EclipseSearch, Examine, SolarExaminer};
use crate::api::icalendar::EventExtras;
use crate::endpoints::prelude::*;
use crate::vocabulary::formats::uid;
use crate::vocabulary::zone::clock_text_of;
use almanac::{LocalTimes, Maximum};
use almanac::{VisibilityReason, Visible};
use std::fmt::Write;
use std::mem::take;

/// Number of eclipses to examine per piece of the response over a skyline or with their chance: about a
/// millisecond's work.
pub(super) const FEW_PER_PIECE: usize = 4;
/// Number of eclipses to examine per piece of the response: a tenth of a millisecond's work.
pub(super) const ECLIPSES_PER_PIECE: usize = 48;
/// Refresh interval of calendars, days: predictions of ΔT improve from month to month.
const REFRESH_DAYS: u32 = 30;
const HEAD: &str = "jd,date,catalog,type,localType,magnitude,obscuration,durationSec,c1,c2,c3,c4,maxDate,\
    sunAlt,sunAz,visibility,visibleFrom,visibleTo,pathDistanceKM,pathBearing";
/// The columns with the place, with several observers.
const PLACE_HEAD: &str = "lat,lng,";
/// The columns with local times.
const LOCAL_HEAD: &str = ",maxLocal,c1Local,c2Local,c3Local,c4Local,visibleFromLocal,visibleToLocal";
/// The columns with the uncertainty of an eclipse.
const ACCURACY_HEAD: &str = ",deltaT,deltaTSigma,theory,theorySigmaArcsec,eastWestKm,sigma";

/// An eclipse in all formats.
pub(crate) trait WrittenEclipse: Serialize {
    /// Returns its row in a table.
    fn row(&self) -> String;

    /// Writes it to a calendar.
    fn event(&self, series: &mut SeriesWriter, site: Site);
}

/// Returns the response of a search, piece by piece; `each` eclipses are examined per piece.
pub(crate) fn pieces<E>(
    mut search: EclipseSearch<E>,
    each: usize,
    series: SeriesWriter,
    format: TableFormat,
    site: Site,
) -> impl Iterator<Item = Bytes> + Send + Sync
where
    E: Examine<Found: WrittenEclipse> + Send + Sync,
{
    series.pieces(move |series| {
        let found = search.next(each);
        found.iter().flatten().for_each(|eclipse| write(series, format, site, eclipse));
        found.is_some()
    })
}

/// A search at one of several places.
pub(super) struct PlaceSearch {
    pub(super) site: Site,
    /// The name of its time zone, with `tz`.
    pub(super) tz: Option<String>,
    pub(super) search: EclipseSearch<SolarExaminer>,
}

/// Returns the response for several places, which follow each other.
pub(super) fn pieces_of_places(
    searches: Vec<PlaceSearch>,
    each: usize,
    series: SeriesWriter,
    format: TableFormat,
) -> impl Iterator<Item = Bytes> + Send + Sync {
    let mut rest = searches.into_iter();
    let (mut current, mut eclipses) = (rest.next(), Vec::new());
    series.pieces(move |series| {
        if let Some(mut place) = current.take() {
            match place.search.next(each) {
                Some(found) => {
                    eclipses.extend(found);
                    current = Some(place);
                }
                None => {
                    let PlaceSearch { site, tz, .. } = place;
                    write_place(
                        series,
                        format,
                        PlaceEclipses { obs: site, tz, eclipses: take(&mut eclipses) },
                    );
                    current = rest.next();
                }
            }
        }
        current.is_some()
    })
}

/// Writes a place with its eclipses; rows of a table begin with the place.
fn write_place(series: &mut SeriesWriter, format: TableFormat, place: PlaceEclipses) {
    let Site { lat, lng, .. } = place.obs;
    match format {
        TableFormat::Json => series.item(&place),
        TableFormat::Csv => {
            place.eclipses.iter().for_each(|e| series.row(&format!("{lat},{lng},{}", row(e))));
        }
        TableFormat::Ics => place.eclipses.iter().for_each(|e| event(series, place.obs, e)),
    }
}

/// Returns a writer for eclipses: the title of a calendar, and the head of a table.
pub(crate) fn series(format: TableFormat, title: String, head: &[&str]) -> SeriesWriter {
    match format {
        TableFormat::Json => SeriesWriter::list(),
        TableFormat::Csv => SeriesWriter::table(format!("{}\n", head.concat())),
        TableFormat::Ics => SeriesWriter::calendar(title, REFRESH_DAYS),
    }
}

/// Returns a writer of the solar eclipses of a query.
pub(super) fn solar_series(format: TableFormat, query: &EclipseSearchQuery) -> SeriesWriter {
    let are_several = query.obs.are_several();
    let title = match query.obs.all() {
        [site] => format!("Solar eclipses at {}", site.title()),
        places => format!("Solar eclipses at {} places", places.len()),
    };
    let columns = [
        if are_several { PLACE_HEAD } else { "" },
        HEAD,
        if query.zone.tz.is_some() { LOCAL_HEAD } else { "" },
        if query.has_accuracy() { ACCURACY_HEAD } else { "" },
    ];
    series(format, title, &columns)
}

fn write(series: &mut SeriesWriter, format: TableFormat, site: Site, found: &impl WrittenEclipse) {
    match format {
        TableFormat::Json => series.item(found),
        TableFormat::Csv => series.row(&found.row()),
        TableFormat::Ics => found.event(series, site),
    }
}

impl WrittenEclipse for Found {
    fn row(&self) -> String {
        row(self)
    }

    fn event(&self, series: &mut SeriesWriter, site: Site) {
        event(series, site, self);
    }
}

/// Writes an eclipse to a calendar, from its first to its last visible instant.
fn event(series: &mut SeriesWriter, site: Site, found: &Found) {
    let kind = found.local_type;
    let (first, rest) = kind.split_at(1);
    let name = format!("{}{rest} solar eclipse", first.to_ascii_uppercase());
    let summary = match found.duration_sec {
        Some(s) => format!("{name}, {}", minutes_and_seconds(s)),
        None => format!("{name}, {:.0} % of the Sun covered", found.obscuration * 100.0),
    };
    let event = icalendar::Event {
        uid: &uid(&format!("solar-eclipse-{}", found.catalog), Some(site)),
        begin_ms: found.span[0].unix_ms,
        end_ms: Some(found.span[1].unix_ms),
        summary: &summary,
        description: &description(found),
        place_deg: Some([site.lat, site.lng]),
    };
    series.event_with(&event, &EventExtras { has_reminder: true, link: None });
}

/// The text of a calendar's event if heights are too coarse for a verdict.
pub(crate) const UNKNOWN_TERRAIN: &str = "Mountains nearby may hide it: heights 9 km apart cannot tell";

/// Returns a duration to the nearest second: `1m 44s`.
fn minutes_and_seconds(duration_sec: f64) -> String {
    let s = duration_sec.round() as i64;
    format!("{}m {:02}s", s / 60, s % 60)
}

/// Returns the contacts and what is visible, line by line.
fn description(found: &Found) -> String {
    let mut text = String::new();
    let times = found.local_times.as_ref();
    let maximum = found.max.local.clone().unwrap_or_else(|| found.max.date.iso());
    let contacts = [
        ("First contact", local_or_utc(times, "c1", found.c1)),
        ("Second contact", local_or_utc(times, "c2", found.c2)),
        ("Maximum", Some(maximum)),
        ("Third contact", local_or_utc(times, "c3", found.c3)),
        ("Fourth contact", local_or_utc(times, "c4", found.c4)),
    ];
    for (name, date) in contacts.into_iter().filter_map(|(name, date)| Some((name, date?))) {
        line(&mut text, format_args!("{name}: {}", clock_text_of(&date)));
    }
    if found.visibility.reason == VisibilityReason::UnknownTerrain {
        line(&mut text, format_args!("{UNKNOWN_TERRAIN}"));
    }
    line(&mut text, format_args!("Magnitude: {:.4}", found.magnitude));
    line(&mut text, format_args!("Part of the Sun that is covered: {:.1} %", found.obscuration * 100.0));
    let Maximum { sun_alt, sun_az, .. } = found.max;
    line(&mut text, format_args!("Sun at maximum: altitude {sun_alt:.1}°, azimuth {sun_az:.1}°"));
    if let (Some(km), Some(bearing)) = (found.path_distance_km, found.path_bearing) {
        line(&mut text, format_args!("Central line: {km:.1} km away, towards {bearing:.0}°"));
    }
    if let Some(EclipseAccuracy { delta_t, delta_t_sigma: Some(sigma_s), east_west_km: Some(km), .. }) =
        &found.accuracy
    {
        line(
            &mut text,
            format_args!("ΔT: {delta_t:.1} s ± {sigma_s:.2} s, which moves the eclipse by {km:.1} km"),
        );
    }
    text.truncate(text.trim_end().len());
    text
}

/// Returns the local time of a field, or without a zone its instant.
pub(crate) fn local_or_utc(times: Option<&LocalTimes>, name: &str, date: Option<Instant>) -> Option<String> {
    times.and_then(|times| times.of(name)).map(str::to_owned).or_else(|| date.map(Instant::iso))
}

pub(crate) fn line(text: &mut String, what: std::fmt::Arguments) {
    writeln!(text, "{what}").expect("writing to memory cannot fail");
}

fn row(found: &Found) -> String {
    let times = found.local_times.as_ref();
    let local = times.map_or_else(String::new, |times| {
        let columns = ["c1", "c2", "c3", "c4", "from", "to"].map(|name| times.of(name).unwrap_or_default());
        format!(",{},{}", found.max.local.as_deref().unwrap_or_default(), columns.join(","))
    });
    let number = |value: Option<f64>, places: usize| {
        value.map_or_else(String::new, |value| format!("{value:.places$}"))
    };
    let Maximum { sun_alt, sun_az, .. } = found.max;
    let Visible { from, to, reason } = found.visibility;
    let iso = |at: Option<Instant>| at.map_or_else(String::new, Instant::iso);
    format!(
        "{},{},{},{},{},{:.6},{:.6},{},{},{},{},{},{},{sun_alt:.4},{sun_az:.4},{},{},{},{},{}{local}\
         {}\n",
        found.jd,
        found.date.iso(),
        found.catalog,
        found.kind,
        found.local_type,
        found.magnitude,
        found.obscuration,
        number(found.duration_sec, 2),
        iso(found.c1),
        iso(found.c2),
        iso(found.c3),
        iso(found.c4),
        found.max.date.iso(),
        reason.word(),
        iso(from),
        iso(to),
        number(found.path_distance_km, 3),
        number(found.path_bearing, 3),
        found.accuracy.as_ref().map_or_else(String::new, columns),
    )
}

/// Returns the uncertainty of an eclipse as the last columns of a table.
fn columns(accuracy: &EclipseAccuracy) -> String {
    let number = |value: Option<f64>, places: usize| {
        value.map_or_else(String::new, |value| format!("{value:.places$}"))
    };
    let EclipseAccuracy { delta_t, delta_t_sigma, theory, theory_sigma_arcsec, east_west_km, sigma, .. } =
        accuracy;
    format!(
        ",{delta_t:.3},{},{},{theory_sigma_arcsec:.4},{},{}",
        number(*delta_t_sigma, 3),
        theory.word(),
        number(*east_west_km, 3),
        number(*sigma, 3)
    )
}

/// Returns the documented example of a format: one eclipse at one site.
pub(super) fn example(format: TableFormat) -> String {
    let site = Site::new(42.34, -3.7, 860.0);
    let at = |second: i64| Instant { unix_ms: (1_786_550_000 + second) * 1000 };
    let found = Found {
        jd: 2_461_264.5,
        date: at(6753),
        catalog: 9566,
        kind: EclipseTypePrimary::Total.word(),
        local_type: LocalType::Total.word(),
        magnitude: 1.011,
        obscuration: 1.0,
        duration_sec: Some(104.2),
        c1: Some(at(5995)),
        c2: Some(at(9291)),
        c3: Some(at(9395)),
        c4: None,
        max: Maximum { date: at(9343), local: None, sun_alt: 8.25, sun_az: 281.6 },
        visibility: Visible { from: Some(at(5995)), to: Some(at(12_268)), reason: VisibilityReason::Sunset },
        greatest: None,
        path_distance_km: Some(21.4),
        path_bearing: Some(202.5),
        local_times: None,
        accuracy: None,
        chance: None,
        span: [at(5995), at(12_268)],
    };
    let pieces =
        series(format, format!("Solar eclipses at {}", site.title()), &[HEAD])
            .counted(1, 1, |series, _| write(series, format, site, &found));
    let written: Vec<u8> = pieces.flatten().collect();
    String::from_utf8_lossy(&written).into_owned()
}
