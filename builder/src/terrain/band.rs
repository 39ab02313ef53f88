//! Impossible heights.

use crate::Error;
use std::path::Path;

/// Heights of the ground, m: from below the shore of the Dead Sea to above the highest summit. This excludes
/// usual markers of unknown heights, such as −9999.
const HEIGHTS_M: std::ops::RangeInclusive<f32> = -500.0..=9_000.0;

/// Rejects a height that no place of the Earth has: the file has another format, or is damaged.
/// `first` is the number of the first row.
pub(super) fn check(path: &Path, heights_m: &[f32], columns: usize, first: usize) -> Result<(), Error> {
    let wrong = heights_m.iter().position(|h| !h.is_nan() && !HEIGHTS_M.contains(h));
    let Some(at) = wrong else { return Ok(()) };
    let (row, column, height_m) = (first + at / columns, at % columns, heights_m[at]);
    let problem = format!(
        "row {row}, column {column}: {height_m} m is not a height of the ground; the file is damaged, is of \
         another kind, includes the sea floor, or does not declare its value of unknown heights"
    );
    Err(Error::terrain(path, problem))
}
