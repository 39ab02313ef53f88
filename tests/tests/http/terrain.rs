//! The operator's own heights: lines of sight, and rise, set and eclipses over the skyline of a place.

mod dataset;
mod eclipsed;
mod sightline;
mod skyline;

use super::*;
use std::path::PathBuf;

/// A place in the middle of the Atlantic, where the generation has sea level.
const PLACE: &str = "0.5,-29.5,0";
/// Height of a wall 0.2° east of it, from north to south, m.
const WALL_M: f64 = 1000.0;
/// Distance of the wall, m: 0.2° of the parallel, less half of the 93 m in which it rises.
const WALL_DISTANCE_M: f64 = 22_263.0 - 46.0;
/// Between samples a wall is a ramp 93 m wide, m.
const RAMP_M: f64 = 93.0;
/// Tolerance of a skyline, degrees.
const TOLERANCE_DEG: f64 = 0.015;

/// A degree of heights each third arcsecond.
pub(super) fn degree(
    folder: &Path,
    name: &str,
    height_m: impl Fn(f64, f64) -> i16,
    [south, west]: [f64; 2],
) -> PathBuf {
    let at = |k: usize| (south + 1.0 - (k / 1201) as f64 / 1200.0, west + (k % 1201) as f64 / 1200.0);
    let bytes: Vec<u8> = (0..1201 * 1201).flat_map(|k| height_m(at(k).0, at(k).1).to_be_bytes()).collect();
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("written");
    path
}

pub(crate) fn publish(folder: &Path, files: Vec<PathBuf>) {
    let out = folder.to_owned();
    let options = builder::TerrainOptions { out, files, name: None, datum: None, licence: None, keep: 2 };
    builder::terrain(&options).expect("published");
}

/// Fills a folder with the wall, a plain of the Sahara, and nothing else.
fn wall(folder: &Path) {
    let height = |_: f64, lng: f64| if lng > -29.3 - 1e-9 { WALL_M as i16 } else { 0 };
    let wall = degree(folder, "N00W030.hgt", height, [0.0, -30.0]);
    let plain = degree(folder, "N23E010.hgt", |_, _| 500, [23.0, 10.0]);
    publish(folder, vec![wall, plain]);
}

fn behind_wall() -> &'static Served {
    static SERVED: OnceLock<Served> = OnceLock::new();
    SERVED.get_or_init(|| start_over(wall, &[]))
}

/// A demonstration with heights that a function publishes, until the test program ends.
pub(super) fn start_over(publish: impl FnOnce(&Path), more: &[&str]) -> Served {
    let folder = tempfile::tempdir().expect("a folder").keep();
    tests::at_end(["rm", "-rf"].map(Path::new).into_iter().chain([folder.as_path()]));
    publish(&folder);
    start(&[&["--demo", "--terrain", &folder.to_string_lossy()], more].concat()).to_the_end()
}

fn response(path: &str) -> Value {
    let answer = behind_wall().get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.json()["response"].take()
}

/// The apparent altitude of the wall's top by the formula of the interface, degrees.
fn wall_altitude_deg(eye_m: f64) -> f64 {
    // Across the meridian, next to the equator.
    let r = 6_378_137.0 / (1.0 - 0.13);
    let theta = WALL_DISTANCE_M / r;
    ((r + WALL_M) * theta.cos() - (r + eye_m)).atan2((r + WALL_M) * theta.sin()).to_degrees()
}
