//! Rows in five formats, streamed both ways: a [`Reader`] turns the bytes of a request or file into batches
//! of places and instants, and a [`Writer`] turns batches of results into bytes.
//!
//! Neither reads nor writes a socket: you push bytes and pull batches. Memory is bounded by [`Limits`] and by
//! what you push at once.

mod batch;
mod caught;
mod column;
mod error;
mod format;
mod input;
mod iso;
mod reader;
mod temporary;
mod values;
mod writer;

pub use caught::is_reading;
pub use column::ERROR_COLUMN;
pub use error::Error;
pub use format::Format;
pub use input::{Input, Limits, Rows};
pub use reader::Reader;
pub use temporary::{TemporaryFile, TemporaryFiles};
pub use writer::Writer;

#[cfg(test)]
mod testing;
