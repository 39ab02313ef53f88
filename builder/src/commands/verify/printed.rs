//! A published table in the canon's own columns, and how it prints dates, times and angles.

use crate::Error;
use crate::commands::day::CivilDate;
use crate::sources::csv::{CsvFile, CsvRecord};
use std::collections::HashMap;
use std::path::Path;

/// A table whose columns are found by their printed names.
pub(crate) struct PrintedTable {
    file: CsvFile,
    columns: HashMap<String, usize>,
}

/// A line of the table.
pub(crate) struct PrintedRow<'a> {
    columns: &'a HashMap<String, usize>,
    record: CsvRecord<'a>,
}

impl PrintedTable {
    /// Reads a file that has at least the columns required: names with `, ` between.
    pub(crate) fn read(path: &Path, required: &str) -> Result<Self, Error> {
        let bytes = std::fs::read(path)
            .map_err(|e| Error::Option(format!("{}: cannot be read: {e}", path.display())))?;
        let file = CsvFile::parse(path, &bytes)?;
        let columns = file.columns();
        if let Some(absent) = required.split(", ").find(|c| !columns.contains_key(*c)) {
            let problem = format!("no column \"{absent}\"; the canon's columns are expected: {required}");
            return Err(Error::line(path, 1, problem));
        }
        if file.records().next().is_none() {
            return Err(Error::line(path, 1, "no row follows the header: there is nothing to compare"));
        }
        Ok(Self { file, columns })
    }

    /// All lines in order.
    pub(crate) fn rows(&self) -> impl Iterator<Item = PrintedRow<'_>> {
        self.file.records().map(|record| PrintedRow { columns: &self.columns, record })
    }
}

impl PrintedRow<'_> {
    /// Text of a column; `None` if the column is absent, the field empty, or `-`.
    pub(crate) fn some(&self, column: &str) -> Option<&str> {
        let text = self.record.get(*self.columns.get(column)?)?;
        (!text.is_empty() && text != "-").then_some(text)
    }

    /// Text of a column that must not be empty.
    pub(crate) fn text(&self, column: &str) -> Result<&str, Error> {
        self.some(column).ok_or_else(|| self.error(format!("{column} is empty")))
    }

    /// A number in a column that must not be empty.
    pub(crate) fn number(&self, column: &str) -> Result<f64, Error> {
        self.parse(column, self.text(column)?)
    }

    /// A whole number in a column that must not be empty.
    pub(crate) fn whole(&self, column: &str) -> Result<i32, Error> {
        let text = self.text(column)?;
        text.parse().map_err(|_| self.error(format!("{column} \"{text}\" is not a whole number")))
    }

    /// A number, or none if the field is empty.
    pub(crate) fn number_or_none(&self, column: &str) -> Result<Option<f64>, Error> {
        self.some(column).map(|t| self.parse(column, t)).transpose()
    }

    fn parse(&self, column: &str, text: &str) -> Result<f64, Error> {
        text.parse().map_err(|_| self.error(format!("{column} \"{text}\" is not a number")))
    }

    /// An error at this line.
    pub(crate) fn error(&self, problem: String) -> Error {
        self.record.error(problem)
    }

    /// The calendar date, printed as `-1999 June 12`.
    pub(crate) fn date(&self) -> Result<CivilDate, Error> {
        #[rustfmt::skip]
        const MONTHS: [&str; 12] = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ];
        let text = self.text("Calendar Date")?;
        let mut words = text.split_whitespace();
        let year = words.next().and_then(|w| w.parse().ok());
        let month = words.next().and_then(|w| MONTHS.iter().position(|m| m.starts_with(w)));
        let day = words.next().and_then(|w| w.parse().ok());
        match (year, month, day) {
            (Some(year), Some(month), Some(day)) => Ok(CivilDate { year, month: month as i8 + 1, day }),
            _ => Err(self.error(format!("\"{text}\" is not a date such as -1999 June 12"))),
        }
    }

    /// The time of day, printed as `03:14:51`, s.
    pub(crate) fn clock(&self) -> Result<f64, Error> {
        let text = self.text("Eclipse Time")?;
        let fields: Result<Vec<f64>, _> = text.split(':').map(str::parse).collect();
        match fields.as_deref() {
            Ok([h, m, s]) => Ok(h * 3600.0 + m * 60.0 + s),
            _ => Err(self.error(format!("\"{text}\" is not a time such as 03:14:51"))),
        }
    }

    /// The central duration, printed as `06m37s`, s; none if the field is empty.
    pub(crate) fn duration(&self) -> Result<Option<f64>, Error> {
        let Some(text) = self.some("Central Duration") else { return Ok(None) };
        let parsed = text
            .trim_end_matches('s')
            .split_once('m')
            .and_then(|(m, s)| Some(m.parse::<f64>().ok()? * 60.0 + s.parse::<f64>().ok()?));
        parsed.map(Some).ok_or_else(|| self.error(format!("\"{text}\" is not a duration such as 06m37s")))
    }

    /// An angle, printed as `38.2S`, in degrees; south and west are negative.
    pub(crate) fn angle(&self, column: &str) -> Result<f64, Error> {
        let text = self.text(column)?;
        let sign = if text.ends_with(['S', 'W']) { -1.0 } else { 1.0 };
        Ok(sign * self.parse(column, text.trim_end_matches(['N', 'S', 'E', 'W']))?)
    }

    /// Our row of the same catalog number.
    pub(crate) fn ours<'o, T>(&self, rows: &'o [T]) -> Result<&'o T, Error> {
        let number = self.whole("Catalog Number")?;
        // The catalogs are numbered from 1.
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        index
            .and_then(|index| rows.get(index))
            .ok_or_else(|| self.error(format!("we have no eclipse {number}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "Catalog Number,Calendar Date,Eclipse Time";

    /// The table of these rows, read as from a file.
    fn table(rows: &[&str]) -> Result<PrintedTable, Error> {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("canon.csv");
        std::fs::write(&path, [&[HEADER], rows].concat().join("\n")).expect("written");
        PrintedTable::read(&path, "Catalog Number, Eclipse Time")
    }

    #[test]
    fn a_table_with_nothing_but_a_header_is_refused() {
        let error = table(&[]).err().expect("refused").to_string();
        assert!(error.contains("canon.csv:1") && error.contains("no row follows the header"), "{error}");
    }

    #[test]
    fn a_time_is_read_whole_or_refused() {
        let clock = |text: &str| {
            let table = table(&[&format!("1,-1999 June 12,{text}")]).expect("a table");
            table.rows().next().expect("a row").clock()
        };
        assert!(clock("03:14:51").is_ok_and(|s| s == 11_691.0));
        // With the field that is no number left out, three would remain.
        for damaged in ["03:1x:14:51", "x:03:14:51", "03:14", "03:14:51:"] {
            let error = clock(damaged).expect_err("refused").to_string();
            assert!(error.contains("is not a time") && error.contains(damaged), "{error}");
        }
    }

    #[test]
    fn catalog_numbers_are_whole_and_ours() {
        let found = |number: &str| {
            let table = table(&[&format!("{number},-1999 June 12,03:14:51")]).expect("a table");
            table.rows().next().expect("a row").ours(&["first", "second"]).copied().map_err(|e| e.to_string())
        };
        assert_eq!(found("00002"), Ok("second"));
        for wrong in ["0", "3", "-1", "1.5"] {
            assert!(found(wrong).is_err(), "{wrong}");
        }
    }
}
