//! The base map: the tiles of a generation, or those of a file that the operator names, or the coarse ones
//! that are compiled in.

use artifacts::manifest::sha256_hex;
use artifacts::reader::Generation;
use bytes::Bytes;
use geography::tiles::TileId;
use geography::tiles::pmtiles::{self, About, Archive, Compression};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Zooms 0 to 2 of the builder's base map, which makes the file by
/// `builder basemap --max-zoom 2 server/src/generation/basemap.pmtiles`.
static COMPILED_IN: &[u8] = include_bytes!("basemap.pmtiles");
/// Digits of the checksum that tell base maps of one generation apart.
const DIGITS: usize = 8;

/// Tiles of a map of the world, in memory.
pub(crate) struct BaseMap {
    archive: Archive,
    /// What the archive says of itself.
    metadata: Map<String, Value>,
    /// Begins the checksum of an archive that is not the generation's own.
    mark: Option<String>,
}

/// A file that the operator names is no base map.
#[derive(Debug, thiserror::Error)]
#[error("--basemap {}: {problem}", path.display())]
pub struct Unusable {
    path: PathBuf,
    problem: String,
}

/// A tile as it is stored.
pub(crate) struct Tile {
    /// The bytes of the tile.
    pub(crate) bytes: Bytes,
    /// Whether these are compressed by gzip.
    pub(crate) is_gzip: bool,
}

impl BaseMap {
    /// Reads an archive that the operator names, and checks it.
    pub(crate) fn of_file(path: &Path) -> Result<Self, Unusable> {
        let failed = |problem: &dyn std::fmt::Display| Unusable {
            path: path.to_owned(),
            problem: problem.to_string(),
        };
        let bytes = Bytes::from(std::fs::read(path).map_err(|e| failed(&e))?);
        let mark = sha256_hex(&bytes)[..DIGITS].to_owned();
        Self::new(bytes, Some(mark)).map_err(|e| failed(&e))
    }

    /// The base map of a generation; the one that is compiled in, and a warning in the log, if the generation
    /// has none or a damaged one.
    pub(crate) fn of_generation(generation: &Generation) -> Self {
        let id = generation.manifest().id.as_str();
        let problem = match generation.basemap() {
            Ok(Some(bytes)) => match Self::new(bytes, None) {
                Ok(own) => return own,
                Err(e) => e.to_string(),
            },
            Ok(None) => "it was built without one".to_owned(),
            Err(e) => e.to_string(),
        };
        let what = "the generation has no usable base map: a coarse one is served; run the builder";
        tracing::warn!(id, problem, "{what}");
        Self::compiled_in()
    }

    fn compiled_in() -> Self {
        let mark = sha256_hex(COMPILED_IN)[..DIGITS].to_owned();
        Self::new(Bytes::from_static(COMPILED_IN), Some(mark)).expect("what is compiled in was tested")
    }

    fn new(bytes: Bytes, mark: Option<String>) -> Result<Self, pmtiles::Error> {
        let archive = Archive::open(bytes)?;
        let metadata = serde_json::from_str(archive.metadata());
        let metadata =
            metadata.map_err(|e| pmtiles::Error::Damaged(format!("the metadata are no JSON object: {e}")))?;
        Ok(Self { archive, metadata, mark })
    }

    /// The name under which the tiles are served with those of a generation. It changes with their contents.
    pub(crate) fn id(&self, generation: &str) -> String {
        self.mark.as_ref().map_or_else(|| generation.to_owned(), |mark| format!("{generation}-{mark}"))
    }

    /// What the archive says of its map.
    pub(crate) fn about(&self) -> &About {
        self.archive.about()
    }

    /// What the archive says of itself beyond numbers: name, attribution, layers.
    pub(crate) fn metadata(&self) -> &Map<String, Value> {
        &self.metadata
    }

    /// A tile; none if it has no data.
    pub(crate) fn tile(&self, id: TileId) -> Option<Tile> {
        let is_gzip = self.about().tile_compression == Compression::Gzip;
        self.archive.tile(id).map(|bytes| Tile { bytes, is_gzip })
    }
}

/// Where the data come from.
#[derive(Clone)]
pub(crate) struct Origin {
    /// The folder `artifacts`.
    pub(crate) artifacts: PathBuf,
    /// The base map that the operator names, in place of that of the generation.
    pub(crate) basemap: Option<Arc<BaseMap>>,
    /// The folder of the operator's own heights of the ground.
    pub(crate) terrain: Option<PathBuf>,
    /// The folder of the profiles of the Moon's limb, if the operator has some.
    pub(crate) limb: Option<PathBuf>,
}

impl Origin {
    /// A folder of generations, with nothing of the operator's own.
    pub(crate) fn of(artifacts: &Path) -> Self {
        Self { artifacts: artifacts.to_owned(), basemap: None, terrain: None, limb: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compiled_in_shows_the_world() {
        let map = BaseMap::compiled_in();
        assert_eq!((map.about().min_zoom, map.about().max_zoom), (0, 2));
        let world = map.tile(TileId { z: 0, x: 0, y: 0 }).expect("a tile");
        assert!(world.is_gzip && world.bytes.len() > 1000);
        assert!(map.tile(TileId { z: 3, x: 0, y: 0 }).is_none());
        let id = map.id("0123");
        assert!(id.starts_with("0123-") && id.len() == 5 + DIGITS, "{id}");
    }
}
