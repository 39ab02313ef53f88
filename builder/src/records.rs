//! Lines of comma-separated files, with errors that name file, line and value.

use crate::Error;
use std::path::{Path, PathBuf};

/// A line of a file with a header.
pub struct Record {
    path: PathBuf,
    line: u64,
    fields: csv::StringRecord,
}

impl Record {
    /// Text of a field.
    pub fn text(&self, index: usize) -> Result<&str, Error> {
        self.fields.get(index).map(str::trim).ok_or_else(|| {
            self.error(format!("has {} fields, field {} is missing", self.fields.len(), index + 1))
        })
    }

    /// A number.
    pub fn number<T: std::str::FromStr>(&self, index: usize) -> Result<T, Error> {
        let text = self.text(index)?;
        text.parse().map_err(|_| self.error(format!("\"{text}\" is not a number")))
    }

    /// A finite double.
    pub fn f64(&self, index: usize) -> Result<f64, Error> {
        let value: f64 = self.number(index)?;
        if value.is_finite() { Ok(value) } else { Err(self.error(format!("\"{value}\" is not finite"))) }
    }

    /// So many doubles from `start` on.
    pub fn f64s<const N: usize>(&self, start: usize) -> Result<[f64; N], Error> {
        let mut values = [0.0; N];
        for (k, v) in values.iter_mut().enumerate() {
            *v = self.f64(start + k)?;
        }
        Ok(values)
    }

    /// One of the words given, as its index.
    pub fn word(&self, index: usize, words: &[&str]) -> Result<usize, Error> {
        let text = self.text(index)?;
        words
            .iter()
            .position(|w| *w == text)
            .ok_or_else(|| self.error(format!("\"{text}\" is none of {}", words.join(", "))))
    }

    /// An error at this line.
    pub fn error(&self, problem: impl Into<String>) -> Error {
        Error::line(&self.path, self.line, problem)
    }
}

/// All records of a file whose header must be `header`.
pub fn read<T>(
    path: &Path,
    header: &[&str],
    parse: impl Fn(&Record) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let bytes = std::fs::read(path).map_err(Error::source(path))?;
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(bytes.as_slice());
    let found = reader.headers().map_err(|e| Error::line(path, 1, e.to_string()))?;
    if found.iter().map(str::trim).ne(header.iter().copied()) {
        return Err(Error::line(path, 1, format!("the header must be {}", header.join(","))));
    }
    reader
        .into_records()
        .map(|fields| {
            let fields =
                fields.map_err(|e| Error::line(path, e.position().map_or(0, |p| p.line()), e.to_string()))?;
            let line = fields.position().map_or(0, |p| p.line());
            parse(&Record { path: path.to_owned(), line, fields })
        })
        .collect()
}
