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

pub use layer::{Feature, Layer, Shape};
pub use mvt::{EXTENT, Value};
pub use pyramid::pyramid;
