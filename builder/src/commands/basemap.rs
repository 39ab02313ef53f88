//! The command `basemap`: the base map alone, as a file.

use crate::sources::{natural_earth, sums};
use crate::{Error, basemap};
use std::path::Path;

pub use crate::basemap::MAX_ZOOM;

/// Makes the base map up to a zoom from the sources in a folder, and writes it. Returns its size in bytes.
pub fn write(source: &Path, max_zoom: u8, file: &Path) -> Result<usize, Error> {
    sums::check(source)?;
    let archive = basemap::archive(&natural_earth::read(source)?, max_zoom);
    std::fs::write(file, &archive).map_err(artifacts::Error::io(file, "write"))?;
    Ok(archive.len())
}
