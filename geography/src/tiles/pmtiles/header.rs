//! The header of an archive: 127 bytes, little-endian.

use super::error::Error;

pub(super) const HEADER_BYTES: usize = 127;
/// The signature of an archive; the last byte is the version.
const MAGIC: &[u8; 8] = b"PMTiles\x03";
const UNITS_PER_DEGREE: f64 = 1e7;

/// A compression of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// Uncompressed.
    None = 1,
    /// gzip, RFC 1952.
    Gzip = 2,
}

/// A kind of tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TileType {
    /// Mapbox Vector Tiles.
    Mvt = 1,
    /// PNG images.
    Png = 2,
}

/// The description of the map in an archive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArchiveDescription {
    /// The kind of the tiles.
    pub tile_type: TileType,
    /// Compression of each tile.
    pub tile_compression: Compression,
    /// Minimum zoom of the tiles.
    pub min_zoom: u8,
    /// Maximum zoom of the tiles.
    pub max_zoom: u8,
    /// West, south, east, north, degrees.
    pub bounds_deg: [f64; 4],
    /// Longitude and latitude of the middle, degrees.
    pub center_deg: [f64; 2],
    /// Initial zoom.
    pub center_zoom: u8,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ByteRange {
    /// First byte, counted from the beginning.
    pub(super) offset: u64,
    pub(super) length: u64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Header {
    pub(super) root: ByteRange,
    pub(super) metadata: ByteRange,
    pub(super) leaves: ByteRange,
    pub(super) tiles: ByteRange,
    /// Compression of directories and metadata.
    pub(super) internal_compression: Compression,
    pub(super) about: ArchiveDescription,
}

impl ByteRange {
    /// The bytes of the section.
    pub(super) fn of<'a>(&self, bytes: &'a [u8], what: &str) -> Result<&'a [u8], Error> {
        let (start, end) = (self.offset, self.offset.checked_add(self.length));
        let range = usize::try_from(start).ok().zip(end.and_then(|end| usize::try_from(end).ok()));
        range
            .and_then(|(start, end)| bytes.get(start..end))
            .ok_or_else(|| Error::Damaged(format!("{what} lies outside the file")))
    }
}

impl Compression {
    fn from_byte(byte: u8) -> Result<Self, Error> {
        match byte {
            1 => Ok(Self::None),
            2 => Ok(Self::Gzip),
            3 => Err("compressed by Brotli"),
            4 => Err("compressed by Zstandard"),
            _ => Err("compressed in an unknown way"),
        }
        .map_err(|found| Error::Tiles { found, expected: "gzip or no compression" })
    }
}

impl TileType {
    fn from_byte(byte: u8) -> Result<Self, Error> {
        match byte {
            1 => Ok(Self::Mvt),
            2 => Ok(Self::Png),
            _ => Err(Error::Tiles { found: "of another kind", expected: "Mapbox Vector Tiles or PNG" }),
        }
    }
}

impl Header {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, Error> {
        if !bytes.starts_with(&MAGIC[..7]) {
            return Err(Error::NotAnArchive("it does not begin with PMTiles"));
        }
        let Some(header) = bytes.first_chunk::<HEADER_BYTES>().filter(|h| h[7] == MAGIC[7]) else {
            return Err(Error::NotAnArchive("it is of another version, or cut off in its header"));
        };
        let u64_at = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| header[at + i]));
        let degrees_at = |at: usize| {
            f64::from(i32::from_le_bytes(std::array::from_fn(|i| header[at + i]))) / UNITS_PER_DEGREE
        };
        // Offsets of the fields are those of the specification, section 3.
        let section_at = |at: usize| ByteRange { offset: u64_at(at), length: u64_at(at + 8) };
        let tile_type = TileType::from_byte(header[99])?;
        Ok(Self {
            root: section_at(8),
            metadata: section_at(24),
            leaves: section_at(40),
            tiles: section_at(56),
            internal_compression: Compression::from_byte(header[97])?,
            about: ArchiveDescription {
                tile_type,
                tile_compression: Compression::from_byte(header[98])?,
                min_zoom: header[100],
                max_zoom: header[101],
                bounds_deg: [102, 106, 110, 114].map(degrees_at),
                center_zoom: header[118],
                center_deg: [119, 123].map(degrees_at),
            },
        })
    }
}
