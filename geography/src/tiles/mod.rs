//! Vector tiles: geometry is cut into square pieces of the map, each piece is encoded as Mapbox Vector Tile,
//! and all pieces are kept in one file, a PMTiles archive.
//!
//! The module opens no file: geometry in degrees and archives in memory are handed in. Reading an archive
//! needs no more than [`pmtiles::Archive`]; whoever makes tiles takes the feature `builder`.

mod covering;
#[cfg(feature = "builder")]
mod cut;
#[cfg(feature = "builder")]
mod mvt;
pub mod pmtiles;
mod tile_id;

pub use covering::{Block, EDGE_LATITUDE_DEG};
#[cfg(feature = "builder")]
pub use cut::{Feature, Layer, Shape, pyramid};
#[cfg(feature = "builder")]
pub use mvt::{EXTENT, Value};
pub use tile_id::TileId;
