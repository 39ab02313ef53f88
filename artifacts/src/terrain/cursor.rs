//! Heights of places that lie near each other, one after another.

use super::block::{BlockKey, HeightBlock, LastBlock, SIDE};
use super::pack::{CellKey, TerrainHeight, TerrainPack, cell};
use geography::height_grid::{HeightGrid, Within, bilinear};
use std::sync::Arc;

/// Reads heights of a dataset and keeps at hand what the last place needed: the grids of its cell, and its
/// block. A block is held also when the dataset no longer keeps it.
pub struct Cursor<'a> {
    pack: &'a TerrainPack,
    /// The cell of the last place, and the small grids in it.
    listed: Option<(CellKey, &'a [u32])>,
    held: LastBlock,
    /// The block of the last place, and its ground after a second use, if that block is enough for it.
    last: Option<BlockKey>,
    patch: Option<Patch<'a>>,
}

/// The ground between the samples of a block, where no grid as fine reaches.
struct Patch<'a> {
    key: BlockKey,
    samples: &'a HeightGrid,
    first_column: u32,
    first_row: u32,
    block: Arc<HeightBlock>,
}

impl Patch<'_> {
    /// The height at a place, if it lies between samples of the block that are known.
    #[inline]
    fn height_m(&self, latitude_deg: f64, longitude_deg: f64) -> Option<f64> {
        let at = self.samples.within(latitude_deg, longitude_deg)?;
        let (column, row) = (at.column.checked_sub(self.first_column)?, at.row.checked_sub(self.first_row)?);
        let last = SIDE as u32 - 1;
        let is_inside = column < last && row < last;
        let sample = |column, row| self.block.height_m(column as usize, row as usize);
        is_inside.then(|| bilinear(Within { column, row, ..at }, sample)).flatten()
    }
}

impl<'a> Cursor<'a> {
    /// The height of the ground at a place and its source; see [`TerrainPack::find`].
    #[inline]
    pub fn find(&mut self, latitude_deg: f64, longitude_deg: f64) -> Option<TerrainHeight<'a>> {
        if let Some(patch) = &self.patch
            && let Some(height_m) = patch.height_m(latitude_deg, longitude_deg)
        {
            return Some(self.pack.found(patch.key.grid, height_m));
        }
        self.find_anywhere(latitude_deg, longitude_deg)
    }

    /// The height alone, m; see [`TerrainPack::height_m`].
    pub fn height_m(&mut self, latitude_deg: f64, longitude_deg: f64) -> Option<f64> {
        self.find(latitude_deg, longitude_deg).map(|found| found.height_m)
    }

    /// Returns the height of a place, m, if the rows of the finest grid with data there are at most
    /// `max_spacing_m` apart; see [`TerrainPack::find`].
    pub fn fine_height_m(
        &mut self,
        latitude_deg: f64,
        longitude_deg: f64,
        max_spacing_m: f64,
    ) -> Option<f64> {
        let found = self.find(latitude_deg, longitude_deg)?;
        (found.resolution_m <= max_spacing_m).then_some(found.height_m)
    }

    /// Returns such heights of places of a parallel, NaN where there is none.
    pub fn fine_heights_m(
        &mut self,
        latitude_deg: f64,
        longitudes_deg: &[f64],
        max_spacing_m: f64,
    ) -> Vec<f32> {
        let mut height_m = |longitude_deg: &f64| {
            let found_m = self.fine_height_m(latitude_deg, *longitude_deg, max_spacing_m);
            found_m.map_or(f32::NAN, |height_m| height_m as f32)
        };
        longitudes_deg.iter().map(&mut height_m).collect()
    }

    fn find_anywhere(&mut self, latitude_deg: f64, longitude_deg: f64) -> Option<TerrainHeight<'a>> {
        let (pack, cell) = (self.pack, cell(latitude_deg, longitude_deg));
        let listed = match self.listed {
            Some((same, listed)) if same == cell => listed,
            _ => self.listed.insert((cell, pack.listed(cell))).1,
        };
        let held = &mut self.held;
        let mut found = pack.candidates(listed, latitude_deg, longitude_deg).filter_map(|(number, at)| {
            let sample = |column, row| pack.sample_or_neighbours(held, number, column, row);
            bilinear(at, sample).map(|height_m| (number, at, height_m))
        });
        let (number, at, height_m) = found.next()?;
        drop(found);
        self.take_up(number, at);
        Some(pack.found(number, height_m))
    }

    /// Notes the block of a place of a grid. One in which two places lie in turn is worth a look at whether
    /// it answers alone.
    fn take_up(&mut self, number: u32, at: Within) {
        let key = self.pack.key(number, at.column, at.row);
        let is_second = self.last.replace(key) == Some(key) && self.patch.is_none();
        if !is_second {
            self.patch = self.patch.take().filter(|patch| patch.key == key);
            return;
        }
        let side = SIDE as u32;
        let (first_column, first_row) = (at.column / side * side, at.row / side * side);
        self.patch = self.pack.is_finest_over_block(number, first_column, first_row).then(|| Patch {
            key,
            samples: self.pack.samples(number),
            first_column,
            first_row,
            block: self.pack.block(key),
        });
    }
}

impl TerrainPack {
    /// Returns the height of the ground at a latitude within −90 … 90 and a longitude within −180 … 180,
    /// degrees; m above mean sea level. It is bilinear between the samples of the finest grid with data
    /// there, also across the edges of files, and within 0.1 m of that of the samples. Returns `None` without
    /// data.
    pub fn height_m(&self, latitude_deg: f64, longitude_deg: f64) -> Option<f64> {
        self.find(latitude_deg, longitude_deg).map(|found| found.height_m)
    }

    /// Returns the height with its source.
    pub fn find(&self, latitude_deg: f64, longitude_deg: f64) -> Option<TerrainHeight<'_>> {
        self.cursor().find(latitude_deg, longitude_deg)
    }

    /// Returns a cursor for successive places: it gives the same as [`TerrainPack::find`], much faster near
    /// the previous place.
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor { pack: self, listed: None, held: None, last: None, patch: None }
    }
}
