//! The contract between the builder and everybody who reads what it publishes.
//!
//! A **generation** is a folder `builds/<id>/` with an Arrow file for programs and a Parquet file for people
//! of each table, `manifest.json`, `SCHEMA.md` and `LICENSES.md`. `current` points at the newest. Generations
//! are written aside, checked, made read-only, and renamed into place. A reader takes the bytes of a file
//! into its own memory and checks them there: whatever happens to the file later, it reads what was checked.
//! What is the operator's own is a dataset apart: [`terrain`], [`limb`].

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
mod opening;
#[cfg(feature = "write")]
mod parquet_reader;
#[cfg(feature = "write")]
pub mod publication;
pub mod reader;
pub mod schema;
pub mod tables;
pub mod terrain;
#[cfg(feature = "write")]
mod writer;

pub use arrow_array::RecordBatch;
pub use error::Error;
pub use layout::{FORMAT_VERSION, OLDEST_FORMAT_VERSION};
