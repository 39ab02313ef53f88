//! Renews `catalog-src/delta-t/iers.csv` from the published files of IERS and USNO.

mod finals;
mod kind;
mod month;
mod renewal;
mod table;
mod usno;

use crate::sources::delta_t::IERS as TABLE;
use crate::{Error, sources};
use kind::Published;
use month::date_text;
use std::fmt;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use table::DeltaTTable;

/// Changes of a renewal.
#[derive(Debug, Clone, PartialEq)]
pub struct Renewed {
    /// The file.
    pub path: PathBuf,
    /// The day of the last observation before and after, ISO 8601.
    pub observed_until: [String; 2],
    /// The day of the last prediction before and after, ISO 8601.
    pub predicted_until: [String; 2],
    /// The greatest change of ΔT, s, and its day, among the days of both tables; none without a change.
    pub greatest_change: Option<(f64, String)>,
    /// Rows before and after.
    pub rows: [usize; 2],
}

/// Reads published files of IERS and USNO, each recognised by its content, and renews the table with its
/// checksum in `SHA256SUMS` and its dates in `README.md`. Writes nothing if a file is wrong, or if another
/// renewal of the same folder is running.
pub fn update_delta_t(source: &Path, files: &[PathBuf]) -> Result<Renewed, Error> {
    let _lock = lock(source)?;
    renewal::finish(source)?;
    sources::sums::check(source)?;
    let path = source.join(TABLE);
    let before = DeltaTTable::read(&path)?;
    let mut published: Vec<(&Path, Published)> = Vec::new();
    for file in files {
        let read = Published::read(file)?;
        if let Some((other, _)) = published.iter().find(|(_, p)| p.word() == read.word()) {
            let (file, other, word) = (file.display(), other.display(), read.word());
            return Err(Error::Option(format!("{file}: is {word}, like {other}; pass only the newer one")));
        }
        published.push((file, read));
    }
    let has_finals = published.iter().any(|(_, p)| matches!(p, Published::Finals(_)));
    let mut after = before.clone();
    for (file, published) in &published {
        after = match published {
            Published::Finals(days) => finals::renewed(&after, file, days)?,
            Published::Observed(values) => usno::with_observed(&after, file, values, !has_finals)?,
            Published::Predicted(_) => after,
        };
    }
    for (file, published) in &published {
        if let Published::Predicted(rows) = published {
            after = usno::with_predicted(&after, file, rows)?;
        }
    }
    let after = after.joined(&path)?;
    if after != before {
        renewal::write(source, &after)?;
    }
    Ok(Renewed::new(path, &before, &after))
}

/// The lock of the sources, held until the file is dropped. It locks the folder itself, because a lock file
/// in it would be an unlisted source.
fn lock(source: &Path) -> Result<File, Error> {
    let folder = File::open(source).map_err(Error::source(source))?;
    let problem = match folder.try_lock() {
        Ok(()) => return Ok(folder),
        Err(TryLockError::WouldBlock) => {
            "another update-delta-t is running; try again when it has ended".into()
        }
        Err(TryLockError::Error(e)) => format!("cannot be locked: {e}"),
    };
    Err(Error::Option(format!("{}: {problem}", source.display())))
}

impl Renewed {
    fn new(path: PathBuf, before: &DeltaTTable, after: &DeltaTTable) -> Self {
        let dates = |of: fn(&DeltaTTable) -> f64| [before, after].map(|table| date_text(of(table)));
        let days = before.rows.iter().chain(&after.rows).map(|row| row.mjd);
        let common = days.filter_map(|mjd| Some((mjd, after.at(mjd)? - before.at(mjd)?)));
        let greatest = common.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
        Self {
            path,
            observed_until: dates(DeltaTTable::observed_until),
            predicted_until: dates(DeltaTTable::last),
            greatest_change: greatest.filter(|g| g.1 != 0.0).map(|(mjd, s)| (s, date_text(mjd))),
            rows: [before.rows.len(), after.rows.len()],
        }
    }
}

impl fmt::Display for Renewed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let arrow = |[before, after]: &[String; 2]| format!("{before} → {after}");
        writeln!(f, "{}: {} → {} rows", self.path.display(), self.rows[0], self.rows[1])?;
        writeln!(f, "  last observation    {}", arrow(&self.observed_until))?;
        writeln!(f, "  last prediction     {}", arrow(&self.predicted_until))?;
        match &self.greatest_change {
            Some((s, day)) => writeln!(f, "  greatest change     {s:+.4} s, {day}"),
            None => writeln!(f, "  no value of ΔT has changed"),
        }
    }
}
