//! Writing a terrain dataset: written aside, checked, renamed.

use super::block::{self, BYTES, BlockKey, SAMPLES, SIDE};
use super::manifest::{FORMAT_VERSION, HEIGHTS, TerrainGrid, TerrainManifest, TerrainSource};
use crate::Error;
use crate::dataset::Dataset;
use crate::folder::Staging;
use crate::layout::MANIFEST;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A dataset that is being written. Dropped before [`TerrainWriter::publish`], it leaves nothing behind. Its
/// memory is that of one row of blocks.
pub struct TerrainWriter {
    staging: Staging,
    heights: BufWriter<File>,
    grids: Vec<TerrainGrid>,
    bytes: u64,
}

impl TerrainWriter {
    /// Makes an empty temporary folder in `root`, after removing what killed builds have left.
    /// [`Error::Busy`] while another build is running.
    pub fn new(root: &Path) -> Result<Self, Error> {
        let staging = Staging::new(root)?;
        let path = staging.folder().join(HEIGHTS);
        let file = File::create(&path).map_err(Error::io(&path, "create"))?;
        let heights = BufWriter::with_capacity(1 << 20, file);
        Ok(Self { staging, heights, grids: Vec::new(), bytes: 0 })
    }

    /// Writes a grid. `band` gives its rows in order, up to a number of them at a time: the heights of whole
    /// rows, m, NaN where they are unknown.
    pub fn write_grid<E: From<Error>>(
        &mut self,
        grid: TerrainGrid,
        mut band: impl FnMut(usize) -> Result<Vec<f32>, E>,
    ) -> Result<(), E> {
        let (columns, rows) = (grid.columns as usize, grid.rows as usize);
        let number = self.grids.len() as u32;
        let mut at = 0;
        for first in (0..rows).step_by(SIDE) {
            let count = SIDE.min(rows - first);
            let heights_m = band(count)?;
            assert_eq!(heights_m.len(), count * columns, "a band has the requested number of heights");
            for west in (0..columns).step_by(SIDE) {
                let mut samples = [f32::NAN; SAMPLES];
                let width = SIDE.min(columns - west);
                for (row, of_row) in heights_m.chunks_exact(columns).enumerate() {
                    samples[row * SIDE..][..width].copy_from_slice(&of_row[west..][..width]);
                }
                self.put(&block::write(BlockKey { grid: number, block: at }, &samples))?;
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
        written.map_err(Error::io(&self.staging.folder().join(HEIGHTS), "write"))
    }

    /// Adds the manifest, and makes the dataset current; keeps the newest `keep` datasets. Gives its
    /// manifest.
    ///
    /// A kill at any moment leaves `current` at the old dataset or at the new one, both whole.
    pub fn publish(
        mut self,
        sources: Vec<TerrainSource>,
        engine: &str,
        keep: usize,
    ) -> Result<TerrainManifest, Error> {
        let heights = self.staging.folder().join(HEIGHTS);
        let sized = self.heights.flush().and_then(|()| self.heights.get_ref().set_len(self.bytes));
        sized.map_err(Error::io(&heights, "write"))?;
        let mut manifest = TerrainManifest {
            id: String::new(),
            format_version: FORMAT_VERSION,
            engine_version: engine.to_owned(),
            sources,
            grids: std::mem::take(&mut self.grids),
            heights_bytes: self.bytes,
        };
        manifest.id = manifest.expected_id()?;
        let path = self.staging.folder().join(MANIFEST);
        let text = serde_json::to_string_pretty(&manifest).map_err(|e| Error::encoding(&path)(&e))?;
        fs::write(&path, text + "\n").map_err(Error::io(&path, "write"))?;
        let is_same = |folder: &Path| {
            TerrainManifest::read(folder).is_ok_and(|m| m == manifest)
                && are_same(&heights, &folder.join(HEIGHTS), self.bytes).is_ok_and(|same| same)
        };
        self.staging.publish(
            &manifest.id,
            keep,
            |folder| TerrainManifest::read(folder).map(drop),
            is_same,
        )?;
        Ok(manifest)
    }
}

/// Returns whether two files of heights have the same blocks, up to a number of bytes.
fn are_same(a: &Path, b: &Path, bytes: u64) -> io::Result<bool> {
    let open = |path: &Path| Ok::<_, io::Error>(BufReader::with_capacity(1 << 20, File::open(path)?));
    let (mut a, mut b) = (open(a)?, open(b)?);
    let (mut of_a, mut of_b) = ([0; BYTES], [0; BYTES]);
    for _ in 0..bytes / BYTES as u64 {
        a.read_exact(&mut of_a)?;
        b.read_exact(&mut of_b)?;
        if of_a != of_b {
            return Ok(false);
        }
    }
    Ok(true)
}
