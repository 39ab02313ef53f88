//! Parquet: collected in an unnamed temporary file, because the index comes last.

use super::table::Table;
use super::thrift::integers;
use crate::{Error, Input, Limits, Rows};
use arrow_array::RecordBatchReader;
use arrow_schema::{DataType, Field, Schema};
use bytes::Bytes;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, Length};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Size of the index, bytes. Files with 100 columns in 100 row groups have 1 MB.
const MAX_INDEX_BYTES: u64 = 2 << 20;
/// Number of nested groups in a schema.
const MAX_GROUPS: usize = 256;
/// Size of the description of a page, bytes.
const MAX_HEADER_BYTES: usize = 64 << 10;
/// The length of the index and the mark at the end of a file, bytes.
const TAIL_BYTES: u64 = 8;
/// Encodings of values: plain, dictionary (old and new), run lengths, and bytes split by place. The delta
/// encodings are left out: a small page can declare any number of values, or texts of any length.
const ENCODINGS: [i64; 5] = [0, 2, 8, 3, 9];
/// Size of the shortest value of a dictionary, bytes.
const MIN_VALUE_BYTES: i64 = 4;

pub(super) struct Parquet {
    input: Input,
    limits: Limits,
    /// The file and its size while it arrives, bytes.
    file: Option<(File, u64)>,
    reader: Option<(ParquetRecordBatchReader, Table)>,
}

impl Parquet {
    pub(super) fn new(input: Input, limits: Limits) -> Self {
        Self { input, limits, file: None, reader: None }
    }

    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let (file, size) = match &mut self.file {
            Some(file) => file,
            none => none.insert((tempfile::tempfile()?, 0)),
        };
        *size += bytes.len() as u64;
        if *size > self.limits.file_bytes {
            let limit = self.limits.file_bytes;
            return Err(Error::TooLarge(format!(
                "Parquet: more than {limit} bytes; send the columns of places alone or several files"
            )));
        }
        Ok(file.write_all(bytes)?)
    }

    pub(super) fn finish(&mut self) -> Result<(), Error> {
        let (file, size) = self.file.take().ok_or_else(|| malformed(&"the file is empty"))?;
        self.reader = Some(caught(|| open(file, size, &self.input, &self.limits))?);
        Ok(())
    }

    pub(super) fn next_rows(&mut self) -> Result<Option<Rows>, Error> {
        let Some((reader, table)) = &mut self.reader else { return Ok(None) };
        let batch = caught(|| reader.next().transpose().map_err(|e| malformed(&e)))?;
        Ok(batch.map(|batch| table.rows(&batch)))
    }
}

fn malformed(problem: &dyn ToString) -> Error {
    Error::Malformed(format!("Parquet: {}", problem.to_string()))
}

/// Runs the library, which panics on some damaged files.
fn caught<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(malformed(&"the file contradicts itself")))
}

/// Opens a file whose index and columns are within limits.
fn open(
    mut file: File,
    size: u64,
    input: &Input,
    limits: &Limits,
) -> Result<(ParquetRecordBatchReader, Table), Error> {
    check_index(&mut file, size)?;
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let metadata = ArrowReaderMetadata::load(&file, options).map_err(|e| malformed(&e))?;
    let table = Table::new(metadata.schema(), input.clone())?;
    let roots: Vec<_> = table.positions().collect();
    let index = metadata.metadata().clone();
    for column in index.row_groups().iter().flat_map(|group| group.columns()) {
        let name = column.column_path().string();
        let is_read = roots.iter().any(|root| *metadata.schema().field(*root).name() == name);
        let codec = column.compression();
        let is_known =
            matches!(codec, Compression::UNCOMPRESSED | Compression::SNAPPY | Compression::ZSTD(_));
        if is_read && !is_known {
            return Err(malformed(&format!("column {name} has the codec {codec}; write snappy or zstd")));
        }
    }
    // Views refer to the texts of a page instead of copying them, however often a text occurs.
    let viewed = |field: &Field| match field.data_type() {
        DataType::Utf8 => field.clone().with_data_type(DataType::Utf8View),
        _ => field.clone(),
    };
    let schema = Schema::new(metadata.schema().fields().iter().map(|f| viewed(f)).collect::<Vec<_>>());
    let options = ArrowReaderOptions::new().with_schema(Arc::new(schema));
    let metadata = ArrowReaderMetadata::try_new(index, options).map_err(|e| malformed(&e))?;
    let mask = ProjectionMask::roots(metadata.parquet_schema(), roots);
    let pages = Pages { file, size, max_bytes: limits.message_bytes };
    let reader = ParquetRecordBatchReaderBuilder::new_with_metadata(pages, metadata)
        .with_projection(mask)
        .with_batch_size(limits.batch_rows)
        .build()
        .map_err(|e| malformed(&e))?;
    let table = Table::new(&reader.schema(), input.clone())?;
    Ok((reader, table))
}

/// Checks the size of the index and the nesting of its schema.
fn check_index(file: &mut File, size: u64) -> Result<(), Error> {
    let mut tail = [0; TAIL_BYTES as usize];
    let start = size.checked_sub(TAIL_BYTES).ok_or_else(|| malformed(&"the file is too short"))?;
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(&mut tail)?;
    let [length @ .., b'P', b'A', b'R', b'1'] = tail else {
        return Err(malformed(&"the file does not end with PAR1; it may be incomplete"));
    };
    let length = u64::from(u32::from_le_bytes(length));
    if length > MAX_INDEX_BYTES {
        let problem =
            format!("an index of {length} bytes; at most {MAX_INDEX_BYTES}. Write fewer row groups");
        return Err(Error::TooLarge(format!("Parquet: {problem}")));
    }
    let start = start.checked_sub(length).ok_or_else(|| malformed(&"the index is longer than the file"))?;
    file.seek(SeekFrom::Start(start))?;
    let mut index = vec![0; length as usize];
    file.read_exact(&mut index)?;
    // The field 2 lists the elements of the schema; 5 is their number of children.
    let mut groups = 0;
    integers(&index, |ids, number| groups += usize::from(ids == [2, 5] && number > 0))
        .ok_or_else(|| malformed(&"the index is damaged"))?;
    if groups > MAX_GROUPS {
        return Err(malformed(&format!("a schema with {groups} groups; at most {MAX_GROUPS}")));
    }
    Ok(())
}

/// A file whose pages are checked before they are decompressed.
struct Pages {
    file: File,
    size: u64,
    /// Size of a page, bytes.
    max_bytes: usize,
}

impl Pages {
    fn at(&self, start: u64) -> Result<File, ParquetError> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(start))?;
        Ok(file)
    }
}

impl Length for Pages {
    fn len(&self) -> u64 {
        self.size
    }
}

impl ChunkReader for Pages {
    type T = Header;

    fn get_read(&self, start: u64) -> Result<Header, ParquetError> {
        let file = BufReader::with_capacity(MAX_HEADER_BYTES, self.at(start)?);
        Ok(Header { file, max_bytes: self.max_bytes, is_checked: false })
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes, ParquetError> {
        if length > self.max_bytes {
            let problem = format!("{length} bytes at once; at most {}. Write smaller pages", self.max_bytes);
            return Err(ParquetError::General(problem));
        }
        let mut bytes = vec![0; length];
        self.at(start)?.read_exact(&mut bytes)?;
        Ok(bytes.into())
    }
}

/// The description of a page, which is checked when it is read.
struct Header {
    file: BufReader<File>,
    max_bytes: usize,
    is_checked: bool,
}

impl Read for Header {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if !self.is_checked {
            self.is_checked = true;
            check_page(self.file.fill_buf()?, self.max_bytes).map_err(std::io::Error::other)?;
        }
        self.file.read(buffer)
    }
}

/// Checks the sizes and the encoding of a page.
fn check_page(header: &[u8], max_bytes: usize) -> Result<(), String> {
    let (mut size, mut values, mut encoding) = (0, 0, 0);
    let walked = integers(header, |ids, number| match ids {
        // Sizes with and without compression.
        [0, 2 | 3] => size = size.max(number),
        // Encodings of pages of version 1 and 2.
        [5, 2] | [8, 4] if !ENCODINGS.contains(&number) => encoding = number,
        // Number of values of a dictionary.
        [7, 1] => values = values.max(number),
        _ => {}
    });
    walked.ok_or("the description of a page is damaged")?;
    if usize::try_from(size).map_or(true, |size| size > max_bytes) {
        return Err(format!("a page of {size} bytes; at most {max_bytes}. Write smaller pages"));
    }
    if values > size / MIN_VALUE_BYTES {
        return Err(format!("a dictionary of {values} values in {size} bytes"));
    }
    if encoding != 0 {
        return Err(format!("a page with the encoding {encoding}; write plain values or a dictionary"));
    }
    Ok(())
}
