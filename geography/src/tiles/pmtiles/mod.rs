//! PMTiles: all tiles of a map in one file. Reference: PMTiles Version 3 Specification.

mod archive;
mod directory;
mod error;
mod header;

pub use archive::Archive;
pub use error::Error;
pub use header::{About, Compression};
