//! A dataset of profiles of the Moon's limb for all librations.
//!
//! A dataset is a folder `builds/<id>/` with `manifest.json`, `profiles.bin` and, for other viewpoints and
//! more directions, the map `heights.bin` itself, published as a generation of tables is: written aside, made
//! read-only, renamed, and `current` points at it. `profiles.bin` holds 17 rows of libration in latitude,
//! −1.6° first, of 91 profiles each, libration in longitude −9° first; a profile is 1,800 heights over
//! 1737.4 km in half metres, 16-bit integers with the least byte first, at axis angles 0°, 0.2° … 359.8° from
//! the Moon's north through celestial east.
//!
//! A reader opens the file, reads a row into memory when one of its profiles is first needed, and checks the
//! row's sum over these bytes.

mod edge;
mod format;
mod manifest;
mod node;
mod pack;
#[cfg(all(test, feature = "write"))]
mod tests;
#[cfg(feature = "write")]
mod writer;

pub use edge::MountainEdge;
pub use format::{DISTANCE_KM, FORMAT_VERSION, OLDEST_FORMAT_VERSION, UNIT_KM};
pub use manifest::{LimbManifest, LimbSource, StoredMap};
pub use node::LimbNode;
pub use pack::{LimbPack, StoredProfile};
#[cfg(feature = "write")]
pub use writer::publish;
