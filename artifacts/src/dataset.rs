//! The common parts of an operator's datasets: a manifest whose name follows from its contents, and the check
//! that a folder holds the right kind.

use crate::Error;
use crate::layout::{self, MANIFEST};
use crate::manifest::{read_text, sha256_hex};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs::File;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Fills `bytes` from a position of the file, whatever other threads read.
pub(crate) fn read_exact_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    #[cfg(unix)]
    {
        std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
    }
    #[cfg(windows)]
    {
        let mut filled = 0;
        while filled < bytes.len() {
            let to = &mut bytes[filled..];
            match std::os::windows::fs::FileExt::seek_read(file, to, at + filled as u64)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => filled += count,
            }
        }
        Ok(())
    }
}

/// The kind of a folder with a manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DatasetKind {
    Generation,
    Terrain,
    Limb,
}

impl DatasetKind {
    /// Returns the kind of dataset whose manifest is in a folder; none without one.
    fn of(folder: &Path) -> Option<Self> {
        let text = read_text(&folder.join(MANIFEST)).ok()?;
        let manifest: Value = serde_json::from_str(&text).ok()?;
        let keys = [("inputs", Self::Generation), ("grids", Self::Terrain), ("rows_sha256", Self::Limb)];
        keys.into_iter().find(|(key, _)| manifest.get(key).is_some()).map(|(_, kind)| kind)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Generation => "a generation of tables, for --artifacts",
            Self::Terrain => "a dataset of terrain, for --terrain",
            Self::Limb => "a dataset of profiles of the Moon's limb, for --limb",
        }
    }
}

/// The manifest of a dataset.
pub(crate) trait Dataset: Clone + Serialize + DeserializeOwned {
    /// The kind of the dataset.
    const KIND: DatasetKind;
    /// The versions of the layout that this program reads; it writes the last.
    const FORMAT_VERSIONS: RangeInclusive<u32>;

    /// The name of the dataset.
    fn id(&self) -> &str;
    /// Returns this manifest without the name.
    fn unnamed(&self) -> Self;
    /// The error of a folder in which nothing is published.
    fn absent(root: PathBuf) -> Error;
    /// The error of a dataset that is not what its manifest says.
    fn damaged(path: PathBuf, problem: String) -> Error;

    /// The name that follows from the contents: the first 16 hexadecimal digits of their SHA-256.
    fn expected_id(&self) -> Result<String, Error> {
        let text = serde_json::to_string(&self.unnamed());
        let text = text.map_err(|e| Error::encoding(Path::new(MANIFEST))(&e))?;
        Ok(sha256_hex(text.as_bytes())[..16].to_owned())
    }

    /// Reads the manifest in `folder`, and checks its version and the name.
    fn parse(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(MANIFEST);
        let text = read_text(&path).map_err(Error::io(&path, "read"))?;
        let damaged = |problem: String| Self::damaged(path.clone(), problem);
        let value: Value = serde_json::from_str(&text).map_err(|e| damaged(e.to_string()))?;
        let found = value["format_version"].as_u64();
        let (oldest, newest) = Self::FORMAT_VERSIONS.into_inner();
        if !found.is_some_and(|found| (u64::from(oldest)..=u64::from(newest)).contains(&found)) {
            let found = found.map_or_else(|| "none".to_owned(), |f| f.to_string());
            let reads = if oldest == newest { oldest.to_string() } else { format!("{oldest} to {newest}") };
            return Err(damaged(format!("format {found}, this program reads {reads}")));
        }
        let manifest: Self = serde_json::from_value(value).map_err(|e| damaged(e.to_string()))?;
        if manifest.expected_id()? != manifest.id() {
            return Err(damaged("the id does not follow from the contents".to_owned()));
        }
        Ok(manifest)
    }

    /// The folder of the current dataset of `root`. Errors: [`Error::WrongFolder`] if `root` holds something
    /// else, or is a dataset itself.
    fn current(root: &Path) -> Result<PathBuf, Error> {
        let wrong = |problem: String| Err(Error::WrongFolder { path: root.to_owned(), problem });
        match layout::current(root) {
            Ok(folder) => match DatasetKind::of(&folder) {
                Some(kind) if kind != Self::KIND => {
                    wrong(format!("here is {}; needed is {}", kind.name(), Self::KIND.name()))
                }
                _ => Ok(folder),
            },
            Err(Error::NotPublished(_)) => match DatasetKind::of(root) {
                Some(kind) if kind == Self::KIND => wrong(itself(root)),
                Some(kind) => wrong(format!("this is {}; needed is {}", kind.name(), Self::KIND.name())),
                None => Err(Self::absent(root.to_owned())),
            },
            Err(other) => Err(other),
        }
    }
}

/// Returns a hint for a folder that is a dataset itself.
fn itself(folder: &Path) -> String {
    let root = std::fs::canonicalize(folder).ok();
    let root = root.as_deref().and_then(Path::parent).and_then(Path::parent);
    let right = root.filter(|root| root.join(layout::CURRENT).exists());
    let right = right.map_or_else(String::new, |root| format!(", {}", root.display()));
    format!("this is a dataset itself; right would be the folder in which it was published{right}")
}
