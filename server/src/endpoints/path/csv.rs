//! The central path as a table in the layout of NASA's: limits, centre and what is seen there, by the minute.

use super::task::Task;
use crate::generation::elements::Curves;
use artifacts::paths::{Collection, Cut, Density, Error, Options, PathWord};
use astro::eclipse::path::{Central, Mark, Vertex};
use geography::{Geometry, cut};
use std::fmt::Write;

const HEAD: &str = "ut,north_lat,north_lng,south_lat,south_lng,central_lat,central_lng,moon_sun_ratio,\
    sun_alt,sun_az,width_km,duration_s,row,north_ut,south_ut,central_ut\n";

/// A place and its instant, hours from t0.
#[derive(Clone, Copy)]
struct Place {
    longitude_deg: f64,
    latitude_deg: f64,
    t: f64,
}

/// A row of the table.
struct Row {
    /// `begin`, `path` or `end`.
    name: &'static str,
    north: Option<Place>,
    south: Option<Place>,
    centre: Option<(Place, Option<Central>)>,
}

/// Computes the table. A vertex is a place in it.
pub(super) fn table(task: &Task) -> Result<Curves, Error> {
    // Of the limits only the ends are wanted: few vertices do.
    let options = Options {
        words: vec![PathWord::NorthernLimit, PathWord::SouthernLimit],
        density: Density::Tolerance { metres: 1000.0 },
        least_altitude_deg: 0.0,
        cut: Cut::Antimeridian,
        ..task.options.clone()
    };
    let limits = Collection::new(&task.elements, task.delta_t_s, &options)?;
    let rows = rows(task, &limits)?;
    let vertices = rows.iter().map(Row::places).sum();
    let mut text = String::with_capacity(HEAD.len() + 192 * rows.len());
    text.push_str(HEAD);
    rows.iter().for_each(|row| row.write(&mut text, &limits));
    Ok(Curves { vertices, body: text.into_bytes().into() })
}

fn rows(task: &Task, limits: &Collection) -> Result<Vec<Row>, Error> {
    let paths = limits.paths();
    let Some(span) = paths.row_span()? else { return Ok(Vec::new()) };
    let place = |vertex: &Vertex| {
        let (longitude_deg, latitude_deg) = limits.place_deg(vertex);
        Place { longitude_deg, latitude_deg, t: vertex.t }
    };
    let mut rows = vec![end_row(limits, "begin", f64::lt)?];
    for at in limits.clock.multiples(span, task.step_ms) {
        let row = paths.row(limits.clock.hours(at))?;
        rows.push(Row {
            name: "path",
            north: row.north.as_ref().map(place),
            south: row.south.as_ref().map(place),
            centre: row.central.as_ref().map(|(vertex, seen)| (place(vertex), Some(*seen))),
        });
    }
    rows.push(end_row(limits, "end", f64::gt)?);
    Ok(rows)
}

/// The ends of limits and central line, on the terminator: those that come before all others, or after.
fn end_row(limits: &Collection, name: &'static str, is_better: fn(&f64, &f64) -> bool) -> Result<Row, Error> {
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
        |v: cut::Vertex| Place { longitude_deg: v.longitude_deg, latitude_deg: v.latitude_deg, t: v.t };
    let mark = if name == "begin" { Mark::CentralBegins } else { Mark::CentralEnds };
    let paths = limits.paths();
    let mut centre = None;
    if let Some(point) = paths.points()?.into_iter().find(|point| point.mark == mark) {
        let (longitude_deg, latitude_deg) = limits.place_deg(&point.vertex);
        let at = Place { longitude_deg, latitude_deg, t: point.vertex.t };
        centre = Some((at, paths.central_at(&point.vertex)?));
    }
    let (north, south) = (end(PathWord::NorthernLimit).map(place), end(PathWord::SouthernLimit).map(place));
    Ok(Row { name, north, south, centre })
}

impl Row {
    fn places(&self) -> usize {
        usize::from(self.north.is_some())
            + usize::from(self.south.is_some())
            + usize::from(self.centre.is_some())
    }

    fn write(&self, text: &mut String, limits: &Collection) {
        let centre = self.centre.map(|(place, _)| place);
        let iso = |place: Option<Place>| place.map_or_else(String::new, |p| limits.clock.iso(p.t));
        // The row's own instant is that of the centre; without one, that of a limit.
        text.push_str(&iso(centre.or(self.north).or(self.south)));
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
    text.write_fmt(what).expect("memory takes all that is written");
}
