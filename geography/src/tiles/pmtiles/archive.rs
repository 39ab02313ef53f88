//! Reading an archive in memory.

use super::directory::{self, DirectoryEntry};
use super::error::Error;
use super::header::{ArchiveDescription, ByteRange, Compression, Header, TileType};
use crate::tiles::tile_id::TileId;
use bytes::Bytes;
use flate2::read::GzDecoder;
use std::io::Read;

/// Limit of the size of an uncompressed directory, of the metadata and of a tile, bytes: a small file cannot
/// exhaust the memory.
const MOST_UNPACKED_BYTES: u64 = 1 << 28;
/// Limit of nested directories. The specification recommends two, and a directory could contain itself.
const MOST_DEPTH: u8 = 4;
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// An archive in memory. Its directories have been read and checked.
pub struct Archive {
    bytes: Bytes,
    about: ArchiveDescription,
    metadata: String,
    /// The entries of tiles, in the order of their positions.
    entries: Vec<DirectoryEntry>,
    /// First byte of the tiles.
    tiles: u64,
}

impl Archive {
    /// Opens an archive of Mapbox Vector Tiles, compressed by gzip or uncompressed. Checks that every tile
    /// lies inside the file and begins with the signature of its compression; the contents are not read.
    pub fn open(bytes: Bytes) -> Result<Self, Error> {
        let archive = Self::open_any(bytes)?;
        match archive.about.tile_type {
            TileType::Mvt => Ok(archive),
            TileType::Png => Err(Error::Tiles { found: "pictures", expected: "Mapbox Vector Tiles" }),
        }
    }

    /// Opens an archive of any [`TileType`]; see [`Archive::open`].
    pub fn open_any(bytes: Bytes) -> Result<Self, Error> {
        let header = Header::read(&bytes)?;
        let root = header.root.of(&bytes, "the root directory")?;
        let mut entries = Vec::new();
        collect(&bytes, &header, root, 1, &mut entries)?;
        let metadata = unpacked(header.internal_compression, header.metadata.of(&bytes, "the metadata")?)?;
        let metadata =
            String::from_utf8(metadata).map_err(|_| Error::Damaged("the metadata are not UTF-8".into()))?;
        let tiles = header.tiles.of(&bytes, "the section of the tiles")?;
        for entry in &entries {
            let place = ByteRange { offset: entry.offset, length: entry.length.into() };
            let tile = place.of(tiles, "a tile")?;
            if header.about.tile_compression == Compression::Gzip && !tile.starts_with(&GZIP_MAGIC) {
                return Err(Error::Damaged(
                    "a tile is not compressed by gzip though the header says so".into(),
                ));
            }
        }
        Ok(Self { about: header.about, metadata, entries, tiles: header.tiles.offset, bytes })
    }

    /// The description of the map.
    pub fn about(&self) -> &ArchiveDescription {
        &self.about
    }

    /// The metadata: a JSON object.
    pub fn metadata(&self) -> &str {
        &self.metadata
    }

    /// The number of tiles that have data.
    pub fn tile_count(&self) -> u64 {
        self.entries.iter().map(|e| u64::from(e.run)).sum()
    }

    /// Returns the bytes of a tile without copying them, compressed as
    /// [`ArchiveDescription::tile_compression`] says, or `None` if the tile has no data.
    pub fn tile(&self, id: TileId) -> Option<Bytes> {
        let position = id.position();
        let next = self.entries.partition_point(|e| e.position <= position);
        let entry = self.entries.get(next.checked_sub(1)?)?;
        let is_in_run = position - entry.position < u64::from(entry.run);
        let start = (self.tiles + entry.offset) as usize;
        is_in_run.then(|| self.bytes.slice(start..start + entry.length as usize))
    }

    /// Decompresses a tile of the archive.
    pub fn unpacked(&self, tile: &[u8]) -> Result<Vec<u8>, Error> {
        unpacked(self.about.tile_compression, tile)
    }
}

/// Collects the entries of a directory and, recursively, of its leaf directories.
fn collect(
    bytes: &Bytes,
    header: &Header,
    packed: &[u8],
    depth: u8,
    entries: &mut Vec<DirectoryEntry>,
) -> Result<(), Error> {
    let leaves = header.leaves.of(bytes, "the section of the directories")?;
    for entry in directory::read(&unpacked(header.internal_compression, packed)?)? {
        if entry.run > 0 {
            if entries.last().is_some_and(|last| last.position + u64::from(last.run) > entry.position) {
                return Err(Error::Damaged("two directories overlap".into()));
            }
            entries.push(entry);
        } else if depth == MOST_DEPTH {
            return Err(Error::Damaged(format!("more than {MOST_DEPTH} directories lead to a tile")));
        } else {
            let place = ByteRange { offset: entry.offset, length: entry.length.into() };
            collect(bytes, header, place.of(leaves, "a directory")?, depth + 1, entries)?;
        }
    }
    Ok(())
}

fn unpacked(compression: Compression, bytes: &[u8]) -> Result<Vec<u8>, Error> {
    match compression {
        Compression::None => Ok(bytes.to_vec()),
        Compression::Gzip => {
            let mut unpacked = Vec::new();
            let mut decoder = GzDecoder::new(bytes).take(MOST_UNPACKED_BYTES);
            let read = decoder.read_to_end(&mut unpacked);
            read.map_err(|e| Error::Damaged(format!("gzip: {e}")))?;
            Ok(unpacked)
        }
    }
}
