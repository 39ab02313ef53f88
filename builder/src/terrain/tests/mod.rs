//! Datasets made from small files of each format.

pub(crate) mod files;
mod placed;
mod refused;

use super::*;
use artifacts::terrain::TerrainPack;
use std::path::Path;
use tempfile::TempDir;

/// Tolerance of a dataset for heights that are no whole metres, m; the claim is 0.005 m.
const TOLERANCE_M: f64 = 0.0075;

/// A plane that bilinear interpolation meets everywhere, m.
fn plane_m(latitude_deg: f64, longitude_deg: f64) -> f64 {
    100.0 + 200.0 * (latitude_deg - 47.0) + 300.0 * (longitude_deg - 7.0)
}

fn options(root: &Path, files: &[PathBuf]) -> TerrainOptions {
    let (out, files) = (root.join("terrain"), files.to_vec());
    TerrainOptions { out, files, name: None, datum: None, licence: None, keep: 2 }
}

pub(crate) fn pack(root: &Path, files: &[PathBuf]) -> TerrainPack {
    terrain(&options(root, files)).expect("published");
    TerrainPack::current(&root.join("terrain"), |e| panic!("{e}")).expect("opens")
}

/// Returns the reason why files are refused.
fn refusal(root: &Path, files: &[PathBuf]) -> String {
    let refused = terrain(&options(root, files)).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(!root.join("terrain/current").exists(), "nothing is published");
    refused
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("folder")
}

/// The worst difference from the plane, m, over places in a box of south, west, north, east.
fn worst_m(pack: &TerrainPack, [south, west, north, east]: [f64; 4]) -> f64 {
    let part = |k: u32, n: u32| f64::from(k.wrapping_mul(n) % 9973) / 9973.0;
    let place = |k: u32| (south + part(k, 7919) * (north - south), west + part(k, 6131) * (east - west));
    let difference = |(latitude_deg, longitude_deg): (f64, f64)| {
        let found = pack.height_m(latitude_deg, longitude_deg);
        let found = found.unwrap_or_else(|| panic!("nothing at {latitude_deg}, {longitude_deg}"));
        (found - plane_m(latitude_deg, longitude_deg)).abs()
    };
    (0..20_000).map(place).map(difference).fold(0.0, f64::max)
}
