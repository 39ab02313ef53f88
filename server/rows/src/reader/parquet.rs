//! Parquet: collected in an unnamed temporary file, because the index comes last.

use super::table::Table;
use super::thrift::integers;
use crate::caught::caught;
use crate::temporary::{TemporaryFile, TemporaryFiles};
use crate::{Error, Input, Limits, Rows};
use arrow_array::RecordBatchReader;
use arrow_schema::{DataType, Field, Schema};
use bytes::Bytes;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::basic::{Compression, Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::reader::{ChunkReader, Length};
use std::io::{BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

/// Size of the index in memory, as a multiple of its size in the file.
const INDEX_GROWTH: usize = 16;
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
const MIN_VALUE_BYTES: usize = 4;
/// Size of a text of a dictionary in memory, beside the page, bytes.
const VIEW_BYTES: usize = 16;
/// Bytes of pages that the base of a reader covers. Pages of many small row groups may be in one batch.
const PAGES_IN_BASE_BYTES: usize = Limits::BASE_BYTES / 4;

pub(super) struct Parquet {
    input: Input,
    limits: Limits,
    files: Arc<TemporaryFiles>,
    state: State,
    /// Bytes of the index, then of pages, that the next step needs.
    needs_bytes: usize,
}

enum State {
    Arriving(Option<TemporaryFile>),
    Complete(Arc<TemporaryFile>),
    Open(Box<Open>),
}

/// A file whose index and columns are within limits.
struct Open {
    reader: ParquetRecordBatchReader,
    table: Table,
    pages: Pages,
}

impl Parquet {
    pub(super) fn new(input: Input, limits: Limits, files: Arc<TemporaryFiles>) -> Self {
        Self { input, limits, files, state: State::Arriving(None), needs_bytes: 0 }
    }

    pub(super) fn needs_bytes(&self) -> usize {
        self.needs_bytes
    }

    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let State::Arriving(file) = &mut self.state else { return Ok(()) };
        let file = match file {
            Some(file) => file,
            none => none.insert(self.files.create()?),
        };
        let limit = self.limits.file_bytes;
        if file.bytes() + bytes.len() as u64 > limit {
            return Err(Error::TooLarge(format!(
                "Parquet: more than {limit} bytes; send the columns of places alone or several files"
            )));
        }
        Ok(file.write_at(bytes, file.bytes())?)
    }

    pub(super) fn finish(&mut self) -> Result<(), Error> {
        let State::Arriving(file) = &mut self.state else { return Ok(()) };
        let file = file.take().ok_or_else(|| malformed(&"the file is empty"))?;
        self.needs_bytes = INDEX_GROWTH * index_bytes(&file, self.limits.memory_bytes / INDEX_GROWTH)?;
        self.state = State::Complete(Arc::new(file));
        Ok(())
    }

    pub(super) fn next_rows(&mut self) -> Result<Option<Rows>, Error> {
        match &mut self.state {
            State::Arriving(_) => Ok(None),
            State::Complete(file) => {
                let open = sound(|| Open::new(Arc::clone(file), &self.input, &self.limits))?;
                self.needs_bytes = self.needs_bytes.max(open.pages.most_bytes - PAGES_IN_BASE_BYTES);
                self.state = State::Open(Box::new(open));
                // The pages may need more memory.
                Ok(Some(Rows::default()))
            }
            State::Open(open) => {
                open.pages.begin_batch();
                let Open { reader, table, .. } = &mut **open;
                let batch = sound(|| reader.next().transpose().map_err(|e| malformed(&e)))?;
                Ok(batch.map(|batch| table.rows(&batch)))
            }
        }
    }
}

fn malformed(problem: &dyn ToString) -> Error {
    Error::Malformed(format!("Parquet: {}", problem.to_string()))
}

/// Runs the library, which panics on some damaged files.
fn sound<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    caught(work).unwrap_or_else(|| Err(malformed(&"the file contradicts itself")))
}

impl Open {
    fn new(file: Arc<TemporaryFile>, input: &Input, limits: &Limits) -> Result<Self, Error> {
        let whole = Pages::new(Arc::clone(&file), Vec::new(), limits.memory_bytes);
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let metadata = ArrowReaderMetadata::load(&whole, options).map_err(|e| malformed(&e))?;
        let table = Table::new(metadata.schema(), input.clone())?;
        let roots: Vec<_> = table.positions().collect();
        let index = metadata.metadata().clone();
        let mut chunks = Vec::new();
        for chunk in index.row_groups().iter().flat_map(|group| group.columns()) {
            let name = chunk.column_path().string();
            let is_root = |root: &usize| *metadata.schema().field(*root).name() == name;
            let Some(column) = roots.iter().position(is_root) else { continue };
            let codec = chunk.compression();
            if !matches!(codec, Compression::UNCOMPRESSED | Compression::SNAPPY | Compression::ZSTD(_)) {
                return Err(malformed(&format!("column {name} has the codec {codec}; write snappy or zstd")));
            }
            chunks.push(Chunk::new(column, chunk)?);
        }
        let needed = chunks.iter().fold(vec![0; roots.len()], |mut needed: Vec<usize>, chunk| {
            needed[chunk.column] = needed[chunk.column].max(chunk.needs_bytes());
            needed
        });
        let compressed = chunks.iter().map(Chunk::bytes).max().unwrap_or(0);
        let most_bytes = needed.iter().fold(compressed, |sum, bytes| sum.saturating_add(*bytes));
        let most_bytes = most_bytes.min(limits.memory_bytes) + PAGES_IN_BASE_BYTES;
        chunks.sort_by_key(|chunk| chunk.start);
        if chunks.is_sorted_by(|a, b| a.end <= b.start) {
            let pages = Pages::new(file, chunks, most_bytes);
            Self::with_pages(pages, metadata, table, limits)
        } else {
            Err(malformed(&"columns share bytes"))
        }
    }

    fn with_pages(
        pages: Pages,
        metadata: ArrowReaderMetadata,
        table: Table,
        limits: &Limits,
    ) -> Result<Self, Error> {
        // Views refer to the texts of a page instead of copying them, however often a text occurs.
        let viewed = |field: &Field| match field.data_type() {
            DataType::Utf8 => field.clone().with_data_type(DataType::Utf8View),
            _ => field.clone(),
        };
        let schema = Schema::new(metadata.schema().fields().iter().map(|f| viewed(f)).collect::<Vec<_>>());
        let options = ArrowReaderOptions::new().with_schema(Arc::new(schema));
        let mask = ProjectionMask::roots(metadata.parquet_schema(), table.positions());
        let index = metadata.metadata().clone();
        let metadata = ArrowReaderMetadata::try_new(index, options).map_err(|e| malformed(&e))?;
        let reader = ParquetRecordBatchReaderBuilder::new_with_metadata(pages.clone(), metadata)
            .with_projection(mask)
            .with_batch_size(limits.batch_rows)
            .build()
            .map_err(|e| malformed(&e))?;
        let table = Table::new(&reader.schema(), table.into_input())?;
        Ok(Self { reader, table, pages })
    }
}

/// Checks the index and the nesting of its schema. Returns the size of the index.
fn index_bytes(file: &TemporaryFile, most: usize) -> Result<usize, Error> {
    let mut tail = [0; TAIL_BYTES as usize];
    let end = file.bytes().checked_sub(TAIL_BYTES).ok_or_else(|| malformed(&"the file is too short"))?;
    file.read_exact_at(&mut tail, end)?;
    let [length @ .., b'P', b'A', b'R', b'1'] = tail else {
        return Err(malformed(&"the file does not end with PAR1; it may be incomplete"));
    };
    let length = u32::from_le_bytes(length);
    let bytes = usize::try_from(length).ok().filter(|bytes| *bytes <= most).ok_or_else(|| {
        Error::TooLarge(format!(
            "Parquet: an index of {length} bytes; at most {most}. Write fewer row groups"
        ))
    })?;
    let start =
        end.checked_sub(length.into()).ok_or_else(|| malformed(&"the index is longer than the file"))?;
    let mut index = vec![0; bytes];
    file.read_exact_at(&mut index, start)?;
    // The field 2 lists the elements of the schema; 5 is their number of children.
    let mut groups = 0;
    integers(&index, |ids, number| groups += usize::from(ids == [2, 5] && number > 0))
        .ok_or_else(|| malformed(&"the index is damaged"))?;
    if groups > MAX_GROUPS {
        return Err(malformed(&format!("a schema with {groups} groups; at most {MAX_GROUPS}")));
    }
    Ok(bytes)
}

/// The pages of a column in a row group.
#[derive(Debug)]
struct Chunk {
    /// Number among the columns that are read.
    column: usize,
    is_text: bool,
    /// Place in the file.
    start: u64,
    end: u64,
    /// Size without compression.
    plain_bytes: usize,
}

impl Chunk {
    fn new(column: usize, chunk: &ColumnChunkMetaData) -> Result<Self, Error> {
        let (start, length) = chunk.byte_range();
        let plain_bytes = usize::try_from(chunk.uncompressed_size());
        Ok(Self {
            column,
            is_text: matches!(chunk.column_type(), Type::BYTE_ARRAY),
            start,
            end: start.checked_add(length).ok_or_else(|| malformed(&"a column ends nowhere"))?,
            plain_bytes: plain_bytes.map_err(|_| malformed(&"a column has a negative size"))?,
        })
    }

    /// Size in the file.
    fn bytes(&self) -> usize {
        usize::try_from(self.end - self.start).unwrap_or(usize::MAX)
    }

    /// Bytes in memory at most: all pages at once.
    fn needs_bytes(&self) -> usize {
        self.dictionary_bytes(self.plain_bytes, self.plain_bytes / MIN_VALUE_BYTES)
    }

    /// Bytes in memory of a dictionary of a size and number of values.
    fn dictionary_bytes(&self, bytes: usize, values: usize) -> usize {
        if self.is_text { bytes.saturating_add(values.saturating_mul(VIEW_BYTES)) } else { bytes }
    }
}

#[derive(Debug, Clone, Default)]
struct ColumnMemory {
    /// The chunk that is read, by its start.
    chunk: u64,
    dictionary: usize,
    page: usize,
    /// Pages and dictionaries before them to whose texts the batch may refer.
    earlier: usize,
}

/// A file whose pages are counted and checked before they are read.
#[derive(Clone)]
struct Pages {
    file: Arc<TemporaryFile>,
    /// In the order of the file.
    chunks: Arc<[Chunk]>,
    /// By the number of the column.
    held: Arc<Mutex<Vec<ColumnMemory>>>,
    /// Bytes of all pages and dictionaries in memory.
    most_bytes: usize,
}

impl Pages {
    fn new(file: Arc<TemporaryFile>, chunks: Vec<Chunk>, most_bytes: usize) -> Self {
        let columns = chunks.iter().map(|chunk| chunk.column + 1).max().unwrap_or(0);
        let held = Arc::new(Mutex::new(vec![ColumnMemory::default(); columns]));
        Self { file, chunks: chunks.into(), held, most_bytes }
    }

    /// Notes that the batch before is released.
    fn begin_batch(&self) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.iter_mut().for_each(|column| column.earlier = 0);
    }

    /// Counts a page at a place before it is read.
    fn count(&self, at: u64, page: &Page) -> Result<(), String> {
        let before = self.chunks.partition_point(|chunk| chunk.start <= at);
        let chunk = before.checked_sub(1).map(|number| &self.chunks[number]).filter(|chunk| at < chunk.end);
        let chunk = chunk.ok_or("a page outside its column")?;
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let column = &mut held[chunk.column];
        if column.chunk != chunk.start {
            let earlier = column.earlier + column.dictionary + column.page;
            *column = ColumnMemory { chunk: chunk.start, ..ColumnMemory::default() };
            if chunk.is_text {
                column.earlier = earlier;
            }
        } else if chunk.is_text {
            column.earlier += column.page;
        }
        let mut transient = page.bytes;
        match page.dictionary_values {
            Some(values) => {
                column.dictionary = chunk.dictionary_bytes(page.plain_bytes, values);
                transient += page.plain_bytes;
            }
            None => column.page = page.plain_bytes,
        }
        let all = held.iter().map(|column| column.dictionary + column.page + column.earlier).sum::<usize>();
        let most = self.most_bytes;
        match all + transient > most {
            true => Err(format!(
                "pages of {} bytes at once; at most {most}. Write smaller pages",
                all + transient
            )),
            false => Ok(()),
        }
    }
}

impl Length for Pages {
    fn len(&self) -> u64 {
        self.file.bytes()
    }
}

impl ChunkReader for Pages {
    type T = BufReader<Header>;

    fn get_read(&self, start: u64) -> Result<Self::T, ParquetError> {
        // The index alone is read before the columns are known.
        let header = Header { pages: self.clone(), at: start, is_checked: self.chunks.is_empty() };
        Ok(BufReader::with_capacity(MAX_HEADER_BYTES, header))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes, ParquetError> {
        if length > self.most_bytes {
            let problem = format!("{length} bytes at once; at most {}. Write smaller pages", self.most_bytes);
            return Err(ParquetError::General(problem));
        }
        let mut bytes = vec![0; length];
        self.file.read_exact_at(&mut bytes, start)?;
        Ok(bytes.into())
    }
}

/// The description of a page, which is checked when it is read.
struct Header {
    pages: Pages,
    at: u64,
    is_checked: bool,
}

impl Read for Header {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.pages.file.read_at(buffer, self.at)?;
        if !self.is_checked {
            self.is_checked = true;
            let checked = Page::checked(&buffer[..count]);
            checked.and_then(|page| self.pages.count(self.at, &page)).map_err(std::io::Error::other)?;
        }
        self.at += count as u64;
        Ok(count)
    }
}

/// The sizes of a page.
struct Page {
    /// Size in the file.
    bytes: usize,
    /// Size without compression.
    plain_bytes: usize,
    dictionary_values: Option<usize>,
}

impl Page {
    /// Checks the description of a page.
    fn checked(header: &[u8]) -> Result<Self, String> {
        let (mut plain, mut size, mut values, mut encoding) = (0, 0, None, 0);
        let walked = integers(header, |ids, number| match ids {
            [0, 2] => plain = number,
            [0, 3] => size = number,
            // Encodings of pages of version 1 and 2.
            [5, 2] | [8, 4] if !ENCODINGS.contains(&number) => encoding = number,
            // Number of values of a dictionary.
            [7, 1] => values = values.max(Some(number)),
            _ => {}
        });
        walked.ok_or("the description of a page is damaged")?;
        let [plain_bytes, bytes, dictionary_values] =
            [plain, size, values.unwrap_or(0)].map(|number| usize::try_from(number).ok());
        let (Some(plain_bytes), Some(bytes), Some(number)) = (plain_bytes, bytes, dictionary_values) else {
            return Err("a page of a negative size".to_owned());
        };
        if number > plain_bytes / MIN_VALUE_BYTES {
            return Err(format!("a dictionary of {number} values in {plain_bytes} bytes"));
        }
        if encoding != 0 {
            return Err(format!("a page with the encoding {encoding}; write plain values or a dictionary"));
        }
        Ok(Self { bytes, plain_bytes, dictionary_values: values.map(|_| number) })
    }
}
