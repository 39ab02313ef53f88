//! JSON: an array of objects, or one object per line.

use crate::batch::{Batch, Cell, Pending, too_long};
use crate::column::{COUNT, Column};
use crate::{Error, Input, Limits, Rows};
use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use std::borrow::Cow;
use std::fmt::{Formatter, Result as FmtResult};

/// A reader of both forms.
pub(super) struct Json {
    limits: Limits,
    pending: Pending,
    form: Form,
    /// Number of pending bytes in which the end of the row was not found.
    scanned: usize,
    is_complete: bool,
    batch: Batch,
}

enum Form {
    /// Lines, with the number of those before.
    Lines(u64),
    Array(Place, Scan),
}

/// A place between the elements of an array.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Start,
    /// After `[`: an element or `]` follows.
    First,
    /// After a comma.
    Next,
    After,
    End,
}

/// The state of a scan for the end of an element.
#[derive(Default)]
struct Scan {
    depth: usize,
    is_in_string: bool,
    is_escaped: bool,
}

impl Scan {
    /// Returns the length of the element if it ends within bytes that follow those scanned before.
    fn end(&mut self, bytes: &[u8], scanned: usize) -> Option<usize> {
        for (i, byte) in bytes.iter().enumerate().skip(scanned) {
            if self.is_in_string {
                match byte {
                    _ if self.is_escaped => self.is_escaped = false,
                    b'\\' => self.is_escaped = true,
                    b'"' => self.is_in_string = false,
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => self.is_in_string = true,
                b'{' | b'[' => self.depth += 1,
                b']' | b',' if self.depth == 0 => return Some(i),
                b'}' | b']' if self.depth <= 1 => return Some(i + 1),
                b'}' | b']' => self.depth -= 1,
                _ => {}
            }
        }
        None
    }
}

impl Json {
    pub(super) fn array(input: Input, limits: Limits) -> Self {
        Self::new(Form::Array(Place::Start, Scan::default()), input, limits)
    }

    pub(super) fn lines(input: Input, limits: Limits) -> Self {
        Self::new(Form::Lines(0), input, limits)
    }

    fn new(form: Form, input: Input, limits: Limits) -> Self {
        let batch = Batch::new(input, limits.batch_rows);
        Self { limits, pending: Pending::default(), form, scanned: 0, is_complete: false, batch }
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
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
        while self.pending.begin(self.is_complete) && self.batch.has_room() {
            let is_array = matches!(self.form, Form::Array(..));
            let Some(length) = (if is_array { self.element()? } else { self.line()? }) else { break };
            let bytes = self.pending.bytes()[..length].trim_ascii();
            if is_array || !bytes.is_empty() {
                add(&mut self.batch, bytes);
            }
            self.pending.skip(length);
        }
        Ok(())
    }

    /// Returns the length of the next line with its end; none if it is incomplete.
    fn line(&mut self) -> Result<Option<usize>, Error> {
        let Form::Lines(lines) = &mut self.form else { return Ok(None) };
        let bytes = self.pending.bytes();
        let end = memchr::memchr(b'\n', &bytes[self.scanned..]).map(|end| self.scanned + end + 1);
        let end = end.or_else(|| (self.is_complete && !bytes.is_empty()).then_some(bytes.len()));
        self.scanned = if end.is_some() { 0 } else { bytes.len() };
        *lines += u64::from(end.is_some());
        if end.unwrap_or(bytes.len()) > self.limits.row_bytes {
            let line = *lines + u64::from(end.is_none());
            return Err(too_long("line", line, self.limits.row_bytes));
        }
        Ok(end)
    }

    /// Moves to the next element of the array and returns its length; none if it is incomplete.
    fn element(&mut self) -> Result<Option<usize>, Error> {
        let Form::Array(place, scan) = &mut self.form else { return Ok(None) };
        let row = self.batch.total() + 1;
        let malformed = |problem: &str| Err(Error::Malformed(format!("JSON, row {row}: {problem}")));
        loop {
            let bytes = self.pending.bytes();
            let blank = bytes.iter().take_while(|b| b" \t\r\n".contains(b)).count();
            // An element that was scanned in part begins with no blank.
            self.pending.skip(blank);
            let bytes = self.pending.bytes();
            let Some(first) = bytes.first() else { break };
            *place = match (*place, first) {
                (Place::Start, b'[') => Place::First,
                (Place::First | Place::Next, b',') | (Place::Next, b']') => {
                    return malformed("an object must stand before the comma or ]");
                }
                (Place::Start, _) => return malformed("write an array of objects, [{…}, …]"),
                (Place::First, b']') | (Place::After, b']') => Place::End,
                (Place::After, b',') => Place::Next,
                (Place::After, _) => return malformed("a comma or ] must stand before it"),
                (Place::End, _) => return malformed("it follows the end of the array"),
                (Place::First | Place::Next, _) => {
                    let end = scan.end(bytes, self.scanned);
                    self.scanned = if end.is_some() { 0 } else { bytes.len() };
                    if end.unwrap_or(bytes.len()) > self.limits.row_bytes {
                        return Err(too_long("JSON: row", row, self.limits.row_bytes));
                    }
                    if end.is_some() {
                        (*place, *scan) = (Place::After, Scan::default());
                    } else if self.is_complete {
                        break;
                    }
                    return Ok(end);
                }
            };
            self.pending.skip(1);
        }
        if self.is_complete && *place != Place::End {
            return malformed("the array ends before it without ]");
        }
        Ok(None)
    }
}

/// Adds the row of an object.
fn add(batch: &mut Batch, bytes: &[u8]) {
    match serde_json::from_slice::<Record>(bytes) {
        Ok(record) => {
            let mut cells = record.0;
            let input = batch.input();
            Column::ALL
                .into_iter()
                .filter(|column| !column.is_read(input))
                .for_each(|column| cells[column as usize] = Cell::Missing);
            batch.add(&cells);
        }
        Err(_) if !bytes.starts_with(b"{") => {
            batch.add_bad("a row must be an object such as {\"lat\": 40.4, \"lng\": -3.7}".to_owned());
        }
        Err(e) if e.classify() == Category::Data => batch.add_bad(without_place(&e)),
        Err(e) => batch.add_bad(format!("not JSON: {e} of the row")),
    }
}

/// The text of an error without line and column.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(before, _)| before.to_owned())
}

struct Record<'a>([Cell<'a>; COUNT]);

impl<'a> Deserialize<'a> for Record<'a> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'a> Visitor<'a> for Object {
            type Value = Record<'a>;

            fn expecting(&self, f: &mut Formatter) -> FmtResult {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'a>>(self, mut map: M) -> Result<Record<'a>, M::Error> {
                let mut cells: [Option<Cell>; COUNT] = Default::default();
                while let Some(Key(column)) = map.next_key()? {
                    let Some(column) = column else {
                        map.next_value::<IgnoredAny>()?;
                        continue;
                    };
                    if cells[column as usize].replace(map.next_value()?).is_some() {
                        return Err(M::Error::custom(format!("{}: the row has two", column.name())));
                    }
                }
                Ok(Record(cells.map(Option::unwrap_or_default)))
            }
        }

        deserializer.deserialize_any(Object)
    }
}

/// The column of a name, if it is one of an input.
struct Key(Option<Column>);

impl<'a> Deserialize<'a> for Key {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;

        impl Visitor<'_> for Name {
            type Value = Key;

            fn expecting(&self, f: &mut Formatter) -> FmtResult {
                f.write_str("the name of a column")
            }

            fn visit_str<E>(self, name: &str) -> Result<Key, E> {
                Ok(Key(Column::of_name(name)))
            }
        }

        deserializer.deserialize_str(Name)
    }
}

impl<'a> Deserialize<'a> for Cell<'a> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        struct Value;

        impl<'a> Visitor<'a> for Value {
            type Value = Cell<'a>;

            fn expecting(&self, f: &mut Formatter) -> FmtResult {
                f.write_str("a value")
            }

            fn visit_unit<E>(self) -> Result<Cell<'a>, E> {
                Ok(Cell::Missing)
            }

            fn visit_bool<E>(self, _: bool) -> Result<Cell<'a>, E> {
                Ok(Cell::Other("a boolean"))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Cell<'a>, E> {
                Ok(Cell::Integer(number))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Cell<'a>, E> {
                Ok(i64::try_from(number).map_or(Cell::Number(number as f64), Cell::Integer))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Cell<'a>, E> {
                Ok(Cell::Number(number))
            }

            fn visit_borrowed_str<E>(self, text: &'a str) -> Result<Cell<'a>, E> {
                Ok(Cell::Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Cell<'a>, E> {
                Ok(Cell::Text(Cow::Owned(text.to_owned())))
            }

            fn visit_seq<S: SeqAccess<'a>>(self, mut list: S) -> Result<Cell<'a>, S::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Cell::Other("a list"))
            }

            fn visit_map<M: MapAccess<'a>>(self, mut map: M) -> Result<Cell<'a>, M::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Cell::Other("an object"))
            }
        }

        deserializer.deserialize_any(Value)
    }
}
