//! The folder `artifacts`: its lock, the leftovers of killed builds, and which generations are kept.

use crate::Error;
use crate::layout::{BUILDS, CURRENT};
use crate::moment::changed;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Beginning of the names of everything that is not published yet.
pub(crate) const STAGING: &str = ".tmp-";
/// The file whose lock a build holds.
pub(crate) const LOCK: &str = ".lock";
/// Mode of published files, which never change.
const READ_ONLY: u32 = 0o444;

/// Creates the folder if it is missing, and creates and removes a file wherever a build will write, so that
/// an unusable folder is detected before anything is computed.
pub fn try_folder(root: &Path) -> Result<(), Error> {
    let builds = root.join(BUILDS);
    fs::create_dir_all(&builds).map_err(Error::io(&builds, "create"))?;
    for folder in [root, &builds] {
        let path = folder.join(format!("{STAGING}try-{}", std::process::id()));
        fs::write(&path, []).map_err(Error::io(&path, "create"))?;
        fs::remove_file(&path).map_err(Error::io(&path, "remove"))?;
    }
    Ok(())
}

/// A folder that is being written beside what is published. Dropped before [`Staging::publish`], it leaves
/// nothing behind.
///
/// Only one can exist for a root at a time: it holds a lock that the system releases when the process ends,
/// however it ends.
pub(crate) struct Staging {
    _lock: fs::File,
    root: PathBuf,
    folder: PathBuf,
    is_published: bool,
}

impl Staging {
    /// Creates an empty temporary folder in `root`, after removing the leftovers of killed builds. Returns
    /// [`Error::Busy`] while another build is running.
    pub(crate) fn new(root: &Path) -> Result<Self, Error> {
        let builds = root.join(BUILDS);
        fs::create_dir_all(&builds).map_err(Error::io(&builds, "create"))?;
        let lock = lock(root)?;
        sweep(root)?;
        let folder = root.join(format!("{STAGING}{}", std::process::id()));
        fs::create_dir(&folder).map_err(Error::io(&folder, "create"))?;
        changed(&folder);
        Ok(Self { _lock: lock, root: root.to_owned(), folder, is_published: false })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes the files read-only, reads them back with `check`, and makes the folder current under the name
    /// `id`; keeps the newest `keep` folders. If a folder of that name exists, `is_same` returns whether it
    /// is complete and has the same contents.
    ///
    /// If the process is killed at any moment, `current` points to the old folder or to the new one, both
    /// complete.
    pub(crate) fn publish(
        mut self,
        id: &str,
        keep: usize,
        check: impl FnOnce(&Path) -> Result<(), Error>,
        is_same: impl FnOnce(&Path) -> bool,
    ) -> Result<(), Error> {
        make_read_only(&self.folder)?;
        changed(&self.folder);
        sync(&self.folder)?;
        check(&self.folder)?;
        self.put_in_place(id, is_same)?;
        self.is_published = true;
        point_current_at(&self.root, id)?;
        prune(&self.root, id, keep)
    }

    /// Renames the temporary folder to `id`. A complete folder of that name stays, so that `current` always
    /// points to a folder, and the new one is removed. A damaged one is moved aside first, and moved back if
    /// the new one cannot replace it.
    fn put_in_place(&self, id: &str, is_same: impl FnOnce(&Path) -> bool) -> Result<(), Error> {
        let builds = self.root.join(BUILDS);
        let target = builds.join(id);
        if target.exists() {
            if is_same(&target) {
                fs::remove_dir_all(&self.folder).map_err(Error::io(&self.folder, "remove"))?;
                changed(&self.folder);
                return Ok(());
            }
            let replaced = self.root.join(format!("{STAGING}replaced-{}", std::process::id()));
            fs::rename(&target, &replaced).map_err(Error::io(&target, "move aside"))?;
            changed(&target);
            if let Err(e) = fs::rename(&self.folder, &target) {
                // If the old one cannot be moved back either, the first error is the more useful.
                let _ = fs::rename(&replaced, &target);
                return Err(Error::io(&target, "rename into place")(e));
            }
            changed(&target);
            fs::remove_dir_all(&replaced).map_err(Error::io(&replaced, "remove"))?;
        } else {
            fs::rename(&self.folder, &target).map_err(Error::io(&target, "rename into place"))?;
        }
        changed(&target);
        sync(&builds)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        if !self.is_published {
            // An error cannot be reported here; the next build removes the folder.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// Makes every file of a folder read-only, synced to disk.
fn make_read_only(folder: &Path) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(Error::io(folder, "list"))? {
        let path = entry.map_err(Error::io(folder, "list"))?.path();
        fs::set_permissions(&path, fs::Permissions::from_mode(READ_ONLY))
            .map_err(Error::io(&path, "make read-only"))?;
        sync(&path)?;
    }
    Ok(())
}

/// Syncs a file or a folder to disk.
pub(crate) fn sync(path: &Path) -> Result<(), Error> {
    fs::File::open(path).and_then(|f| f.sync_all()).map_err(Error::io(path, "sync"))
}

/// Points `current` at a generation: a new link is renamed over the old one, which is atomic.
fn point_current_at(root: &Path, id: &str) -> Result<(), Error> {
    let fresh = root.join(format!("{STAGING}link-{}", std::process::id()));
    let link = root.join(CURRENT);
    std::os::unix::fs::symlink(Path::new(BUILDS).join(id), &fresh).map_err(Error::io(&fresh, "create"))?;
    changed(&fresh);
    fs::rename(&fresh, &link).map_err(Error::io(&link, "replace"))?;
    changed(&link);
    sync(root)
}

/// Removes all but the newest `keep` generations, and never the one with this id.
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
        changed(&path);
    }
    Ok(())
}

/// Locks the folder. Returns [`Error::Busy`] while another build holds the lock.
pub(crate) fn lock(root: &Path) -> Result<fs::File, Error> {
    let path = root.join(LOCK);
    let file = fs::File::create(&path).map_err(Error::io(&path, "create"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(Error::Busy(root.to_owned())),
        Err(fs::TryLockError::Error(e)) => Err(Error::io(&path, "lock")(e)),
    }
}

/// Removes temporary folders and links of killed builds. The caller holds the lock, so no other build runs.
pub(crate) fn sweep(root: &Path) -> Result<(), Error> {
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
