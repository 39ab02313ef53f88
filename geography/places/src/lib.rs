//! Data about places on the Earth that the builder computes and the server only looks up.
//!
//! [`Atlas`] finds the country, sea and time zone of a point. Land comes first: a point inside a country's
//! outline is in that country; any other point is in the first sea area that contains it. [`ZoneRuns`] stores
//! the time zones of the whole Earth as a table. [`measure`] and [`validity`] inspect map geometry, and
//! [`tiles`] makes the base map.
//!
//! The crate opens no files; callers pass outlines in degrees of longitude and latitude.

pub mod antimeridian;
mod area;
mod atlas;
mod error;
mod index;
pub mod measure;
pub mod tiles;
pub mod validity;
mod zone_runs;
mod zones;

pub use area::{Area, AreaLayer};
pub use atlas::{Atlas, Location, SurfaceKind};
pub use error::Error;
pub use zone_runs::ZoneRuns;
pub use zones::Zones;
