//! Which of the published files a file is, by its content.

use super::finals::{self, Day};
use super::table::Row;
use super::usno;
use crate::Error;
use std::path::Path;

/// The content of a published file.
pub(super) enum Published {
    /// `finals2000A.all`, `.data` or `.daily`, or the same of `finals`: days.
    Finals(Vec<Day>),
    /// `deltat.data`: monthly values of ΔT.
    Observed(Vec<Row>),
    /// `deltat.preds`: quarterly predictions of ΔT.
    Predicted(Vec<Row>),
}

impl Published {
    /// Reads a file.
    pub(super) fn read(path: &Path) -> Result<Self, Error> {
        let cannot = |e| Error::Option(format!("{}: cannot be read: {e}", path.display()));
        let text = std::fs::read(path).map_err(cannot)?;
        let Ok(text) = String::from_utf8(text) else {
            return Err(unknown(path));
        };
        let Some(first) = text.lines().find(|line| !line.trim().is_empty()) else {
            return Err(unknown(path));
        };
        if finals::is_day(first) {
            finals::read(path, &text).map(Self::Finals)
        } else if first.trim_start().starts_with("MJD") {
            usno::read_predicted(path, &text).map(Self::Predicted)
        } else if usno::is_month(first) {
            usno::read_observed(path, &text).map(Self::Observed)
        } else {
            Err(unknown(path))
        }
    }

    /// What the file is, for people.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Finals(_) => "a finals file of the IERS",
            Self::Observed(_) => "deltat.data of the USNO",
            Self::Predicted(_) => "deltat.preds of the USNO",
        }
    }
}

fn unknown(path: &Path) -> Error {
    let right = "finals2000A.all (or .data, .daily, or finals.all) of the IERS, deltat.data and \
                 deltat.preds of the USNO are taken, as they are published";
    Error::line(path, 1, format!("is none of the files that are known: {right}"))
}
