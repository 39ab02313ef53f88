//! Publishing a generation: written aside, checked, renamed.

use crate::Error;
use crate::built;
use crate::folder::{self, STAGING, lock, sync};
use crate::layout;
use crate::manifest::{FileEntry, Inputs, Manifest, sha256_of_file};
use crate::moment::changed;
use crate::reader::Generation;
use crate::schema::TableSchema;
use crate::{dictionary, stac, tables, writer};
use arrow_array::RecordBatch;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// A generation that is being written. Dropped before [`GenerationStaging::publish`], it leaves nothing
/// behind.
///
/// Only one can exist for a folder at a time.
pub struct GenerationStaging {
    aside: folder::Staging,
    inputs: Inputs,
    id: String,
    files: Mutex<BTreeMap<String, FileEntry>>,
}

impl GenerationStaging {
    /// Makes an empty temporary folder in `root` (the `artifacts` folder), after removing what killed builds
    /// have left, for the generation of these inputs. [`Error::Busy`] while another build is running.
    pub fn new(root: &Path, inputs: Inputs) -> Result<Self, Error> {
        let id = inputs.id()?;
        Ok(Self { aside: folder::Staging::new(root)?, inputs, id, files: Mutex::default() })
    }

    /// Checks a table and writes its Arrow and Parquet files; several threads may write at a time.
    pub fn write_table(&self, table: &TableSchema, batch: &RecordBatch) -> Result<(), Error> {
        table.check(batch)?;
        let rows = Some(batch.num_rows() as u64);
        if table.arrow {
            let path = self.aside.folder().join(layout::arrow_file(table));
            writer::write_arrow(&path, batch)?;
            self.enter(&path, rows)?;
        }
        if table.parquet {
            let path = self.aside.folder().join(layout::parquet_file(table));
            let origin = writer::GenerationOrigin { generation: &self.id, inputs: &self.inputs };
            writer::write_parquet(&path, table, batch, &origin)?;
            self.enter(&path, rows)?;
        }
        Ok(())
    }

    /// Writes a file that holds no table and syncs it to disk.
    pub fn write_file(&self, name: &str, contents: &[u8]) -> Result<(), Error> {
        let path = self.aside.folder().join(name);
        fs::write(&path, contents).map_err(Error::io(&path, "write"))?;
        sync(&path)?;
        self.enter(&path, None)
    }

    fn enter(&self, path: &Path, rows: Option<u64>) -> Result<(), Error> {
        changed(path);
        let name = path.file_name().expect("a file of the generation has a name");
        let name = name.to_string_lossy().into_owned();
        let bytes = fs::metadata(path).map_err(Error::io(path, "find"))?.len();
        let entry = FileEntry { bytes, sha256: sha256_of_file(path)?, rows };
        self.files.lock().unwrap_or_else(PoisonError::into_inner).insert(name, entry);
        Ok(())
    }

    /// Adds dictionary, licences, STAC documents and manifest, reads everything back, and makes the
    /// generation current; keeps the newest `keep` generations besides.
    ///
    /// A kill at any moment leaves `current` at the old generation or at the new one, both whole.
    pub fn publish(self, keep: usize) -> Result<Manifest, Error> {
        self.write_file(layout::DICTIONARY, dictionary::schema_md().as_bytes())?;
        self.write_file(layout::LICENSES, dictionary::LICENSES.as_bytes())?;
        let item = stac::item(&self.id, &self.files.lock().unwrap_or_else(PoisonError::into_inner));
        for (name, document) in [(layout::ITEM, item), (layout::COLLECTION, stac::collection())] {
            self.write_file(name, format!("{document:#}\n").as_bytes())?;
        }
        let schema = tables::ALL
            .iter()
            .map(|t| {
                (
                    t.name.to_owned(),
                    t.columns.iter().map(|c| format!("{}: {}", c.name, c.kind.word())).collect(),
                )
            })
            .collect();
        let Self { aside, inputs, id, files } = self;
        let files = files.into_inner().unwrap_or_else(PoisonError::into_inner);
        let manifest = Manifest { id, inputs, schema, files };
        let path = aside.folder().join(layout::MANIFEST);
        fs::write(&path, manifest.to_json()?).map_err(Error::io(&path, "write"))?;
        changed(&path);
        built::record(aside.folder(), manifest.files.keys())?;
        changed(&aside.folder().join(built::BUILT));
        let is_same = |folder: &Path| check_whole(folder).is_ok_and(|found| found == manifest);
        aside.publish(&manifest.id, keep, |folder| Generation::open(folder).map(drop), is_same)?;
        Ok(manifest)
    }
}

/// Reads the manifest of the generation in `folder` and checks every file that it names, and the record of
/// when it was built.
pub fn check_whole(folder: &Path) -> Result<Manifest, Error> {
    let manifest = Manifest::read(folder)?;
    manifest.verify_files(folder)?;
    built::built_at_unix_ms(folder)?;
    Ok(manifest)
}

/// Removes what killed builds have left in `root`; a build that is running will do that itself.
pub fn sweep(root: &Path) -> Result<(), Error> {
    match lock(root) {
        Ok(_lock) => folder::sweep(root),
        Err(Error::Busy(_)) => Ok(()),
        Err(e) => Err(e),
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::layout::BUILDS;
    use crate::moment;
    use std::cell::Cell;
    use std::io;
    use std::os::unix::fs::PermissionsExt;
    use std::rc::Rc;

    pub(crate) fn inputs(engine_version: &str) -> Inputs {
        Inputs {
            format_version: crate::FORMAT_VERSION,
            engine_version: engine_version.into(),
            engine_sha256: String::new(),
            ephemeris_years: [2000, 2000],
            kernel: None,
            sources: BTreeMap::new(),
        }
    }

    /// Publishes tables without rows: the contract does not need any.
    pub(crate) fn publish(root: &Path, engine_version: &str, keep: usize) -> Manifest {
        let staging = GenerationStaging::new(root, inputs(engine_version)).expect("free");
        for table in tables::ALL {
            staging.write_table(table, &RecordBatch::new_empty(table.arrow_schema())).expect("written");
        }
        staging.publish(keep).expect("published")
    }

    /// Copies what a folder contains. Without another process: until it runs its program, it would hold the
    /// locks of all tests.
    fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let (kind, target) = (entry.file_type()?, to.join(entry.file_name()));
            if kind.is_symlink() {
                std::os::unix::fs::symlink(fs::read_link(entry.path())?, target)?;
            } else if kind.is_dir() {
                fs::create_dir(&target)?;
                copy_folder(&entry.path(), &target)?;
            } else {
                fs::copy(entry.path(), target)?;
            }
        }
        Ok(())
    }

    /// Runs a publication in `root`, and after each change of the disk `look` with the path that changed and
    /// with a copy of `root`: what a kill there leaves. Files that are not in place yet are cut in half too.
    fn at_each_moment(root: &Path, publish: impl FnOnce(), mut look: impl FnMut(&Path, &Path) + 'static) {
        let from = root.to_owned();
        let look = move |path: &Path| {
            let moment = path.strip_prefix(&from).expect("a path in the folder").to_owned();
            for is_cut in [false, true] {
                let copy = tempfile::tempdir().expect("folder");
                copy_folder(&from, copy.path()).expect("copied");
                let file = copy.path().join(&moment);
                if is_cut {
                    if !moment.to_string_lossy().starts_with(STAGING) {
                        break;
                    }
                    // Cutting fails for folders, links and what is gone.
                    let Ok(file) = fs::File::options().write(true).open(&file) else { break };
                    let half = file.metadata().expect("size").len() / 2;
                    file.set_len(half).expect("cut");
                }
                look(&moment, copy.path());
            }
        };
        moment::during(look, publish);
    }

    #[test]
    fn a_kill_at_any_moment_leaves_a_whole_generation_current_and_the_next_build_clears_up() {
        let damage = |root: &Path| {
            let file = layout::current(root).expect("current").join(layout::LICENSES);
            fs::remove_file(&file).and_then(|()| fs::write(&file, "damaged")).expect("damaged");
        };
        let mut seen = Vec::new();
        // The generation that is there, the one that is published, and how many moments see either.
        for (before, after, is_damaged) in
            [(None, "2", false), (Some("1"), "2", false), (Some("1"), "1", false), (Some("1"), "1", true)]
        {
            let root = tempfile::tempdir().expect("folder");
            let old = before.map(|version| publish(root.path(), version, 1).id);
            if is_damaged {
                damage(root.path());
            }
            let new = inputs(after).id().expect("an id");
            let counts = Rc::new(Cell::new([0; 3]));
            let (counted, expected) = (counts.clone(), new.clone());
            let look = move |moment: &Path, copy: &Path| {
                let current = layout::current(copy).ok().map(|folder| check_whole(&folder).map(|m| m.id));
                let found = match current {
                    None | Some(Err(_)) if is_damaged || old.is_none() => 0,
                    Some(Ok(id)) if Some(&id) == old.as_ref() => 1,
                    Some(Ok(id)) if id == expected => 2,
                    other => panic!("after {}: {other:?}", moment.display()),
                };
                let mut counts = counted.get();
                counts[found] += 1;
                counted.set(counts);
                // Whether a folder is unfinished in one way or another, the next build only removes it.
                if moment.to_string_lossy().starts_with(STAGING) {
                    drop(GenerationStaging::new(copy, inputs("3")).expect("free"));
                } else {
                    let next = publish(copy, "3", 1);
                    assert_eq!(Generation::current(copy).expect("whole").manifest(), &next);
                    assert_eq!(fs::read_dir(copy.join(BUILDS)).expect("list").count(), 1);
                }
                let left = fs::read_dir(copy).expect("list").flatten().map(|entry| entry.file_name());
                let left: Vec<_> = left.filter(|name| name.to_string_lossy().starts_with(STAGING)).collect();
                assert!(left.is_empty(), "after {}: {left:?}", moment.display());
            };
            at_each_moment(root.path(), || drop(publish(root.path(), after, 1)), look);
            assert_eq!(Generation::current(root.path()).expect("whole").manifest().id, new);
            seen.push((before, after, is_damaged, counts.get()));
        }
        println!("no whole generation, the old one, the new one after a kill: {seen:?}");
    }

    #[test]
    fn a_file_that_cannot_be_written_publishes_nothing_and_keeps_the_old_generation() {
        let root = tempfile::tempdir().expect("folder");
        let old = publish(root.path(), "1", 1);
        let staging = GenerationStaging::new(root.path(), inputs("2")).expect("free");
        let blocked = staging.aside.folder().join(layout::arrow_file(&tables::eclipses::TABLE));
        fs::create_dir(&blocked).expect("a folder in the place of the file");
        let table = &tables::eclipses::TABLE;
        let written = staging.write_table(table, &RecordBatch::new_empty(table.arrow_schema()));
        assert!(written.expect_err("refused").to_string().contains("eclipses.arrow"));
        drop(staging);
        assert_eq!(Generation::current(root.path()).expect("whole").manifest(), &old);
        let mut left = fs::read_dir(root.path()).expect("list").flatten();
        assert!(left.all(|entry| !entry.file_name().to_string_lossy().starts_with(STAGING)));
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
    fn published_files_are_read_only_and_their_folder_is_not() {
        let root = tempfile::tempdir().expect("folder");
        publish(root.path(), "1", 1);
        let mode = |path: &Path| fs::metadata(path).expect("mode").permissions().mode() & 0o777;
        let folder = layout::current(root.path()).expect("current");
        assert_eq!(mode(&folder) & 0o700, 0o700);
        for entry in fs::read_dir(&folder).expect("list").flatten() {
            assert_eq!(mode(&entry.path()), 0o444, "{}", entry.path().display());
        }
        // And they go when their time has come.
        publish(root.path(), "2", 1);
        assert!(!folder.exists());
    }

    #[test]
    fn only_published_files_count_as_published() {
        let root = tempfile::tempdir().expect("folder");
        let manifest = publish(root.path(), "1", 1);
        let folder = layout::current(root.path()).expect("current");
        let is_as_published = || built::is_as_published(&folder, &manifest);
        assert!(is_as_published());
        let path = folder.join(layout::arrow_file(&tables::delta_t::TABLE));
        let copy = root.path().join("copy");
        fs::copy(&path, &copy).and_then(|_| fs::rename(&copy, &path)).expect("copied");
        assert!(!is_as_published(), "a copy");
        publish(root.path(), "2", 1);
        publish(root.path(), "1", 1);
        assert!(is_as_published());
        let time = std::time::SystemTime::UNIX_EPOCH;
        fs::File::open(&path).and_then(|file| file.set_modified(time)).expect("touched");
        assert!(!is_as_published(), "another time");
    }

    #[test]
    fn two_builds_into_one_folder_do_not_meet() {
        let root = tempfile::tempdir().expect("folder");
        let staging = || GenerationStaging::new(root.path(), inputs("1"));
        let first = staging().expect("free");
        assert!(matches!(staging(), Err(Error::Busy(_))));
        drop(first);
        assert!(staging().is_ok());
    }
}
