//! The image: rows of heights.

use crate::Error;
use crate::limb::label::Label;
use astro::sky::limb::Grid;
use rayon::prelude::*;
use std::path::Path;

/// Heights that the Moon has, km, with room to spare: −9.1 in Antoniadi, 10.8 near Engel'gardt. Beyond them
/// bytes are in the wrong order, or the image is of something else. Source: Smith et al. (2010), Geophys.
/// Res. Lett. 37, L18204.
const HEIGHTS_KM: std::ops::RangeInclusive<f64> = -12.0..=14.0;

/// Reads the heights of an image as its label describes them.
pub(super) fn read(path: &Path, label: &Label) -> Result<Grid, Error> {
    let wrong = |problem: String| Error::Lola { path: path.to_owned(), problem };
    let unreadable = |e| wrong(format!("cannot be read: {e}"));
    let expected = 2 * label.lines * 2 * label.lines;
    // Before memory for all of it is allocated: a file of another kind may have any size.
    let found = std::fs::metadata(path).map_err(unreadable)?.len();
    if found != expected as u64 {
        let lines = label.lines;
        return Err(wrong(format!(
            "{found} bytes; its label says {lines} lines of {} samples, {expected} bytes",
            2 * lines
        )));
    }
    let bytes = std::fs::read(path).map_err(unreadable)?;
    let (values, _) = bytes.as_chunks::<2>();
    let value = |&bytes: &[u8; 2]| {
        if label.is_least_first { i16::from_le_bytes(bytes) } else { i16::from_be_bytes(bytes) }
    };
    let heights: Vec<i16> = values.par_iter().map(value).collect();
    let unit_km = label.scale_m / 1000.0;
    let is_wrong = |&(_, &height): &(usize, &i16)| !HEIGHTS_KM.contains(&(f64::from(height) * unit_km));
    if let Some((k, &height)) = heights.par_iter().enumerate().find_first(is_wrong) {
        let (line, sample) = (k / (2 * label.lines) + 1, k % (2 * label.lines) + 1);
        return Err(wrong(format!(
            "line {line}, sample {sample}: a height of {:.1} km; the Moon has {} … {} km; these are other \
             data, or the bytes are not in the order that the label says",
            f64::from(height) * unit_km,
            HEIGHTS_KM.start(),
            HEIGHTS_KM.end()
        )));
    }
    Ok(Grid::new(label.lines, label.west_deg, unit_km, heights)?)
}
