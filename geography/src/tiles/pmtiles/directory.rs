//! The directories of an archive: where each tile is stored.

use super::error::Error;

/// An entry: consecutive tiles with the same contents, or another directory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct DirectoryEntry {
    /// Position of the first tile.
    pub(super) position: u64,
    /// Number of tiles; 0 for another directory.
    pub(super) run: u32,
    /// First byte, counted from the beginning of the tiles, or of the leaf directories.
    pub(super) offset: u64,
    /// Number of bytes.
    pub(super) length: u32,
}

/// An upper limit of positions, so that adding runs to them cannot overflow.
const MOST_POSITION: u64 = 1 << 62;

/// Reads a directory and checks that its entries ascend without overlapping.
pub(super) fn read(mut bytes: &[u8]) -> Result<Vec<DirectoryEntry>, Error> {
    let count = varint(&mut bytes)?;
    // Each entry has at least four bytes: a wrong count must not allocate more memory than that.
    let count = usize::try_from(count).ok().filter(|n| *n <= bytes.len() / 4);
    let mut entries = vec![DirectoryEntry::default(); count.ok_or_else(|| damaged("is cut off"))?];
    let mut position = 0u64;
    for entry in &mut entries {
        let next = position.checked_add(varint(&mut bytes)?).filter(|p| *p <= MOST_POSITION);
        position = next.ok_or_else(|| damaged("has too great a number"))?;
        entry.position = position;
    }
    for entry in &mut entries {
        entry.run = small(&mut bytes)?;
    }
    for entry in &mut entries {
        entry.length = small(&mut bytes)?;
    }
    let mut follows = None;
    for entry in &mut entries {
        entry.offset = match (varint(&mut bytes)?, follows) {
            (0, Some(offset)) => offset,
            (0, None) => return Err(damaged("has an entry that follows nothing")),
            (offset, _) => offset - 1,
        };
        follows = entry.offset.checked_add(u64::from(entry.length));
    }
    let ascends =
        |pair: &[DirectoryEntry]| pair[0].position + u64::from(pair[0].run.max(1)) <= pair[1].position;
    if !entries.windows(2).all(ascends) {
        return Err(damaged("has entries that overlap"));
    }
    Ok(entries)
}

/// Removes a number from the front: groups of seven bits, lowest first.
fn varint(bytes: &mut &[u8]) -> Result<u64, Error> {
    let mut value = 0u64;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or_else(|| damaged("is cut off"))?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(value);
        }
    }
    Err(damaged("has too great a number"))
}

/// Removes a number of at most 32 bits.
fn small(bytes: &mut &[u8]) -> Result<u32, Error> {
    u32::try_from(varint(bytes)?).map_err(|_| damaged("has too great a number"))
}

fn damaged(problem: &str) -> Error {
    Error::Damaged(format!("a directory {problem}"))
}
