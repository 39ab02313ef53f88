//! Publishing a generation: written aside, checked, renamed.

use crate::Error;
use crate::layout::{self, BUILDS, CURRENT};
use crate::manifest::{FileEntry, Inputs, Manifest, sha256_of_file};
use crate::reader::Generation;
use crate::schema::Table;
use crate::{dictionary, tables, writer};
use arrow_array::RecordBatch;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const STAGING: &str = ".tmp-";
const LOCK: &str = ".lock";

/// A generation that is being written. Dropped before [`Staging::publish`], it leaves nothing behind.
///
/// Only one can exist for a folder at a time: it holds a lock that the system releases when the process ends,
/// however it ends.
pub struct Staging {
    _lock: fs::File,
    root: PathBuf,
    folder: PathBuf,
    files: BTreeMap<String, FileEntry>,
    published: bool,
}

impl Staging {
    /// Makes an empty temporary folder in `root` (the `artifacts` folder), after removing what killed builds
    /// have left. [`Error::Busy`] while another build is running.
    pub fn new(root: &Path) -> Result<Self, Error> {
        let builds = root.join(BUILDS);
        fs::create_dir_all(&builds).map_err(Error::io(&builds, "create"))?;
        let lock = lock(root)?;
        sweep(root)?;
        let folder = root.join(format!("{STAGING}{}", std::process::id()));
        fs::create_dir(&folder).map_err(Error::io(&folder, "create"))?;
        Ok(Self { _lock: lock, root: root.to_owned(), folder, files: BTreeMap::new(), published: false })
    }

    /// Checks a table and writes its Arrow and Parquet files.
    pub fn write_table(&mut self, table: &Table, batch: &RecordBatch) -> Result<(), Error> {
        table.check(batch)?;
        let rows = Some(batch.num_rows() as u64);
        if table.mapped {
            let path = self.folder.join(layout::arrow_file(table));
            writer::write_arrow(&path, batch)?;
            self.enter(&path, rows)?;
        }
        if table.parquet {
            let path = self.folder.join(layout::parquet_file(table));
            writer::write_parquet(&path, table, batch)?;
            self.enter(&path, rows)?;
        }
        Ok(())
    }

    /// Writes a text file and syncs it to disk.
    fn write_text(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let path = self.folder.join(name);
        fs::write(&path, text).map_err(Error::io(&path, "write"))?;
        fs::File::open(&path).and_then(|f| f.sync_all()).map_err(Error::io(&path, "sync"))?;
        self.enter(&path, None)
    }

    fn enter(&mut self, path: &Path, rows: Option<u64>) -> Result<(), Error> {
        let name = path.file_name().expect("a file of the generation has a name");
        let name = name.to_string_lossy().into_owned();
        let bytes = fs::metadata(path).map_err(Error::io(path, "find"))?.len();
        self.files.insert(name, FileEntry { bytes, sha256: sha256_of_file(path)?, rows });
        Ok(())
    }

    /// Adds dictionary, licences and manifest, reads everything back, and makes the generation current; keeps
    /// the newest `keep` generations besides.
    ///
    /// A kill at any moment leaves `current` at the old generation or at the new one, both whole.
    pub fn publish(mut self, inputs: Inputs, keep: usize) -> Result<Manifest, Error> {
        self.write_text(layout::DICTIONARY, &dictionary::schema_md())?;
        self.write_text(layout::LICENSES, dictionary::LICENSES)?;
        let schema = tables::ALL
            .iter()
            .map(|t| {
                (
                    t.name.to_owned(),
                    t.columns.iter().map(|c| format!("{}: {}", c.name, c.kind.word())).collect(),
                )
            })
            .collect();
        let manifest = Manifest { id: inputs.id()?, inputs, schema, files: self.files.clone() };
        let path = self.folder.join(layout::MANIFEST);
        fs::write(&path, manifest.to_json()?).map_err(Error::io(&path, "write"))?;
        sync(&path)?;
        sync(&self.folder)?;
        Generation::open(&self.folder)?;

        let target = self.root.join(BUILDS).join(&manifest.id);
        self.rename_into(&target, &manifest)?;
        self.published = true;
        point_current_at(&self.root, &manifest.id)?;
        prune(&self.root, &manifest.id, keep)?;
        Ok(manifest)
    }

    /// Renames the temporary folder to the name of its generation. The same inputs give the same id: a whole
    /// generation of that name stays, a damaged one is moved aside first.
    fn rename_into(&self, target: &Path, manifest: &Manifest) -> Result<(), Error> {
        if target.exists() {
            let same =
                Manifest::read(target).is_ok_and(|m| m == *manifest) && manifest.verify_files(target).is_ok();
            if same {
                return fs::remove_dir_all(&self.folder).map_err(Error::io(&self.folder, "remove"));
            }
            let aside = self.root.join(format!("{STAGING}replaced-{}", std::process::id()));
            fs::rename(target, &aside).map_err(Error::io(target, "move aside"))?;
            fs::rename(&self.folder, target).map_err(Error::io(target, "rename into place"))?;
            fs::remove_dir_all(&aside).map_err(Error::io(&aside, "remove"))?;
        } else {
            fs::rename(&self.folder, target).map_err(Error::io(target, "rename into place"))?;
        }
        sync(&self.root.join(BUILDS))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        if !self.published {
            // Nothing can be done about a folder that will not go; the next build sweeps it away.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// Writes a text file beside what is published in `root`: whole or not at all. The path must not be that of a
/// file in a manifest. [`Error::Busy`] while a build is running.
pub fn leave(root: &Path, path: &Path, text: &str) -> Result<(), Error> {
    let _lock = lock(root)?;
    let aside = root.join(format!("{STAGING}text-{}", std::process::id()));
    fs::write(&aside, text).map_err(Error::io(&aside, "write"))?;
    fs::rename(&aside, path).map_err(Error::io(path, "rename into place"))
}

fn sync(path: &Path) -> Result<(), Error> {
    fs::File::open(path).and_then(|f| f.sync_all()).map_err(Error::io(path, "sync"))
}

/// Points `current` at a generation: a new link is renamed over the old one, which is atomic.
fn point_current_at(root: &Path, id: &str) -> Result<(), Error> {
    let fresh = root.join(format!("{STAGING}link-{}", std::process::id()));
    let link = root.join(CURRENT);
    std::os::unix::fs::symlink(Path::new(BUILDS).join(id), &fresh).map_err(Error::io(&fresh, "create"))?;
    fs::rename(&fresh, &link).map_err(Error::io(&link, "replace"))?;
    sync(root)
}

/// Removes all but the newest `keep` generations; the one named stays in any case.
fn prune(root: &Path, id: &str, keep: usize) -> Result<(), Error> {
    let builds = root.join(BUILDS);
    let mut others = Vec::new();
    for entry in fs::read_dir(&builds).map_err(Error::io(&builds, "list"))? {
        let entry = entry.map_err(Error::io(&builds, "list"))?;
        if entry.file_name() != id {
            let path = entry.path();
            let modified = entry.metadata().and_then(|m| m.modified());
            others.push((modified.map_err(Error::io(&path, "find the age of"))?, path));
        }
    }
    others.sort();
    let surplus = (others.len() + 1).saturating_sub(keep.max(1));
    for (_, path) in others.into_iter().take(surplus) {
        fs::remove_dir_all(&path).map_err(Error::io(&path, "remove"))?;
    }
    Ok(())
}

fn lock(root: &Path) -> Result<fs::File, Error> {
    let path = root.join(LOCK);
    let file = fs::File::create(&path).map_err(Error::io(&path, "create"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(Error::Busy(root.to_owned())),
        Err(fs::TryLockError::Error(e)) => Err(Error::io(&path, "lock")(e)),
    }
}

/// Removes temporary folders and links of builds that were killed; the lock says that no other build is
/// alive.
fn sweep(root: &Path) -> Result<(), Error> {
    for entry in fs::read_dir(root).map_err(Error::io(root, "list"))? {
        let entry = entry.map_err(Error::io(root, "list"))?;
        if entry.file_name().to_string_lossy().starts_with(STAGING) {
            let path = entry.path();
            let removed = if path.is_dir() && !path.is_symlink() {
                fs::remove_dir_all(&path)
            } else {
                fs::remove_file(&path)
            };
            removed.map_err(Error::io(&path, "remove what an interrupted build has left"))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(engine_version: &str) -> Inputs {
        Inputs {
            format_version: crate::FORMAT_VERSION,
            engine_version: engine_version.into(),
            engine_sha256: String::new(),
            ephemeris_years: [2000, 2000],
            sources: BTreeMap::new(),
        }
    }

    /// Publishes tables without rows: the contract does not need any.
    fn publish(root: &Path, engine_version: &str, keep: usize) -> Manifest {
        let mut staging = Staging::new(root).expect("free");
        for table in tables::ALL {
            staging.write_table(table, &RecordBatch::new_empty(table.arrow_schema())).expect("written");
        }
        staging.publish(inputs(engine_version), keep).expect("published")
    }

    #[test]
    fn the_newest_generation_is_current_and_older_ones_go() {
        let root = tempfile::tempdir().expect("folder");
        for version in ["1", "2", "3", "4"] {
            let manifest = publish(root.path(), version, 2);
            assert_eq!(Generation::current(root.path()).expect("whole").manifest(), &manifest);
        }
        assert_eq!(fs::read_dir(root.path().join(BUILDS)).expect("list").count(), 2);
    }

    #[test]
    fn the_same_inputs_publish_the_same_generation_again() {
        let root = tempfile::tempdir().expect("folder");
        assert_eq!(publish(root.path(), "1", 3), publish(root.path(), "1", 3));
        assert_eq!(fs::read_dir(root.path().join(BUILDS)).expect("list").count(), 1);
    }

    #[test]
    fn two_builds_into_one_folder_do_not_meet() {
        let root = tempfile::tempdir().expect("folder");
        let first = Staging::new(root.path()).expect("free");
        assert!(matches!(Staging::new(root.path()), Err(Error::Busy(_))));
        drop(first);
        assert!(Staging::new(root.path()).is_ok());
    }

    #[test]
    fn a_generation_given_up_leaves_nothing() {
        let root = tempfile::tempdir().expect("folder");
        drop(Staging::new(root.path()).expect("free"));
        let left: Vec<_> =
            fs::read_dir(root.path()).expect("list").flatten().map(|e| e.file_name()).collect();
        assert!(left.iter().all(|n| n == BUILDS || n == LOCK), "{left:?}");
        assert!(matches!(Generation::current(root.path()), Err(Error::NotPublished(_))));
    }
}
