//! The surface of the Earth: country, sea and time zone of a point.
//!
//! Land decides first: a point in a country's outline is in that country, every other point in the first sea
//! area that contains it. The Caspian is such an area, but one that stands for no sea. The crate opens no
//! file and knows no sky: outlines are handed in, in degrees of longitude and latitude.

pub mod antimeridian;
pub mod area;
pub mod atlas;
mod countries;
pub mod error;
mod index;
mod seas;
pub mod zones;

pub use area::{Area, Layer};
pub use atlas::{Atlas, Location, Surface};
pub use error::Error;
