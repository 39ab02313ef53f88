//! Heights that are none.

use crate::Error;
use std::path::Path;

/// Heights of the ground, m: from below the shore of the Dead Sea to above the highest summit. So the numbers
/// that often stand for unknown heights, such as −9999, are never taken for heights.
const HEIGHTS_M: std::ops::RangeInclusive<f32> = -500.0..=9_000.0;

/// Refuses a height that no place of the Earth has: a file that was written by other rules, or damaged.
/// `first` is the number of the first row.
pub(super) fn check(path: &Path, heights_m: &[f32], columns: usize, first: usize) -> Result<(), Error> {
    let wrong = heights_m.iter().position(|h| !h.is_nan() && !HEIGHTS_M.contains(h));
    let Some(at) = wrong else { return Ok(()) };
    let (row, column, height_m) = (first + at / columns, at % columns, heights_m[at]);
    let problem = format!(
        "row {row}, column {column}: {height_m} m is no height of the ground; the file is damaged, not of \
         this kind, has the sea floor, or does not name the value of unknown heights"
    );
    Err(Error::terrain(path, problem))
}
