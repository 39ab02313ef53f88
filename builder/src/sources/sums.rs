//! `SHA256SUMS`: the files as they were reviewed.

use crate::Error;
use artifacts::manifest::sha256_of_file;
use std::collections::BTreeMap;
use std::path::Path;

/// Compares every file that `SHA256SUMS` names with its sum; gives the sums by file.
pub(crate) fn check(folder: &Path) -> Result<BTreeMap<String, String>, Error> {
    let list = folder.join("SHA256SUMS");
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
    Ok(sums)
}
