//! Heights of places that lie near each other, one after another.

use super::block::{Block, Key};
use super::pack::{CellKey, Found, Pack, cell};
use geography::height_grid::bilinear;
use std::sync::Arc;

/// A block that was asked for last.
pub(super) type Held = Option<(Key, Arc<Block>)>;

/// Reads heights of a dataset and keeps at hand what the last place needed: the grids of its cell, and its
/// block. A block is held also when the dataset no longer keeps it.
pub struct Cursor<'a> {
    pack: &'a Pack,
    /// The cell of the last place, and the small grids in it.
    listed: Option<(CellKey, &'a [u32])>,
    held: Held,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(pack: &'a Pack) -> Self {
        Self { pack, listed: None, held: None }
    }

    /// The height of the ground at a place and its source; see [`Pack::find`].
    pub fn find(&mut self, latitude_deg: f64, longitude_deg: f64) -> Option<Found<'a>> {
        let (pack, cell) = (self.pack, cell(latitude_deg, longitude_deg));
        let listed = match self.listed {
            Some((same, listed)) if same == cell => listed,
            _ => self.listed.insert((cell, pack.listed(cell))).1,
        };
        pack.candidates(listed, latitude_deg, longitude_deg).find_map(|(number, at)| {
            let sample = |column, row| pack.sample_or_neighbours(&mut self.held, number, column, row);
            bilinear(at, sample).map(|height_m| pack.found(number, height_m))
        })
    }

    /// The height alone, m; see [`Pack::height_m`].
    pub fn height_m(&mut self, latitude_deg: f64, longitude_deg: f64) -> Option<f64> {
        self.find(latitude_deg, longitude_deg).map(|found| found.height_m)
    }
}
