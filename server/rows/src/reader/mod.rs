//! Reading rows.

mod arrow;
mod csv;
mod json;
mod parquet;
mod table;
mod thrift;

use crate::{Error, Format, Input, Limits, Rows, TemporaryFiles};
use std::sync::Arc;

/// Reads rows from bytes that arrive in pieces of any size.
///
/// Push a piece, then pull batches until there are none, and repeat. After the last piece call
/// [`finish`](Reader::finish) and pull the rest. A bad row stays in place and has an error; an [`Error`] ends
/// the reading. Parquet has its index at the end, so its rows come after `finish`.
///
/// A reader does its work in the calling thread, in `next_rows`. Parquet also writes to a temporary file. Its
/// memory is [`Limits::BASE_BYTES`], and before each step what [`needs_bytes`](Reader::needs_bytes) says.
pub struct Reader(Kind);

enum Kind {
    Json(Box<json::Json>),
    Csv(Box<csv::Csv>),
    Arrow(Box<arrow::Arrow>),
    Parquet(Box<parquet::Parquet>),
}

impl Reader {
    /// Returns a reader of a format, with the files for Parquet.
    pub fn new(format: Format, input: Input, limits: Limits, files: Arc<TemporaryFiles>) -> Self {
        Self(match format {
            Format::Json => Kind::Json(Box::new(json::Json::array(input, limits))),
            Format::Ndjson => Kind::Json(Box::new(json::Json::lines(input, limits))),
            Format::Csv => Kind::Csv(Box::new(csv::Csv::new(input, limits))),
            Format::Arrow => Kind::Arrow(Box::new(arrow::Arrow::new(input, limits))),
            Format::Parquet => Kind::Parquet(Box::new(parquet::Parquet::new(input, limits, files))),
        })
    }

    /// Bytes in memory beyond the base until after the next step, as the input declares them, at most
    /// [`Limits::memory_bytes`]. What is larger than declared is an error.
    pub fn needs_bytes(&self) -> usize {
        match &self.0 {
            Kind::Json(_) | Kind::Csv(_) => 0,
            Kind::Arrow(reader) => reader.needs_bytes(),
            Kind::Parquet(reader) => reader.needs_bytes(),
        }
    }

    /// Adds bytes of the input.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match &mut self.0 {
            Kind::Json(reader) => reader.push(bytes),
            Kind::Csv(reader) => reader.push(bytes),
            Kind::Arrow(reader) => reader.push(bytes),
            Kind::Parquet(reader) => return reader.push(bytes),
        }
        Ok(())
    }

    /// States that the input is complete. [`next_rows`](Reader::next_rows) then reports an incomplete end.
    pub fn finish(&mut self) -> Result<(), Error> {
        match &mut self.0 {
            Kind::Json(reader) => reader.finish(),
            Kind::Csv(reader) => reader.finish(),
            Kind::Arrow(reader) => reader.finish(),
            Kind::Parquet(reader) => return reader.finish(),
        }
        Ok(())
    }

    /// Returns the next complete rows, from none to [`Limits::batch_rows`]; nothing if it needs more bytes
    /// or, after `finish`, at the end of the input.
    pub fn next_rows(&mut self) -> Result<Option<Rows>, Error> {
        match &mut self.0 {
            Kind::Json(reader) => reader.next_rows(),
            Kind::Csv(reader) => reader.next_rows(),
            Kind::Arrow(reader) => reader.next_rows(),
            Kind::Parquet(reader) => reader.next_rows(),
        }
    }
}

#[cfg(test)]
mod tests;
