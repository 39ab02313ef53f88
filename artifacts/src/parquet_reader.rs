//! Reading the Parquet file of a table, for programs that look at what is published for people.

use crate::Error;
use crate::layout;
use crate::reader::Generation;
use crate::schema::TableSchema;
use arrow_array::RecordBatch;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::fs::File;
use std::path::Path;

impl Generation {
    /// Reads the Parquet file of a table and checks its contract. Its checksum was compared when the
    /// generation was opened.
    pub fn parquet(&self, table: &'static TableSchema) -> Result<RecordBatch, Error> {
        let name = layout::parquet_file(table);
        let path = self.folder().join(&name);
        if !self.manifest().files.contains_key(&name) {
            return Err(Error::damaged(&path, "the manifest does not list it"));
        }
        read(&path, table).map_err(|e| match e {
            Error::Encoding { path, problem } => Error::Damaged { path, problem },
            other => other,
        })
    }
}

/// Reads all rows of the Parquet file of a table as one batch, and checks its contract.
pub fn read(path: &Path, table: &'static TableSchema) -> Result<RecordBatch, Error> {
    let failed = Error::encoding(path);
    let file = File::open(path).map_err(Error::io(path, "open"))?;
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|e| failed(&e))?;
    let rows = usize::try_from(builder.metadata().file_metadata().num_rows()).map_err(|e| failed(&e))?;
    // All rows in one batch.
    let mut reader = builder.with_batch_size(rows.max(1)).build().map_err(|e| failed(&e))?;
    let batch = match reader.next() {
        Some(batch) => batch.map_err(|e| failed(&e))?,
        None => RecordBatch::new_empty(table.arrow_schema()),
    };
    if batch.num_rows() != rows {
        return Err(failed(&format!("{} rows where its footer says {rows}", batch.num_rows())));
    }
    table.check(&batch).map_err(|e| failed(&e))?;
    Ok(batch)
}
