//! A raster of an eclipse's path: is the Sun above the hills during totality or annularity?
//!
//! The raster is computed block by block. In a block, [`cells`] finds the pixels with a central eclipse and
//! the positions of the Sun, [`ground`] reads the heights up to 150 km ahead once, and [`skyline`] gives the
//! altitude of the skyline. Memory holds one block at a time, up to 0.5 GB, and the finished tiles.

mod block;
mod cells;
mod eclipse;
mod ground;
mod scale;
mod skyline;

use crate::Progress;
use block::RasterBlock;
use cells::Cell;
use geography::tiles::TileId;
use rayon::prelude::*;
use std::ops::RangeInclusive;

pub use eclipse::{MAX_SPACING_M, TerrainEclipse};
pub(crate) use scale::values;
pub use scale::{VisibilityClass, VisibilityValue};

/// Zooms of the raster: cells of 2.4 km … 38 m at the equator.
pub const ZOOMS: RangeInclusive<u8> = 6..=12;

/// The tiles of a raster, and its number of cells by class.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VisibilityRaster {
    /// The tiles as PNG.
    pub tiles: Vec<(TileId, Vec<u8>)>,
    /// The number of cells of each class, in the order of [`VisibilityClass::ALL`].
    pub counts: [u64; 4],
}

impl TerrainEclipse<'_> {
    /// Computes the tiles of a zoom within [`ZOOMS`] that overlap a box of west, south, east and north,
    /// degrees; it crosses the antimeridian if west is greater than east. A cell has a value where the
    /// eclipse is central at the height of the ground, the Sun is above −3°, and the distance between heights
    /// is at most [`MAX_SPACING_M`].
    ///
    /// The tiles do not depend on the number of threads. With heights 90 m apart, a cell takes about 0.2 ms
    /// of one core.
    pub fn raster(&self, zoom: u8, bounds_deg: [f64; 4], progress: &Progress) -> VisibilityRaster {
        let blocks = block::blocks(self.terrain, zoom, bounds_deg);
        let stage = progress.stage("visibility", blocks.len());
        let mut raster = VisibilityRaster::default();
        for block in &blocks {
            let values = self.values(block);
            let shown = |tile: &TileId| block::overlaps(tile.bounds_deg(), bounds_deg);
            let tiles: Vec<TileId> = block.tiles().filter(shown).collect();
            let drawn = tiles.into_par_iter().filter_map(|tile| Some((tile, block.pixels(&values, tile)?)));
            for (tile, pixels) in drawn.collect::<Vec<_>>() {
                pixels.iter().filter_map(|v| VisibilityValue(*v).class()).for_each(|class| {
                    raster.counts[class as usize] += 1;
                });
                raster.tiles.push((tile, scale::png(&pixels)));
            }
            stage.done(1);
        }
        raster
    }

    /// The values of a block, row by row; empty if it has none.
    fn values(&self, block: &RasterBlock) -> Vec<u8> {
        let margins = self.margins(block);
        let mut values = vec![0; if margins.is_empty() { 0 } else { block.side() * block.side() }];
        for (cell, margins_deg) in margins {
            values[cell.number] = VisibilityValue::of(margins_deg).0;
        }
        values
    }

    /// The cells of a block with the altitude of the Sun's upper limb over the skyline at the begin, middle
    /// and end of the central phase, degrees.
    fn margins(&self, block: &RasterBlock) -> Vec<(Cell, [f64; 3])> {
        let cells = cells::cells(self, block);
        if cells.is_empty() {
            return Vec::new();
        }
        let ground = ground::read(self, block, &cells);
        let skylines = skyline::altitudes_deg(self, &cells, &ground, block);
        let margins = |(cell, skyline_deg): (Cell, [f64; 3])| {
            (cell, std::array::from_fn(|k| cell.suns[k].limb_deg - skyline_deg[k]))
        };
        cells.into_iter().zip(skylines).map(margins).collect()
    }
}

#[cfg(test)]
mod tests;
