//! The surface of the Earth: country, sea and time zone of a point.
//!
//! Land decides first: a point in a country's outline is in that country, every other point in the first sea
//! area that contains it. The Caspian is such an area, but one that stands for no sea. The crate opens no
//! file and knows no sky: outlines are handed in, in degrees of longitude and latitude.
//!
//! Curves on the Earth become map geometry here too: [`cut`] brings them into the plane, [`Geometry`] rounds
//! and measures them, [`geojson`] and [`wkb`] write them.

pub mod antimeridian;
pub mod area;
pub mod atlas;
mod bounding_box;
mod countries;
pub mod cut;
pub mod error;
pub mod geojson;
mod geometry;
mod index;
mod measure;
mod rounding;
mod seas;
#[cfg(test)]
mod testing;
mod turn;
mod validity;
pub mod wkb;
pub mod zones;

pub use area::{Area, Layer};
pub use atlas::{Atlas, Location, Surface};
pub use bounding_box::BoundingBox;
pub use error::Error;
pub use geometry::Geometry;
pub use rounding::Rounded;
