//! The work of an operation for rows.

use crate::api::long_responses::Later;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use rows::{Input, Rows};
use std::sync::Arc;

/// The work for a response to `POST`.
pub(crate) struct Batch {
    /// The columns that the body must have.
    pub(crate) input: Input,
    /// Number of rows whose results are in memory at a time.
    pub(crate) unit_rows: usize,
    /// Computes the results.
    pub(crate) work: Arc<dyn RowWork>,
}

/// Computes results for rows.
pub(crate) trait RowWork: Send + Sync {
    /// The columns of the results, without `id` and `error`.
    fn schema(&self) -> &SchemaRef;

    /// Returns the results of some rows; those of bad rows are ignored. It yields after about a millisecond.
    fn results<'a>(&'a self, rows: &'a Rows) -> Later<'a, Results>;
}

/// Results of some rows.
pub(crate) struct Results {
    /// The columns of [`RowWork::schema`].
    pub(crate) batch: RecordBatch,
    /// The number of the row of each result; none if every row has one, in order.
    pub(crate) rows: Option<Vec<u32>>,
}
