//! Writing the table, its sum and its dates, so that a renewal that is killed can be finished.

use super::month::date_text;
use super::table::Table;
use crate::Error;
use crate::sources::delta_t::IERS as TABLE;
use artifacts::manifest::sha256_hex;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The list of sums: written last, it says that all new files are whole.
const SUMS: &str = "SHA256SUMS";
const README: &str = "README.md";
/// What stands before the date of the last observation in the row of `README.md`.
const OBSERVED: &str = "Last observation: ";
/// What stands before that of the last prediction.
const PREDICTED: &str = "last prediction: ";

/// Where a new file lies until all are there.
fn aside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
}

/// The files of a renewal, in the order in which they are put in place.
fn files(source: &Path) -> [PathBuf; 3] {
    [TABLE, README, SUMS].map(|name| source.join(name))
}

/// Writes the three files aside and then puts them in place.
pub(super) fn write(source: &Path, content: &Table) -> Result<(), Error> {
    let text = content.text();
    let [path, readme, sums] = files(source);
    let described = described(&readme, content)?;
    let listed = listed(&sums, &sha256_hex(text.as_bytes()))?;
    for (path, text) in [(&path, text), (&readme, described), (&sums, listed)] {
        let aside = aside(path);
        let written = File::create(&aside).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        written.map_err(|e| {
            discard(source);
            cannot(&aside, "written")(e)
        })?;
    }
    put_in_place(source)
}

/// Finishes a renewal that was killed, or removes what it has left if not all of it is there.
pub(super) fn finish(source: &Path) -> Result<(), Error> {
    let [_, _, sums] = files(source);
    if aside(&sums).exists() {
        return put_in_place(source);
    }
    discard(source);
    Ok(())
}

fn put_in_place(source: &Path) -> Result<(), Error> {
    for path in files(source) {
        let aside = aside(&path);
        if aside.exists() {
            std::fs::rename(&aside, &path).map_err(cannot(&path, "replaced"))?;
        }
    }
    Ok(())
}

/// Removes what is not complete. That it stays is told when the sums are checked.
fn discard(source: &Path) {
    for path in files(source) {
        drop(std::fs::remove_file(aside(&path)));
    }
}

fn cannot(path: &Path, what: &'static str) -> impl FnOnce(std::io::Error) -> Error {
    let path = path.display().to_string();
    move |e| Error::Option(format!("{path}: cannot be {what}: {e}"))
}

/// The list of sums with that of the table.
fn listed(path: &Path, sum: &str) -> Result<String, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::source(path))?;
    let renewed = |line: &str| match line.split_once("  ") {
        Some((_, name)) if name == TABLE => format!("{sum}  {name}\n"),
        _ => format!("{line}\n"),
    };
    Ok(text.lines().map(renewed).collect())
}

/// The description of the sources with the dates of the table.
fn described(path: &Path, content: &Table) -> Result<String, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::source(path))?;
    let row = format!("| `{TABLE}` |");
    let mut is_found = false;
    let mut renewed = String::with_capacity(text.len());
    for line in text.lines() {
        if line.starts_with(&row) {
            let dated = dated(line, OBSERVED, content.observed_until());
            let dated = dated.and_then(|line| dated_predictions(&line, content));
            if let Some(line) = dated {
                renewed += &line;
                is_found = true;
            }
        } else {
            renewed += line;
        }
        renewed.push('\n');
    }
    if is_found {
        return Ok(renewed);
    }
    let problem = format!(
        "{}: must have a row for `{TABLE}` with \"{OBSERVED}2026-10-01, {PREDICTED}2033-10-01\"",
        path.display()
    );
    Err(Error::Option(problem))
}

fn dated_predictions(line: &str, content: &Table) -> Option<String> {
    dated(line, PREDICTED, content.last())
}

/// A line with another date after some words.
fn dated(line: &str, after: &str, mjd: f64) -> Option<String> {
    let begin = line.find(after)? + after.len();
    let end = begin + "2026-10-01".len();
    Some(format!("{}{}{}", &line[..begin], date_text(mjd), line.get(end..)?))
}
