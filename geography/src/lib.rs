//! The surface of the Earth: country, sea and time zone of a point.
//!
//! Land decides first: a point in a country's outline is in that country, every other point in the first sea
//! area that contains it. The Caspian is such an area, but one that stands for no sea. The crate opens no
//! file and knows no sky: outlines are handed in, in degrees of longitude and latitude.
//!
//! Curves on the Earth become map geometry here too: [`cut`] brings them into the plane, [`Geometry`] rounds
//! and measures them, [`geojson`] and [`wkb`] write them. [`tiles`] cuts and keeps the base map.
//! [`elevation`] tells heights of the ground, [`geodesic`] goes the shortest way, and [`sight`] looks over
//! the ground.

#[cfg(feature = "builder")]
pub mod antimeridian;
#[cfg(feature = "builder")]
pub mod area;
#[cfg(feature = "builder")]
pub mod atlas;
mod bounding_box;
#[cfg(feature = "builder")]
mod countries;
pub mod cut;
pub mod elevation;
pub mod error;
pub mod geodesic;
pub mod geojson;
mod geometry;
pub mod height_grid;
#[cfg(feature = "builder")]
mod index;
#[cfg(feature = "builder")]
mod measure;
mod rounding;
#[cfg(feature = "builder")]
mod seas;
pub mod sight;
#[cfg(test)]
mod testing;
pub mod tiles;
mod turn;
#[cfg(feature = "builder")]
mod validity;
mod whole_turns;
pub mod wkb;
pub mod zone_grid;
#[cfg(feature = "builder")]
pub mod zone_runs;
#[cfg(feature = "builder")]
pub mod zones;

#[cfg(feature = "builder")]
pub use area::{Area, Layer};
#[cfg(feature = "builder")]
pub use atlas::{Atlas, Location, Surface};
pub use bounding_box::BoundingBox;
pub use error::Error;
pub use geometry::Geometry;
pub use rounding::Rounded;
