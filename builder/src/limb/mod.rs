//! The Moon's limb: profiles for all librations from a map of the Moon's heights, as a dataset of its own.

mod height_map;
mod image;
mod label;

use crate::Error;
use crate::options::threads;
use crate::progress::Progress;
use artifacts::limb::{DISTANCE_KM, LimbManifest, LimbNode, LimbSource};
use artifacts::manifest::{sha256_hex, sha256_of_file};
use astro::sky::libration::Selenographic;
use astro::sky::limb::{Grid, LunarViewpoint, Profile};
use clap::Args;
use height_map::HeightMap;
use label::Label;
use rayon::prelude::*;
use std::iter;
use std::path::{Path, PathBuf};

/// The options of profiles: their inputs and their folder.
#[derive(Debug, Clone, Args)]
pub struct LimbOptions {
    /// Image of NASA's LOLA gridded data records in the cylindrical projection, LDEM_4.IMG … LDEM_128.IMG,
    /// with its label (LDEM_4.LBL …) next to it
    #[arg(long = "lola", value_name = "FILE.IMG")]
    pub image: PathBuf,
    /// Images of SLDEM2015 as 32-bit numbers, SLDEM2015_128_60S_60N_000_360_FLOAT.IMG or tiles of 256 or 512
    /// pixels a degree, with their labels: they replace LOLA's heights within 60° of the equator
    #[arg(long, value_name = "FILE.IMG", num_args = 1..)]
    pub sldem: Vec<PathBuf>,
    /// Folder of the datasets of profiles
    #[arg(long, env = "UMBRA_LIMB", value_name = "FOLDER")]
    pub out: PathBuf,
    /// Threads; 0 uses all cores
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// Datasets to keep, the new one included
    #[arg(long, default_value_t = 3)]
    pub keep: usize,
}

/// Reads a map of the Moon's heights, finds the limb for every libration, and publishes the profiles; the
/// same map gives the same bytes at any number of threads.
pub fn build(options: &LimbOptions, progress: &Progress) -> Result<LimbManifest, Error> {
    artifacts::folder::try_folder(&options.out)?;
    let threads = threads(options.threads)?;
    let (grid, source) = {
        let _stage = progress.stage("reading", 1);
        threads.install(|| read(&options.image, &options.sldem))?
    };
    let stage = progress.stage("limb", LimbNode::COUNT);
    let profiles = threads.install(|| all(&grid, || stage.done(1)));
    drop(stage);
    let _stage = progress.stage("publishing", 1);
    Ok(artifacts::limb::publish(&options.out, source, &profiles, Some(&grid), options.keep)?)
}

/// Reads a map of the Moon's heights and maps of parts of it, with their labels. Besides the heights it holds
/// a line of an image, and for a moment those of the coarser map: less than 3 GB altogether.
pub fn read(image: &Path, sldem: &[PathBuf]) -> Result<(Grid, LimbSource), Error> {
    let label = Label::of_moon(image)?;
    let parts = sldem.iter().map(|part| Label::of_part(part)).collect::<Result<Vec<_>, _>>()?;
    let mut map = HeightMap::read(image, &label)?.refined_for(&parts)?;
    for (part, label) in sldem.iter().zip(&parts) {
        map.cover(part, label)?;
    }
    let product = match &parts[..] {
        [] => label.product.clone(),
        [part] => format!("{} over {}", part.product, label.product),
        [part, more @ ..] => format!("{} and {} more over {}", part.product, more.len(), label.product),
    };
    let source = LimbSource {
        image_sha256: sum_of(iter::once(image).chain(sldem.iter().map(PathBuf::as_path)))?,
        label_sha256: sum_of(iter::once(&label).chain(&parts).map(|label| label.path.as_path()))?,
        product,
        version: label.version.clone(),
        // At its poles the Moon is that of LOLA, and there the limits of eclipses are decided.
        pixels_per_deg: label.pixels_per_deg as f64,
    };
    Ok((map.grid()?, source))
}

/// The SHA-256 of a file, in hexadecimal; of several, that of their sums.
fn sum_of<'a>(files: impl Iterator<Item = &'a Path>) -> Result<String, Error> {
    let mut sums = files.map(sha256_of_file).collect::<Result<Vec<_>, _>>()?;
    Ok(if sums.len() == 1 { sums.remove(0) } else { sha256_hex(sums.concat().as_bytes()) })
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
