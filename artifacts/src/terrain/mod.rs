//! A dataset of terrain: heights that the operator provides.
//!
//! A dataset is a folder `builds/<id>/` with `manifest.json` and `heights.bin`, published as a generation of
//! tables is: written aside, made read-only, renamed, and `current` points at it. The manifest lists the
//! grids, one for each source file; `heights.bin` holds their samples in blocks of 64 × 64, each with a
//! checksum.
//!
//! A reader opens the file, reads a block when a height in it is needed, checks its sum each time, and keeps
//! a bounded number of blocks. A dataset can thus be much larger than memory, and opening it is free. A file
//! that changes or shrinks meanwhile causes an error; a mapped file would give wrong heights or crash the
//! server.

mod block;
mod cache;
mod cursor;
mod manifest;
mod pack;
#[cfg(feature = "write")]
mod writer;

pub use block::SIDE;
pub use cursor::Cursor;
pub use manifest::{FORMAT_VERSION, TerrainGrid, TerrainManifest, TerrainSource};
pub use pack::{TerrainHeight, TerrainPack};
#[cfg(feature = "write")]
pub use writer::TerrainWriter;

#[cfg(test)]
mod tests;
