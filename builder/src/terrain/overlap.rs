//! Files that cover the same ground.

use super::input::TerrainInput;
use crate::Error;
use std::collections::HashMap;

/// Degrees in which files are compared with each other.
const CELL_DEG: f64 = 2.0;
/// Such cells of a turn.
const CELLS: i32 = 180;

/// Rejects two files of the same resolution that cover the same ground, because it is unclear which height is
/// right. Files may share the samples of an edge, and a finer file may overlap a coarser one.
pub(super) fn check(inputs: &[TerrainInput]) -> Result<(), Error> {
    let mut cells: HashMap<(i32, i32), Vec<usize>> = HashMap::new();
    for (number, input) in inputs.iter().enumerate() {
        let [south, west, north, east] = input.grid.samples().samples_deg();
        let cell = |degrees: f64| (degrees / CELL_DEG).floor() as i32;
        for row in cell(south)..=cell(north) {
            // A file that goes round meets its first cell again.
            for column in (cell(west)..=cell(east)).take(CELLS as usize) {
                let others = cells.entry((row, column.rem_euclid(CELLS))).or_default();
                if let Some(other) = others.iter().find(|other| overlap(&inputs[**other], input)) {
                    let problem = format!(
                        "covers the same ground as {} at the same resolution; pass only one of them",
                        inputs[*other].path.display()
                    );
                    return Err(Error::terrain(&input.path, problem));
                }
                others.push(number);
            }
        }
    }
    Ok(())
}

/// Returns whether two files overlap by more than the samples of an edge.
fn overlap(a: &TerrainInput, b: &TerrainInput) -> bool {
    let (a, b) = (a.grid.samples(), b.grid.samples());
    let ([south, west, north, east], other) = (a.samples_deg(), b.samples_deg());
    let half = [a.row_deg, b.row_deg, a.column_deg, b.column_deg].into_iter().fold(f64::MAX, f64::min) / 2.0;
    // A longitude may be off by whole turns.
    let turns_deg = [-720.0, -360.0, 0.0, 360.0, 720.0];
    let is_beside = |turn: f64| east.min(other[3] + turn) - west.max(other[1] + turn) <= half;
    a.matches(&b) && north.min(other[2]) - south.max(other[0]) > half && !turns_deg.into_iter().all(is_beside)
}
