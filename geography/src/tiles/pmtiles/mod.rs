//! PMTiles: all tiles of a map in one file. Reference: PMTiles Version 3 Specification.

mod archive;
mod directory;
mod error;
mod header;
#[cfg(feature = "builder")]
mod writer;

pub use archive::Archive;
pub use error::Error;
pub use header::{About, Compression};
#[cfg(feature = "builder")]
pub use writer::{gzipped, write};
