//! Points for eclipses, in groups that the filter of the page shows and hides.

use super::centuries::century;
use super::counts::{TYPES, column};
use super::plots::{Chart, PlotAxis, TYPE_PROPERTIES, axes, svg};
use crate::Error;
use artifacts::tables::eclipses;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Elements of SVG with one point for each eclipse at a place of the chart: a path for each type and century.
pub(super) fn dots(
    chart: &Chart,
    solar: &[eclipses::Row],
    at: impl Fn(&eclipses::Row) -> Option<(f64, f64)>,
) -> String {
    // Partial eclipses, the most frequent ones, are below.
    let mut paths = BTreeMap::<(Reverse<usize>, i32), String>::new();
    for e in solar {
        if let Some(point) = at(e) {
            let (x, y) = chart.backend_coord(&point);
            let group = (Reverse(column(e.eclipse_type_primary)), century(e.year));
            *paths.entry(group).or_default() += &format!("M{x} {y}h0");
        }
    }
    let element = |((Reverse(column), century), path): (&(Reverse<usize>, i32), &String)| {
        let (letter, property) = (TYPES[*column].0, TYPE_PROPERTIES[*column]);
        format!(
            "<path class=\"dots\" data-type=\"{letter}\" data-century=\"{century}\" \
             style=\"stroke:var({property})\" d=\"{path}\"/>"
        )
    };
    paths.iter().map(element).collect()
}

/// A plot with one point for each eclipse.
pub(super) fn plot(
    size: (u32, u32),
    x: PlotAxis,
    y: PlotAxis,
    solar: &[eclipses::Row],
    at: impl Fn(&eclipses::Row) -> Option<(f64, f64)>,
) -> Result<String, Error> {
    svg(size, |sheet| Ok(dots(&axes(sheet, x, y)?, solar, at)))
}
