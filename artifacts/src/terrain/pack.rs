//! Reading heights from a terrain dataset.

use super::block::{BYTES, BlockKey, HeightBlock, LastBlock, SIDE};
use super::cache::BlockCache;
use super::manifest::{HEIGHTS, TerrainGrid, TerrainManifest, TerrainSource};
use crate::Error;
use crate::dataset::{Dataset, read_exact_at};
use geography::height_grid::{HeightGrid, Within, bilinear};
use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Degrees of latitude and longitude in which grids are looked up together.
const CELL_DEG: f64 = 0.5;
/// Limit of cells per grid in the index; a larger grid is tested for every place.
const MOST_CELLS: i64 = 400;

/// A terrain dataset, open for reading. Its memory is bounded, whatever its size: the list of the grids, and
/// 16 MB of blocks.
pub struct TerrainPack {
    id: String,
    sources: Vec<TerrainSource>,
    path: PathBuf,
    file: File,
    /// The grids, and where their blocks begin in the file.
    grids: Vec<(HeightGrid, PlacedGrid)>,
    /// Numbers of the grids in a cell.
    cells: Cells,
    /// Numbers of grids that are in no cell because they are large.
    large: Vec<u32>,
    cache: BlockCache,
    report: fn(&Error),
}

/// A grid and its position in the file.
struct PlacedGrid {
    offset: u64,
    blocks_across: u32,
    source: usize,
    resolution_arcsec: f64,
    resolution_m: f64,
}

/// A height, and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TerrainHeight<'a> {
    /// Height above mean sea level, m.
    pub height_m: f64,
    /// The source.
    pub source: &'a TerrainSource,
    /// Distance between the rows of samples, arcseconds.
    pub resolution_arcsec: f64,
    /// The resolution in metres.
    pub resolution_m: f64,
}

impl TerrainPack {
    /// Opens the current dataset of a folder. `report` is called for each damaged block
    /// when it is read; its heights are then unknown.
    pub fn current(root: &Path, report: fn(&Error)) -> Result<Self, Error> {
        Self::open(&TerrainManifest::current(root)?, report)
    }

    /// Opens the dataset in a folder; see [`TerrainPack::current`].
    pub fn open(folder: &Path, report: fn(&Error)) -> Result<Self, Error> {
        let manifest = TerrainManifest::read(folder)?;
        let path = folder.join(HEIGHTS);
        let file = File::open(&path).map_err(Error::io(&path, "open"))?;
        let mut offset = 0;
        let place = |grid: &TerrainGrid| {
            let samples = grid.samples();
            let (resolution_arcsec, resolution_m) = (samples.resolution_arcsec(), samples.resolution_m());
            let (blocks_across, source) = (grid.blocks_across(), grid.source);
            let place = PlacedGrid { offset, blocks_across, source, resolution_arcsec, resolution_m };
            offset += grid.bytes();
            (samples, place)
        };
        let grids: Vec<_> = manifest.grids.iter().map(place).collect();
        let (cells, large) = listed(&grids);
        let (id, sources) = (manifest.id, manifest.sources);
        Ok(Self { id, sources, path, file, grids, cells, large, cache: BlockCache::new(), report })
    }

    /// Name of the dataset.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The sources of the heights.
    pub fn sources(&self) -> &[TerrainSource] {
        &self.sources
    }

    /// The positions of the samples of each grid.
    pub fn grids(&self) -> impl Iterator<Item = &HeightGrid> {
        self.grids.iter().map(|(samples, _)| samples)
    }

    /// The small grids that reach into a cell, the finest first.
    pub(super) fn listed(&self, cell: CellKey) -> &[u32] {
        self.cells.get(&cell).map_or(&[][..], Vec::as_slice)
    }

    /// Returns the grids listed in a cell and the large ones that contain a place, the finest first.
    pub(super) fn candidates(
        &self,
        listed: &[u32],
        latitude_deg: f64,
        longitude_deg: f64,
    ) -> impl Iterator<Item = (u32, Within)> {
        let within = move |number: u32| {
            let (samples, _) = &self.grids[number as usize];
            samples.within(latitude_deg, longitude_deg).map(|at| (number, at))
        };
        merged(listed, &self.large, |a, b| self.is_finer(a, b)).filter_map(within)
    }

    /// A height of a grid, with what is known of it.
    pub(super) fn found(&self, number: u32, height_m: f64) -> TerrainHeight<'_> {
        let PlacedGrid { source, resolution_arcsec, resolution_m, .. } = self.grids[number as usize].1;
        TerrainHeight { height_m, source: &self.sources[source], resolution_arcsec, resolution_m }
    }

    fn is_finer(&self, a: u32, b: u32) -> bool {
        self.grids[a as usize].1.resolution_m < self.grids[b as usize].1.resolution_m
    }

    /// A sample of a grid; beyond its last column or row, what neighbours of the same spacing have there.
    #[inline]
    pub(super) fn sample_or_neighbours(
        &self,
        held: &mut LastBlock,
        number: u32,
        column: u32,
        row: u32,
    ) -> Option<f64> {
        let (samples, _) = &self.grids[number as usize];
        if column < samples.columns && row < samples.rows {
            return self.sample(held, number, column, row);
        }
        self.of_neighbours(samples, column, row)
    }

    /// Returns the value of a grid's neighbours where the grid would have another sample.
    fn of_neighbours(&self, samples: &HeightGrid, column: u32, row: u32) -> Option<f64> {
        let (latitude_deg, longitude_deg) = samples.place(column, row);
        let longitude_deg = longitude_deg - 360.0 * (longitude_deg / 360.0).round();
        let listed = self.listed(cell(latitude_deg, longitude_deg));
        self.candidates(listed, latitude_deg, longitude_deg).find_map(|(other, at)| {
            let (neighbour, _) = &self.grids[other as usize];
            let mut held = None;
            let inside = |column: u32, row: u32| {
                let is_inside = column < neighbour.columns && row < neighbour.rows;
                is_inside.then(|| self.sample(&mut held, other, column, row)).flatten()
            };
            neighbour.matches(samples).then(|| bilinear(at, inside)).flatten()
        })
    }

    /// A sample of a grid, m. `held` is the block of its sample before, which is mostly the same.
    #[inline]
    fn sample(&self, held: &mut LastBlock, number: u32, column: u32, row: u32) -> Option<f64> {
        let side = SIDE as u32;
        let key = self.key(number, column, row);
        let (_, block) = match held {
            Some(same) if same.0 == key => same,
            _ => held.insert((key, self.block(key))),
        };
        block.height_m((column % side) as usize, (row % side) as usize)
    }

    #[inline]
    pub(super) fn key(&self, number: u32, column: u32, row: u32) -> BlockKey {
        let side = SIDE as u32;
        let blocks_across = self.grids[number as usize].1.blocks_across;
        BlockKey { grid: number, block: row / side * blocks_across + column / side }
    }

    /// A block, from the cache or the file.
    pub(super) fn block(&self, key: BlockKey) -> Arc<HeightBlock> {
        self.cache.get(key, || self.read(key, self.grids[key.grid as usize].1.offset))
    }

    /// Returns the places of a grid's samples.
    pub(super) fn samples(&self, number: u32) -> &HeightGrid {
        &self.grids[number as usize].0
    }

    /// Returns whether no other grid that is as fine reaches into the block that begins with a sample.
    pub(super) fn is_finest_over_block(&self, number: u32, column: u32, row: u32) -> bool {
        let (samples, side) = (self.samples(number), SIDE as u32);
        let ((north, west), (south, east)) =
            (samples.place(column, row), samples.place(column + side, row + side));
        if north - south > CELL_DEG || east - west > CELL_DEG {
            // Its corners do not tell all cells that it reaches.
            return false;
        }
        let corners = [(north, west), (north, east), (south, west), (south, east)];
        let small = corners
            .iter()
            .flat_map(|(latitude_deg, longitude_deg)| self.listed(cell(*latitude_deg, *longitude_deg)));
        small.chain(&self.large).all(|other| {
            let is_apart = || {
                let [s, w, n, e] = self.samples(*other).reach_deg();
                let east_deg = (w + e - west - east) / 2.0;
                let east_deg = east_deg - 360.0 * (east_deg / 360.0).round();
                east_deg.abs() > (e - w + east - west) / 2.0 || s > north || n < south
            };
            *other == number || self.is_finer(number, *other) || is_apart()
        })
    }

    /// Reads a block. One that cannot be read, or whose sum is wrong, has no known heights.
    fn read(&self, key: BlockKey, offset: u64) -> HeightBlock {
        let mut bytes = [0; BYTES];
        let at = offset + u64::from(key.block) * BYTES as u64;
        let problem = match read_exact_at(&self.file, &mut bytes, at) {
            Ok(()) => match HeightBlock::read(key, &bytes) {
                Some(block) => return block,
                None => "its checksum is wrong".to_owned(),
            },
            Err(e) => e.to_string(),
        };
        let problem = format!("the block at byte {at}: {problem}");
        (self.report)(&Error::Terrain { path: self.path.clone(), problem });
        HeightBlock::Unknown
    }
}

/// Row from the equator and column from Greenwich of a cell.
pub(super) type CellKey = (i16, i16);

/// Numbers of grids by the cells that they reach.
type Cells = HashMap<CellKey, Vec<u32>>;

#[inline]
pub(super) fn cell(latitude_deg: f64, longitude_deg: f64) -> CellKey {
    let number = |degrees: f64| (degrees / CELL_DEG).floor() as i16;
    (number(latitude_deg), number(longitude_deg - 360.0 * ((longitude_deg + 180.0) / 360.0).floor()))
}

/// The grids of each cell and the large ones, the finest first.
fn listed(grids: &[(HeightGrid, PlacedGrid)]) -> (Cells, Vec<u32>) {
    let mut order: Vec<u32> = (0..grids.len() as u32).collect();
    let resolution = |number: &u32| grids[*number as usize].1.resolution_m;
    order.sort_by(|a, b| resolution(a).total_cmp(&resolution(b)));
    let (mut cells, mut large) = (HashMap::<_, Vec<u32>>::new(), Vec::new());
    for number in order {
        let [south, west, north, east] = grids[number as usize].0.reach_deg();
        let number_of = |degrees: f64| (degrees / CELL_DEG).floor() as i64;
        let (rows, columns) = (
            number_of(south - 1e-6)..=number_of(north + 1e-6),
            number_of(west - 1e-6)..=number_of(east + 1e-6),
        );
        if (rows.end() - rows.start() + 1) * (columns.end() - columns.start() + 1) > MOST_CELLS {
            large.push(number);
            continue;
        }
        for (row, column) in rows.flat_map(|row| columns.clone().map(move |column| (row, column))) {
            let key = cell((row as f64 + 0.5) * CELL_DEG, (column as f64 + 0.5) * CELL_DEG);
            cells.entry(key).or_default().push(number);
        }
    }
    (cells, large)
}

/// Two lists in order as one.
fn merged(a: &[u32], b: &[u32], comes_first: impl Fn(u32, u32) -> bool) -> impl Iterator<Item = u32> {
    let (mut a, mut b) = (a.iter().copied().peekable(), b.iter().copied().peekable());
    std::iter::from_fn(move || match (a.peek(), b.peek()) {
        (Some(of_a), Some(of_b)) if comes_first(*of_b, *of_a) => b.next(),
        (Some(_), _) => a.next(),
        (None, _) => b.next(),
    })
}
