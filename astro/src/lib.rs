//! Eclipse and ephemeris mathematics.
//!
//! A pure library: tables are handed in, nothing is read, no clock is asked, and no finite input makes it panic.
//! Angles are radians, lengths kilometres or Earth equatorial radii as the name says, and the time scale is in the type
//! ([`time::Tt`], [`time::Ut1`]).
//!
//! Two families of theories stand side by side:
//! * [`canon`]: ELP 2000-82B and VSOP87D in the frame of date, as the published eclipse canon used them. Every eclipse product comes from here.
//! * [`apparent`]: ELP/MPP02 fitted to lunar laser ranging and VSOP87B, precessed by Vondrák et al. 2011. The ephemeris comes from here.

pub mod angle;
pub mod apparent;
pub mod besselian;
pub mod canon;
pub mod chebyshev;
pub mod delta_t;
pub mod earth;
pub mod eclipse;
pub mod elp2000_82;
pub mod elp_mpp02;
pub mod ephemeris;
pub mod error;
pub mod horizon;
pub mod libration;
pub mod local;
pub mod lunar_eclipse;
pub mod meeus;
mod meeus_terms;
pub mod nutation;
pub mod phase;
pub mod polynomial;
pub mod precession;
pub mod riseset;
pub mod rotation;
pub mod saros;
pub mod search;
pub mod series;
pub mod sun;
pub mod time;
pub mod vector;
pub mod vsop87;
mod vsop87_terms;

pub use error::Error;
