//! Publishing a generation: written aside, checked, renamed.

use crate::Error;
use crate::manifest::{FILE_NAME, FileEntry, Inputs, Manifest, sha256_of_file};
use crate::reader::Generation;
use crate::schema::Table;
use crate::{dictionary, tables, writer};
use arrow::record_batch::RecordBatch;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const BUILDS: &str = "builds";
const CURRENT: &str = "current";
const STAGING: &str = ".tmp-";

/// A generation being written. Dropped before [`Staging::publish`], it leaves nothing behind.
pub struct Staging {
    root: PathBuf,
    folder: PathBuf,
    files: BTreeMap<String, FileEntry>,
    published: bool,
}

impl Staging {
    /// A fresh temporary folder in `root` (the `artifacts` folder), after sweeping away what killed builds have left.
    pub fn new(root: &Path) -> Result<Self, Error> {
        let builds = root.join(BUILDS);
        fs::create_dir_all(&builds).map_err(Error::io(&builds, "create"))?;
        sweep(root)?;
        let folder = root.join(format!("{STAGING}{}", std::process::id()));
        fs::create_dir(&folder).map_err(Error::io(&folder, "create"))?;
        Ok(Self { root: root.to_owned(), folder, files: BTreeMap::new(), published: false })
    }

    /// Checks a table and writes its Arrow and Parquet files.
    pub fn write_table(&mut self, table: &Table, batch: &RecordBatch) -> Result<(), Error> {
        table.check(batch)?;
        let rows = Some(batch.num_rows() as u64);
        if table.mapped {
            let path = self.folder.join(format!("{}.arrow", table.name));
            writer::write_arrow(&path, batch)?;
            self.enter(&path, rows)?;
        }
        if table.parquet {
            let path = self.folder.join(format!("{}.parquet", table.name));
            writer::write_parquet(&path, table, batch)?;
            self.enter(&path, rows)?;
        }
        Ok(())
    }

    /// Writes a text file, synced.
    fn write_text(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let path = self.folder.join(name);
        fs::write(&path, text).map_err(Error::io(&path, "write"))?;
        fs::File::open(&path).and_then(|f| f.sync_all()).map_err(Error::io(&path, "sync"))?;
        self.enter(&path, None)
    }

    fn enter(&mut self, path: &Path, rows: Option<u64>) -> Result<(), Error> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = fs::metadata(path).map_err(Error::io(path, "find"))?.len();
        self.files.insert(name, FileEntry { bytes, sha256: sha256_of_file(path)?, rows });
        Ok(())
    }

    /// Adds dictionary, licences and manifest, reads everything back, and makes the generation current; keeps the newest `keep` generations besides.
    ///
    /// A kill at any moment leaves `current` at the old generation or at the new one, both whole.
    pub fn publish(mut self, inputs: Inputs, keep: usize) -> Result<Manifest, Error> {
        self.write_text("SCHEMA.md", &dictionary::schema_md())?;
        self.write_text("LICENSES.md", dictionary::LICENSES)?;
        let schema = tables::ALL.iter().map(|t| (t.name.to_owned(), t.columns.iter().map(|c| format!("{}: {}", c.name, c.kind.word())).collect())).collect();
        let manifest = Manifest { id: inputs.id()?, inputs, schema, files: self.files.clone() };
        let path = self.folder.join(FILE_NAME);
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

    /// The same inputs give the same id: a whole generation of that name stays, a damaged one is moved aside first.
    fn rename_into(&self, target: &Path, manifest: &Manifest) -> Result<(), Error> {
        if target.exists() {
            let same = Manifest::read(target).is_ok_and(|m| m == *manifest) && manifest.verify_files(target).is_ok();
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

/// The folder of the current generation of `root`.
pub fn current(root: &Path) -> Result<PathBuf, Error> {
    let link = root.join(CURRENT);
    fs::canonicalize(&link).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => Error::NotPublished(root.to_owned()),
        _ => Error::io(&link, "follow")(e),
    })
}

fn sync(path: &Path) -> Result<(), Error> {
    fs::File::open(path).and_then(|f| f.sync_all()).map_err(Error::io(path, "sync"))
}

/// A new link is renamed over the old one, which is atomic.
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
    let mut others: Vec<_> = fs::read_dir(&builds)
        .map_err(Error::io(&builds, "list"))?
        .filter_map(Result::ok)
        .filter(|e| e.file_name() != id)
        .map(|e| (e.metadata().and_then(|m| m.modified()).ok(), e.path()))
        .collect();
    others.sort();
    let surplus = (others.len() + 1).saturating_sub(keep.max(1));
    for (_, path) in others.into_iter().take(surplus) {
        fs::remove_dir_all(&path).map_err(Error::io(&path, "remove"))?;
    }
    Ok(())
}

/// Removes temporary folders and links whose process is gone.
fn sweep(root: &Path) -> Result<(), Error> {
    for entry in fs::read_dir(root).map_err(Error::io(root, "list"))?.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(rest) = name.strip_prefix(STAGING) else { continue };
        let owner = rest.rsplit('-').next().unwrap_or_default();
        let alive = owner != std::process::id().to_string() && Path::new("/proc").join(owner).exists();
        if !alive {
            let path = entry.path();
            let removed = if path.is_symlink() { fs::remove_file(&path) } else { fs::remove_dir_all(&path) };
            removed.map_err(Error::io(&path, "remove what an interrupted build has left"))?;
        }
    }
    Ok(())
}
