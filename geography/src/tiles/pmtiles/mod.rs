//! Reading PMTiles: all tiles of a map in one file. Reference: PMTiles Version 3 Specification.
//!
//! The reader is our own. That of the crate `pmtiles` 0.26 is async only: it would bring tokio and
//! async-compression into the builder, 17 s of optimised compilation, and by default decompress a directory
//! for each tile. This one checks all directories when it opens an archive and then returns slices.

mod archive;
mod directory;
mod error;
mod header;

pub use archive::Archive;
pub use error::Error;
pub use header::{ArchiveDescription, Compression, TileType};
