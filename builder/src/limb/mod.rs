//! The Moon's limb: profiles for all librations from a map of the Moon's heights, as a dataset of its own.

mod image;
mod label;

use crate::Error;
use crate::options::threads;
use crate::progress::Progress;
use artifacts::limb::{DISTANCE_KM, LimbManifest, LimbNode, LimbSource};
use artifacts::manifest::sha256_of_file;
use astro::sky::libration::Selenographic;
use astro::sky::limb::{Grid, LunarViewpoint, Profile};
use label::Label;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// What profiles are made from, and where they go.
#[derive(Debug, Clone)]
pub struct LimbOptions {
    /// An image of LOLA's gridded data records (`LDEM_4.IMG`, `LDEM_16.IMG`, `LDEM_64.IMG` …), with its label
    /// next to it.
    pub image: PathBuf,
    /// The folder of the datasets.
    pub out: PathBuf,
    /// Threads; 0 uses all cores.
    pub threads: usize,
    /// Datasets to keep, the new one included.
    pub keep: usize,
}

/// Reads a map of the Moon's heights, finds the limb for every libration, and publishes the profiles; the
/// same map gives the same bytes at any number of threads.
pub fn build(options: &LimbOptions, progress: &Progress) -> Result<LimbManifest, Error> {
    artifacts::folder::try_folder(&options.out)?;
    let (grid, source) = {
        let _stage = progress.stage("reading", 1);
        read(&options.image)?
    };
    let stage = progress.stage("limb", LimbNode::COUNT);
    let profiles = threads(options.threads)?.install(|| all(&grid, || stage.done(1)));
    drop(stage);
    let _stage = progress.stage("publishing", 1);
    Ok(artifacts::limb::publish(&options.out, source, &profiles, options.keep)?)
}

/// Reads a map of the Moon's heights and its label.
pub fn read(image: &Path) -> Result<(Grid, LimbSource), Error> {
    let label = Label::beside(image)?;
    let grid = image::read(image, &label)?;
    let source = LimbSource {
        image_sha256: sha256_of_file(image)?,
        label_sha256: sha256_of_file(&label.path)?,
        product: label.product,
        version: label.version,
        pixels_per_deg: label.pixels_per_deg as f64,
    };
    Ok((grid, source))
}

/// The limb for every libration, in the order of the file.
fn all(grid: &Grid, done: impl Fn() + Sync) -> Vec<Profile> {
    let nodes: Vec<_> = LimbNode::all().collect();
    let profile = |node: &LimbNode| {
        let (latitude, longitude) = (node.latitude_deg().to_radians(), node.longitude_deg().to_radians());
        let libration = Selenographic { latitude, longitude };
        let profile = grid.silhouette(LunarViewpoint { libration, distance_km: DISTANCE_KM });
        done();
        profile
    };
    nodes.par_iter().map(profile).collect()
}
