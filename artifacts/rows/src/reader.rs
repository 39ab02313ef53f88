//! Reading rows.

use crate::{Error, Format, Input, Limits, Rows};

/// Reads rows from bytes that arrive in pieces of any size.
///
/// Push a piece, then pull batches until there are none, and repeat. After the last piece call
/// [`finish`](Reader::finish) and pull the rest. A bad row stays in place and has an error; an [`Error`] ends
/// the reading. Parquet has its index at the end, so its rows come after `finish`.
pub struct Reader {}

impl Reader {
    /// Returns a reader of a format.
    pub fn new(format: Format, input: Input, limits: Limits) -> Self {
        let _ = (format, input, limits);
        Self {}
    }

    /// Adds bytes of the input.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let _ = bytes;
        Ok(())
    }

    /// States that the input is complete.
    pub fn finish(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Returns the next complete rows, at most [`Limits::batch_rows`]; none if it needs more bytes or, after
    /// `finish`, at the end of the input.
    pub fn next_rows(&mut self) -> Result<Option<Rows>, Error> {
        Ok(None)
    }
}
