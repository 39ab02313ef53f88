//! The surface of the Earth, as a library without data and without astronomy.
//!
//! Curves become map geometry: [`cut`] projects them onto the plane of longitude and latitude, [`Geometry`]
//! rounds them, and [`BoundingBox`] encloses them. [`geodesic`] finds shortest paths, [`elevation`] and
//! [`height_grid`] interpolate heights, and [`sight`] computes what an observer sees over the ground.
//! [`tiles`] numbers the tiles of a map and reads them from an archive. [`zone_grid`] is the grid of the
//! table of time zones. [`names`] folds names of places for comparison.
//!
//! The crate opens no files. Angles are degrees; longitudes are positive to the east.

mod angle;
mod bounding_box;
pub mod contour;
pub mod cut;
pub mod elevation;
mod error;
pub mod geodesic;
mod geometry;
pub mod height_grid;
pub mod names;
mod rounding;
pub mod sight;
pub mod tiles;
mod turn;
pub mod zone_grid;

pub use angle::whole_turns_deg;
pub use bounding_box::BoundingBox;
pub use error::Error;
pub use geometry::Geometry;
pub use rounding::RoundedGeometry;

#[cfg(test)]
mod testing;
