//! The blocks of a raster.

use super::eclipse::MAX_SPACING_M;
use artifacts::terrain::TerrainPack;
use geography::height_grid::HeightGrid;
use geography::sight::{GroundPlace, MapPoint};
use geography::tiles::{TileBlock, TileId};
use std::collections::BTreeMap;

/// Pixels along a side of a tile.
pub(super) const TILE: usize = 256;
/// Zooms by which the tile of a block is coarser than those of the raster, at most.
const DOWN: u8 = 2;
/// The coarsest zoom of a block of several tiles: 57 km at 43° north.
const LEAST_BLOCK_ZOOM: u8 = 9;

/// A square of tiles that is computed at once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RasterBlock {
    /// The tile with the area of the block.
    area: TileId,
    pub(super) zoom: u8,
    /// Distance between the finest heights in it, m.
    pub(super) spacing_m: f64,
}

/// The blocks with heights that overlap a box, in the order of their tiles.
pub(super) fn blocks(terrain: &TerrainPack, zoom: u8, bounds_deg: [f64; 4]) -> Vec<RasterBlock> {
    let area_zoom = zoom.saturating_sub(DOWN).max(zoom.min(LEAST_BLOCK_ZOOM));
    let mut spacings_m: BTreeMap<TileId, f64> = BTreeMap::new();
    for grid in terrain.grids().filter(|grid| grid.resolution_m() <= MAX_SPACING_M) {
        for area in TileBlock::of_box(area_zoom, box_of(grid)).tiles() {
            if overlaps(area.bounds_deg(), bounds_deg) {
                let spacing_m = spacings_m.entry(area).or_insert(MAX_SPACING_M);
                *spacing_m = spacing_m.min(grid.resolution_m());
            }
        }
    }
    spacings_m.into_iter().map(|(area, spacing_m)| RasterBlock { area, zoom, spacing_m }).collect()
}

/// West, south, east and north of a grid, degrees, with longitudes within −180 … 180.
fn box_of(grid: &HeightGrid) -> [f64; 4] {
    let [south, west, north, east] = grid.reach_deg();
    if east - west >= 360.0 {
        return [-180.0, south, 180.0, north];
    }
    let within = |longitude_deg: f64| longitude_deg - 360.0 * ((longitude_deg + 180.0) / 360.0).floor();
    [within(west), south, within(east), north]
}

/// Returns whether two boxes of west, south, east and north overlap, degrees. The second crosses the
/// antimeridian if west is greater than east.
pub(super) fn overlaps([west, south, east, north]: [f64; 4], other: [f64; 4]) -> bool {
    let [other_west, other_south, other_east, other_north] = other;
    let (after_west, before_east) = (east > other_west, west < other_east);
    let is_beside =
        if other_west <= other_east { after_west && before_east } else { after_west || before_east };
    is_beside && south < other_north && north > other_south
}

impl RasterBlock {
    /// The zooms between the area and the tiles.
    fn down(&self) -> u8 {
        self.zoom - self.area.z
    }

    /// Number of cells along a side.
    pub(super) fn side(&self) -> usize {
        TILE << self.down()
    }

    /// Distance between cells, sides of the map.
    pub(super) fn step(&self) -> f64 {
        1.0 / (TILE as f64 * f64::from(1u32 << self.zoom))
    }

    /// The middle of a cell; column and row count from the north-western one.
    pub(super) fn point(&self, column: f64, row: f64) -> MapPoint {
        let first = |tile: u32| f64::from(tile) * self.side() as f64 + 0.5;
        MapPoint {
            right: (first(self.area.x) + column) * self.step(),
            down: (first(self.area.y) + row) * self.step(),
        }
    }

    pub(super) fn middle(&self) -> GroundPlace {
        let middle = (self.side() as f64 - 1.0) / 2.0;
        self.point(middle, middle).place()
    }

    /// The tiles, row by row.
    pub(super) fn tiles(&self) -> impl Iterator<Item = TileId> {
        let (TileId { x, y, .. }, down) = (self.area, self.down());
        let block = TileBlock {
            z: self.zoom,
            first_x: x << down,
            first_y: y << down,
            columns: 1 << down,
            rows: 1 << down,
        };
        block.tiles()
    }

    /// The pixels of a tile, given the values of the block; none if all are 0.
    pub(super) fn pixels(&self, values: &[u8], tile: TileId) -> Option<Vec<u8>> {
        if values.is_empty() {
            return None;
        }
        let within = |number: u32| number as usize % (1 << self.down()) * TILE;
        let row = |row: usize| &values[(within(tile.y) + row) * self.side() + within(tile.x)..][..TILE];
        let pixels: Vec<u8> = (0..TILE).flat_map(|r| row(r).iter().copied()).collect();
        pixels.iter().any(|value| *value != 0).then_some(pixels)
    }
}
