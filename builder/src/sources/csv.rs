//! Comma-separated files with a header, with errors that name file, line and value.

use crate::Error;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A file with a header.
pub(crate) struct CsvFile {
    path: PathBuf,
    header: Vec<String>,
    records: Vec<(u64, csv::StringRecord)>,
}

/// A line of the file and its fields.
pub(crate) struct CsvRecord<'a> {
    path: &'a Path,
    line: u64,
    fields: &'a csv::StringRecord,
}

impl CsvFile {
    pub(crate) fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Error> {
        let broken = |e: csv::Error| {
            let line = e.position().map_or(0, csv::Position::line);
            Error::line(path, line, e.to_string())
        };
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(bytes);
        let header = reader.headers().map_err(|e| Error::line(path, 1, e.to_string()))?;
        let header = header.iter().map(|name| name.trim().to_owned()).collect();
        let numbered = |fields: csv::StringRecord| (fields.position().map_or(0, csv::Position::line), fields);
        let records =
            reader.into_records().map(|r| r.map(numbered).map_err(broken)).collect::<Result<_, _>>()?;
        Ok(Self { path: path.to_owned(), header, records })
    }

    /// The file, if its header is `header`.
    pub(crate) fn with_header(self, header: &str) -> Result<Self, Error> {
        let problem = || Error::line(&self.path, 1, format!("the header must be {header}"));
        if self.header.iter().eq(header.split(',')) { Ok(self) } else { Err(problem()) }
    }

    /// The columns by name; the last one for a repeated name.
    pub(crate) fn columns(&self) -> HashMap<String, usize> {
        self.header.iter().cloned().zip(0..).collect()
    }

    /// The lines after the header.
    pub(crate) fn records(&self) -> impl Iterator<Item = CsvRecord<'_>> {
        self.records.iter().map(|(line, fields)| CsvRecord { path: &self.path, line: *line, fields })
    }
}

impl<'a> CsvRecord<'a> {
    /// The text of a field; none if the line has fewer fields.
    pub(crate) fn get(&self, index: usize) -> Option<&'a str> {
        self.fields.get(index).map(str::trim)
    }

    pub(crate) fn text(&self, index: usize) -> Result<&'a str, Error> {
        self.get(index).ok_or_else(|| {
            self.error(format!("has {} fields, field {} is missing", self.fields.len(), index + 1))
        })
    }

    /// Reads a field as a number.
    pub(crate) fn number<T: std::str::FromStr>(&self, index: usize) -> Result<T, Error> {
        let text = self.text(index)?;
        text.parse().map_err(|_| self.error(format!("\"{text}\" is not a number")))
    }

    /// Reads a field as a finite double.
    pub(crate) fn f64(&self, index: usize) -> Result<f64, Error> {
        let value: f64 = self.number(index)?;
        if value.is_finite() { Ok(value) } else { Err(self.error(format!("\"{value}\" is not finite"))) }
    }

    /// Reads `N` fields from `start` on as doubles.
    pub(crate) fn f64s<const N: usize>(&self, start: usize) -> Result<[f64; N], Error> {
        let mut values = [0.0; N];
        for (k, v) in values.iter_mut().enumerate() {
            *v = self.f64(start + k)?;
        }
        Ok(values)
    }

    /// Reads a field as one of the words given; returns its index.
    pub(crate) fn word(&self, index: usize, words: &[&str]) -> Result<usize, Error> {
        let text = self.text(index)?;
        words
            .iter()
            .position(|w| *w == text)
            .ok_or_else(|| self.error(format!("\"{text}\" is none of {}", words.join(", "))))
    }

    /// Reads a field as one of the spherical coordinates longitude, latitude, distance; returns 0, 1, 2.
    pub(crate) fn coordinate(&self, index: usize) -> Result<usize, Error> {
        self.word(index, &["longitude", "latitude", "distance"])
    }

    /// An error at this line.
    pub(crate) fn error(&self, problem: impl Into<String>) -> Error {
        Error::line(self.path, self.line, problem)
    }
}

/// All records of a source file whose header must be `header`.
pub(crate) fn read<T>(
    path: &Path,
    header: &str,
    parse: impl Fn(&CsvRecord) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let bytes = std::fs::read(path).map_err(Error::source(path))?;
    CsvFile::parse(path, &bytes)?.with_header(header)?.records().map(|record| parse(&record)).collect()
}
