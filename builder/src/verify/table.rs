//! A published table in the canon's own columns, and how it prints dates, times and angles.

use crate::Error;
use crate::published::Day;
use std::collections::HashMap;
use std::path::Path;

/// A table with a header, addressed by column name.
pub struct Table {
    path: std::path::PathBuf,
    columns: HashMap<String, usize>,
    rows: Vec<(u64, csv::StringRecord)>,
}

pub struct Row<'a> {
    table: &'a Table,
    line: u64,
    fields: &'a csv::StringRecord,
}

impl Table {
    pub fn read(path: &Path, required: &[&str]) -> Result<Self, Error> {
        let bytes = std::fs::read(path)
            .map_err(|e| Error::Option(format!("{}: cannot be read: {e}", path.display())))?;
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(bytes.as_slice());
        let header = reader.headers().map_err(|e| Error::line(path, 1, e.to_string()))?;
        let columns: HashMap<String, usize> =
            header.iter().enumerate().map(|(i, n)| (n.trim().to_owned(), i)).collect();
        if let Some(absent) = required.iter().find(|c| !columns.contains_key(**c)) {
            return Err(Error::line(
                path,
                1,
                format!("no column \"{absent}\"; the canon's columns are expected: {}", required.join(", ")),
            ));
        }
        let rows = reader
            .into_records()
            .map(|r| {
                r.map(|f| (f.position().map_or(0, csv::Position::line), f)).map_err(|e| {
                    Error::line(path, e.position().map_or(0, csv::Position::line), e.to_string())
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { path: path.to_owned(), columns, rows })
    }

    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|(line, fields)| Row { table: self, line: *line, fields })
    }
}

impl Row<'_> {
    /// Text of a column; `None` if the column is absent, the field empty, or `-`.
    pub fn some(&self, column: &str) -> Option<&str> {
        let text = self.fields.get(*self.table.columns.get(column)?)?.trim();
        (!text.is_empty() && text != "-").then_some(text)
    }

    pub fn text(&self, column: &str) -> Result<&str, Error> {
        self.some(column).ok_or_else(|| self.error(format!("{column} is empty")))
    }

    pub fn number(&self, column: &str) -> Result<f64, Error> {
        self.parse(column, self.text(column)?)
    }

    pub fn number_or_none(&self, column: &str) -> Result<Option<f64>, Error> {
        self.some(column).map(|t| self.parse(column, t)).transpose()
    }

    pub fn parse(&self, column: &str, text: &str) -> Result<f64, Error> {
        text.parse().map_err(|_| self.error(format!("{column} \"{text}\" is not a number")))
    }

    pub fn error(&self, problem: String) -> Error {
        Error::line(&self.table.path, self.line, problem)
    }

    /// `-1999 June 12`.
    pub fn date(&self) -> Result<Day, Error> {
        const MONTHS: [&str; 12] = [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ];
        let text = self.text("Calendar Date")?;
        let mut words = text.split_whitespace();
        let year = words.next().and_then(|w| w.parse().ok());
        let month = words.next().and_then(|w| MONTHS.iter().position(|m| m.starts_with(w)));
        let day = words.next().and_then(|w| w.parse().ok());
        match (year, month, day) {
            (Some(year), Some(month), Some(day)) => Ok(Day { year, month: month as i32 + 1, day }),
            _ => Err(self.error(format!("\"{text}\" is not a date such as -1999 June 12"))),
        }
    }

    /// `03:14:51` as seconds.
    pub fn clock(&self) -> Result<f64, Error> {
        let text = self.text("Eclipse Time")?;
        let fields: Vec<f64> = text.split(':').filter_map(|f| f.parse().ok()).collect();
        match fields[..] {
            [h, m, s] => Ok(h * 3600.0 + m * 60.0 + s),
            _ => Err(self.error(format!("\"{text}\" is not a time such as 03:14:51"))),
        }
    }

    /// `06m37s` as seconds.
    pub fn duration(&self) -> Result<Option<f64>, Error> {
        let Some(text) = self.some("Central Duration") else { return Ok(None) };
        let parsed = text
            .trim_end_matches('s')
            .split_once('m')
            .and_then(|(m, s)| Some(m.parse::<f64>().ok()? * 60.0 + s.parse::<f64>().ok()?));
        parsed.map(Some).ok_or_else(|| self.error(format!("\"{text}\" is not a duration such as 06m37s")))
    }

    /// `38.2S` as degrees.
    pub fn angle(&self, column: &str) -> Result<f64, Error> {
        let text = self.text(column)?;
        let sign = if text.ends_with(['S', 'W']) { -1.0 } else { 1.0 };
        Ok(sign * self.parse(column, text.trim_end_matches(['N', 'S', 'E', 'W']))?)
    }

    /// Our row of the same catalog number.
    pub fn ours<'o, T>(&self, rows: &'o [T]) -> Result<&'o T, Error> {
        let number = self.number("Catalog Number")?;
        rows.get((number as usize).wrapping_sub(1))
            .ok_or_else(|| self.error(format!("we have no eclipse {number}")))
    }
}
