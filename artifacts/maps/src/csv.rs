//! The central path as a table in the layout of NASA's: limits, central line and what is seen there.

use crate::clock::EclipseClock;
use crate::collection::Collection;
use crate::curves::{CurveOptions, Cut, Density};
use crate::error::Error;
use crate::job::Job;
use crate::word::PathWord;
use astro::eclipse::path::{Central, CurveVertex, Mark};
use geography::{Geometry, cut};
use std::fmt::Write;

const HEAD: &str = "ut,north_lat,north_lng,south_lat,south_lng,central_lat,central_lng,moon_sun_ratio,\
    sun_alt,sun_az,width_km,duration_s,row,north_ut,south_ut,central_ut\n";

/// A point and its instant, hours from t0.
#[derive(Clone, Copy)]
struct CsvPlace {
    longitude_deg: f64,
    latitude_deg: f64,
    t: f64,
}

/// A row of the table.
pub struct CsvRow {
    /// `begin`, `path` or `end`.
    name: &'static str,
    /// Its instant, hours from t0; none for the ends, which have those of their points.
    at: Option<f64>,
    north: Option<CsvPlace>,
    south: Option<CsvPlace>,
    centre: Option<(CsvPlace, Option<Central>)>,
}

/// Appends the table.
pub fn write(out: &mut Vec<u8>, clock: EclipseClock, rows: &[CsvRow]) {
    let mut text = String::with_capacity(HEAD.len() + 192 * rows.len());
    text.push_str(HEAD);
    rows.iter().for_each(|row| row.write(&mut text, clock));
    out.extend_from_slice(text.as_bytes());
}

/// Computes the rows in the order of their instants.
pub fn rows(job: &Job) -> Result<Vec<CsvRow>, Error> {
    // Only the ends of the limits are used, so a coarse tolerance is enough. They are those of the smooth
    // Moon.
    let options = CurveOptions {
        words: vec![PathWord::NorthernLimit, PathWord::SouthernLimit],
        density: Density::Tolerance { metres: 1000.0 },
        least_altitude_deg: 0.0,
        cut: Cut::Antimeridian,
        edge: None,
        ..job.options.clone()
    };
    let limits = job.collection(&options)?;
    let mut rows = rows_between(&limits, job)?;
    rows.sort_by(|a, b| a.instant().total_cmp(&b.instant()));
    Ok(rows)
}

/// The number of places of all rows, at most.
pub(crate) fn max_places(empty: &Collection, step_ms: i64) -> Result<usize, Error> {
    const IN_A_ROW: usize = 3;
    let Some(span) = empty.paths().row_span()? else { return Ok(0) };
    Ok(IN_A_ROW * (2 + empty.clock.multiples(span, step_ms).count()))
}

fn rows_between(limits: &Collection, job: &Job) -> Result<Vec<CsvRow>, Error> {
    let paths = limits.paths();
    let Some(span) = paths.row_span()? else { return Ok(Vec::new()) };
    let place = |vertex: &CurveVertex| {
        let (longitude_deg, latitude_deg) = limits.place_deg(vertex);
        CsvPlace { longitude_deg, latitude_deg, t: vertex.t }
    };
    let edge = job.edge();
    let mut rows = vec![end_row(limits, "begin", f64::lt)?];
    for at in limits.clock.multiples(span, job.step_ms) {
        (job.options.limits.pause)();
        let t = limits.clock.hours(at);
        let row = match &edge {
            Some(edge) => paths.edge_row(edge, t)?,
            None => paths.row(t)?,
        };
        let has_points = row.north.is_some() || row.south.is_some() || row.central.is_some();
        rows.push(CsvRow {
            name: "path",
            at: has_points.then_some(t),
            north: row.north.as_ref().map(place),
            south: row.south.as_ref().map(place),
            centre: row.central.as_ref().map(|(vertex, seen)| (place(vertex), Some(*seen))),
        });
    }
    rows.push(end_row(limits, "end", f64::gt)?);
    Ok(rows)
}

/// The ends of limits and central line on the terminator: the first or the last in time.
fn end_row(
    limits: &Collection,
    name: &'static str,
    is_better: fn(&f64, &f64) -> bool,
) -> Result<CsvRow, Error> {
    let end = |path: PathWord| {
        let features = limits.features.iter().filter(|feature| feature.path == path);
        let lines = features.flat_map(|feature| match &feature.geometry {
            Geometry::Lines(lines) => lines.as_slice(),
            _ => &[],
        });
        let ends = lines.flat_map(|line: &Vec<cut::Vertex>| [line.first(), line.last()]).flatten();
        ends.copied().reduce(|best, next| if is_better(&next.t, &best.t) { next } else { best })
    };
    let place =
        |v: cut::Vertex| CsvPlace { longitude_deg: v.longitude_deg, latitude_deg: v.latitude_deg, t: v.t };
    let mark = if name == "begin" { Mark::CentralBegins } else { Mark::CentralEnds };
    let paths = limits.paths();
    let mut centre = None;
    if let Some(point) = paths.points()?.into_iter().find(|point| point.mark == mark) {
        let (longitude_deg, latitude_deg) = limits.place_deg(&point.vertex);
        let at = CsvPlace { longitude_deg, latitude_deg, t: point.vertex.t };
        centre = Some((at, paths.central_at(&point.vertex)?));
    }
    let (north, south) = (end(PathWord::NorthernLimit).map(place), end(PathWord::SouthernLimit).map(place));
    Ok(CsvRow { name, at: None, north, south, centre })
}

impl CsvRow {
    /// The number of its points.
    pub fn places(&self) -> usize {
        self.instants().count()
    }

    /// The instants of its points, hours from t0; they differ in the rows of the ends, and with mountains.
    fn instants(&self) -> impl Iterator<Item = f64> {
        let places = [self.north, self.south, self.centre.map(|(place, _)| place)];
        places.into_iter().flatten().map(|place| place.t)
    }

    /// Its own instant: the first for the beginning, the last for the end.
    fn instant(&self) -> f64 {
        if let Some(at) = self.at {
            return at;
        }
        match self.name {
            "end" => self.instants().fold(f64::NEG_INFINITY, f64::max),
            _ => self.instants().fold(f64::INFINITY, f64::min),
        }
    }

    fn write(&self, text: &mut String, clock: EclipseClock) {
        let centre = self.centre.map(|(place, _)| place);
        let iso = |place: Option<CsvPlace>| place.map_or_else(String::new, |p| clock.iso(p.t));
        let own = self.instant();
        if own.is_finite() {
            text.push_str(&clock.iso(own));
        }
        for place in [self.north, self.south, centre] {
            match place {
                Some(p) => push(text, format_args!(",{:.6},{:.6}", p.latitude_deg, p.longitude_deg)),
                None => text.push_str(",,"),
            }
        }
        match self.centre.and_then(|(_, seen)| seen) {
            Some(seen) => push(
                text,
                format_args!(
                    ",{:.5},{:.3},{:.3},{:.2},{:.2}",
                    seen.diameter_ratio,
                    seen.sun.altitude.to_degrees(),
                    seen.sun.azimuth.to_degrees(),
                    seen.width_km,
                    seen.duration_s
                ),
            ),
            None => text.push_str(",,,,,"),
        }
        let [north, south, centre] = [self.north, self.south, centre].map(iso);
        push(text, format_args!(",{},{north},{south},{centre}\n", self.name));
    }
}

fn push(text: &mut String, what: std::fmt::Arguments) {
    text.write_fmt(what).expect("writing into memory does not fail");
}
