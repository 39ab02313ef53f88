//! A file of heights and how it is read.

use crate::Error;
use artifacts::terrain::TerrainGrid;
use std::path::{Path, PathBuf};

/// A file, or several that form one grid, with its area.
pub(crate) struct TerrainInput {
    /// The first or only file.
    pub(crate) path: PathBuf,
    /// The positions of its samples; source and checksum are filled in later.
    pub(crate) grid: TerrainGrid,
    pub(crate) format: TerrainFormat,
}

/// The format of a file of heights.
pub(crate) enum TerrainFormat {
    /// Big-endian whole metres.
    Hgt,
    /// A GeoTIFF with its marker of unknown heights.
    GeoTiff(Option<f64>),
    /// Tiles of Terrarium: the files of a square of tiles, row by row; none for missing tiles.
    Terrarium(Vec<Option<PathBuf>>),
}

/// Reader of the given number of rows of heights at a time, m, from the north; NaN where unknown.
pub(crate) type HeightRows<'a> = Box<dyn FnMut(usize) -> Result<Vec<f32>, Error> + 'a>;

/// The last part of a path, as text.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
