//! Cutting geometry into the tiles of all zooms.

mod clip;
mod encode;
mod layer;
mod mercator;
mod piece;
mod pyramid;
mod thin;

pub use layer::{Feature, Layer, Shape};
pub use pyramid::pyramid;
