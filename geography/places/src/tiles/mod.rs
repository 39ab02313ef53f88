//! Vector tiles: [`pyramid()`] cuts and encodes geometry as Mapbox Vector Tiles, and [`pmtiles`] writes all
//! of them into one archive, which [`geography::tiles::pmtiles`] reads.

mod clip;
mod encode;
mod layer;
mod mercator;
mod mvt;
mod piece;
pub mod pmtiles;
mod pyramid;
mod thin;

pub use layer::{MapLayer, TileFeature, TileShape};
pub use mvt::{EXTENT, PropertyValue};
pub use pyramid::pyramid;
