//! The altitude of the skyline at the azimuths of the Sun.

use super::block::RasterBlock;
use super::cells::Cell;
use super::eclipse::TerrainEclipse;
use geography::sight::{GroundBlock, NEAR_M, RAYS, Skyline, SkylinePoint, StripEye, SweepLines, Terrain};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// The two directions of a sweep beside the Sun, and the part of the way between them.
type Beside = ([usize; 2], f64);

/// A cell as an eye of a sweep.
struct SweptCell {
    /// Number of the line to its left.
    strip: i32,
    eye: StripEye,
    /// Position in the list of cells.
    index: usize,
    /// Weights of this direction for the three positions of the Sun.
    weights: [f64; 3],
}

/// The altitudes of the skyline for each position of the Sun over each cell, degrees.
///
/// Ground up to [`NEAR_M`] is that of a single ray at the azimuth of the Sun. Farther ground is swept in
/// directions half a degree apart and interpolated between the two beside the Sun, as [`Skyline`] does.
pub(super) fn altitudes_deg(
    eclipse: &TerrainEclipse,
    cells: &[Cell],
    ground: &GroundBlock,
    block: &RasterBlock,
) -> Vec<[f64; 3]> {
    let middle = block.middle();
    let spacing_m = ground.spacing_m(middle.latitude_deg);
    let lines = |ray: usize| SweepLines::new(middle, Skyline::azimuth_deg(ray), spacing_m);
    let beside: Vec<[Beside; 3]> = cells.par_iter().map(|cell| directions(cell, lines)).collect();
    let rays: BTreeSet<usize> =
        beside.par_iter().flat_map_iter(|suns| suns.iter().flat_map(|(rays, _)| *rays)).collect();
    let mut far = vec![[0.0; 3]; cells.len()];
    for ray in rays {
        let lines = lines(ray);
        let swept = swept(cells, &beside, ray, &lines);
        let strips: Vec<&[SweptCell]> = swept.chunk_by(|a, b| a.strip == b.strip).collect();
        let tangents = |strip: &&[SweptCell]| {
            let eyes: Vec<StripEye> = strip.iter().map(|cell| cell.eye).collect();
            lines.tangents(ground, strip[0].strip, &eyes)
        };
        let tangents: Vec<Vec<f32>> = strips.par_iter().map(tangents).collect();
        for (cell, tangent) in swept.iter().zip(tangents.iter().flatten()) {
            for (sum, weight) in
                far[cell.index].iter_mut().zip(cell.weights).filter(|(_, weight)| *weight > 0.0)
            {
                *sum += weight * f64::from(*tangent);
            }
        }
    }
    let altitudes_deg = |(cell, far): (&Cell, &[f64; 3])| {
        std::array::from_fn(|k| {
            let azimuth_deg = cell.suns[k].azimuth_deg;
            let near = SkylinePoint::within(NEAR_M, &cell.eye, azimuth_deg, eclipse.along());
            let far_deg = far[k].atan().to_degrees();
            // A distance of 0: no near height is known. NaN: no far one is. Without both, the level horizon.
            if near.distance_m > 0.0 || far_deg.is_nan() { near.altitude_deg.max(far_deg) } else { far_deg }
        })
    };
    cells.par_iter().zip(&far).map(altitudes_deg).collect()
}

/// The directions beside each position of the Sun. Lines meet a cell beside the middle of the block at
/// another azimuth than there; the difference hardly depends on the direction.
fn directions(cell: &Cell, lines: impl Fn(usize) -> SweepLines) -> [Beside; 3] {
    let ([ray, _], _) = Skyline::beside(cell.suns[1].azimuth_deg);
    let turn_deg = lines(ray).position(cell.eye.place).azimuth_deg - Skyline::azimuth_deg(ray);
    cell.suns.map(|sun| Skyline::beside(sun.azimuth_deg - turn_deg))
}

/// The cells that need a direction, strip by strip, the farthest first.
fn swept(cells: &[Cell], beside: &[[Beside; 3]], ray: usize, lines: &SweepLines) -> Vec<SweptCell> {
    let of_cell = |(index, (cell, suns)): (usize, (&Cell, &[Beside; 3]))| {
        let weights = suns.map(|([before, _], part)| match (ray + RAYS - before) % RAYS {
            0 => 1.0 - part,
            1 => part,
            _ => 0.0,
        });
        weights.iter().any(|weight| *weight > 0.0).then(|| {
            let at = lines.position(cell.eye.place);
            let strip = at.line.floor();
            let (distance_m, elevation_m) = (at.distance_m, cell.eye.elevation_m);
            let eye = StripEye { part: at.line - strip, distance_m, elevation_m };
            SweptCell { strip: strip as i32, eye, index, weights }
        })
    };
    let mut swept: Vec<SweptCell> = cells.par_iter().zip(beside).enumerate().filter_map(of_cell).collect();
    swept.par_sort_by(|a, b| a.strip.cmp(&b.strip).then(b.eye.distance_m.total_cmp(&a.eye.distance_m)));
    swept
}
