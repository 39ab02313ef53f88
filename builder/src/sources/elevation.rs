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
    WorldGrid::heights_of_steps(&bytes).ok_or_else(|| {
        let problem = format!("{} bytes are not the heights of a grid of 5′", bytes.len());
        Error::line(&path, 1, problem)
    })
}
