//! Writing the table, its checksum and its dates, so that the next run can finish an interrupted renewal.

use super::month::date_text;
use super::table::DeltaTTable;
use crate::Error;
use crate::sources::delta_t::IERS as TABLE;
use artifacts::manifest::sha256_hex;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The list of checksums. If its `.new` file exists, all new files are complete.
const SUMS: &str = "SHA256SUMS";
const README: &str = "README.md";
/// The text before the date of the last observation in the row of `README.md`.
const OBSERVED: &str = "Last observation: ";
/// The text before the date of the last prediction.
const PREDICTED: &str = "last prediction: ";

/// Temporary path of a new file until all are complete.
fn aside(path: &Path) -> PathBuf {
    with_ending(path, ".new")
}

/// Path for writing the list of checksums. It gets its `.new` name only when complete.
fn unfinished(sums: &Path) -> PathBuf {
    with_ending(sums, ".unfinished")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The files of a renewal, in the order in which they are put in place.
fn files(source: &Path) -> [PathBuf; 3] {
    [TABLE, README, SUMS].map(|name| source.join(name))
}

/// Writes the three files to temporary paths and then renames them.
pub(super) fn write(source: &Path, content: &DeltaTTable) -> Result<(), Error> {
    let text = content.text();
    let [path, readme, sums] = files(source);
    let described = described(&readme, content)?;
    let listed = listed(&sums, &sha256_hex(text.as_bytes()))?;
    let texts = [(aside(&path), text), (aside(&readme), described), (unfinished(&sums), listed)];
    let mut written = texts.iter().try_for_each(|(path, text)| write_whole(path, text));
    if written.is_ok() {
        let marked = std::fs::rename(unfinished(&sums), aside(&sums));
        written = marked.map_err(cannot(&aside(&sums), "written"));
    }
    if written.is_err() {
        discard(source);
    }
    written?;
    put_in_place(source)
}

/// Writes a file and syncs it to the disk.
fn write_whole(path: &Path, text: &str) -> Result<(), Error> {
    let written = File::create(path).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.map_err(cannot(path, "written"))
}

/// Finishes an interrupted renewal, or removes its files if they are incomplete.
pub(super) fn finish(source: &Path) -> Result<(), Error> {
    let [.., sums] = files(source);
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

/// Removes incomplete files. If that fails, the check of the checksums reports them.
fn discard(source: &Path) {
    let files = files(source);
    let [.., sums] = &files;
    for path in files.iter().map(|path| aside(path)).chain([unfinished(sums)]) {
        drop(std::fs::remove_file(path));
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
fn described(path: &Path, content: &DeltaTTable) -> Result<String, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::source(path))?;
    let row = format!("| `{TABLE}` |");
    let mut is_found = false;
    let mut renewed = String::with_capacity(text.len());
    for line in text.lines() {
        if line.starts_with(&row) {
            let line = dated(line, OBSERVED, content.observed_until());
            if let Some(line) = line.and_then(|line| dated(&line, PREDICTED, content.last())) {
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

/// A line with another date after some words.
fn dated(line: &str, after: &str, mjd: f64) -> Option<String> {
    let begin = line.find(after)? + after.len();
    let end = begin + "2026-10-01".len();
    Some(format!("{}{}{}", &line[..begin], date_text(mjd), line.get(end..)?))
}
