//! The formats of the response: JSON, a calendar, a table.

use super::found::{SeenEclipse, SeenMaximum};
use super::search::EclipseSearch;
use crate::api::icalendar;
use crate::endpoints::local_circumstances::visibility::VisibilityEntry;
use crate::endpoints::prelude::*;
use crate::vocabulary::eclipse_accuracy::EclipseAccuracy;
use crate::vocabulary::formats::{TableFormat, uid};
use bytes::Bytes;
use std::fmt::Write;

/// Number of eclipses to examine per piece of the response: a tenth of a millisecond's work.
const ECLIPSES_PER_PIECE: usize = 48;
/// Refresh interval of calendars, days: predictions of ΔT improve from month to month.
const REFRESH_DAYS: u32 = 30;
const HEAD: &str = "jd,date,catalog,type,localType,magnitude,obscuration,durationSec,c1,c2,c3,c4,maxDate,\
    sunAlt,sunAz,visibility,visibleFrom,visibleTo,pathDistanceKM,pathBearing";
/// The columns with the uncertainty of an eclipse.
const ACCURACY_HEAD: &str = ",deltaT,deltaTSigma,theory,theorySigmaArcsec,eastWestKm,sigma";

/// Returns the response of a search, piece by piece.
pub(super) fn pieces(
    mut search: EclipseSearch,
    format: TableFormat,
) -> impl Iterator<Item = Bytes> + Send + Sync {
    let site = search.query.obs;
    series(format, site, search.query.has_accuracy()).pieces(move |series| {
        let found = search.next(ECLIPSES_PER_PIECE);
        found.iter().flatten().for_each(|eclipse| write(series, format, site, eclipse));
        found.is_some()
    })
}

fn series(format: TableFormat, site: Site, has_accuracy: bool) -> SeriesWriter {
    let Site { lat, lng, .. } = site;
    match format {
        TableFormat::Json => SeriesWriter::list(),
        TableFormat::Csv => {
            let more = if has_accuracy { ACCURACY_HEAD } else { "" };
            SeriesWriter::table(format!("{HEAD}{more}\n"))
        }
        TableFormat::Ics => SeriesWriter::calendar(format!("Solar eclipses at {lat}, {lng}"), REFRESH_DAYS),
    }
}

fn write(series: &mut SeriesWriter, format: TableFormat, site: Site, found: &SeenEclipse) {
    match format {
        TableFormat::Json => series.item(found),
        TableFormat::Csv => series.row(&row(found)),
        TableFormat::Ics => event(series, site, found),
    }
}

/// Writes an eclipse to a calendar, from its first to its last visible instant.
fn event(series: &mut SeriesWriter, site: Site, found: &SeenEclipse) {
    let kind = found.local_type;
    let (first, rest) = kind.split_at(1);
    let name = format!("{}{rest} solar eclipse", first.to_ascii_uppercase());
    let summary = match found.duration_sec {
        Some(s) => format!("{name}, {}", minutes_and_seconds(s)),
        None => format!("{name}, {:.0} % of the Sun covered", found.obscuration * 100.0),
    };
    series.event(&icalendar::Event {
        uid: &uid(&format!("solar-eclipse-{}", found.catalog), Some(site)),
        begin_ms: found.span.0.unix_ms,
        end_ms: Some(found.span.1.unix_ms),
        summary: &summary,
        description: &description(found),
        place_deg: Some([site.lat, site.lng]),
    });
}

/// Returns a duration to the nearest second: `1m 44s`.
fn minutes_and_seconds(duration_sec: f64) -> String {
    let s = duration_sec.round() as i64;
    format!("{}m {:02}s", s / 60, s % 60)
}

/// Returns the contacts and what is visible, line by line.
fn description(found: &SeenEclipse) -> String {
    let mut text = String::new();
    let contacts = [
        ("First contact", &found.c1),
        ("Second contact", &found.c2),
        ("Maximum", &Some(found.max.date.clone())),
        ("Third contact", &found.c3),
        ("Fourth contact", &found.c4),
    ];
    for (name, date) in contacts.into_iter().filter_map(|(name, date)| Some((name, date.as_ref()?))) {
        line(&mut text, format_args!("{name}: {date}"));
    }
    line(&mut text, format_args!("Magnitude: {:.4}", found.magnitude));
    line(&mut text, format_args!("Part of the Sun that is covered: {:.1} %", found.obscuration * 100.0));
    let SeenMaximum { sun_alt, sun_az, .. } = found.max;
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

fn line(text: &mut String, what: std::fmt::Arguments) {
    writeln!(text, "{what}").expect("writing to memory cannot fail");
}

/// Returns the row of an eclipse.
fn row(found: &SeenEclipse) -> String {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let number = |value: Option<f64>, places: usize| {
        value.map_or_else(String::new, |value| format!("{value:.places$}"))
    };
    let SeenMaximum { date: max_date, sun_alt, sun_az } = &found.max;
    let VisibilityEntry { from, to, reason } = &found.visibility;
    format!(
        "{},{},{},{},{},{:.6},{:.6},{},{},{},{},{},{max_date},{sun_alt:.4},{sun_az:.4},{},{},{},{},{}{}\n",
        found.jd,
        found.date,
        found.catalog,
        found.kind,
        found.local_type,
        found.magnitude,
        found.obscuration,
        number(found.duration_sec, 2),
        text(&found.c1),
        text(&found.c2),
        text(&found.c3),
        text(&found.c4),
        reason.word(),
        text(from),
        text(to),
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
        ",{delta_t:.3},{},{theory},{theory_sigma_arcsec:.4},{},{}",
        number(*delta_t_sigma, 3),
        number(*east_west_km, 3),
        number(*sigma, 3)
    )
}

/// Returns the documented example of a format: one eclipse at one site.
pub(super) fn example(format: TableFormat) -> String {
    let site = Site::new(42.34, -3.7, 860.0);
    let iso = |text: &str| Some(format!("2026-08-12T{text}Z"));
    let found = SeenEclipse {
        jd: 2_461_264.5,
        date: "2026-08-12T17:45:53.000Z".to_owned(),
        catalog: 9566,
        kind: "T".to_owned(),
        local_type: "total",
        magnitude: 1.011,
        obscuration: 1.0,
        duration_sec: Some(104.2),
        c1: iso("17:33:15.000"),
        c2: iso("18:28:11.000"),
        c3: iso("18:29:55.000"),
        c4: None,
        max: SeenMaximum { date: "2026-08-12T18:29:03.000Z".to_owned(), sun_alt: 8.25, sun_az: 281.6 },
        visibility: VisibilityEntry::until_sunset(iso("17:33:15.000"), iso("19:17:48.000")),
        path_distance_km: Some(21.4),
        path_bearing: Some(202.5),
        accuracy: None,
        span: (Instant { unix_ms: 1_786_555_995_000 }, Instant { unix_ms: 1_786_562_268_000 }),
    };
    let pieces = series(format, site, false).counted(1, 1, |series, _| write(series, format, site, &found));
    let written: Vec<u8> = pieces.flatten().collect();
    String::from_utf8_lossy(&written).into_owned()
}
