//! A catalog, written as JSON once for each generation. A response is a slice of these bytes.

use artifacts::tables::CATALOG_YEARS;
use bytes::Bytes;
use serde::Serialize;
use std::io;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use web::blocks::{Block, BodyPart};
use web::json;

/// First and last year of the catalogs.
pub(crate) const YEARS: (i64, i64) = (*CATALOG_YEARS.start() as i64, *CATALOG_YEARS.end() as i64);

/// Maximum of decimals: those of a second as a fraction of a day.
const DECIMALS: usize = 9;

/// Records per block.
const BLOCK_RECORDS: usize = 256;

/// The records of a catalog as JSON, with an index for filters.
pub(crate) struct CatalogRecords {
    all: Records,
    /// The first letter of the type of each record.
    letters: Vec<u8>,
    /// The records of each type, by its letter, once they have been requested.
    of_type: Vec<(u8, OnceLock<Records>)>,
}

/// The properties of a record for filters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecordKey {
    /// Astronomical year.
    pub(crate) year: i32,
    /// Saros number.
    pub(crate) saros: i16,
    /// First letter of the type.
    pub(crate) letter: u8,
}

/// Records in order of time.
struct Records {
    /// The records, a comma after each.
    json: Bytes,
    /// The end of each record in `json`; a comma follows.
    ends: Vec<usize>,
    years: Vec<i32>,
    saros: Vec<i16>,
    /// All records without a comma after the last.
    whole: Arc<Block>,
    /// The records with their commas but the last one, [`BLOCK_RECORDS`] in each.
    blocks: Vec<Arc<Block>>,
}

/// Builds [`Records`].
#[derive(Default)]
struct RecordsWriter {
    json: Vec<u8>,
    ends: Vec<usize>,
    years: Vec<i32>,
    saros: Vec<i16>,
}

/// A selection of the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Filter {
    /// First and last year, both included.
    pub(crate) years: (i64, i64),
    /// Saros number; none for all series.
    pub(crate) saros: Option<i64>,
    /// First character of the type; none for all types.
    pub(crate) kind: Option<&'static str>,
}

impl RecordKey {
    /// Makes the key of a record.
    pub(crate) fn new(year: i32, saros: i16, eclipse_type: &str) -> Self {
        let letter = *eclipse_type.as_bytes().first().expect("the type has a letter");
        Self { year, saros, letter }
    }
}

impl CatalogRecords {
    /// Makes the list from records in order of time.
    pub(crate) fn new(records: impl Iterator<Item = (RecordKey, impl Serialize)>) -> Self {
        let (mut all, mut letters) = (RecordsWriter::default(), Vec::new());
        for (key, record) in records {
            json::append_rounded::<DECIMALS>(&mut all.json, &record);
            all.end(key.year, key.saros);
            letters.push(key.letter);
        }
        let mut all_letters = letters.clone();
        all_letters.sort_unstable();
        all_letters.dedup();
        let of_type = all_letters.into_iter().map(|letter| (letter, OnceLock::new())).collect();
        Self { all: all.finish(Block::new), letters, of_type }
    }

    /// A list without records.
    pub(crate) fn empty() -> Self {
        Self::new(std::iter::empty::<(RecordKey, ())>())
    }

    /// The matching records as a JSON array; see [`CatalogRecords::parts`].
    pub(crate) fn array(&self, filter: Filter) -> Vec<BodyPart> {
        let bracket = |text| BodyPart::Own(Bytes::from_static(text));
        std::iter::once(bracket(b"[")).chain(self.parts(filter)).chain([bracket(b"]")]).collect()
    }

    /// The matching records, separated by commas, in as few parts as there are gaps and blocks. Nothing is
    /// copied.
    fn parts(&self, filter: Filter) -> Vec<BodyPart> {
        let letter = filter.kind.and_then(|kind| kind.bytes().next());
        let records = match letter {
            None => Some(&self.all),
            Some(letter) => self.of_type.iter().find(|(of, _)| *of == letter).map(|(letter, records)| {
                records.get_or_init(|| self.all.where_is(|row| self.letters[row] == *letter))
            }),
        };
        match (records, filter.saros) {
            (None, _) => Vec::new(),
            (Some(records), None) => records.stretch(records.rows(filter.years)),
            (Some(records), Some(saros)) => records.of_saros(records.rows(filter.years), saros),
        }
    }

    /// Encodes all records in every coding in advance, until `goes_on` returns false. Takes seconds. Those of
    /// a type are encoded for the first request.
    pub(crate) fn encode(&self, goes_on: impl Fn() -> bool) -> io::Result<()> {
        let mut blocks = self.all.blocks.iter().chain([&self.all.whole]).take_while(|_| goes_on());
        blocks.try_for_each(|block| block.encode())
    }

    /// [`CatalogRecords::encode`] for a list with fewer requests: only the blocks.
    pub(crate) fn encode_blocks(&self, goes_on: impl Fn() -> bool) -> io::Result<()> {
        self.all.blocks.iter().take_while(|_| goes_on()).try_for_each(|block| block.encode())
    }
}

impl RecordsWriter {
    /// Completes a record.
    fn end(&mut self, year: i32, saros: i16) {
        self.ends.push(self.json.len());
        self.json.push(b',');
        self.years.push(year);
        self.saros.push(saros);
    }

    fn finish(self, new_block: fn(Bytes) -> Block) -> Records {
        // A copy without spare capacity.
        let json = Bytes::copy_from_slice(&self.json);
        let mut begin = 0;
        let block = |last: &[usize]| {
            let end = (last.last().expect("a chunk is not empty") + 1).min(json.len() - 1);
            let block = new_block(json.slice(begin..end));
            begin = end;
            Arc::new(block)
        };
        let blocks = self.ends.chunks(BLOCK_RECORDS).map(block).collect();
        let whole = Arc::new(new_block(json.slice(..json.len().saturating_sub(1))));
        Records { json, ends: self.ends, years: self.years, saros: self.saros, whole, blocks }
    }
}

impl Records {
    fn rows(&self, (from, to): (i64, i64)) -> Range<usize> {
        self.years.partition_point(|y| i64::from(*y) < from)
            ..self.years.partition_point(|y| i64::from(*y) <= to)
    }

    /// The records at the rows that `is_included` selects. They keep what is encoded for requests.
    fn where_is(&self, is_included: impl Fn(usize) -> bool) -> Self {
        let mut writer = RecordsWriter::default();
        for row in (0..self.ends.len()).filter(|row| is_included(*row)) {
            writer.json.extend_from_slice(&self.json[self.begin(row)..self.ends[row]]);
            writer.end(self.years[row], self.saros[row]);
        }
        writer.finish(Block::kept_as_encoded)
    }

    /// Successive records: whole blocks, and the records before and after them. The last record ends no block
    /// but the last one, because no comma may follow it.
    fn stretch(&self, rows: Range<usize>) -> Vec<BodyPart> {
        if rows == (0..self.ends.len()) && self.whole.is_encoded() {
            return vec![BodyPart::Block(Arc::clone(&self.whole))];
        }
        let first_block = rows.start.div_ceil(BLOCK_RECORDS);
        let end_block = match rows.end == self.ends.len() {
            true => self.blocks.len(),
            false => rows.end.saturating_sub(1) / BLOCK_RECORDS,
        };
        if first_block >= end_block {
            return self.slice(rows).map(BodyPart::Own).into_iter().collect();
        }
        let before = self.begin(rows.start)..self.begin(first_block * BLOCK_RECORDS);
        let blocks = self.blocks[first_block..end_block].iter().cloned().map(BodyPart::Block);
        let after = self.slice(end_block * BLOCK_RECORDS..rows.end);
        let before = std::iter::once(BodyPart::Own(self.json.slice(before)));
        before.chain(blocks).chain(after.map(BodyPart::Own)).collect()
    }

    /// The records of a Saros series among successive ones.
    fn of_saros(&self, rows: Range<usize>, saros: i64) -> Vec<BodyPart> {
        let mut parts = Vec::new();
        for row in rows.filter(|row| i64::from(self.saros[*row]) == saros) {
            if !parts.is_empty() {
                parts.push(BodyPart::Own(Bytes::from_static(b",")));
            }
            parts.extend(self.slice(row..row + 1).map(BodyPart::Own));
        }
        parts
    }

    /// Successive records without a comma after the last; none if there is none.
    fn slice(&self, rows: Range<usize>) -> Option<Bytes> {
        (!rows.is_empty()).then(|| self.json.slice(self.begin(rows.start)..self.ends[rows.end - 1]))
    }

    /// Returns the beginning of a record.
    fn begin(&self, row: usize) -> usize {
        row.checked_sub(1).map_or(0, |before| self.ends[before] + 1)
    }
}
