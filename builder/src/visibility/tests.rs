//! The raster under a low Sun over hills, against single rays.

use super::*;
use crate::terrain::tests::{files::hgt, pack as dataset};
use artifacts::terrain::TerrainPack;
use astro::earth::Observer;
use astro::eclipse::local::ObservedEclipse;
use astro::eclipse::published::APRIL_2024;
use geography::sight::{GroundPlace, HeightAt, SkylinePoint, Terrain};
use tempfile::TempDir;

const DELTA_T_S: f64 = 69.2;
/// Samples along the edge of a file: heights 3″ apart, 93 m from south to north.
const SIDE: usize = 1201;
/// Zoom of the test: cells of 204 m.
const ZOOM: u8 = 9;
/// Box of the eyes: the end of the path in the Atlantic, with the Sun at 4° in the west.
const BOUNDS_DEG: [f64; 4] = [-26.0, 48.3, -25.9, 48.4];
/// Difference of an altitude of the skyline from that of a single ray, degrees: far heights are resampled,
/// and the far skyline lies between two lines and two directions.
const TOLERANCE_DEG: f64 = 0.1;

/// Hills of 0.8 to 40 km, with slopes up to 30°, m.
fn hills_m(latitude_deg: f64, longitude_deg: f64) -> f64 {
    let (north, east) = (latitude_deg * 111.2, longitude_deg * 74.0);
    let wave = |length_km: f64, turn: f64, height_m: f64| {
        let along = north * turn.sin() + east * turn.cos();
        height_m * (along * std::f64::consts::TAU / length_km).sin()
    };
    1200.0
        + wave(40.0, 0.3, 300.0)
        + wave(13.0, 1.9, 250.0)
        + wave(7.0, 2.7, 120.0)
        + wave(2.1, 0.9, 50.0)
        + wave(0.8, 2.2, 10.0)
}

/// A dataset of hills, by the western edge of each degree.
fn pack(root: &TempDir, degrees: &[i32]) -> TerrainPack {
    let height_m = |lat: f64, lng: f64| hills_m(lat, lng).round() as i16;
    let file = |west: &i32| {
        let name = format!("N48W{west:03}.hgt");
        hgt(root.path(), &name, (48.0, f64::from(-west)), SIDE, height_m)
    };
    dataset(root.path(), &degrees.iter().map(file).collect::<Vec<_>>())
}

fn eclipse(terrain: &TerrainPack) -> TerrainEclipse<'_> {
    TerrainEclipse { elements: &APRIL_2024, delta_t_s: DELTA_T_S, terrain, world: None }
}

struct OfPack<'a>(&'a TerrainPack);

impl Terrain for OfPack<'_> {
    fn along(&self) -> HeightAt<'_> {
        let mut cursor = self.0.cursor();
        Box::new(move |at| cursor.height_m(at.latitude_deg, at.longitude_deg))
    }
}

/// The values of a tile.
fn decoded(png: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("an image");
    let mut pixels = vec![0; reader.output_buffer_size().expect("not too large")];
    reader.next_frame(&mut pixels).expect("pixels");
    pixels
}

fn assert_close_to_rays(degrees: &[i32], what: &str) {
    let root = tempfile::tempdir().expect("a folder");
    let terrain = pack(&root, degrees);
    let eclipse = eclipse(&terrain);
    let raster = eclipse.raster(ZOOM, BOUNDS_DEG, &Progress::new(true));
    let [block] = block::blocks(&terrain, ZOOM, BOUNDS_DEG)[..] else { panic!("one block") };
    let margins = eclipse.margins(&block);
    let tiles: Vec<_> = raster.tiles.iter().map(|(tile, png)| (*tile, decoded(png))).collect();
    let (mut worst_deg, mut count) = (0f64, 0);
    for (cell, margins_deg) in margins.iter().step_by(margins.len() / 400) {
        let look = |azimuth_deg| SkylinePoint::towards(&cell.eye, azimuth_deg, &OfPack(&terrain));
        let skyline_deg = cell.suns.map(|sun| look(sun.azimuth_deg).altitude_deg);
        let expected_deg: [f64; 3] = std::array::from_fn(|k| cell.suns[k].limb_deg - skyline_deg[k]);
        for (found, expected) in margins_deg.iter().zip(expected_deg) {
            worst_deg = worst_deg.max((found - expected).abs());
        }
        // The pixel of the cell in its tile.
        let (column, row) = (cell.number % block.side(), cell.number / block.side());
        let GroundPlace { latitude_deg, longitude_deg } = cell.eye.place;
        let of = TileId::at(ZOOM, latitude_deg, longitude_deg);
        let (_, pixels) = tiles.iter().find(|(tile, _)| *tile == of).expect("a tile");
        let value = VisibilityValue(pixels[row % block::TILE * block::TILE + column % block::TILE]);
        let least_deg = expected_deg.into_iter().fold(f64::INFINITY, f64::min);
        let [from, to] = value.range_deg().expect("a value");
        let is_value = (from - TOLERANCE_DEG..to + TOLERANCE_DEG).contains(&least_deg);
        assert!(is_value, "{cell:?} {value:?} {expected_deg:?}");
        count += 1;
    }
    println!("{what}: {count} cells, worst {worst_deg:.4}°, {:?}", raster.counts);
    assert!(count >= 200 && raster.counts.iter().all(|count| *count > 0));
    assert!(worst_deg < TOLERANCE_DEG, "{worst_deg}");
}

#[test]
fn cells_are_those_of_single_rays() {
    assert_close_to_rays(&[29, 28, 27, 26], "known");
}

#[test]
fn where_heights_end_cells_are_those_of_single_rays() {
    assert_close_to_rays(&[28, 26], "with a gap of a degree");
}

#[test]
fn a_cell_has_a_value_exactly_where_the_eclipse_is_central() {
    let root = tempfile::tempdir().expect("a folder");
    let terrain = pack(&root, &[31]);
    // The southern limit crosses this tile.
    let bounds_deg = [-30.6, 48.05, -30.5, 48.1];
    let raster = eclipse(&terrain).raster(ZOOM, bounds_deg, &Progress::new(true));
    let [(tile, png)] = &raster.tiles[..] else { panic!("one tile") };
    let pixels = decoded(png);
    let [block] = block::blocks(&terrain, ZOOM, bounds_deg)[..] else { panic!("one block") };
    let mut counts = [0; 2];
    for row in (0..block::TILE).step_by(5) {
        for column in 0..block::TILE {
            let place = block.point(column as f64, row as f64).place();
            assert_eq!(TileId::at(ZOOM, place.latitude_deg, place.longitude_deg), *tile);
            let Some(height_m) = terrain.height_m(place.latitude_deg, place.longitude_deg) else { continue };
            let observer = Observer::from_degrees(place.latitude_deg, place.longitude_deg, height_m);
            let contacts = ObservedEclipse::new(&APRIL_2024, observer, DELTA_T_S).contacts();
            let is_central = contacts.is_some_and(|contacts| contacts.central.is_some());
            assert_eq!(pixels[row * block::TILE + column] != 0, is_central, "{place:?}");
            counts[usize::from(is_central)] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count > 500), "{counts:?}");
}

#[test]
fn the_tiles_do_not_depend_on_the_threads() {
    let root = tempfile::tempdir().expect("a folder");
    let terrain = pack(&root, &[26]);
    let with = |count: usize| {
        let pool = crate::options::threads(count).expect("threads");
        pool.install(|| eclipse(&terrain).raster(7, [-180.0, -90.0, 180.0, 90.0], &Progress::new(true)))
    };
    let raster = with(1);
    assert!(raster == with(3) && !raster.tiles.is_empty());
}
