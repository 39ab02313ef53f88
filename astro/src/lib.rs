//! Eclipse and ephemeris mathematics.
//!
//! A pure library: callers pass tables in, it reads no files and no clock, and no finite input makes it
//! panic. Angles are radians, lengths kilometres or Earth equatorial radii as the name says, and the time
//! scale is in the type ([`time::Tt`], [`time::Ut1`]).
//!
//! Two families of theories stand side by side:
//! * [`ephemeris::canon`]: ELP 2000-82B and VSOP87D in the frame of date, as the published eclipse canon used
//!   them. Every eclipse product comes from here.
//! * [`ephemeris::apparent`]: ELP/MPP02 and VSOP87B moved to JPL DE440, precessed by Vondrák et al. 2011. The
//!   ephemeris comes from here.

// Tests compare with functions of the platform.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod accuracy;
pub mod appearance;
pub mod batch;
pub mod constants;
pub mod earth;
pub mod eclipse;
pub mod ephemeris;
pub mod error;
pub mod math;
pub mod sky;
pub mod sunlight;
pub mod theory;
pub mod time;

pub use error::Error;
