//! The time at which a generation was built, and the files as they were published: a record beside its
//! manifest.
//!
//! It is not part of the manifest, because the same sources give the same bytes at any time. The time of a
//! file is no substitute, because a copy has a new one.

use crate::Error;
use crate::layout::MANIFEST;
use crate::manifest::Manifest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Name of the record in the folder of a generation.
pub const BUILT: &str = "built.json";

/// Limit of the size of a record; longer ones are truncated and then rejected.
const MOST_BYTES: u64 = 1 << 16;
/// The end of the year 9999, milliseconds since 1970: later instants have no text.
const LATEST_UNIX_MS: i64 = 253_402_300_799_999;

#[derive(Serialize, Deserialize)]
struct BuiltRecord {
    built_at_unix_ms: i64,
    /// The other files of the generation, by name.
    #[serde(default)]
    files: BTreeMap<String, FileStamp>,
}

/// Identifies one version of a file: its size, inode and modification time.
#[derive(PartialEq, Serialize, Deserialize)]
struct FileStamp {
    bytes: u64,
    inode: u64,
    modified_s: i64,
    modified_ns: i64,
}

impl FileStamp {
    /// An error on systems without inodes: there the sums of a generation are always checked.
    #[cfg(not(unix))]
    fn of(_: &Path) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    #[cfg(unix)]
    fn of(path: &Path) -> io::Result<Self> {
        use std::os::unix::fs::MetadataExt;
        let found = std::fs::metadata(path)?;
        let (bytes, inode) = (found.size(), found.ino());
        Ok(Self { bytes, inode, modified_s: found.mtime(), modified_ns: found.mtime_nsec() })
    }
}

/// Returns the time at which the generation in `folder` was built, in milliseconds since 1970 January 1, 0h
/// UTC. Early generations have no record; theirs is the time of the manifest.
pub fn built_at_unix_ms(folder: &Path) -> Result<i64, Error> {
    let path = folder.join(BUILT);
    match read(&path) {
        Ok(text) => serde_json::from_slice(&text)
            .map_err(|e| e.to_string())
            .and_then(|record: BuiltRecord| match record.built_at_unix_ms {
                built if (0..=LATEST_UNIX_MS).contains(&built) => Ok(built),
                built => Err(format!("{built} is no time of a build: must be from 0 to {LATEST_UNIX_MS}")),
            })
            .map_err(|e| Error::damaged(&path, e)),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            let manifest = folder.join(MANIFEST);
            let modified = std::fs::metadata(&manifest).and_then(|m| m.modified());
            modified.map(unix_ms).map_err(Error::io(&manifest, "find the age of"))
        }
        Err(e) => Err(Error::io(&path, "read")(e)),
    }
}

/// Returns whether the manifest in `folder` and the files that it names are those that were published there,
/// by their sizes, inodes and times. Copies are not: their inodes differ.
pub(crate) fn is_as_published(folder: &Path, manifest: &Manifest) -> bool {
    let Ok(text) = read(&folder.join(BUILT)) else { return false };
    let Ok(BuiltRecord { files, .. }) = serde_json::from_slice(&text) else { return false };
    let mut names = manifest.files.keys().map(String::as_str).chain([MANIFEST]);
    names.all(|name| {
        files.get(name).is_some_and(|stamp| FileStamp::of(&folder.join(name)).is_ok_and(|now| now == *stamp))
    })
}

/// Reads the record. Other things than files, such as a pipe, are not opened, because reading could block.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let mut text = Vec::new();
    File::open(path)?.take(MOST_BYTES).read_to_end(&mut text)?;
    Ok(text)
}

/// Writes into `folder` that its generation is built now, of these files besides the manifest.
#[cfg(feature = "write")]
pub(crate) fn record<'a>(folder: &Path, files: impl Iterator<Item = &'a String>) -> Result<(), Error> {
    let path = folder.join(BUILT);
    let stamp = |name: &str| {
        let of = folder.join(name);
        Ok((name.to_owned(), FileStamp::of(&of).map_err(Error::io(&of, "find"))?))
    };
    let files = files.map(String::as_str).chain([MANIFEST]).map(stamp).collect::<Result<_, Error>>()?;
    let record = BuiltRecord { built_at_unix_ms: now_unix_ms(), files };
    let text = serde_json::to_string(&record).map_err(|e| Error::encoding(&path)(&e))?;
    std::fs::write(&path, text + "\n").map_err(Error::io(&path, "write"))
}

/// The present time, milliseconds since 1970, UTC.
///
/// ```
/// assert!(artifacts::built::now_unix_ms() > 1_700_000_000_000);
/// ```
pub fn now_unix_ms() -> i64 {
    unix_ms(SystemTime::now())
}

/// Milliseconds since 1970, UTC; 0 for times before 1970.
fn unix_ms(time: SystemTime) -> i64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_decides_and_without_one_the_time_of_the_manifest() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path();
        assert!(built_at_unix_ms(path).is_err(), "there is nothing");
        std::fs::write(path.join(crate::layout::MANIFEST), "{}").expect("written");
        let of_manifest = built_at_unix_ms(path).expect("the time of the manifest");
        assert!((unix_ms(SystemTime::now()) - of_manifest).abs() < 60_000, "{of_manifest}");
        std::fs::write(path.join(BUILT), r#"{"built_at_unix_ms":86400000}"#).expect("written");
        assert_eq!(built_at_unix_ms(path).expect("the record"), 86_400_000);
        for damaged in ["yesterday", r#"{"built_at_unix_ms":9223372036854775807}"#, &" ".repeat(10_000)] {
            std::fs::write(path.join(BUILT), damaged).expect("written");
            assert!(built_at_unix_ms(path).expect_err("damaged").to_string().contains(BUILT));
        }
        std::fs::remove_file(path.join(BUILT)).expect("removed");
        std::fs::create_dir(path.join(BUILT)).expect("made");
        assert!(built_at_unix_ms(path).expect_err("a folder").to_string().contains("no file"));
    }
}
