//! `SHA256SUMS`: the files as they were reviewed.

use crate::Error;
use artifacts::manifest::sha256_of_file;
use std::collections::BTreeMap;
use std::path::Path;

const LIST: &str = "SHA256SUMS";
/// Files that go into no generation.
const ASIDE: [&str; 3] = [LIST, "README.md", "convert.py"];

/// Compares every file in `SHA256SUMS` with its checksum, and rejects files that are not listed. Returns the
/// checksums by file.
pub(crate) fn check(folder: &Path) -> Result<BTreeMap<String, String>, Error> {
    let list = folder.join(LIST);
    let text = std::fs::read_to_string(&list).map_err(Error::source(&list))?;
    let mut sums = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some((expected, name)) = line.split_once("  ") else {
            return Err(Error::line(&list, number, "must be a SHA-256, two spaces, and a file name"));
        };
        let path = folder.join(name);
        std::fs::metadata(&path).map_err(Error::source(&path))?;
        let found = sha256_of_file(&path)?;
        if found != expected {
            return Err(Error::Sum { path, found, expected: expected.to_owned() });
        }
        sums.insert(name.to_owned(), found);
    }
    if sums.is_empty() {
        return Err(Error::line(&list, 1, "names no file"));
    }
    let is_known = |name: &str| sums.contains_key(name) || ASIDE.contains(&name);
    refuse_others(folder, "", &is_known)?;
    Ok(sums)
}

/// Rejects the first unlisted file below `folder`, by its path from there.
fn refuse_others(folder: &Path, prefix: &str, is_known: &dyn Fn(&str) -> bool) -> Result<(), Error> {
    let mut entries = std::fs::read_dir(folder)
        .and_then(|entries| entries.collect::<Result<Vec<_>, _>>())
        .map_err(Error::source(folder))?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), format!("{prefix}{}", entry.file_name().to_string_lossy()));
        if path.is_dir() {
            refuse_others(&path, &format!("{name}/"), is_known)?;
        } else if !is_known(&name) {
            return Err(Error::Unlisted(path));
        }
    }
    Ok(())
}
