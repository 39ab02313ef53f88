//! When a generation was built: a record beside its manifest.
//!
//! The manifest does not vouch for it, because the same sources give the same bytes at any time. The time of
//! a file would not do: a copy has one of its own.

use crate::Error;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Name of the record in the folder of a generation.
pub const BUILT: &str = "built.json";

#[derive(Serialize, Deserialize)]
struct Record {
    built_at_unix_ms: i64,
}

/// When the generation in `folder` was built, in milliseconds since 1970 January 1, 0h UTC. One without a
/// record is from before there were any, and the time of its manifest has to do.
pub fn built_at_unix_ms(folder: &Path) -> Result<i64, Error> {
    let path = folder.join(BUILT);
    match std::fs::read(&path) {
        Ok(text) => serde_json::from_slice(&text)
            .map(|record: Record| record.built_at_unix_ms)
            .map_err(|e| Error::damaged(&path, e.to_string())),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            let manifest = folder.join(crate::layout::MANIFEST);
            let modified = std::fs::metadata(&manifest).and_then(|m| m.modified());
            modified.map(unix_ms).map_err(Error::io(&manifest, "find the age of"))
        }
        Err(e) => Err(Error::io(&path, "read")(e)),
    }
}

/// Writes into `folder` that its generation is built now.
#[cfg(feature = "write")]
pub(crate) fn record(folder: &Path) -> Result<(), Error> {
    let path = folder.join(BUILT);
    let record = Record { built_at_unix_ms: unix_ms(SystemTime::now()) };
    let text = serde_json::to_string(&record).map_err(|e| Error::encoding(&path)(&e))?;
    std::fs::write(&path, text + "\n").map_err(Error::io(&path, "write"))
}

/// A clock before 1970 is taken for 1970.
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
        std::fs::write(path.join(BUILT), "yesterday").expect("written");
        assert!(built_at_unix_ms(path).expect_err("damaged").to_string().contains(BUILT));
    }
}
