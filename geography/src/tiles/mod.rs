//! The tiles of a square map: their numbers, the tiles that cover a box, and archives of them.

mod covering;
pub mod pmtiles;
mod tile_id;

pub use covering::{EDGE_LATITUDE_DEG, TileBlock};
pub use tile_id::TileId;
