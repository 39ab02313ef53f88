//! The manifest of a dataset of limb profiles.

use super::format::{DISTANCE_KM, FORMAT_VERSION, MAP, OLDEST_FORMAT_VERSION, PROFILES, ROW_BYTES};
use super::node::LimbNode;
use crate::Error;
use crate::dataset::{Dataset, DatasetKind};
use crate::layout::MANIFEST;
use crate::manifest::FileEntry;
use astro::constants::MOON_REFERENCE_RADIUS_KM;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The map of heights from which profiles were made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LimbSource {
    /// The product in its label, such as `LDEM_4`, or `SLDEM2015_128_60S_60N_000_360_FLOAT over LDEM_16`.
    pub product: String,
    /// Version of the product, such as `V3.0`.
    pub version: String,
    /// Pixels in a degree; of the coarser map of several.
    pub pixels_per_deg: f64,
    /// SHA-256 of the image, in hexadecimal; of several, that of their sums.
    pub image_sha256: String,
    /// SHA-256 of the label, in hexadecimal; of several, that of their sums.
    pub label_sha256: String,
}

/// Standard error of the height of a limb from a map, in sizes of its pixels: what is lost between them.
const ERROR_PIXELS: f64 = 0.015;

impl LimbSource {
    /// Standard error of the heights of the limb, km: 114 m from LDEM_4, 3.6 m from LDEM_128.
    pub fn error_km(&self) -> f64 {
        let degree_km = MOON_REFERENCE_RADIUS_KM.to_radians();
        ERROR_PIXELS * degree_km / self.pixels_per_deg
    }
}

impl fmt::Display for LimbSource {
    /// The map in words: `LDEM_16 V3.0, 16 pixels a degree`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}, {} pixels a degree", self.product, self.version, self.pixels_per_deg)
    }
}

/// Contents of `manifest.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LimbManifest {
    /// Name of the dataset: the hash of everything that follows.
    pub id: String,
    /// Version of the layout.
    pub format_version: u32,
    /// Version of the builder.
    pub engine_version: String,
    /// The map of heights.
    pub source: LimbSource,
    /// From the Moon's centre to the observer, km.
    pub distance_km: f64,
    /// SHA-256 of each row of profiles, in hexadecimal.
    pub rows_sha256: Vec<String>,
    /// The map itself; none in older datasets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<StoredMap>,
}

/// A map of the Moon's heights in a file: rows of 16-bit integers with the least byte first, the northernmost
/// row first, each twice as long as there are rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredMap {
    /// Number of rows.
    pub lines: usize,
    /// The western end of rows, degrees of longitude.
    pub west_deg: f64,
    /// The unit of heights, km over 1737.4 km.
    pub unit_km: f64,
    /// Size and sum of the file.
    pub file: FileEntry,
}

impl Dataset for LimbManifest {
    const KIND: DatasetKind = DatasetKind::Limb;
    const FORMAT_VERSIONS: RangeInclusive<u32> = OLDEST_FORMAT_VERSION..=FORMAT_VERSION;

    fn id(&self) -> &str {
        &self.id
    }

    fn unnamed(&self) -> Self {
        Self { id: String::new(), ..self.clone() }
    }

    fn absent(root: PathBuf) -> Error {
        Error::NoLimb(root)
    }

    fn damaged(path: PathBuf, problem: String) -> Error {
        Error::Limb { path, problem }
    }
}

impl LimbManifest {
    /// Reads the manifest of the dataset in `folder`, and checks it and the sizes of the files.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let manifest = Self::parse(folder)?;
        if manifest.rows_sha256.len() != LimbNode::ROWS || manifest.distance_km != DISTANCE_KM {
            let problem = "it is not that of 17 rows of profiles at 384,400 km".to_owned();
            return Err(Self::damaged(folder.join(MANIFEST), problem));
        }
        let profiles = (PROFILES, (LimbNode::ROWS * ROW_BYTES) as u64);
        let map = manifest.map.iter().map(|map| (MAP, map.file.bytes));
        for (name, expected) in std::iter::once(profiles).chain(map) {
            let path = folder.join(name);
            let bytes = std::fs::metadata(&path).map_err(Error::io(&path, "find"))?.len();
            if bytes != expected {
                return Err(Error::Limb { path, problem: format!("{bytes} bytes, not {expected}") });
            }
        }
        Ok(manifest)
    }
}
