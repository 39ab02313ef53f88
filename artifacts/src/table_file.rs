//! The Parquet file of a table that belongs to no generation.

use crate::Error;
use crate::batch::file::sweep;
use crate::folder::{STAGING, sync};
use crate::schema::TableSchema;
use crate::writer::write_parquet;
use arrow_array::RecordBatch;
use std::fs;
use std::path::Path;

pub use crate::parquet_reader::read;
pub use crate::writer::GenerationOrigin;

/// Writes the file under a temporary name, syncs it to disk, and puts it in place. It replaces a file of that
/// name.
pub fn publish(
    path: &Path,
    table: &TableSchema,
    batch: &RecordBatch,
    origin: &GenerationOrigin,
) -> Result<(), Error> {
    let name = path.file_name().unwrap_or_default();
    // A name alone is in the current folder.
    let folder = path.parent().filter(|folder| *folder != "").unwrap_or(Path::new("."));
    sweep(&folder.join(name))?;
    let aside = folder.join(format!("{STAGING}{}-{}", name.to_string_lossy(), std::process::id()));
    let written = write_parquet(&aside, table, batch, origin)
        .and_then(|()| fs::rename(&aside, path).map_err(Error::io(path, "rename into place")));
    if written.is_err() {
        // The error that is returned matters more.
        let _ = fs::remove_file(&aside);
    }
    written.and_then(|()| sync(folder))
}
