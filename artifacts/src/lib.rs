//! The contract between the builder and everybody who reads what it publishes.
//!
//! A **generation** is a folder `builds/<id>/` with one Arrow file per mapped table, one Parquet file per
//! table for people, `manifest.json`, `SCHEMA.md` and `LICENSES.md`. `current` points at the newest.
//! Generations are written aside, checked, and renamed into place; a published file is never written again,
//! which is what makes mapping it sound.

pub mod delta_t;
pub mod dictionary;
pub mod elements;
pub mod ephemeris;
pub mod error;
pub mod manifest;
mod mapping;
pub mod places;
pub mod publication;
pub mod reader;
pub mod schema;
pub mod tables;
pub mod writer;

pub use arrow::array as arrow_array;
pub use arrow::array::ArrayRef;
pub use arrow::record_batch::RecordBatch;
pub use error::Error;

/// Version of the layout of a generation. A reader refuses any other.
pub const FORMAT_VERSION: u32 = 2;
