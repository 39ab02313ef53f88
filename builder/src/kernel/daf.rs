//! NAIF's Double Precision Array File: arrays of numbers, each with a summary, in a file of either byte
//! order.
//!
//! Source: NAIF, *Double Precision Array Files (DAF) Required Reading*.

use astro::ephemeris::kernel::numbers;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// Bytes of a record, of which the file consists.
const RECORD_BYTES: usize = 1024;
const NUMBER_BYTES: u64 = 8;
/// Numbers and integers in a summary of an SPK file.
const SUMMARY_NUMBERS: usize = 2;
const SUMMARY_INTEGERS: usize = 6;
/// Bytes of such a summary, whose integers are packed two and two.
const SUMMARY_BYTES: usize = NUMBER_BYTES as usize * (SUMMARY_NUMBERS + SUMMARY_INTEGERS / 2);

/// An open file.
pub(super) struct Daf {
    file: File,
    bytes: u64,
    order: ByteOrder,
    first_summaries: i32,
}

#[derive(Clone, Copy)]
enum ByteOrder {
    LittleEndian,
    BigEndian,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct ArraySummary {
    /// The body.
    pub(super) target: i32,
    /// The reference body.
    pub(super) center: i32,
    /// Number of the frame.
    pub(super) frame: i32,
    /// The type of the segment.
    pub(super) data_type: i32,
    /// First and last number, counted from 1.
    first: i32,
    last: i32,
}

impl Daf {
    /// Opens a file and reads its first record. An error states the problem and the fix.
    pub(super) fn open(path: &Path) -> Result<Self, String> {
        let kind = "use an SPK kernel, such as de440.bsp of JPL";
        // Opening a pipe would wait for a writer.
        let found = std::fs::metadata(path).map_err(|e| format!("cannot be opened: {e}"))?;
        if !found.is_file() {
            return Err(format!("is not a regular file; {kind}"));
        }
        let mut file = File::open(path).map_err(|e| format!("cannot be opened: {e}"))?;
        let bytes = found.len();
        let mut record = [0; RECORD_BYTES];
        file.read_exact(&mut record).map_err(|_| format!("is too short for a kernel; {kind}"))?;
        if !(record.starts_with(b"DAF/SPK") || record.starts_with(b"NAIF/DAF")) {
            let found = String::from_utf8_lossy(&record[..8]);
            return Err(format!("begins with {found:?} instead of \"DAF/SPK\"; {kind}"));
        }
        let sizes = |order: ByteOrder| [8, 12].map(|at| order.integer(&record, at));
        let is_order = |order: &ByteOrder| sizes(*order) == [SUMMARY_NUMBERS as i32, SUMMARY_INTEGERS as i32];
        let order = [ByteOrder::LittleEndian, ByteOrder::BigEndian].into_iter().find(is_order);
        let order = order.ok_or_else(|| format!("has summaries of another size than a kernel; {kind}"))?;
        Ok(Self { file, bytes, order, first_summaries: order.integer(&record, 76) })
    }

    pub(super) fn summaries(&mut self) -> Result<Vec<ArraySummary>, String> {
        let mut summaries = Vec::new();
        let mut record = self.first_summaries;
        let mut seen = BTreeSet::new();
        while let Ok(index) = u64::try_from(i64::from(record) - 1) {
            if !seen.insert(record) {
                return Err(format!(
                    "is damaged: its list of summaries returns to record {record}; fetch it again"
                ));
            }
            let bytes = self.bytes_at(index * RECORD_BYTES as u64, RECORD_BYTES)?;
            let count = self.order.number(&bytes, 16);
            let room = (RECORD_BYTES - 24) / SUMMARY_BYTES;
            if !(0.0..=room as f64).contains(&count) {
                return Err(format!("is damaged: {count} summaries in record {record}"));
            }
            let each = bytes[24..].chunks_exact(SUMMARY_BYTES).take(count as usize);
            summaries.extend(each.map(|summary| self.order.summary(summary)));
            record = self.order.number(&bytes, 0) as i32;
        }
        Ok(summaries)
    }

    /// Numbers of an array, from the one with index `from`.
    pub(super) fn numbers(
        &mut self,
        array: &ArraySummary,
        from: usize,
        count: usize,
    ) -> Result<Vec<f64>, String> {
        if from + count > array.len() {
            let len = array.len();
            return Err(format!("is damaged: numbers {from} … {} of an array of {len}", from + count));
        }
        let first = (array.first - 1) as u64 + from as u64;
        let bytes = self.bytes_at(first * NUMBER_BYTES, count * NUMBER_BYTES as usize)?;
        Ok(numbers(&bytes, matches!(self.order, ByteOrder::LittleEndian)))
    }

    fn bytes_at(&mut self, position: u64, count: usize) -> Result<Vec<u8>, String> {
        let end = position + count as u64;
        if end > self.bytes {
            let bytes = self.bytes;
            return Err(format!("is cut off: it has {bytes} bytes and refers to byte {end}; fetch it again"));
        }
        let mut read = vec![0; count];
        let seek = self.file.seek(SeekFrom::Start(position));
        seek.and_then(|_| self.file.read_exact(&mut read)).map_err(|e| format!("cannot be read: {e}"))?;
        Ok(read)
    }
}

impl ArraySummary {
    /// Length of the array; 0 for an invalid summary.
    pub(super) fn len(&self) -> usize {
        let is_sound = self.first > 0 && self.last >= self.first;
        if is_sound { (self.last - self.first) as usize + 1 } else { 0 }
    }
}

impl ByteOrder {
    fn integer(self, bytes: &[u8], at: usize) -> i32 {
        let bytes = std::array::from_fn(|k| bytes[at + k]);
        match self {
            Self::LittleEndian => i32::from_le_bytes(bytes),
            Self::BigEndian => i32::from_be_bytes(bytes),
        }
    }

    fn number(self, bytes: &[u8], at: usize) -> f64 {
        let bytes = std::array::from_fn(|k| bytes[at + k]);
        match self {
            Self::LittleEndian => f64::from_le_bytes(bytes),
            Self::BigEndian => f64::from_be_bytes(bytes),
        }
    }

    /// Skips the times in a summary: the array itself contains them.
    fn summary(self, bytes: &[u8]) -> ArraySummary {
        let integer = |k: usize| self.integer(bytes, SUMMARY_NUMBERS * NUMBER_BYTES as usize + 4 * k);
        ArraySummary {
            target: integer(0),
            center: integer(1),
            frame: integer(2),
            data_type: integer(3),
            first: integer(4),
            last: integer(5),
        }
    }
}
