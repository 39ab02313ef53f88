//! The manifest of a terrain dataset: its sources and its grids.

use super::block::{BYTES, SIDE};
use crate::Error;
use crate::dataset::{Dataset, DatasetKind};
use crate::layout::MANIFEST;
use geography::height_grid::{HeightGrid, Spacing};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Version of the layout of a terrain dataset. A reader refuses any other.
pub const FORMAT_VERSION: u32 = 1;
/// The file of the samples.
pub(super) const HEIGHTS: &str = "heights.bin";

/// Allowance for the rounding of a sum of many steps, degrees.
const ROUNDING_DEG: f64 = 1e-6;

/// The source of heights, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TerrainSource {
    /// The dataset, such as `Copernicus DEM`.
    pub name: String,
    /// The zero of the heights.
    pub datum: String,
    /// On what terms they may be used.
    pub licence: String,
}

/// The grid of one source file, or of the tiles of a map that lie together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TerrainGrid {
    /// The file, or the first of the files.
    pub file: String,
    /// SHA-256 of the file, in hexadecimal; of several, that of their sums.
    pub sha256: String,
    /// Number of the source among the sources.
    pub source: usize,
    /// `true` if the rows are those of Mercator's map.
    pub mercator: bool,
    /// Longitude of the first column, degrees.
    pub west_deg: f64,
    /// Latitude, or Mercator's ordinate, of the first row, degrees.
    pub north_deg: f64,
    /// Degrees from a column to the next.
    pub column_deg: f64,
    /// Degrees from a row to the next.
    pub row_deg: f64,
    /// The number of columns.
    pub columns: u32,
    /// The number of rows.
    pub rows: u32,
}

/// Contents of `manifest.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TerrainManifest {
    /// Name of the dataset: the hash of everything that follows.
    pub id: String,
    /// Version of the layout.
    pub format_version: u32,
    /// Version of the builder.
    pub engine_version: String,
    /// The sources.
    pub sources: Vec<TerrainSource>,
    /// The grids, in the order of their blocks in the file.
    pub grids: Vec<TerrainGrid>,
    /// Size of the file of heights, bytes.
    pub heights_bytes: u64,
}

impl TerrainGrid {
    /// Returns the grid of the samples.
    pub fn samples(&self) -> HeightGrid {
        HeightGrid {
            spacing: if self.mercator { Spacing::Mercator } else { Spacing::Latitude },
            west_deg: self.west_deg,
            north_deg: self.north_deg,
            column_deg: self.column_deg,
            row_deg: self.row_deg,
            columns: self.columns,
            rows: self.rows,
        }
    }

    /// Returns the number of blocks in a row of blocks.
    pub(super) fn blocks_across(&self) -> u32 {
        self.columns.div_ceil(SIDE as u32)
    }

    fn blocks(&self) -> u64 {
        u64::from(self.blocks_across()) * u64::from(self.rows.div_ceil(SIDE as u32))
    }

    /// Size of all blocks in the file, bytes: of a grid of a manifest that was read, less than 2⁴⁶.
    pub(super) fn bytes(&self) -> u64 {
        self.blocks() * BYTES as u64
    }

    /// Returns whether the numbers are those of a grid on the Earth whose blocks can be counted.
    fn is_sound(&self, sources: usize) -> bool {
        // The ordinate of Mercator's map has the same range as longitude.
        let most_deg = if self.mercator { 180.0 } else { 90.0 };
        let south_deg = self.north_deg - self.row_deg * f64::from(self.rows.saturating_sub(1));
        let is_on_earth = |degrees: f64| degrees.abs() <= most_deg + ROUNDING_DEG;
        // A comparison with what is no number is false.
        self.columns > 0
            && self.rows > 0
            && self.column_deg > 0.0
            && self.row_deg > 0.0
            && self.west_deg.abs() <= 360.0
            && is_on_earth(self.north_deg)
            && is_on_earth(south_deg)
            && self.column_deg * f64::from(self.columns) <= 360.0 + self.column_deg + ROUNDING_DEG
            && self.blocks() <= u64::from(u32::MAX)
            && self.source < sources
    }
}

impl Dataset for TerrainManifest {
    const KIND: DatasetKind = DatasetKind::Terrain;
    const FORMAT_VERSIONS: RangeInclusive<u32> = FORMAT_VERSION..=FORMAT_VERSION;

    fn id(&self) -> &str {
        &self.id
    }

    fn unnamed(&self) -> Self {
        Self { id: String::new(), ..self.clone() }
    }

    fn absent(root: PathBuf) -> Error {
        Error::NoTerrain(root)
    }

    fn damaged(path: PathBuf, problem: String) -> Error {
        Error::Terrain { path, problem }
    }
}

impl TerrainManifest {
    /// Reads the manifest of the dataset in `folder`, and checks it, the name and the size of the heights.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let manifest = Self::parse(folder)?;
        if !manifest.grids.iter().all(|grid| grid.is_sound(manifest.sources.len())) {
            let problem = "a grid is none".to_owned();
            return Err(Self::damaged(folder.join(MANIFEST), problem));
        }
        let heights = folder.join(HEIGHTS);
        let bytes = std::fs::metadata(&heights).map_err(Error::io(&heights, "find"))?.len();
        let expected = manifest.grids.iter().try_fold(0u64, |sum, grid| sum.checked_add(grid.bytes()));
        if bytes != manifest.heights_bytes || Some(bytes) != expected {
            let problem = format!("{bytes} bytes, the manifest says {}", manifest.heights_bytes);
            return Err(Error::Terrain { path: heights, problem });
        }
        Ok(manifest)
    }
}
