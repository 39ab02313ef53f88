//! Recognises the published files by content.

use super::finals::{self, FinalsDay};
use super::table::DeltaTRow;
use super::usno;
use crate::Error;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Maximum bytes of a file.
const MAX_BYTES: u64 = 64 << 20;

/// The content of a published file.
pub(super) enum Published {
    /// `finals2000A.all`, `.data` or `.daily`, or the same of `finals`: days.
    Finals(Vec<FinalsDay>),
    /// `deltat.data`: monthly values of ΔT.
    Observed(Vec<DeltaTRow>),
    /// `deltat.preds`: quarterly predictions of ΔT.
    Predicted(Vec<DeltaTRow>),
}

impl Published {
    pub(super) fn read(path: &Path) -> Result<Self, Error> {
        let Ok(text) = String::from_utf8(content(path)?) else {
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

    /// Description of the file for messages.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Finals(_) => "a finals file of the IERS",
            Self::Observed(_) => "deltat.data of the USNO",
            Self::Predicted(_) => "deltat.preds of the USNO",
        }
    }
}

/// The bytes of a file.
fn content(path: &Path) -> Result<Vec<u8>, Error> {
    let wrong = |problem: String| Error::Option(format!("{}: {problem}", path.display()));
    let cannot = |e: std::io::Error| wrong(format!("cannot be read: {e}"));
    // Opening a pipe would wait for a writer.
    if !std::fs::metadata(path).map_err(cannot)?.is_file() {
        return Err(wrong("is not a regular file; use a published file of IERS or USNO".into()));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(cannot)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > MAX_BYTES {
        let mib = MAX_BYTES >> 20;
        return Err(wrong(format!("is longer than {mib} MiB; files of IERS and USNO have 4 MB at most")));
    }
    Ok(bytes)
}

fn unknown(path: &Path) -> Error {
    let right = "finals2000A.all (or .data, .daily, or finals.all) of the IERS, or deltat.data or \
                 deltat.preds of the USNO, as published";
    Error::line(path, 1, format!("is not a known file; use {right}"))
}
