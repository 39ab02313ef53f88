//! The forms of the answer: JSON, a calendar, a table.

use super::found::{Found, Maximum};
use super::parameters::Format;
use super::search::Search;
use crate::api::icalendar;
use crate::api::instant::Instant;
use crate::api::site::Site;
use crate::endpoints::calendar_format::uid;
use crate::endpoints::eclipse_accuracy::EclipseAccuracy;
use crate::endpoints::local_circumstances::visibility::VisibilityEntry;
use bytes::Bytes;
use serde_json::{Value, json};
use std::fmt::Write;
use web::json;

/// Eclipses that are looked at for a piece of the answer: a quarter of a millisecond's work.
const ECLIPSES: usize = 128;
/// After how many days programs come again for a calendar: ΔT is foretold better from month to month.
const REFRESH_DAYS: u32 = 30;
const HEAD: &str = "jd,date,catalog,type,localType,magnitude,obscuration,durationSec,c1,c2,c3,c4,maxDate,\
    sunAlt,sunAz,visibility,visibleFrom,visibleTo,pathDistanceKM,pathBearing";
/// The columns of a table that tell how sure an eclipse is.
const ACCURACY_HEAD: &str = ",deltaT,deltaTSigma,theory,theorySigmaArcsec,eastWestKm,sigma";

/// The answer, piece by piece.
pub(super) struct Pieces {
    search: Search,
    writer: Writer,
    stage: Stage,
}

/// How far the answer is written.
#[derive(PartialEq)]
enum Stage {
    Beginning,
    Eclipses { is_first: bool },
    Done,
}

/// Writes in one of the forms.
struct Writer {
    format: Format,
    site: Site,
    /// Whether a table has columns for it.
    has_accuracy: bool,
}

impl Pieces {
    /// The answer of a search for a place.
    pub(super) fn new(search: Search, format: Format, site: Site) -> Self {
        let writer = Writer { format, site, has_accuracy: search.has_accuracy };
        Self { search, writer, stage: Stage::Beginning }
    }
}

impl Iterator for Pieces {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        let mut out = Vec::new();
        match self.stage {
            Stage::Done => return None,
            Stage::Beginning => {
                self.writer.begin(&mut out);
                self.stage = Stage::Eclipses { is_first: true };
            }
            Stage::Eclipses { ref mut is_first } => match self.search.next(ECLIPSES) {
                Some(found) => {
                    for eclipse in &found {
                        self.writer.eclipse(&mut out, eclipse, std::mem::take(is_first));
                    }
                }
                None => {
                    self.writer.end(&mut out);
                    self.stage = Stage::Done;
                }
            },
        }
        Some(Bytes::from(out))
    }
}

impl Writer {
    fn begin(&self, out: &mut Vec<u8>) {
        let Site { lat, lng, .. } = self.site;
        match self.format {
            Format::Json => out.push(b'['),
            Format::Csv => {
                let more = if self.has_accuracy { ACCURACY_HEAD } else { "" };
                out.extend_from_slice(format!("{HEAD}{more}\n").as_bytes());
            }
            Format::Ics => icalendar::begin(out, &format!("Solar eclipses at {lat}, {lng}"), REFRESH_DAYS),
        }
    }

    fn eclipse(&self, out: &mut Vec<u8>, found: &Found, is_first: bool) {
        match self.format {
            Format::Json => {
                if !is_first {
                    out.push(b',');
                }
                json::append(out, found);
            }
            Format::Csv => out.extend_from_slice(row(found).as_bytes()),
            Format::Ics => self.event(out, found),
        }
    }

    fn end(&self, out: &mut Vec<u8>) {
        match self.format {
            Format::Json => out.push(b']'),
            Format::Csv => {}
            Format::Ics => icalendar::end(out),
        }
    }

    /// An eclipse in a calendar: from its first to its last visible instant.
    fn event(&self, out: &mut Vec<u8>, found: &Found) {
        let Site { lat, lng, .. } = self.site;
        let kind = found.local_type;
        let (first, rest) = kind.split_at(1);
        let name = format!("{}{rest} solar eclipse", first.to_ascii_uppercase());
        let summary = match found.duration_sec {
            Some(s) => format!("{name}, {}", minutes_and_seconds(s)),
            None => format!("{name}, {:.0} % of the Sun covered", found.obscuration * 100.0),
        };
        icalendar::event(
            out,
            &icalendar::Event {
                uid: &uid(&format!("solar-eclipse-{}", found.catalog), Some(self.site)),
                begin_ms: found.span.0.unix_ms,
                end_ms: Some(found.span.1.unix_ms),
                summary: &summary,
                description: &description(found),
                place_deg: Some([lat, lng]),
            },
        );
    }
}

/// A duration to the nearest second: `1m 44s`.
fn minutes_and_seconds(duration_sec: f64) -> String {
    let s = duration_sec.round() as i64;
    format!("{}m {:02}s", s / 60, s % 60)
}

/// Contacts and what is seen, line by line.
fn description(found: &Found) -> String {
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

fn line(text: &mut String, what: std::fmt::Arguments) {
    writeln!(text, "{what}").expect("memory takes all that is written");
}

/// An eclipse in a table.
fn row(found: &Found) -> String {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let number = |value: Option<f64>, places: usize| {
        value.map_or_else(String::new, |value| format!("{value:.places$}"))
    };
    let Maximum { date: max_date, sun_alt, sun_az } = &found.max;
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
        reason,
        text(from),
        text(to),
        number(found.path_distance_km, 3),
        number(found.path_bearing, 3),
        found.accuracy.as_ref().map_or_else(String::new, columns),
    )
}

/// How sure an eclipse is, as the last columns of a table.
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

/// An answer in a form, for the description: an eclipse at one place; JSON has the recorded one.
pub(super) fn example(format: Format) -> Value {
    if format == Format::Json {
        return Value::Null;
    }
    let site = Site { lat: 42.34, lng: -3.7, height: 860.0 };
    let iso = |text: &str| Some(format!("2026-08-12T{text}Z"));
    let found = Found {
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
        max: Maximum { date: "2026-08-12T18:29:03.000Z".to_owned(), sun_alt: 8.25, sun_az: 281.6 },
        visibility: VisibilityEntry::until_sunset(iso("17:33:15.000"), iso("19:17:48.000")),
        path_distance_km: Some(21.4),
        path_bearing: Some(202.5),
        accuracy: None,
        span: (Instant { unix_ms: 1_786_555_995_000 }, Instant { unix_ms: 1_786_562_268_000 }),
    };
    let writer = Writer { format, site, has_accuracy: false };
    let mut out = Vec::new();
    writer.begin(&mut out);
    writer.eclipse(&mut out, &found, true);
    writer.end(&mut out);
    json!(String::from_utf8_lossy(&out))
}
