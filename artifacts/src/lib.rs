//! The contract between the builder and the readers of its tables.
//!
//! A **generation** is a folder `builds/<id>/` with an Arrow file for programs and a Parquet file for people
//! for each table, `manifest.json`, `SCHEMA.md`, `LICENSES.md`, and `collection.json` and `item.json` for
//! catalogs of data. `current` points to the newest. A generation is written to a temporary folder, checked,
//! made read-only, and renamed. A reader copies each file into its memory and checks the copy, so later
//! changes to the file have no effect. Data of the operator are separate datasets: [`terrain`] and [`limb`].
//!
//! ```no_run
//! use artifacts::{reader::Generation, tables::eclipses};
//! let generation = Generation::current("artifacts".as_ref())?;
//! let eclipses = eclipses::read(&generation)?;
//! println!("{} solar eclipses", eclipses.count());
//! # Ok::<(), artifacts::Error>(())
//! ```

pub mod batch;
pub mod built;
pub mod cell;
mod contract;
mod dataset;
#[cfg(feature = "write")]
pub mod dictionary;
pub mod error;
#[cfg(feature = "write")]
pub mod folder;
#[cfg(feature = "write")]
mod geoparquet;
pub mod layout;
pub mod limb;
pub mod manifest;
#[cfg(feature = "write")]
mod moment;
mod opening;
#[cfg(feature = "write")]
mod parquet_reader;
#[cfg(feature = "write")]
pub mod publication;
pub mod reader;
pub mod schema;
#[cfg(feature = "write")]
mod stac;
#[cfg(feature = "write")]
pub mod table_file;
pub mod tables;
pub mod terrain;
#[cfg(feature = "write")]
mod writer;

pub use arrow_array::RecordBatch;
pub use error::Error;
pub use layout::{FORMAT_VERSION, OLDEST_FORMAT_VERSION};
