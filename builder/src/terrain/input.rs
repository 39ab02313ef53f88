//! A file of heights and how it is read.

use crate::Error;
use artifacts::terrain::Grid;
use std::path::{Path, PathBuf};

/// A file, or several that make one grid, after a look at what it covers.
pub(crate) struct Input {
    /// The first or only file.
    pub(crate) path: PathBuf,
    /// Where its samples lie; source and sum are filled in later.
    pub(crate) grid: Grid,
    /// How it is read.
    pub(crate) format: Format,
}

/// How a file is read.
pub(crate) enum Format {
    /// Big-endian whole metres.
    Hgt,
    /// A GeoTIFF with the value that stands for unknown heights.
    GeoTiff(Option<f64>),
    /// Tiles of Terrarium: the files of a square of so many tiles a side, row by row, where there are any.
    Terrarium(Vec<Option<PathBuf>>),
}

/// Heights of whole rows, m, NaN where they are unknown: so many rows at a time, from the north.
pub(crate) type Rows<'a> = Box<dyn FnMut(usize) -> Result<Vec<f32>, Error> + 'a>;

/// The last part of a path, as text.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
