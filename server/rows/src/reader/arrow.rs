//! Arrow IPC streams.

use super::table::Table;
use crate::batch::Pending;
use crate::caught::caught;
use crate::{Error, Input, Limits, Rows};
use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::reader::StreamDecoder;
use arrow_ipc::{Message, root_as_message};
use std::collections::HashMap;

/// Size of the description of a message, bytes. A schema of a thousand columns has some 200 kB.
const MAX_HEADER_BYTES: usize = 256 << 10;
/// Copies of a message in memory: as it came, and with its buffers in line.
const COPIES: usize = 2;
/// Precedes the length of a message.
const CONTINUATION: [u8; 4] = [0xff; 4];
/// Begins a file of Arrow, which is no stream.
const FILE_MAGIC: &[u8] = b"ARRO";

pub(super) struct Arrow {
    input: Input,
    limits: Limits,
    pending: Pending,
    is_complete: bool,
    decoder: StreamDecoder,
    table: Option<Table>,
    /// Sizes of the dictionaries in memory by their ids, bytes.
    dictionaries: HashMap<i64, usize>,
    /// Size of the message that arrives, bytes.
    arriving: usize,
    /// The batch that is being returned, without the rows returned before.
    batch: Option<RecordBatch>,
    is_ended: bool,
}

impl Arrow {
    pub(super) fn new(input: Input, limits: Limits) -> Self {
        Self {
            input,
            limits,
            pending: Pending::default(),
            is_complete: false,
            decoder: StreamDecoder::new(),
            table: None,
            dictionaries: HashMap::new(),
            arriving: 0,
            batch: None,
            is_ended: false,
        }
    }

    pub(super) fn needs_bytes(&self) -> usize {
        self.dictionaries.values().sum::<usize>() + COPIES * self.arriving
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        if self.arriving > 0 {
            self.pending.reserve(self.arriving);
        }
        self.pending.push(bytes);
    }

    pub(super) fn finish(&mut self) {
        self.is_complete = true;
    }

    pub(super) fn next_rows(&mut self) -> Result<Option<Rows>, Error> {
        loop {
            if let Some(batch) = self.batch.take().filter(|batch| batch.num_rows() > 0) {
                let count = batch.num_rows().min(self.limits.batch_rows);
                self.batch = Some(batch.slice(count, batch.num_rows() - count));
                let table = self.table.as_mut().expect("a schema precedes batches");
                return Ok(Some(table.rows(&batch.slice(0, count))));
            }
            let Some(length) = self.message_length()? else { break };
            let message = Buffer::from_vec(self.pending.take(length));
            self.decode(message)?;
        }
        if self.is_complete && !self.pending.bytes().is_empty() {
            return Err(malformed(&"the stream ends within a message"));
        }
        if self.is_complete && self.table.is_none() {
            return Err(malformed(&"the stream has no schema"));
        }
        Ok(None)
    }

    /// Checks the next message before it arrives in full. Returns its length; none if it is incomplete.
    fn message_length(&mut self) -> Result<Option<usize>, Error> {
        let bytes = self.pending.bytes();
        if self.is_ended && !bytes.is_empty() {
            return Err(malformed(&"bytes follow the end of the stream"));
        }
        if bytes.starts_with(FILE_MAGIC) {
            return Err(malformed(
                &"this is an Arrow file; write a stream, as pyarrow's ipc.new_stream does",
            ));
        }
        // Streams of old versions have the length alone.
        let start = if bytes.starts_with(&CONTINUATION) { 8 } else { 4 };
        let Some(length) = bytes.get(start - 4..start) else { return Ok(None) };
        let length = length.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
        if length == 0 {
            self.is_ended = true;
            return Ok(Some(start));
        }
        if length > MAX_HEADER_BYTES {
            let problem = format!("a message with {length} bytes of metadata; at most {MAX_HEADER_BYTES}");
            return Err(Error::TooLarge(format!("Arrow: {problem}")));
        }
        let body = start + length;
        let Some(header) = bytes.get(start..body) else { return Ok(None) };
        let message = root_as_message(header).map_err(|e| malformed(&e))?;
        if has_compression(&message) {
            return Err(malformed(&"the buffers are compressed; write them without compression"));
        }
        let limit = self.limits.memory_bytes;
        let end = usize::try_from(message.bodyLength()).ok().and_then(|length| body.checked_add(length));
        let end = end.filter(|end| *end <= limit / COPIES).ok_or_else(|| {
            Error::TooLarge(format!(
                "Arrow: a record batch of {} bytes; at most {}. Write smaller batches, such as of 65,536 \
                 rows",
                message.bodyLength(),
                (limit / COPIES).saturating_sub(body)
            ))
        })?;
        self.arriving = end;
        if self.needs_bytes() > limit {
            let problem = format!("dictionaries and a record batch of more than {limit} bytes");
            return Err(Error::TooLarge(format!("Arrow: {problem}; write plain texts and smaller batches")));
        }
        if bytes.len() < end {
            return Ok(None);
        }
        if let Some(dictionary) = message.header_as_dictionary_batch() {
            let size = self.dictionaries.entry(dictionary.id()).or_default();
            *size = if dictionary.isDelta() { *size + end } else { end };
        }
        Ok(Some(end))
    }

    fn decode(&mut self, mut message: Buffer) -> Result<(), Error> {
        // arrow-ipc panics on buffers that lie outside the message.
        let decoder = &mut self.decoder;
        let decoded = caught(|| decoder.decode(&mut message));
        self.batch = decoded
            .ok_or_else(|| malformed(&"a record batch contradicts itself"))?
            .map_err(|e| malformed(&e))?;
        if let (None, Some(schema)) = (&self.table, self.decoder.schema()) {
            self.table = Some(Table::new(&schema, self.input.clone())?);
        }
        Ok(())
    }
}

fn malformed(problem: &dyn ToString) -> Error {
    Error::Malformed(format!("Arrow: {}", problem.to_string()))
}

/// Returns whether the buffers of a message are compressed: their size in memory is then unknown.
fn has_compression(message: &Message) -> bool {
    let dictionary = || message.header_as_dictionary_batch().and_then(|d| d.data());
    message.header_as_record_batch().or_else(dictionary).is_some_and(|batch| batch.compression().is_some())
}
