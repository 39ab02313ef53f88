//! The manifest: the inputs of a generation and its contents.

use crate::Error;
use crate::layout::MANIFEST;
use arrow_buffer::Buffer;
use bytes::Bytes;
use memmap2::{Mmap, MmapMut};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The way to load the bytes of a generation: mapped or copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FileAccess {
    /// Maps the files: all programs share one copy, which the system may drop and read again. A file that is
    /// truncated in place ends the program, and one that is overwritten changes its data.
    #[default]
    Mapped,
    /// Copies the files, so that later changes to them have no effect.
    Copied,
}

/// The time at which the checksums of a generation are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verification {
    /// Before anything is read.
    First,
    /// By [`Generation::verify`](crate::reader::Generation::verify), if sizes, inodes and times of the files
    /// are still those of their publication and the files are mapped.
    Later,
}

/// Size of the pieces that are read and hashed: small enough to be in the cache when they are hashed.
const PIECE_BYTES: usize = 1 << 18;

/// Everything that decides the bytes of a generation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inputs {
    /// Version of the layout of a generation.
    pub format_version: u32,
    /// Version of the builder.
    pub engine_version: String,
    /// SHA-256 of the builder's own sources.
    pub engine_sha256: String,
    /// First and last year of the ephemeris.
    pub ephemeris_years: [i32; 2],
    /// The numerical ephemeris, if one was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<KernelSource>,
    /// SHA-256 of each source file.
    pub sources: BTreeMap<String, String>,
}

/// A numerical ephemeris. In its range, the tables `ephemeris` and `elements_precise` come from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelSource {
    /// Name of the file.
    pub file: String,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// First Julian Date (TT) from which on segments of the ephemeris come from it, by their middle; eclipses
    /// by their new moon.
    pub from_jd_tt: i32,
    /// The last such Julian Date.
    pub to_jd_tt: i32,
}

/// A file of the generation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Size, bytes.
    pub bytes: u64,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// Number of rows, if the file holds a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
}

/// Contents of `manifest.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Name of the generation: the hash of [`Inputs`].
    pub id: String,
    /// The inputs that the generation was made from.
    pub inputs: Inputs,
    /// Columns of each table as `name: type`.
    pub schema: BTreeMap<String, Vec<String>>,
    /// All files of the generation but the manifest, by name.
    pub files: BTreeMap<String, FileEntry>,
}

impl Inputs {
    /// The generation's id: the first 16 hexadecimal digits of the SHA-256 of the inputs as JSON.
    pub fn id(&self) -> Result<String, Error> {
        let text = serde_json::to_string(self).map_err(|e| Error::encoding(Path::new(MANIFEST))(&e))?;
        Ok(sha256_hex(text.as_bytes())[..16].to_owned())
    }
}

/// Returns the SHA-256 in hexadecimal.
///
/// ```
/// assert!(artifacts::manifest::sha256_hex(b"abc").starts_with("ba7816bf"));
/// ```
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// SHA-256 of a file, read in pieces.
pub fn sha256_of_file(path: &Path) -> Result<String, Error> {
    let mut file = File::open(path).map_err(Error::io(path, "open"))?;
    let mut digest = Sha256::new();
    let mut buffer = vec![0; PIECE_BYTES];
    loop {
        let n = file.read(&mut buffer).map_err(Error::io(path, "read"))?;
        if n == 0 {
            return Ok(hex(&digest.finalize()));
        }
        digest.update(&buffer[..n]);
    }
}

/// Greatest accepted length of a manifest. Those of generations have 20 kB, those of terrain 1 MB.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a manifest, a regular file of limited length: a pipe would never end.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    let found = std::fs::metadata(path)?;
    if !found.is_file() || found.len() > MAX_BYTES {
        let problem = format!("is no regular file of at most {} MiB", MAX_BYTES >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    std::fs::read_to_string(path)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

impl Manifest {
    /// Reads the manifest of the generation in `folder`. Rejects a format version that is too old or newer
    /// than this program.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(MANIFEST);
        let text = read_text(&path).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => Error::NotPublished(folder.to_owned()),
            _ => Error::io(&path, "read")(e),
        })?;
        let value: serde_json::Value =
            serde_json::from_str(&text).map_err(|e| Error::damaged(&path, e.to_string()))?;
        let found = value["inputs"]["format_version"].as_u64().and_then(|v| u32::try_from(v).ok());
        let found = found.ok_or_else(|| Error::damaged(&path, "it states no format_version"))?;
        if !(crate::OLDEST_FORMAT_VERSION..=crate::FORMAT_VERSION).contains(&found) {
            return Err(Error::Format { path, found, oldest: crate::OLDEST_FORMAT_VERSION });
        }
        let manifest: Self =
            serde_json::from_value(value).map_err(|e| Error::damaged(&path, e.to_string()))?;
        if manifest.inputs.id()? != manifest.id {
            return Err(Error::damaged(&path, "the id does not follow from the inputs"));
        }
        Ok(manifest)
    }

    /// Reads the manifest in `folder` for a comparison: of any format version. None if it cannot be read, or
    /// has a name that no program of Umbra writes.
    pub fn of_any_format(folder: &Path) -> Option<Self> {
        let manifest: Self = serde_json::from_str(&read_text(&folder.join(MANIFEST)).ok()?).ok()?;
        let names = manifest.schema.iter().flat_map(|(table, columns)| std::iter::once(table).chain(columns));
        let is_strange = |name: &String| name.len() > 200 || name.contains(char::is_control);
        if names.chain([&manifest.id, &manifest.inputs.engine_version]).any(is_strange) {
            return None;
        }
        Some(manifest)
    }

    /// The manifest as the JSON text of its file.
    pub fn to_json(&self) -> Result<String, Error> {
        serde_json::to_string_pretty(self)
            .map(|t| t + "\n")
            .map_err(|e| Error::encoding(Path::new(MANIFEST))(&e))
    }

    /// Checks size and checksum of every file in `folder`.
    pub fn verify_files(&self, folder: &Path) -> Result<(), Error> {
        self.load(folder, |_| false, |_| true, FileAccess::Mapped, true).map(drop)
    }

    /// Checks size and checksum of files in `folder`. Returns the bytes of those that `is_needed` selects,
    /// with their checksum unchecked unless `is_verified`; other files are only checked, if `is_checked`
    /// selects them.
    pub(crate) fn load(
        &self,
        folder: &Path,
        is_needed: impl Fn(&str) -> bool + Sync,
        is_checked: impl Fn(&str) -> bool + Sync,
        access: FileAccess,
        is_verified: bool,
    ) -> Result<BTreeMap<String, Buffer>, Error> {
        // Largest first: otherwise one thread may begin the largest file when the others finish.
        let mut files: Vec<_> = self.files.iter().collect();
        files.sort_by_key(|(_, entry)| std::cmp::Reverse(entry.bytes));
        let next = AtomicUsize::new(0);
        let load_some = || -> Result<Vec<(String, Buffer)>, Error> {
            let mut loaded = Vec::new();
            while let Some((name, entry)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                let path = folder.join(name);
                if is_needed(name) {
                    loaded.push(((*name).clone(), entry.load(&path, access, is_verified)?));
                } else if is_checked(name) {
                    entry.verify(&path)?;
                }
            }
            Ok(loaded)
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(load_some)).collect();
            let mut loaded = BTreeMap::from_iter(load_some()?);
            for helper in helpers {
                loaded.extend(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
            }
            Ok(loaded)
        })
    }
}

impl FileEntry {
    fn verify(&self, path: &Path) -> Result<(), Error> {
        self.check_length(path, std::fs::metadata(path).map_err(Error::io(path, "find"))?.len())?;
        self.check_sum(path, &sha256_of_file(path)?)
    }

    /// Maps or copies a file, aligned as Arrow wants it, and checks the bytes, unless a mapped file is to be
    /// verified later.
    pub(crate) fn load(&self, path: &Path, access: FileAccess, is_verified: bool) -> Result<Buffer, Error> {
        let file = File::open(path).map_err(Error::io(path, "open"))?;
        self.check_length(path, file.metadata().map_err(Error::io(path, "find"))?.len())?;
        let (bytes, sha256) = match access {
            FileAccess::Mapped => {
                let memory = mapped(&file).map_err(Error::io(path, "map"))?;
                if !is_verified {
                    return Ok(Buffer::from(Bytes::from_owner(memory)));
                }
                let sha256 = hex(&Sha256::digest(&memory));
                (Bytes::from_owner(memory), sha256)
            }
            FileAccess::Copied => self.copied(file, path)?,
        };
        self.check_sum(path, &sha256)?;
        Ok(Buffer::from(bytes))
    }

    /// Copies a file; returns its bytes and their sum.
    fn copied(&self, mut file: File, path: &Path) -> Result<(Bytes, String), Error> {
        // Anonymous pages can be made read-only, and return to the system when the generation is dropped.
        let mut memory =
            MmapMut::map_anon(self.bytes as usize).map_err(Error::io(path, "find memory for"))?;
        let mut digest = Sha256::new();
        for piece in memory.chunks_mut(PIECE_BYTES) {
            file.read_exact(piece).map_err(Error::io(path, "read"))?;
            digest.update(piece);
        }
        let memory = memory.make_read_only().map_err(Error::io(path, "make read-only the memory of"))?;
        Ok((Bytes::from_owner(memory), hex(&digest.finalize())))
    }

    fn check_length(&self, path: &Path, bytes: u64) -> Result<(), Error> {
        let problem = || format!("{bytes} bytes where the manifest says {}", self.bytes);
        if bytes == self.bytes { Ok(()) } else { Err(Error::damaged(path, problem())) }
    }

    fn check_sum(&self, path: &Path, sha256: &str) -> Result<(), Error> {
        let problem = "its SHA-256 is not that of the manifest";
        if sha256 == self.sha256 { Ok(()) } else { Err(Error::damaged(path, problem)) }
    }
}

/// Maps a file, shared and read-only.
#[expect(unsafe_code, reason = "the only way to share the bytes of a file between programs")]
fn mapped(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: the bytes must not change while they are mapped. Files of a generation are published read-only
    // and never changed; operators who cannot rely on that copy them (`FileAccess::Copied`).
    unsafe { Mmap::map(file) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Error {
        let folder = tempfile::tempdir().expect("folder");
        std::fs::write(folder.path().join(MANIFEST), text).expect("written");
        Manifest::read(folder.path()).expect_err("no manifest of ours")
    }

    #[test]
    fn a_manifest_without_a_version_is_damaged_and_not_of_version_0() {
        // 4294967298 is 2 in 32 bits.
        for version in ["", r#""format_version":"2""#, r#""format_version":4294967298"#] {
            let error = read(&format!(r#"{{"inputs":{{{version}}}}}"#));
            assert!(matches!(error, Error::Damaged { .. }), "{version}: {error}");
        }
    }

    #[test]
    fn an_older_generation_is_to_be_built_anew_and_a_newer_one_read_by_a_newer_program() {
        let of = |version: u32| read(&format!(r#"{{"inputs":{{"format_version":{version}}}}}"#)).to_string();
        let (oldest, newest) = (crate::OLDEST_FORMAT_VERSION, crate::FORMAT_VERSION);
        let [old, new] = [
            format!("is older than {oldest}, the oldest that is read here; run the builder"),
            format!("is newer than {newest}, the newest that this program reads; use"),
        ];
        assert!(of(oldest - 1).contains(&old) && of(newest + 1).contains(&new));
        // In a version between them, all else is looked at.
        assert!(of(oldest).contains("missing field") && of(newest).contains("missing field"));
    }
}
