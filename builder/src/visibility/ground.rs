//! The ground of a block, and ahead of it.

use super::block::RasterBlock;
use super::cells::Cell;
use super::eclipse::{MAX_SPACING_M, TerrainEclipse};
use geography::geodesic::{Ellipsoid, GeodesicRay};
use geography::sight::{GroundBlock, GroundPlace, HeightAt, MapPoint, REACH_M, Skyline, Terrain};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Maximum number of heights in memory at a time: 256 MB. The distance between them grows if a block needs
/// more, down to one height per cell.
const MAX_HEIGHTS: f64 = (1u32 << 26) as f64;
/// Length of the ground beyond the ends of the lines of sight, m.
const BEYOND_M: f64 = 5_000.0;

impl Terrain for TerrainEclipse<'_> {
    /// The heights of [`read`], between the samples of the terrain itself.
    fn along(&self) -> HeightAt<'_> {
        let mut cursor = self.terrain.cursor();
        Box::new(move |GroundPlace { latitude_deg, longitude_deg }: GroundPlace| {
            cursor.fine_height_m(latitude_deg, longitude_deg, MAX_SPACING_M).or_else(|| {
                let mut sea_m = [f32::NAN];
                self.world?.fill_open_sea(latitude_deg, &[longitude_deg], &mut sea_m);
                Some(sea_m[0]).filter(|height_m| !height_m.is_nan()).map(f64::from)
            })
        })
    }
}

/// Reads the ground under the lines of sight of a block: heights at most [`MAX_SPACING_M`] apart and the open
/// sea, at the middle of each cell and at points between cells that are as dense as the heights.
pub(super) fn read(eclipse: &TerrainEclipse, block: &RasterBlock, cells: &[Cell]) -> GroundBlock {
    let [north_west, south_east] = reach(block, cells);
    let middle = block.middle();
    let cell = GroundBlock { first: north_west, step: block.step(), columns: 1, heights_m: Vec::new() };
    let area = (south_east.right - north_west.right) * (south_east.down - north_west.down);
    let most = (MAX_HEIGHTS / area).sqrt() * block.step();
    let needed = (cell.spacing_m(middle.latitude_deg) / block.spacing_m).ceil();
    let parts = needed.min(most.floor()).max(1.0);
    let (first, step) = (block.point(0.0, 0.0), block.step() / parts);
    // A cell's middle is one of the points.
    let before = |from: f64, to: f64| ((from - to) / step).ceil();
    let (west, north) = (before(first.right, north_west.right), before(first.down, north_west.down));
    let first = MapPoint { right: first.right - west * step, down: first.down - north * step };
    let columns = before(south_east.right, first.right) as usize + 1;
    let rows = before(south_east.down, first.down) as usize + 1;
    let longitude_deg =
        |k: usize| MapPoint { right: first.right + k as f64 * step, down: 0.5 }.place().longitude_deg;
    let longitudes_deg: Vec<f64> = (0..columns).map(longitude_deg).collect();
    let row = |k: usize| {
        let GroundPlace { latitude_deg, .. } =
            MapPoint { right: 0.5, down: first.down + k as f64 * step }.place();
        let mut heights_m =
            eclipse.terrain.cursor().fine_heights_m(latitude_deg, &longitudes_deg, MAX_SPACING_M);
        if let Some(world) = &eclipse.world {
            world.fill_open_sea(latitude_deg, &longitudes_deg, &mut heights_m);
        }
        heights_m
    };
    let heights_m: Vec<Vec<f32>> = (0..rows).into_par_iter().map(row).collect();
    GroundBlock { first, step, columns, heights_m: heights_m.concat() }
}

/// The north-western and the south-eastern corner of the lines of sight of a block.
fn reach(block: &RasterBlock, cells: &[Cell]) -> [MapPoint; 2] {
    let last = block.side() as f64 - 1.0;
    let corners = [(0.0, 0.0), (last, 0.0), (0.0, last), (last, last)].map(|(c, r)| block.point(c, r));
    let azimuths = cells.iter().flat_map(|cell| cell.suns.map(|sun| Skyline::beside(sun.azimuth_deg).0));
    let rays: BTreeSet<usize> = azimuths.flatten().collect();
    let mut points = corners.to_vec();
    for (corner, ray) in corners.iter().flat_map(|corner| rays.iter().map(move |ray| (corner, *ray))) {
        let GroundPlace { latitude_deg, longitude_deg } = corner.place();
        let line =
            GeodesicRay::new(Ellipsoid::Wgs84, [latitude_deg, longitude_deg], Skyline::azimuth_deg(ray));
        let end = MapPoint::from(GroundPlace::from(line.at(REACH_M + BEYOND_M)));
        points.push(MapPoint { right: end.right - (end.right - corner.right).round(), ..end });
    }
    let least = |of: fn(&MapPoint) -> f64| points.iter().map(of).fold(f64::INFINITY, f64::min);
    let greatest = |of: fn(&MapPoint) -> f64| points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let side = GroundBlock { first: corners[0], step: 1.0, columns: 1, heights_m: Vec::new() };
    let beyond = BEYOND_M / side.spacing_m(block.middle().latitude_deg);
    [
        MapPoint { right: least(|p| p.right) - beyond, down: least(|p| p.down) - beyond },
        MapPoint { right: greatest(|p| p.right) + beyond, down: greatest(|p| p.down) + beyond },
    ]
}
