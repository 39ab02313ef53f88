//! Maps of the world on a plate carrée.

use super::counts::TYPES;
use super::dots::dots;
use super::plots::{COAST, Chart, LAND, PlotAxis, TYPE_COLOURS, axes, degrees, svg};
use crate::{Error, areas};
use artifacts::reader::Generation;
use artifacts::tables::{eclipses, paths};
use geo::{BoundingRect, Coord, LineString, Simplify};
use geography::Geometry;
use geography::cut::Vertex;
use maps::PathWord;
use maps::wkb;
use places::AreaLayer;
use plotters::element::{PathElement, Polygon};
use plotters::prelude::Color;
use std::ops::RangeInclusive;

/// Size of a map, pixels.
const MAP: (u32, u32) = (1500, 800);
/// Coasts are thinned to what a world map shows.
const COAST_TOLERANCE_DEG: f64 = 0.2;
/// Paths are thinned to a fifth of a pixel.
const PATH_TOLERANCE_DEG: f64 = 0.05;

type Drawn = Result<String, Box<dyn std::error::Error>>;

pub(crate) fn greatest_eclipses(generation: &Generation, solar: &[eclipses::Row]) -> Result<String, Error> {
    world(generation, |chart| Ok(dots(chart, solar, |e| Some((e.longitude_deg, e.latitude_deg)))))
}

/// Paths of totality and annularity of the eclipses of some years, with their central lines.
pub(crate) fn central_paths(generation: &Generation, years: RangeInclusive<i32>) -> Result<String, Error> {
    let batch = generation.parquet(&paths::TABLE)?;
    let rows = paths::rows(&batch)?;
    let is_drawn = |row: &paths::Row| {
        years.contains(&row.year)
            && [PathWord::Area, PathWord::Centre].map(PathWord::word).contains(&row.curve)
    };
    let drawn = rows.iter().filter(is_drawn);
    let curves = drawn.map(|row| Ok((row.eclipse_type, wkb::read(row.geometry)?)));
    let curves: Vec<(&str, Geometry)> = curves.collect::<Result<_, Error>>()?;
    world(generation, |chart| {
        // Annular below total below hybrid, of which there are fewest; their paths are narrow.
        for (index, width) in [(1, 1), (0, 1), (2, 2)] {
            let (letter, _) = TYPES[index];
            let colour = TYPE_COLOURS[index];
            for (_, curve) in curves.iter().filter(|(eclipse_type, _)| eclipse_type.starts_with(letter)) {
                for run in curve.runs() {
                    match curve {
                        Geometry::Polygons(_) => {
                            chart.draw_series([Polygon::new(thinned(run), colour.mix(0.2).filled())])?
                        }
                        _ => {
                            chart.draw_series([PathElement::new(thinned(run), colour.stroke_width(width))])?
                        }
                    };
                }
            }
        }
        Ok(String::new())
    })
}

/// A map with coasts and borders, and what is drawn on them.
fn world(generation: &Generation, draw: impl FnOnce(&mut Chart) -> Drawn) -> Result<String, Error> {
    let areas = areas::read(generation)?;
    svg(MAP, |sheet| {
        let (x, y) = (
            PlotAxis { range: -180.0..180.0, title: "longitude, east positive", tick: &degrees },
            PlotAxis { range: -90.0..90.0, title: "latitude", tick: &degrees },
        );
        let mut chart = axes(sheet, x, y)?;
        let thinned = areas
            .iter()
            .filter(|a| a.layer == AreaLayer::Country)
            .map(|a| a.polygon.exterior().simplify(COAST_TOLERANCE_DEG));
        for ring in thinned.filter(|r| {
            r.bounding_rect().is_some_and(|b| b.width().max(b.height()) > 2.0 * COAST_TOLERANCE_DEG)
        }) {
            let vertices: Vec<(f64, f64)> = ring.0.iter().map(|c| (c.x.clamp(-180.0, 180.0), c.y)).collect();
            chart.draw_series([Polygon::new(vertices.clone(), LAND.filled())])?;
            chart.draw_series([PathElement::new(vertices, COAST.stroke_width(1))])?;
        }
        draw(&mut chart)
    })
}

/// The vertices that a world map needs of a run.
fn thinned(run: &[Vertex]) -> Vec<(f64, f64)> {
    let line: LineString = run.iter().map(|v| Coord { x: v.longitude_deg, y: v.latitude_deg }).collect();
    line.simplify(PATH_TOLERANCE_DEG).0.iter().map(|c| (c.x, c.y)).collect()
}
