//! Writing an archive.

use super::directory::{self, Entry};
use super::header::{About, Compression, HEADER_BYTES, Header, Section};
use crate::tiles::tile_id::TileId;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;
use std::io::Write;

/// Header and root directory stand in the first bytes, which readers fetch together.
const FIRST_BYTES: usize = 16 * 1024;
/// Entries of a directory below the root.
const LEAF_ENTRIES: usize = 4096;

/// The bytes of an archive of tiles that are compressed as `about` says. Tiles with the same contents are
/// stored once. The same tiles, in any order, give the same bytes.
pub fn write(about: About, metadata: &str, tiles: &[(TileId, Vec<u8>)]) -> Vec<u8> {
    let mut ordered: Vec<(u64, &[u8])> = tiles.iter().map(|(id, tile)| (id.position(), &tile[..])).collect();
    ordered.sort_unstable();
    let mut data = Vec::new();
    let mut stored: BTreeMap<&[u8], u64> = BTreeMap::new();
    let mut entries: Vec<Entry> = Vec::new();
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
            _ => entries.push(Entry { position, run: 1, offset, length: tile.len() as u32 }),
        }
    }
    let (root, leaves) = directories(&entries);
    let metadata = gzipped(metadata.as_bytes());
    let mut end = HEADER_BYTES as u64;
    let mut section = |bytes: &[u8]| {
        let length = bytes.len() as u64;
        end += length;
        Section { offset: end - length, length }
    };
    let header = Header {
        root: section(&root),
        metadata: section(&metadata),
        leaves: section(&leaves),
        tiles: section(&data),
        counts: [tiles.len() as u64, entries.len() as u64, stored.len() as u64],
        internal_compression: Compression::Gzip,
        about,
    };
    [header.to_bytes(), root, metadata, leaves, data].concat()
}

/// The root directory, and the directories below it if one is not enough.
fn directories(entries: &[Entry]) -> (Vec<u8>, Vec<u8>) {
    let root = gzipped(&directory::to_bytes(entries));
    if root.len() <= FIRST_BYTES - HEADER_BYTES {
        return (root, Vec::new());
    }
    let (mut leaves, mut pointers) = (Vec::new(), Vec::new());
    for chunk in entries.chunks(LEAF_ENTRIES) {
        let leaf = gzipped(&directory::to_bytes(chunk));
        let (position, offset) = (chunk[0].position, leaves.len() as u64);
        pointers.push(Entry { position, run: 0, offset, length: leaf.len() as u32 });
        leaves.extend(leaf);
    }
    (gzipped(&directory::to_bytes(&pointers)), leaves)
}

/// Compresses bytes by gzip, as small as it can; the header says nothing of time or machine.
pub fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("writing into memory does not fail")
}

#[cfg(test)]
mod tests {
    use super::super::{Archive, Error};
    use super::*;

    fn about() -> About {
        About {
            tile_compression: Compression::Gzip,
            min_zoom: 0,
            max_zoom: 8,
            bounds_deg: [-180.0, -85.0, 180.0, 85.0],
            center_deg: [10.5, -20.25],
            center_zoom: 1,
        }
    }

    /// Every third tile of nine zooms, of which some have equal contents.
    fn tiles() -> Vec<(TileId, Vec<u8>)> {
        let all = (0..=8u8).flat_map(|z| {
            let side = 0..1u32 << z;
            side.clone().flat_map(move |x| side.clone().filter_map(move |y| TileId::new(z, x, y)))
        });
        let some = all.filter(|id| id.position() % 3 != 0);
        some.map(|id| (id, gzipped(format!("{}", id.position() * 7919 % 1000 / 3).as_bytes()))).collect()
    }

    #[test]
    fn what_is_written_is_read_again_also_from_several_directories() {
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
        assert!(write(about(), "{\"name\":\"x\"}", &turned) == bytes, "the order decides nothing");
    }

    #[test]
    fn what_is_no_archive_of_such_tiles_is_refused() {
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
        assert!(changed(98, 1).is_none(), "not compressed is taken");
    }

    #[test]
    fn an_archive_that_is_cut_off_or_changed_never_panics() {
        let whole = write(about(), "{}", &tiles());
        for length in (0..whole.len()).step_by(1009) {
            assert!(Archive::open(whole[..length].to_vec().into()).is_err(), "{length} bytes");
        }
        for at in (0..HEADER_BYTES).chain((HEADER_BYTES..2000).step_by(17)) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            if let Ok(archive) = Archive::open(bytes.into()) {
                let ids = (0..256).filter_map(|x| TileId::new(8, x, x));
                ids.for_each(|id| drop(archive.tile(id)));
            }
        }
    }
}
