//! Comma-separated values with a header line.

use crate::batch::{Batch, Cell, Pending, too_long};
use crate::column::{Positions, positions};
use crate::{Error, Input, Limits, Rows};
use csv_core::ReadRecordResult;

/// Maximum number of columns.
const MAX_COLUMNS: usize = 1024;

pub(super) struct Csv {
    limits: Limits,
    pending: Pending,
    is_complete: bool,
    parser: csv_core::Reader,
    record: Record,
    /// The positions of the columns and their number, after the header.
    header: Option<(Positions, usize)>,
    batch: Batch,
    /// Number of quotation marks so far, and whether the last record has several lines.
    marks: usize,
    has_lines: bool,
}

/// A record that may be incomplete: its text without marks, and where each cell ends.
struct Record {
    text: Vec<u8>,
    text_length: usize,
    ends: Vec<usize>,
    count: usize,
}

impl Record {
    fn cell(&self, position: usize) -> &[u8] {
        let start = position.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[position]]
    }
}

impl Csv {
    pub(super) fn new(input: Input, limits: Limits) -> Self {
        let text = vec![0; limits.row_bytes];
        let record = Record { text, text_length: 0, ends: vec![0; MAX_COLUMNS], count: 0 };
        let (pending, parser) = (Pending::default(), csv_core::Reader::new());
        let batch = Batch::new(input, limits.batch_rows);
        let (marks, has_lines) = (0, false);
        Self { limits, pending, is_complete: false, parser, record, header: None, batch, marks, has_lines }
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.marks += memchr::memchr_iter(b'"', bytes).count();
        self.batch.receive(bytes.len());
        self.pending.push(bytes);
    }

    pub(super) fn finish(&mut self) {
        self.is_complete = true;
    }

    pub(super) fn next_rows(&mut self) -> Result<Option<Rows>, Error> {
        let read = self.read();
        self.batch.take(read, self.is_complete)
    }

    fn read(&mut self) -> Result<(), Error> {
        while self.pending.begin(self.is_complete) && self.batch.has_room() && self.read_record()? {
            self.add()?;
            (self.record.text_length, self.record.count) = (0, 0);
        }
        if self.is_complete && self.header.is_none() {
            return Err(Error::Malformed("CSV without a header; the first line names the columns".into()));
        }
        if self.is_complete && self.has_lines && self.marks % 2 == 1 && self.batch.has_room() {
            let problem = "CSV: a quotation mark is not closed, so that the last row contains others";
            return Err(Error::Malformed(problem.into()));
        }
        Ok(())
    }

    /// Reads on in a record. Returns whether it is complete.
    fn read_record(&mut self) -> Result<bool, Error> {
        let record = &mut self.record;
        loop {
            let bytes = self.pending.bytes();
            // Without bytes the parser assumes the end of the input.
            if bytes.is_empty() && !self.is_complete {
                return Ok(false);
            }
            let (text, ends) = (&mut record.text[record.text_length..], &mut record.ends[record.count..]);
            let (result, read, text_length, count) = self.parser.read_record(bytes, text, ends);
            self.pending.skip(read);
            record.text_length += text_length;
            record.count += count;
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::Record => return Ok(true),
                ReadRecordResult::End => return Ok(false),
                ReadRecordResult::OutputFull => {
                    return Err(too_long("CSV: line", self.parser.line(), self.limits.row_bytes));
                }
                ReadRecordResult::OutputEndsFull => {
                    let problem =
                        format!("CSV: line {} has more than {MAX_COLUMNS} cells", self.parser.line());
                    return Err(Error::TooLarge(problem));
                }
            }
        }
    }

    /// Adds the record as a row; the first one is the header.
    fn add(&mut self) -> Result<(), Error> {
        let record = &self.record;
        self.has_lines = memchr::memchr(b'\n', &record.text[..record.text_length]).is_some();
        let Some((positions, count)) = &self.header else {
            let names: Vec<_> = (0..record.count).map(|i| String::from_utf8_lossy(record.cell(i))).collect();
            let found = positions(names.iter().map(AsRef::as_ref), self.batch.input())?;
            self.batch.set_ids(found[0].is_some());
            self.header = Some((found, record.count));
            return Ok(());
        };
        if record.count != *count {
            self.batch.add_bad(format!("the row has {} cells, the header {count}", record.count));
            return Ok(());
        }
        let cell = |position: Option<usize>| match position.map(|p| str::from_utf8(record.cell(p))) {
            None | Some(Ok("")) => Cell::Missing,
            Some(Ok(text)) => Cell::Plain(text),
            Some(Err(_)) => Cell::Other("text that is not UTF-8"),
        };
        self.batch.add(&positions.map(cell));
        Ok(())
    }
}
