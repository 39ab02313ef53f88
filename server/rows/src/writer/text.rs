//! JSON, NDJSON and CSV.

use crate::column::ERROR_COLUMN;
use crate::values::{integers, texts};
use crate::{Format, iso};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type, TimestampMillisecondType};
use arrow_array::{Array, BooleanArray, RecordBatch};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Schema};

/// Writes rows into one buffer.
pub(super) struct Text {
    format: Format,
    /// The bytes before the value of each column.
    before: Vec<Vec<u8>>,
    /// The bytes before the next row.
    opening: Vec<u8>,
    instants: iso::Writer,
    last_bytes: usize,
}

impl Text {
    pub(super) fn new(format: Format, schema: &Schema) -> Self {
        let names = || schema.fields().iter().map(|f| f.name().as_str()).enumerate();
        let separator = |i| if i == 0 { "" } else { "," };
        let mut opening = Vec::new();
        if format == Format::Csv {
            for (i, name) in names() {
                opening.extend_from_slice(separator(i).as_bytes());
                write_cell(name, &mut opening);
            }
            opening.push(b'\n');
        } else if format == Format::Json {
            opening.extend_from_slice(b"[\n");
        }
        let before = |(i, name): (usize, &str)| {
            if format == Format::Csv {
                return separator(i).into();
            }
            let mut before = if i == 0 { b"{".to_vec() } else { b",".to_vec() };
            write_string(name, &mut before);
            before.push(b':');
            before
        };
        Self {
            format,
            before: names().map(before).collect(),
            opening,
            instants: Default::default(),
            last_bytes: 0,
        }
    }

    pub(super) fn write(&mut self, batch: &RecordBatch) -> Vec<u8> {
        let columns: Vec<_> = batch.columns().iter().map(|array| Values::of(array.as_ref())).collect();
        let mut out = Vec::with_capacity(self.last_bytes + self.last_bytes / 8);
        for row in 0..batch.num_rows() {
            self.open(&mut out);
            for (values, before) in columns.iter().zip(&self.before) {
                out.extend_from_slice(before);
                values.write(row, self.format == Format::Csv, &mut self.instants, &mut out);
            }
            self.close(&mut out);
        }
        self.last_bytes = out.len();
        out
    }

    /// Begins a row.
    fn open(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.opening);
        self.opening.clear();
        if self.format == Format::Json {
            self.opening.extend_from_slice(b",\n");
        }
    }

    /// Ends a row.
    fn close(&self, out: &mut Vec<u8>) {
        match self.format {
            Format::Csv => out.push(b'\n'),
            Format::Ndjson => out.extend_from_slice(b"}\n"),
            _ => out.push(b'}'),
        }
    }

    /// Returns an object with an error alone; none for CSV, in which all rows have all columns.
    pub(super) fn end(&mut self, reason: &str) -> Option<Vec<u8>> {
        if self.format == Format::Csv {
            return None;
        }
        let mut out = Vec::new();
        self.open(&mut out);
        out.push(b'{');
        write_string(ERROR_COLUMN, &mut out);
        out.push(b':');
        write_string(reason, &mut out);
        self.close(&mut out);
        Some(out)
    }

    /// Returns the bytes after the last row.
    pub(super) fn finish(self) -> Vec<u8> {
        match self.format {
            Format::Json if self.opening.starts_with(b"[") => b"[]\n".to_vec(),
            Format::Json => b"\n]\n".to_vec(),
            // The header, if no row followed.
            _ => self.opening,
        }
    }
}

struct Values<'a> {
    nulls: Option<&'a NullBuffer>,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Double(&'a [f64]),
    Single(&'a [f32]),
    Integer(Vec<i64>),
    Boolean(&'a BooleanArray),
    Instant(&'a [i64]),
    Text(Box<dyn Fn(usize) -> Option<&'a str> + 'a>),
}

impl<'a> Values<'a> {
    fn of(array: &'a dyn Array) -> Self {
        let kind = match array.data_type() {
            DataType::Float64 => Kind::Double(array.as_primitive::<Float64Type>().values()),
            DataType::Float32 => Kind::Single(array.as_primitive::<Float32Type>().values()),
            DataType::Boolean => Kind::Boolean(array.as_boolean()),
            DataType::Timestamp(..) => {
                Kind::Instant(array.as_primitive::<TimestampMillisecondType>().values())
            }
            kind if kind.is_integer() => Kind::Integer(integers(array)),
            _ => Kind::Text(texts(array)),
        };
        Self { nulls: array.nulls(), kind }
    }

    fn write(&self, row: usize, is_csv: bool, instants: &mut iso::Writer, out: &mut Vec<u8>) {
        let null: &[u8] = if is_csv { b"" } else { b"null" };
        if self.nulls.is_some_and(|nulls| nulls.is_null(row)) {
            return out.extend_from_slice(null);
        }
        match &self.kind {
            Kind::Double(values) if values[row].is_finite() => {
                out.extend_from_slice(zmij::Buffer::new().format_finite(values[row]).as_bytes());
            }
            Kind::Single(values) if values[row].is_finite() => {
                out.extend_from_slice(zmij::Buffer::new().format_finite(values[row]).as_bytes());
            }
            Kind::Double(_) | Kind::Single(_) => out.extend_from_slice(null),
            Kind::Integer(values) => {
                out.extend_from_slice(itoa::Buffer::new().format(values[row]).as_bytes());
            }
            Kind::Boolean(values) => {
                out.extend_from_slice(if values.value(row) { b"true" } else { b"false" });
            }
            Kind::Instant(values) if is_csv => instants.write(values[row], out),
            Kind::Instant(values) => {
                out.push(b'"');
                instants.write(values[row], out);
                out.push(b'"');
            }
            Kind::Text(text) => match text(row) {
                Some(text) if is_csv => write_cell(text, out),
                Some(text) => write_string(text, out),
                None => out.extend_from_slice(null),
            },
        }
    }
}

/// Appends a JSON string.
fn write_string(text: &str, out: &mut Vec<u8>) {
    serde_json::to_writer(out, text).expect("writing to memory succeeds");
}

/// Appends a cell of CSV, in quotation marks if it needs them. Reference: RFC 4180.
fn write_cell(text: &str, out: &mut Vec<u8>) {
    if !text.contains(['"', ',', '\n', '\r']) {
        return out.extend_from_slice(text.as_bytes());
    }
    out.push(b'"');
    out.extend_from_slice(text.replace('"', "\"\"").as_bytes());
    out.push(b'"');
}
