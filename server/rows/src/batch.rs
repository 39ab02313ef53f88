//! A batch that grows by rows of text formats.

use crate::column::{COUNT, Column};
use crate::{Error, Input, Rows, iso};
use arrow_array::builder::{Int64Builder, StringBuilder};
use std::borrow::Cow;
use std::sync::Arc;

/// A value of a row.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum Cell<'a> {
    #[default]
    Missing,
    Integer(i64),
    /// Another number.
    Number(f64),
    /// A text, which is no number.
    Text(Cow<'a, str>),
    /// A text without a type, which is a number where a column needs one.
    Plain(&'a str),
    /// A value that suits no column, such as a list, in words.
    Other(&'static str),
}

impl Cell<'_> {
    /// The value as in an error.
    fn shown(&self) -> String {
        match self {
            Self::Missing => "null".to_owned(),
            Self::Integer(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => format!("\"{text}\""),
            Self::Plain(text) => (*text).to_owned(),
            Self::Other(words) => (*words).to_owned(),
        }
    }

    /// The value as a number. A missing one has none, but is right.
    fn number(&self) -> Result<Option<f64>, ()> {
        match self {
            Self::Missing => Ok(None),
            Self::Integer(number) => Ok(Some(*number as f64)),
            Self::Number(number) => Ok(Some(*number)),
            Self::Plain(text) => text.trim().parse().map(Some).map_err(|_| ()),
            Self::Text(_) | Self::Other(_) => Err(()),
        }
    }

    fn instant_ms(&self) -> Result<Option<i64>, ()> {
        match self {
            Self::Missing => Ok(None),
            Self::Plain(text) => iso::parse(text.trim()).map(Some).ok_or(()),
            Self::Text(text) => iso::parse(text.trim()).map(Some).ok_or(()),
            _ => Err(()),
        }
    }
}

/// The column of ids, as the first row decides.
enum Ids {
    /// No row so far.
    Undecided,
    Absent,
    Text(StringBuilder),
    Integer(Int64Builder),
}

/// Rows that grow one by one.
pub(crate) struct Batch {
    input: Input,
    /// Rows after which it is complete.
    most: usize,
    rows: Rows,
    ids: Ids,
    /// Bytes that have come since the last row.
    idle_bytes: usize,
    /// The error that ends the reading, once the rows before it are returned.
    failure: Option<Error>,
}

impl Batch {
    pub(crate) fn new(input: Input, most: usize) -> Self {
        let rows = Rows { time_ms: input.has_time.then(Vec::new), ..Rows::default() };
        Self { input, most, rows, ids: Ids::Undecided, idle_bytes: 0, failure: None }
    }

    /// Notes that bytes have come.
    pub(crate) fn receive(&mut self, bytes: usize) {
        self.idle_bytes += bytes;
    }

    /// States that the input has a column of ids, which are texts, or none.
    pub(crate) fn set_ids(&mut self, has_ids: bool) {
        self.ids = if has_ids { Ids::Text(StringBuilder::new()) } else { Ids::Absent };
    }

    /// The columns that are read.
    pub(crate) fn input(&self) -> &Input {
        &self.input
    }

    /// Returns whether a row may be added.
    pub(crate) fn has_room(&self) -> bool {
        self.rows.count() < self.most && self.failure.is_none()
    }

    /// Number of rows so far in the input.
    pub(crate) fn total(&self) -> u64 {
        self.rows.first + self.rows.count() as u64
    }

    pub(crate) fn add(&mut self, cells: &[Cell; COUNT]) {
        let id = self.add_id(&cells[Column::Id as usize]);
        match id.and_then(|()| self.checked(cells)) {
            Ok((place, time_ms)) => self.push(place, time_ms),
            Err(problem) => self.push_bad(problem),
        }
    }

    /// Adds a row that cannot be read.
    pub(crate) fn add_bad(&mut self, problem: String) {
        match &mut self.ids {
            Ids::Text(builder) => builder.append_null(),
            Ids::Integer(builder) => builder.append_null(),
            Ids::Undecided | Ids::Absent => {}
        }
        self.push_bad(problem);
    }

    fn push_bad(&mut self, problem: String) {
        self.rows.errors.push((self.rows.count(), problem));
        self.push([f64::NAN; 3], 0);
    }

    fn push(&mut self, [lat_deg, lng_deg, height_m]: [f64; 3], time_ms: i64) {
        self.idle_bytes = 0;
        self.rows.lat_deg.push(lat_deg);
        self.rows.lng_deg.push(lng_deg);
        self.rows.height_m.push(height_m);
        self.rows.time_ms.iter_mut().for_each(|all| all.push(time_ms));
    }

    /// Adds the id of a row. The first one decides on the type.
    fn add_id(&mut self, cell: &Cell) -> Result<(), String> {
        if let Ids::Undecided = self.ids {
            // Bad rows without an id may precede.
            let nulls = self.rows.count();
            self.ids = match cell {
                Cell::Missing => Ids::Absent,
                Cell::Integer(_) => {
                    let mut builder = Int64Builder::new();
                    builder.append_nulls(nulls);
                    Ids::Integer(builder)
                }
                Cell::Text(_) | Cell::Plain(_) => {
                    let mut builder = StringBuilder::new();
                    (0..nulls).for_each(|_| builder.append_null());
                    Ids::Text(builder)
                }
                _ => return Err(Column::Id.wrong(&cell.shown(), &self.input)),
            };
        }
        let text = match cell {
            Cell::Text(text) => Some(text.as_ref()),
            Cell::Plain(text) => Some(*text),
            _ => None,
        };
        match (&mut self.ids, cell, text) {
            (Ids::Undecided | Ids::Absent, Cell::Missing, _) => return Ok(()),
            (Ids::Text(builder), _, Some(text)) if text.len() <= Input::MAX_ID_BYTES => {
                builder.append_value(text);
                return Ok(());
            }
            (Ids::Integer(builder), Cell::Integer(id), _) => {
                builder.append_value(*id);
                return Ok(());
            }
            (Ids::Text(builder), ..) => builder.append_null(),
            (Ids::Integer(builder), ..) => builder.append_null(),
            _ => {}
        }
        let other_type = |first: &str| Err(format!("id: {} follows ids that are {first}", cell.shown()));
        match (&self.ids, cell) {
            (_, Cell::Missing) => Ok(()),
            (Ids::Integer(_), Cell::Text(_)) => other_type("integers; write an integer"),
            (Ids::Text(_), Cell::Integer(_)) => other_type("texts; write a text"),
            (Ids::Absent, _) => {
                Err("id: the rows before have none; write an id in all rows or in none".to_owned())
            }
            _ => Err(Column::Id.wrong(&cell.shown(), &self.input)),
        }
    }

    /// Returns latitude, longitude and height, and the time of a row.
    fn checked(&self, cells: &[Cell; COUNT]) -> Result<([f64; 3], i64), String> {
        let input = &self.input;
        let number = |column: Column| {
            let cell = &cells[column as usize];
            let [from, to] = column.range();
            match cell.number() {
                Ok(Some(number)) if (from..=to).contains(&number) => Ok(number),
                Ok(None) if column == Column::Height => Ok(0.0),
                Ok(None) => Err(column.missing(input)),
                _ => Err(column.wrong(&cell.shown(), input)),
            }
        };
        let place = if input.has_place {
            [number(Column::Latitude)?, number(Column::Longitude)?, number(Column::Height)?]
        } else {
            [f64::NAN, f64::NAN, 0.0]
        };
        if !input.has_time {
            return Ok((place, 0));
        }
        let cell = &cells[Column::Time as usize];
        let [from, to] = input.time_range_ms;
        match cell.instant_ms() {
            Ok(Some(time_ms)) if (from..=to).contains(&time_ms) => Ok((place, time_ms)),
            Ok(None) => Err(Column::Time.missing(input)),
            _ => Err(Column::Time.wrong(&cell.shown(), input)),
        }
    }

    /// Returns the rows so far and begins the next batch; none if there are none. `read` is how their reading
    /// ended: an error comes after them. `is_last` states that no more bytes come.
    pub(crate) fn take(&mut self, read: Result<(), Error>, is_last: bool) -> Result<Option<Rows>, Error> {
        let idle = || {
            let detail = format!("more than {MAX_IDLE_BYTES} bytes without a row; leave out blanks");
            (self.idle_bytes > MAX_IDLE_BYTES).then_some(Error::TooLarge(detail))
        };
        self.failure = read.err().or(self.failure.take()).or_else(idle);
        let is_decided = !matches!(self.ids, Ids::Undecided) || is_last || !self.has_room();
        if self.rows.count() == 0 {
            return self.failure.take().map_or(Ok(None), Err);
        }
        // Whether bad rows have ids shows later. It must not depend on the pieces in which bytes come.
        if !is_decided {
            return Ok(None);
        }
        let next =
            Rows { first: self.total(), time_ms: self.input.has_time.then(Vec::new), ..Rows::default() };
        let mut rows = std::mem::replace(&mut self.rows, next);
        rows.id = match &mut self.ids {
            // All rows were bad: later ones have no column either.
            Ids::Undecided | Ids::Absent => {
                self.ids = Ids::Absent;
                None
            }
            Ids::Text(builder) => Some(Arc::new(builder.finish())),
            Ids::Integer(builder) => Some(Arc::new(builder.finish())),
        };
        Ok(Some(rows))
    }
}

/// Bytes of a text in which there must be a row: more than the longest row, and blanks.
const MAX_IDLE_BYTES: usize = 256 << 10;
/// Bytes that a piece may bring beyond the end of what is reserved.
const PIECE_BYTES: usize = 64 << 10;
/// Begins a text that Windows wrote.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Bytes that arrived and were not read yet.
#[derive(Default)]
pub(crate) struct Pending {
    bytes: Vec<u8>,
    start: usize,
    is_begun: bool,
}

impl Pending {
    /// Skips a byte order mark at the start of a text. Returns whether the rest may be read. `is_last` states
    /// that no more bytes come.
    pub(crate) fn begin(&mut self, is_last: bool) -> bool {
        if self.is_begun {
            return true;
        }
        if self.bytes().starts_with(BYTE_ORDER_MARK) {
            self.skip(BYTE_ORDER_MARK.len());
        } else if !is_last && BYTE_ORDER_MARK.starts_with(self.bytes()) {
            return false;
        }
        self.is_begun = true;
        true
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.start);
        self.start = 0;
        self.bytes.extend_from_slice(bytes);
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    pub(crate) fn skip(&mut self, count: usize) {
        self.start += count;
    }

    /// Takes the first bytes as their own. Copies the lesser part.
    pub(crate) fn take(&mut self, count: usize) -> Vec<u8> {
        if self.bytes().len() >= 2 * count {
            let first = self.bytes()[..count].to_vec();
            self.skip(count);
            return first;
        }
        self.bytes.drain(..self.start);
        self.start = 0;
        let rest = self.bytes.split_off(count);
        std::mem::replace(&mut self.bytes, rest)
    }

    /// Makes room for this many bytes and the rest of the piece that brings the last of them.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.bytes.reserve_exact((count + PIECE_BYTES).saturating_sub(self.bytes().len()));
    }
}

pub(crate) fn too_long(place: &str, number: u64, row_bytes: usize) -> Error {
    Error::TooLarge(format!("{place} {number} has more than {row_bytes} bytes; write shorter rows"))
}
