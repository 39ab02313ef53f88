//! Writing a terrain dataset: written aside, checked, renamed.

use super::block::{self, BYTES, Key, SAMPLES, SIDE};
use super::manifest::{Grid, Manifest, Source};
use super::{FORMAT_VERSION, HEIGHTS};
use crate::Error;
use crate::folder::{STAGING, lock, make_read_only, point_current_at, prune, sweep, sync};
use crate::layout::{BUILDS, MANIFEST};
use std::fs::{self, File};
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A dataset that is being written. Dropped before [`Writer::publish`], it leaves nothing behind. Its memory
/// is that of one row of blocks.
pub struct Writer {
    _lock: File,
    root: PathBuf,
    folder: PathBuf,
    heights: BufWriter<File>,
    grids: Vec<Grid>,
    bytes: u64,
    is_published: bool,
}

impl Writer {
    /// Makes an empty temporary folder in `root`, after removing what killed builds have left.
    /// [`Error::Busy`] while another build is running.
    pub fn new(root: &Path) -> Result<Self, Error> {
        let builds = root.join(BUILDS);
        fs::create_dir_all(&builds).map_err(Error::io(&builds, "create"))?;
        let lock = lock(root)?;
        sweep(root)?;
        let folder = root.join(format!("{STAGING}{}", std::process::id()));
        fs::create_dir(&folder).map_err(Error::io(&folder, "create"))?;
        let path = folder.join(HEIGHTS);
        let file = File::create(&path).map_err(Error::io(&path, "create"))?;
        let heights = BufWriter::with_capacity(1 << 20, file);
        let root = root.to_owned();
        Ok(Self { _lock: lock, root, folder, heights, grids: Vec::new(), bytes: 0, is_published: false })
    }

    /// Writes a grid. `band` gives its rows in order, up to so many at a time: the heights of whole rows, m,
    /// NaN where they are unknown.
    pub fn write_grid<E: From<Error>>(
        &mut self,
        grid: Grid,
        mut band: impl FnMut(usize) -> Result<Vec<f32>, E>,
    ) -> Result<(), E> {
        let (columns, rows) = (grid.columns as usize, grid.rows as usize);
        let number = self.grids.len() as u32;
        let mut at = 0;
        for first in (0..rows).step_by(SIDE) {
            let count = SIDE.min(rows - first);
            let heights_m = band(count)?;
            assert_eq!(heights_m.len(), count * columns, "a band has as many heights as were asked for");
            for west in (0..columns).step_by(SIDE) {
                let mut samples = [f32::NAN; SAMPLES];
                let width = SIDE.min(columns - west);
                for (row, of_row) in heights_m.chunks_exact(columns).enumerate() {
                    samples[row * SIDE..][..width].copy_from_slice(&of_row[west..][..width]);
                }
                self.put(&block::write(Key { grid: number, block: at }, &samples))?;
                at += 1;
            }
        }
        self.grids.push(grid);
        Ok(())
    }

    /// Writes a block; the rest of one without samples is left out, which takes no room on the disk.
    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let missing = (BYTES - bytes.len()) as i64;
        self.bytes += BYTES as u64;
        let written = self.heights.write_all(bytes).and_then(|()| match missing {
            0 => Ok(()),
            _ => self.heights.seek(SeekFrom::Current(missing)).map(drop),
        });
        written.map_err(Error::io(&self.folder.join(HEIGHTS), "write"))
    }

    /// Adds the manifest, and makes the dataset current; keeps the newest `keep` datasets. Gives its
    /// manifest.
    ///
    /// A kill at any moment leaves `current` at the old dataset or at the new one, both whole.
    pub fn publish(mut self, sources: Vec<Source>, engine: &str, keep: usize) -> Result<Manifest, Error> {
        let path = self.folder.join(HEIGHTS);
        let sized = self.heights.flush().and_then(|()| self.heights.get_ref().set_len(self.bytes));
        sized.map_err(Error::io(&path, "write"))?;
        let mut manifest = Manifest {
            id: String::new(),
            format_version: FORMAT_VERSION,
            engine_version: engine.to_owned(),
            sources,
            grids: std::mem::take(&mut self.grids),
            heights_bytes: self.bytes,
        };
        manifest.id = manifest.expected_id()?;
        let path = self.folder.join(MANIFEST);
        let text = serde_json::to_string_pretty(&manifest).map_err(|e| Error::encoding(&path)(&e))?;
        fs::write(&path, text + "\n").map_err(Error::io(&path, "write"))?;
        make_read_only(&self.folder)?;
        sync(&self.folder)?;
        Manifest::read(&self.folder)?;
        self.rename_into(&self.root.join(BUILDS).join(&manifest.id))?;
        self.is_published = true;
        point_current_at(&self.root, &manifest.id)?;
        prune(&self.root, &manifest.id, keep)?;
        Ok(manifest)
    }

    /// Renames the temporary folder to the name of its dataset; one of that name is moved aside first.
    fn rename_into(&self, target: &Path) -> Result<(), Error> {
        let aside = self.root.join(format!("{STAGING}replaced-{}", std::process::id()));
        let was_there = target.exists();
        if was_there {
            fs::rename(target, &aside).map_err(Error::io(target, "move aside"))?;
        }
        fs::rename(&self.folder, target).map_err(Error::io(target, "rename into place"))?;
        if was_there {
            fs::remove_dir_all(&aside).map_err(Error::io(&aside, "remove"))?;
        }
        sync(&self.root.join(BUILDS))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if !self.is_published {
            // Nothing can be done about a folder that will not go; the next build sweeps it away.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}
