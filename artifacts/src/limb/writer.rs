//! Publishing profiles: written aside, checked, renamed.

use super::format::{DISTANCE_KM, FORMAT_VERSION, MAP, OLDEST_FORMAT_VERSION, PROFILES, ROW_BYTES, UNIT_KM};
use super::manifest::{LimbManifest, LimbSource, StoredMap};
use super::node::LimbNode;
use super::pack::LimbPack;
use crate::Error;
use crate::dataset::Dataset;
use crate::folder::Staging;
use crate::layout::MANIFEST;
use crate::manifest::{FileEntry, sha256_hex, sha256_of_file};
use astro::sky::limb::{Grid, Profile};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

/// Publishes profiles, one for each of [`LimbNode::all`] in that order, and the map, if given, in `root`;
/// keeps the newest `keep` datasets. A kill at any moment leaves the old dataset or the new one current, both
/// whole.
///
/// Errors: [`Error::Limb`] if there are too few or too many profiles, or a height beyond ±16.38 km;
/// [`Error::Busy`] while another build is publishing there.
pub fn publish(
    root: &Path,
    source: LimbSource,
    profiles: &[Profile],
    map: Option<&Grid>,
    keep: usize,
) -> Result<LimbManifest, Error> {
    let bytes = bytes(profiles).map_err(|problem| Error::Limb { path: root.to_owned(), problem })?;
    let mut manifest = LimbManifest {
        id: String::new(),
        format_version: if map.is_some() { FORMAT_VERSION } else { OLDEST_FORMAT_VERSION },
        engine_version: env!("CARGO_PKG_VERSION").into(),
        source,
        distance_km: DISTANCE_KM,
        rows_sha256: bytes.chunks(ROW_BYTES).map(sha256_hex).collect(),
        map: None,
    };
    let staging = Staging::new(root)?;
    manifest.map = map.map(|map| write_map(staging.folder(), map)).transpose()?;
    manifest.id = manifest.expected_id()?;
    write(staging.folder(), &manifest, &bytes)?;
    let is_same =
        |folder: &Path| LimbManifest::read(folder).is_ok_and(|m| m == manifest) && check(folder).is_ok();
    staging.publish(&manifest.id, keep, check, is_same)?;
    Ok(manifest)
}

/// The file of the profiles.
fn bytes(profiles: &[Profile]) -> Result<Vec<u8>, String> {
    if profiles.len() != LimbNode::COUNT {
        return Err(format!("{} profiles; must be {}", profiles.len(), LimbNode::COUNT));
    }
    let heights_km = profiles.iter().flat_map(Profile::heights_km);
    let mut bytes = Vec::with_capacity(LimbNode::ROWS * ROW_BYTES);
    for height_km in heights_km {
        let units = (height_km / UNIT_KM).round();
        if units.abs() > f64::from(i16::MAX) {
            return Err(format!("a limb {height_km} km high is none of the Moon"));
        }
        bytes.extend((units as i16).to_le_bytes());
    }
    Ok(bytes)
}

fn write(folder: &Path, manifest: &LimbManifest, profiles: &[u8]) -> Result<(), Error> {
    let (path, text) = (folder.join(MANIFEST), serde_json::to_string_pretty(manifest));
    let text = text.map_err(|e| Error::encoding(&path)(&e))?;
    fs::write(&path, text + "\n").map_err(Error::io(&path, "write"))?;
    let path = folder.join(PROFILES);
    fs::write(&path, profiles).map_err(Error::io(&path, "write"))
}

fn write_map(folder: &Path, map: &Grid) -> Result<StoredMap, Error> {
    let path = folder.join(MAP);
    let write = || {
        let mut file = BufWriter::new(File::create(&path)?);
        map.values().iter().try_for_each(|height| file.write_all(&height.to_le_bytes()))?;
        file.flush()
    };
    write().map_err(Error::io(&path, "write"))?;
    let bytes = size_of_val(map.values()) as u64;
    let file = FileEntry { bytes, sha256: sha256_of_file(&path)?, rows: None };
    Ok(StoredMap { lines: map.lines(), west_deg: map.west_deg(), unit_km: map.unit_km(), file })
}

/// Reads every row and the map of a dataset.
fn check(folder: &Path) -> Result<(), Error> {
    let pack = LimbPack::open(folder)?;
    LimbNode::all().step_by(LimbNode::COLUMNS).try_for_each(|node| pack.profile(node).map(drop))?;
    pack.map().map(drop)
}
