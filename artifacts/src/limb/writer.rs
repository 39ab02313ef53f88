//! Publishing profiles: written aside, checked, renamed.

use super::{DISTANCE_KM, FORMAT_VERSION, Manifest, Node, PROFILES, Pack, ROW_BYTES, Source, UNIT_KM};
use crate::Error;
use crate::folder::{STAGING, lock, make_read_only, point_current_at, prune, sweep, sync};
use crate::layout::{BUILDS, MANIFEST};
use crate::manifest::sha256_hex;
use astro::sky::limb::Profile;
use std::fs;
use std::path::Path;

/// Publishes profiles, one for each of [`Node::all`] in that order, in `root`; keeps the newest `keep`
/// datasets. A kill at any moment leaves the old dataset or the new one current, both whole.
///
/// Errors: [`Error::Limb`] if there are too few or too many profiles, or a height beyond ±16.38 km;
/// [`Error::Busy`] while another build is publishing there.
pub fn publish(root: &Path, source: Source, profiles: &[Profile], keep: usize) -> Result<Manifest, Error> {
    let bytes = bytes(profiles).map_err(|problem| Error::Limb { path: root.to_owned(), problem })?;
    let mut manifest = Manifest {
        id: String::new(),
        format_version: FORMAT_VERSION,
        engine_version: env!("CARGO_PKG_VERSION").into(),
        source,
        distance_km: DISTANCE_KM,
        rows_sha256: bytes.chunks(ROW_BYTES).map(sha256_hex).collect(),
    };
    manifest.id = manifest.expected_id()?;
    let builds = root.join(BUILDS);
    fs::create_dir_all(&builds).map_err(Error::io(&builds, "create"))?;
    let _lock = lock(root)?;
    sweep(root)?;
    let aside = root.join(format!("{STAGING}{}", std::process::id()));
    let written = write(&aside, &manifest, &bytes).and_then(|()| rename(root, &aside, &manifest));
    if written.is_err() {
        // Nothing can be done about a folder that will not go; the next build sweeps it away.
        let _ = fs::remove_dir_all(&aside);
    }
    written?;
    point_current_at(root, &manifest.id)?;
    prune(root, &manifest.id, keep)?;
    Ok(manifest)
}

/// The file of the profiles.
fn bytes(profiles: &[Profile]) -> Result<Vec<u8>, String> {
    if profiles.len() != Node::COUNT {
        return Err(format!("{} profiles; must be {}", profiles.len(), Node::COUNT));
    }
    let heights_km = profiles.iter().flat_map(Profile::heights_km);
    let mut bytes = Vec::with_capacity(Node::ROWS * ROW_BYTES);
    for height_km in heights_km {
        let units = (height_km / UNIT_KM).round();
        if units.abs() > f64::from(i16::MAX) {
            return Err(format!("a limb {height_km} km high is none of the Moon"));
        }
        bytes.extend((units as i16).to_le_bytes());
    }
    Ok(bytes)
}

fn write(folder: &Path, manifest: &Manifest, profiles: &[u8]) -> Result<(), Error> {
    fs::create_dir(folder).map_err(Error::io(folder, "create"))?;
    let (path, text) = (folder.join(MANIFEST), serde_json::to_string_pretty(manifest));
    let text = text.map_err(|e| Error::encoding(&path)(&e))?;
    fs::write(&path, text + "\n").map_err(Error::io(&path, "write"))?;
    let path = folder.join(PROFILES);
    fs::write(&path, profiles).map_err(Error::io(&path, "write"))?;
    make_read_only(folder)?;
    sync(folder)?;
    check(folder)
}

/// Reads every row of a dataset.
fn check(folder: &Path) -> Result<(), Error> {
    let pack = Pack::open(folder)?;
    Node::all().step_by(Node::COLUMNS).try_for_each(|node| pack.profile(node).map(drop))
}

/// Renames a folder to the name of its dataset. The same contents give the same name: a whole dataset of that
/// name stays, a damaged one is moved aside first.
fn rename(root: &Path, aside: &Path, manifest: &Manifest) -> Result<(), Error> {
    let target = root.join(BUILDS).join(&manifest.id);
    if target.exists() {
        if Manifest::read(&target).is_ok_and(|m| m == *manifest) && check(&target).is_ok() {
            return fs::remove_dir_all(aside).map_err(Error::io(aside, "remove"));
        }
        let replaced = root.join(format!("{STAGING}replaced-{}", std::process::id()));
        fs::rename(&target, &replaced).map_err(Error::io(&target, "move aside"))?;
        fs::rename(aside, &target).map_err(Error::io(&target, "rename into place"))?;
        fs::remove_dir_all(&replaced).map_err(Error::io(&replaced, "remove"))?;
    } else {
        fs::rename(aside, &target).map_err(Error::io(&target, "rename into place"))?;
    }
    sync(&root.join(BUILDS))
}
