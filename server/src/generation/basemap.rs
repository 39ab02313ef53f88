//! The base map: tiles of a generation, of the operator's file, or the coarse ones that are compiled in.

use artifacts::Error;
use artifacts::layout;
use artifacts::manifest::{FileAccess, Verification, sha256_hex};
use artifacts::reader::Generation;
use bytes::Bytes;
use geography::tiles::TileId;
use geography::tiles::pmtiles::{self, Archive, ArchiveDescription, Compression};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Zooms 0 to 2 of the builder's base map, made by
/// `umbra basemap --max-zoom 2 server/src/generation/basemap.pmtiles`.
static COMPILED_IN: &[u8] = include_bytes!("basemap.pmtiles");
/// Digits of the checksum that distinguish base maps of one generation.
const DIGITS: usize = 8;

/// Tiles of a map of the world, in memory.
pub(crate) struct BaseMap {
    archive: Archive,
    metadata: Map<String, Value>,
    /// The start of the checksum of an archive that is not part of the generation.
    mark: Option<String>,
}

/// The operator's file is not a base map.
#[derive(Debug, thiserror::Error)]
#[error("--basemap {}: {problem}", path.display())]
pub struct Unusable {
    path: PathBuf,
    problem: String,
}

/// A tile as it is stored.
pub(crate) struct StoredTile {
    pub(crate) bytes: Bytes,
    /// `true` if the bytes are compressed by gzip.
    pub(crate) is_gzip: bool,
}

impl BaseMap {
    /// Reads and checks the operator's archive.
    pub(crate) fn of_file(path: &Path) -> Result<Self, Unusable> {
        let failed = |problem: &dyn std::fmt::Display| Unusable {
            path: path.to_owned(),
            problem: problem.to_string(),
        };
        let bytes = Bytes::from(std::fs::read(path).map_err(|e| failed(&e))?);
        let mark = sha256_hex(&bytes)[..DIGITS].to_owned();
        Self::new(bytes, Some(mark)).map_err(|e| failed(&e))
    }

    /// Returns the base map of a generation, or an error if it is damaged. If it is missing, logs a warning
    /// and returns the one that is compiled in.
    pub(crate) fn of_generation(generation: &Generation, access: FileAccess) -> Result<Self, Error> {
        let problem = match generation.basemap(access) {
            Ok(Some(bytes)) => {
                let damaged = |e: pmtiles::Error| Error::Damaged {
                    path: generation.folder().join(layout::BASEMAP),
                    problem: e.to_string(),
                };
                return Self::new(bytes, None).map_err(damaged);
            }
            Ok(None) => "it was built without one".to_owned(),
            Err(e @ Error::Damaged { .. }) => return Err(e),
            Err(e) => e.to_string(),
        };
        let id = generation.manifest().id.as_str();
        let what = "the generation has no base map: a coarse one is served; run the builder";
        tracing::warn!(id, problem, "{what}");
        Ok(Self::compiled_in())
    }

    fn compiled_in() -> Self {
        let mark = sha256_hex(COMPILED_IN)[..DIGITS].to_owned();
        Self::new(Bytes::from_static(COMPILED_IN), Some(mark))
            .expect("a test reads the map that is compiled in")
    }

    fn new(bytes: Bytes, mark: Option<String>) -> Result<Self, pmtiles::Error> {
        let archive = Archive::open(bytes)?;
        let metadata = serde_json::from_str(archive.metadata());
        let metadata = metadata
            .map_err(|e| pmtiles::Error::Damaged(format!("the metadata are not a JSON object: {e}")))?;
        Ok(Self { archive, metadata, mark })
    }

    /// The name of the tiles in addresses. It changes with their content.
    pub(crate) fn id(&self, generation: &str) -> String {
        self.mark.as_ref().map_or_else(|| generation.to_owned(), |mark| format!("{generation}-{mark}"))
    }

    /// Zooms, bounds and compression of the map.
    pub(crate) fn about(&self) -> &ArchiveDescription {
        self.archive.about()
    }

    /// Name, attribution and layers of the map.
    pub(crate) fn metadata(&self) -> &Map<String, Value> {
        &self.metadata
    }

    /// Returns a tile, unless it is empty.
    pub(crate) fn tile(&self, id: TileId) -> Option<StoredTile> {
        let is_gzip = self.about().tile_compression == Compression::Gzip;
        self.archive.tile(id).map(|bytes| StoredTile { bytes, is_gzip })
    }
}

#[derive(Clone)]
pub(crate) struct DataOrigin {
    /// The folder `artifacts`.
    pub(crate) artifacts: PathBuf,
    /// The operator's base map, which replaces that of the generation.
    pub(crate) basemap: Option<Arc<BaseMap>>,
    /// The folder of the operator's own heights of the ground.
    pub(crate) terrain: Option<PathBuf>,
    /// The folder of the operator's profiles of the Moon's limb.
    pub(crate) limb: Option<PathBuf>,
    /// The way to load the files of a generation: mapped or copied.
    pub(crate) access: FileAccess,
    /// The time at which the first generation is verified.
    pub(crate) verification: Verification,
}

impl DataOrigin {
    /// A folder of generations, without data of the operator.
    pub(crate) fn of(artifacts: &Path) -> Self {
        Self {
            artifacts: artifacts.to_owned(),
            basemap: None,
            terrain: None,
            limb: None,
            access: FileAccess::Mapped,
            verification: Verification::First,
        }
    }
}
