//! Heights of the ground: ETOPO5 without the sea.

use crate::Error;
use flate2::read::GzDecoder;
use geography::elevation::WorldGrid;
use std::io::Read;
use std::path::Path;

/// Reads the heights, metres, row after row as [`WorldGrid`] wants them.
///
/// The file is a gzip of little-endian 16-bit integers: each height less the one before it in its row.
pub(super) fn read(folder: &Path) -> Result<Vec<i16>, Error> {
    let path = folder.join("etopo5/heights.i16.gz");
    let file = std::fs::File::open(&path).map_err(Error::source(&path))?;
    let mut bytes = Vec::with_capacity(2 * WorldGrid::ROWS * WorldGrid::COLUMNS);
    GzDecoder::new(file).read_to_end(&mut bytes).map_err(Error::source(&path))?;
    let mut heights_m: Vec<i16> =
        bytes.as_chunks().0.iter().map(|step_m| i16::from_le_bytes(*step_m)).collect();
    if WorldGrid::new(&heights_m).is_none() {
        let problem = format!("{} heights are not those of a grid of 5′", heights_m.len());
        return Err(Error::line(&path, 1, problem));
    }
    for row in heights_m.chunks_mut(WorldGrid::COLUMNS) {
        let mut height_m = 0i16;
        for node in row {
            height_m = height_m.wrapping_add(*node);
            *node = height_m;
        }
    }
    Ok(heights_m)
}
