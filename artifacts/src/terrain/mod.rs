//! Terrain: heights that the operator has brought, as a dataset of its own.
//!
//! A dataset is a folder `builds/<id>/` with `manifest.json` and `heights.bin`, published as a generation of
//! tables is: written aside, made read-only, renamed, and `current` points at it. The manifest lists the
//! grids, one for each source file; `heights.bin` holds their samples in blocks of 64 × 64, each with a
//! checksum.
//!
//! A reader opens the file and reads a block when it is asked for a place in it, checks its sum each time,
//! and keeps a bounded number of blocks. So a dataset may be far larger than memory, opening it costs
//! nothing, and a file that is changed or cut while it is read gives no wrong height and stops no server, as
//! a mapped one would.

mod block;
mod cache;
mod cursor;
mod manifest;
mod pack;
#[cfg(test)]
mod tests;
#[cfg(feature = "write")]
mod writer;

pub use block::SIDE;
pub use cursor::Cursor;
pub use manifest::{FORMAT_VERSION, Grid, Manifest, Source};
pub use pack::{Found, Pack};
#[cfg(feature = "write")]
pub use writer::Writer;
