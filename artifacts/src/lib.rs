//! The contract between the builder and everybody who reads what it publishes.
//!
//! A **generation** is a folder `builds/<id>/` with one Arrow file per mapped table, one Parquet file per
//! table for people, `manifest.json`, `SCHEMA.md` and `LICENSES.md`. `current` points at the newest.
//! Generations are written aside, checked, and renamed into place; a published file is never written again,
//! which is what makes mapping it sound.

pub mod cell;
mod contract;
#[cfg(feature = "write")]
pub mod dictionary;
pub mod error;
pub mod layout;
pub mod manifest;
mod mapping;
mod opening;
#[cfg(feature = "write")]
pub mod publication;
pub mod reader;
pub mod schema;
pub mod tables;
#[cfg(feature = "write")]
mod writer;

pub use arrow_array::RecordBatch;
pub use error::Error;
pub use layout::FORMAT_VERSION;
