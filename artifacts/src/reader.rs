//! Reading a generation: files are mapped or copied into memory, verified, and read in place.

use crate::Error;
use crate::cell::Cell;
use crate::layout::BASEMAP;
use crate::manifest::{FileAccess, Manifest};
use crate::schema::TableSchema;
use arrow_array::{Array, RecordBatch};
use arrow_buffer::Buffer;
use arrow_ipc::Block;
use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::root_as_footer;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A generation with its tables in memory.
pub struct Generation {
    folder: PathBuf,
    manifest: Manifest,
    tables: Tables,
    is_verified: bool,
}

/// Tables by name, with their contracts.
pub(crate) type Tables = BTreeMap<&'static str, (&'static TableSchema, RecordBatch)>;

impl Generation {
    /// A generation whose files have been read, and maybe verified; see [`Generation::open`].
    pub(crate) fn new(folder: &Path, manifest: Manifest, tables: Tables, is_verified: bool) -> Self {
        Self { folder: folder.to_owned(), manifest, tables, is_verified }
    }

    /// Returns whether checksums and values were checked when the generation was opened.
    pub fn is_verified(&self) -> bool {
        self.is_verified
    }

    /// Checks all checksums but that of the base map, and the values of the tables.
    pub fn verify(&self) -> Result<(), Error> {
        let is_checked = |name: &str| name != BASEMAP;
        self.manifest.load(&self.folder, |_| false, is_checked, FileAccess::Mapped, true)?;
        self.tables.values().try_for_each(|(table, batch)| {
            table.check(batch).map_err(|e| Error::damaged(&self.folder, e.to_string()))
        })
    }

    /// The folder of the generation.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The manifest of the generation.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    pub(crate) fn table(&self, table: &'static TableSchema) -> Result<TableView<'_>, Error> {
        let found = self.tables.get(table.name);
        let (_, batch) = found.ok_or_else(|| table.broken("it was not read".into()))?;
        Ok(TableView::new(table, batch))
    }
}

/// A table of a generation, whose columns are found by name.
#[derive(Clone, Copy)]
pub(crate) struct TableView<'a> {
    table: &'static TableSchema,
    batch: &'a RecordBatch,
}

impl<'a> TableView<'a> {
    pub(crate) fn new(table: &'static TableSchema, batch: &'a RecordBatch) -> Self {
        Self { table, batch }
    }

    /// The columns.
    pub(crate) fn batch(&self) -> &'a RecordBatch {
        self.batch
    }

    pub(crate) fn rows(&self) -> usize {
        self.batch.num_rows()
    }

    /// A column as the Arrow array of its type; its words are known ones. It is found fastest if it has this
    /// number.
    pub(crate) fn column<C: Cell<'a>>(&self, number: usize, name: &str) -> Result<&'a C::Array, Error> {
        let array = self.array(number, name)?;
        match C::problem(array) {
            Some(problem) => Err(self.table.broken(format!("{name}, {problem}"))),
            None => Ok(array),
        }
    }

    fn array<A: Array + 'static>(&self, number: usize, name: &str) -> Result<&'a A, Error> {
        let is_there = self.batch.schema_ref().fields().get(number).is_some_and(|field| field.name() == name);
        let column = if is_there { Some(self.batch.column(number)) } else { self.batch.column_by_name(name) };
        column.and_then(|c| c.as_any().downcast_ref()).ok_or_else(|| Error::Contract {
            table: self.table.name,
            problem: format!("no column {name} of that type"),
        })
    }
}

/// Reads the one record batch in the bytes of the Arrow file at `path`, without copying: a buffer that is not
/// aligned is an error. Its values are checked if `are_values_checked`.
pub(crate) fn read(
    path: &Path,
    buffer: &Buffer,
    table: &TableSchema,
    are_values_checked: bool,
) -> Result<RecordBatch, Error> {
    const TRAILER: usize = 10;
    let damaged = |problem: &dyn std::fmt::Display| Error::damaged(path, problem.to_string());
    let trailer_start =
        buffer.len().checked_sub(TRAILER).ok_or_else(|| damaged(&"too short for an Arrow file"))?;
    let trailer: [u8; TRAILER] = buffer[trailer_start..].try_into().map_err(|e| damaged(&e))?;
    let footer_length = read_footer_length(trailer).map_err(|e| damaged(&e))?;
    let footer_start = trailer_start
        .checked_sub(footer_length)
        .ok_or_else(|| damaged(&"its footer is longer than the file"))?;
    let footer = root_as_footer(&buffer[footer_start..trailer_start]).map_err(|e| damaged(&e))?;
    let schema =
        try_fb_to_schema(footer.schema().ok_or_else(|| damaged(&"no schema"))?).map_err(|e| damaged(&e))?;
    let mut decoder = FileDecoder::new(Arc::new(schema), footer.version()).with_require_alignment(true);
    let blocks = footer.recordBatches().ok_or_else(|| damaged(&"no record batch"))?;
    if blocks.len() != 1 {
        return Err(damaged(&format!("{} record batches where there must be one", blocks.len())));
    }
    let data = |block: &Block| {
        let (offset, length) =
            (block.offset() as usize, block.metaDataLength() as usize + block.bodyLength() as usize);
        let is_outside = offset.checked_add(length).is_none_or(|end| end > footer_start);
        if is_outside {
            Err(damaged(&"its record batch lies outside the file"))
        } else {
            Ok(buffer.slice_with_length(offset, length))
        }
    };
    // arrow-ipc panics on buffers that lie outside the batch.
    let contradicts = |_| damaged(&"its record batch contradicts itself");
    for block in footer.dictionaries().iter().flatten() {
        let data = data(block)?;
        catch_unwind(AssertUnwindSafe(|| decoder.read_dictionary(block, &data)))
            .map_err(contradicts)?
            .map_err(|e| damaged(&e))?;
    }
    let block = blocks.get(0);
    let data = data(block)?;
    let batch = catch_unwind(AssertUnwindSafe(|| decoder.read_record_batch(block, &data)))
        .map_err(contradicts)?
        .map_err(|e| damaged(&e))?
        .ok_or_else(|| damaged(&"an empty record batch"))?;
    let checked = if are_values_checked { table.check(&batch) } else { table.check_columns(&batch) };
    checked.map_err(|e| damaged(&e))?;
    Ok(batch)
}
