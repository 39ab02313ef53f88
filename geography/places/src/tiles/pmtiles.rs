//! Writing a PMTiles archive. Reference: PMTiles Version 3 Specification.
//!
//! The writer is our own because a generation is reproducible: the same tiles give the same bytes, whatever
//! the version of a library, the order of the tiles and the number of threads. The crate `pmtiles` checks its
//! output in the tests.

use super::mvt::varint;
use flate2::write::GzEncoder;
use geography::tiles::TileId;
use geography::tiles::pmtiles::{ArchiveDescription, Compression};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;
use std::io::Write;

const HEADER_BYTES: usize = 127;
/// The signature of an archive; the last byte is the version.
const MAGIC: &[u8; 8] = b"PMTiles\x03";
const UNITS_PER_DEGREE: f64 = 1e7;
/// Readers fetch this many bytes first; the header and the root directory must fit.
const FIRST_BYTES: usize = 16 * 1024;
/// Entries of a directory below the root.
const LEAF_ENTRIES: usize = 4096;

/// An entry of a directory: consecutive tiles with the same contents, or a leaf directory if `run` is 0.
struct TileRun {
    position: u64,
    run: u32,
    offset: u64,
    length: u32,
}

/// Returns the bytes of an archive of tiles that are compressed as `about` says. Tiles with equal contents
/// are stored once. The order of the tiles does not matter.
///
/// ```
/// use geography::tiles::{TileId, pmtiles::{ArchiveDescription, Archive, Compression, TileType}};
/// use places::tiles::pmtiles::{gzipped, write};
/// let about = ArchiveDescription {
///     tile_type: TileType::Mvt,
///     tile_compression: Compression::Gzip,
///     min_zoom: 0,
///     max_zoom: 0,
///     bounds_deg: [-180.0, -85.0, 180.0, 85.0],
///     center_deg: [0.0, 0.0],
///     center_zoom: 0,
/// };
/// let world = TileId::new(0, 0, 0).expect("on the map");
/// let archive = Archive::open(write(about, "{}", &[(world, gzipped(b"tile"))]).into())?;
/// assert_eq!(archive.unpacked(&archive.tile(world).expect("stored"))?, b"tile");
/// # Ok::<(), geography::tiles::pmtiles::Error>(())
/// ```
pub fn write(about: ArchiveDescription, metadata: &str, tiles: &[(TileId, Vec<u8>)]) -> Vec<u8> {
    let mut ordered: Vec<(u64, &[u8])> = tiles.iter().map(|(id, tile)| (id.position(), &tile[..])).collect();
    ordered.sort_unstable();
    let mut data = Vec::new();
    let mut stored: BTreeMap<&[u8], u64> = BTreeMap::new();
    let mut entries: Vec<TileRun> = Vec::new();
    for (position, tile) in ordered {
        let offset = match stored.entry(tile) {
            Slot::Occupied(slot) => *slot.get(),
            Slot::Vacant(slot) => {
                let offset = *slot.insert(data.len() as u64);
                data.extend_from_slice(tile);
                offset
            }
        };
        match entries.last_mut() {
            Some(last) if last.offset == offset && last.position + u64::from(last.run) == position => {
                last.run += 1;
            }
            _ => entries.push(TileRun { position, run: 1, offset, length: tile.len() as u32 }),
        }
    }
    let (root, leaves) = directories(&entries);
    let metadata = gzipped(metadata.as_bytes());
    let sections = [&root, &metadata, &leaves, &data].map(|section| section.len() as u64);
    let header = header(about, sections, [tiles.len(), entries.len(), stored.len()]);
    [header, root, metadata, leaves, data].concat()
}

/// Returns the header of an archive, given the lengths of its sections and the numbers of tiles, of entries
/// and of different contents.
fn header(about: ArchiveDescription, sections: [u64; 4], counts: [usize; 3]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let mut offset = HEADER_BYTES as u64;
    for length in sections {
        bytes.extend([offset, length].map(u64::to_le_bytes).as_flattened());
        offset += length;
    }
    counts.iter().for_each(|count| bytes.extend((*count as u64).to_le_bytes()));
    let ArchiveDescription {
        tile_type,
        tile_compression,
        min_zoom,
        max_zoom,
        bounds_deg,
        center_deg,
        center_zoom,
    } = about;
    // Tiles are stored in the order of their positions.
    let is_clustered = 1;
    bytes.extend([
        is_clustered,
        Compression::Gzip as u8,
        tile_compression as u8,
        tile_type as u8,
        min_zoom,
        max_zoom,
    ]);
    let units = |angle_deg: f64| ((angle_deg * UNITS_PER_DEGREE).round() as i32).to_le_bytes();
    bounds_deg.iter().for_each(|angle_deg| bytes.extend(units(*angle_deg)));
    bytes.push(center_zoom);
    center_deg.iter().for_each(|angle_deg| bytes.extend(units(*angle_deg)));
    bytes
}

/// Returns the root directory and, if it would not fit into [`FIRST_BYTES`], the leaf directories.
fn directories(entries: &[TileRun]) -> (Vec<u8>, Vec<u8>) {
    let root = gzipped(&directory(entries));
    if root.len() <= FIRST_BYTES - HEADER_BYTES {
        return (root, Vec::new());
    }
    let (mut leaves, mut pointers) = (Vec::new(), Vec::new());
    for chunk in entries.chunks(LEAF_ENTRIES) {
        let leaf = gzipped(&directory(chunk));
        let (position, offset) = (chunk[0].position, leaves.len() as u64);
        pointers.push(TileRun { position, run: 0, offset, length: leaf.len() as u32 });
        leaves.extend(leaf);
    }
    (gzipped(&directory(&pointers)), leaves)
}

/// Returns the bytes of a directory: column by column, which compresses better than row by row.
fn directory(entries: &[TileRun]) -> Vec<u8> {
    let mut bytes = Vec::new();
    varint(&mut bytes, entries.len() as u64);
    let mut before = 0;
    for entry in entries {
        varint(&mut bytes, entry.position - before);
        before = entry.position;
    }
    entries.iter().for_each(|e| varint(&mut bytes, u64::from(e.run)));
    entries.iter().for_each(|e| varint(&mut bytes, u64::from(e.length)));
    let mut end = None;
    for entry in entries {
        // 0 means "directly after the previous entry", so offsets are stored plus one.
        varint(&mut bytes, if end == Some(entry.offset) { 0 } else { entry.offset + 1 });
        end = Some(entry.offset + u64::from(entry.length));
    }
    bytes
}

/// Compresses bytes by gzip at the best level. The gzip header names neither time nor system.
///
/// ```
/// assert_eq!(places::tiles::pmtiles::gzipped(b"tile")[..2], [0x1f, 0x8b]);
/// ```
pub fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("writing into memory does not fail")
}

#[cfg(test)]
mod tests {
    use super::*;
    use geography::tiles::pmtiles::{Archive, Error, TileType};

    fn about() -> ArchiveDescription {
        ArchiveDescription {
            tile_type: TileType::Mvt,
            tile_compression: Compression::Gzip,
            min_zoom: 0,
            max_zoom: 8,
            bounds_deg: [-180.0, -85.0, 180.0, 85.0],
            center_deg: [10.5, -20.25],
            center_zoom: 1,
        }
    }

    /// Two of three tiles of nine zooms, some with equal contents.
    fn tiles() -> Vec<(TileId, Vec<u8>)> {
        let all = (0..=8u8).flat_map(|z| {
            let side = 0..1u32 << z;
            side.clone().flat_map(move |x| side.clone().filter_map(move |y| TileId::new(z, x, y)))
        });
        let some = all.filter(|id| id.position() % 3 != 0);
        some.map(|id| (id, gzipped(format!("{}", id.position() * 7919 % 1000 / 3).as_bytes()))).collect()
    }

    #[test]
    fn archives_with_leaf_directories_are_read_back() {
        let tiles = tiles();
        let bytes = write(about(), "{\"name\":\"x\"}", &tiles);
        let archive = Archive::open(bytes.clone().into()).expect("an archive");
        assert_eq!((archive.about(), archive.metadata()), (&about(), "{\"name\":\"x\"}"));
        assert_eq!(archive.tile_count(), tiles.len() as u64);
        for (id, tile) in &tiles {
            assert_eq!(archive.tile(*id).as_deref(), Some(&tile[..]), "{id:?}");
        }
        assert_eq!(archive.tile(TileId::new(0, 0, 0).expect("on the map")), None);
        assert_eq!(archive.tile(TileId::new(9, 0, 0).expect("on the map")), None);
        let turned: Vec<_> = tiles.into_iter().rev().collect();
        assert!(write(about(), "{\"name\":\"x\"}", &turned) == bytes, "the order does not matter");
    }

    #[test]
    fn other_files_and_other_kinds_of_tiles_are_rejected() {
        let whole = write(about(), "{}", &tiles());
        let changed = |at: usize, byte: u8| {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            Archive::open(bytes.into()).err()
        };
        assert!(matches!(changed(0, b'X'), Some(Error::NotAnArchive(_))));
        assert!(matches!(changed(7, 2), Some(Error::NotAnArchive(_))));
        assert!(matches!(changed(98, 3), Some(Error::Tiles { .. })));
        assert!(matches!(changed(99, 2), Some(Error::Tiles { .. })));
        assert!(matches!(changed(99, 3), Some(Error::Tiles { .. })));
        assert!(changed(98, 1).is_none(), "uncompressed tiles are accepted");
    }
}
