//! The curves of a solar eclipse as features of a map, and every format of them.
//!
//! [`Collection::new`] computes the curves with `astro`, adds ΔT to their longitudes, cuts them with
//! `geography`, and gives each an identifier, a name and a colour. [`geojson`], [`kml`], [`gpx`], [`csv`]
//! and [`json`] write them, [`wkb`] writes bare geometry. [`Samples`] does all of it for one [`MapFormat`],
//! in two steps: the number of vertices is known, and can be paid for, before anything is written.
//!
//! ```
//! use astro::eclipse::published::APRIL_2024;
//! use maps::{Collection, CurveOptions, PathWord};
//! let options = CurveOptions::of(vec![PathWord::Centre], 1000.0);
//! let collection = Collection::new(&APRIL_2024, 69.2, &options)?;
//! assert_eq!(collection.features[0].name(), "Central line of totality");
//! # Ok::<(), maps::Error>(())
//! ```

mod about;
mod clock;
mod collection;
pub mod csv;
mod curves;
mod edge;
mod error;
pub mod estimate;
mod feature;
mod format;
pub mod geojson;
pub mod gpx;
mod job;
pub mod json;
pub mod kml;
pub mod number;
mod samples;
pub mod wkb;
mod word;
mod xml;

pub use about::About;
pub use clock::{EclipseClock, iso};
pub use collection::{Collection, Extras};
pub use curves::{CurveOptions, Cut, Density};
pub use edge::{Edge, WorkLimits};
pub use error::Error;
pub use feature::{Feature, Style, Subject, decimals};
pub use format::MapFormat;
pub use job::Job;
pub use samples::Samples;
pub use word::{Kind, PathWord};
