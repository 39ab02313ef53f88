//! A dataset written, read, damaged and replaced.

use super::format::{MAP, PROFILES, ROW_BYTES};
use super::*;
use crate::Error;
use astro::sky::libration::Selenographic;
use astro::sky::limb::{DIRECTIONS, Grid, LunarViewpoint, Profile};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn source(product: &str) -> LimbSource {
    LimbSource {
        product: product.into(),
        version: "V3.0".into(),
        pixels_per_deg: 4.0,
        image_sha256: "00".into(),
        label_sha256: "11".into(),
    }
}

/// Profiles whose heights tell direction and libration, in half metres.
fn profiles() -> Vec<Profile> {
    let height_km = |node: LimbNode, k: usize| {
        (node.longitude_deg() * 1000.0 + node.latitude_deg() * 100.0 + k as f64) * UNIT_KM
    };
    let profile = |node| (0..DIRECTIONS).map(|k| height_km(node, k)).collect();
    LimbNode::all().map(|node| Profile::new(profile(node)).expect("1,800 heights")).collect()
}

fn open_to_writing(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o644)).expect("our own file");
}

#[test]
fn profiles_come_back_as_they_were_and_between_them_the_mean() {
    let root = tempfile::tempdir().expect("folder");
    publish(root.path(), source("LDEM_4"), &profiles(), None, 2).expect("published");
    let pack = LimbPack::current(root.path()).expect("opened");
    for (node, expected) in LimbNode::all().zip(profiles()) {
        let found = pack.profile(node).expect("read");
        let off = found.heights_km().iter().zip(expected.heights_km()).map(|(a, b)| (a - b).abs());
        assert!(off.fold(0.0, f64::max) < 1e-9, "{node:?}");
    }
    let found = pack.nearest(-8.93, 1.55).expect("read").expect("within the range");
    assert_eq!((found.node.longitude_deg(), found.node.latitude_deg()), (-9.0, 1.6));
    // A plane in libration and angle is its own interpolation, at the edges of the range too.
    for (l, b) in [(0.05, -0.13), (8.97, 1.51), (9.0, 1.6), (-9.0, -1.6), (-3.21, 0.0)] {
        let between = pack.between(l, b).expect("read").expect("within the range");
        let expected = (l * 1000.0 + b * 100.0 + 77.0) * UNIT_KM;
        assert!((between.heights_km()[77] - expected).abs() < 1e-9, "{l} {b}");
    }
    for (l, b) in [(9.1, 0.0), (0.0, -1.61), (f64::NAN, 0.0)] {
        assert_eq!(pack.between(l, b).expect("read"), None);
        assert_eq!(pack.nearest(l, b).expect("read"), None);
    }
}

#[test]
fn a_damaged_row_is_refused_when_it_is_touched_and_the_others_are_not() {
    let root = tempfile::tempdir().expect("folder");
    publish(root.path(), source("LDEM_4"), &profiles(), None, 2).expect("published");
    let path = root.path().join("current").join(PROFILES);
    open_to_writing(&path);
    let mut bytes = fs::read(&path).expect("read");
    bytes[ROW_BYTES + 5] ^= 1;
    fs::write(&path, bytes).expect("written");
    let pack = LimbPack::current(root.path()).expect("sums are not checked yet");
    assert!(pack.nearest(0.0, -1.6).is_ok());
    let damaged = pack.nearest(0.0, -1.4).expect_err("another byte").to_string();
    assert!(damaged.contains("profiles.bin") && damaged.contains("row 1"), "{damaged}");
    // A build of the same contents puts a whole one in its place.
    publish(root.path(), source("LDEM_4"), &profiles(), None, 2).expect("published again");
    assert!(LimbPack::current(root.path()).expect("opened").nearest(0.0, -1.4).is_ok());
}

#[test]
fn what_is_no_dataset_is_named() {
    let root = tempfile::tempdir().expect("folder");
    assert!(matches!(LimbPack::current(root.path()), Err(Error::NoLimb(_))));
    publish(root.path(), source("LDEM_4"), &profiles(), None, 2).expect("published");
    let current = root.path().join("current");
    let (manifest, file) = (current.join("manifest.json"), current.join(PROFILES));
    open_to_writing(&manifest);
    open_to_writing(&file);
    let text = fs::read_to_string(&manifest).expect("read");
    for (from, to) in [("\"format_version\": 1", "\"format_version\": 9"), ("LDEM_4", "LDEM_8"), ("{", "[")] {
        fs::write(&manifest, text.replacen(from, to, 1)).expect("written");
        let refused = LimbPack::current(root.path()).expect_err("not ours").to_string();
        assert!(refused.contains("manifest.json") && refused.contains("umbra limb"), "{refused}");
    }
    fs::write(&manifest, text).expect("written");
    fs::write(&file, [0; 100]).expect("written");
    let refused = LimbPack::current(root.path()).expect_err("cut").to_string();
    assert!(refused.contains("profiles.bin") && refused.contains("100 bytes"), "{refused}");
}

#[test]
fn too_few_profiles_and_mountains_of_another_world_are_not_published() {
    let root = tempfile::tempdir().expect("folder");
    assert!(publish(root.path(), source("LDEM_4"), &profiles()[1..], None, 2).is_err());
    let mut high = profiles();
    high[5] = Profile::new(vec![17.0; DIRECTIONS]).expect("1,800 heights");
    assert!(publish(root.path(), source("LDEM_4"), &high, None, 2).is_err());
    assert!(matches!(LimbPack::current(root.path()), Err(Error::NoLimb(_))));
}

#[test]
fn an_open_dataset_stays_as_it_was_when_another_is_published() {
    let root = tempfile::tempdir().expect("folder");
    publish(root.path(), source("LDEM_4"), &profiles(), None, 1).expect("published");
    let old = LimbPack::current(root.path()).expect("opened");
    let flat = vec![Profile::new(vec![1.0; DIRECTIONS]).expect("1,800 heights"); LimbNode::COUNT];
    publish(root.path(), source("LDEM_16"), &flat, None, 1).expect("published");
    let new = LimbPack::current(root.path()).expect("opened");
    assert_ne!(old.manifest().id, new.manifest().id);
    let height_km = |pack: &LimbPack| {
        let found = pack.nearest(1.0, 0.0).expect("read").expect("within the range");
        found.profile.heights_km()[0]
    };
    assert!((height_km(&old) - 0.5).abs() < 1e-9 && (height_km(&new) - 1.0).abs() < 1e-9);
    assert_eq!(fs::read_dir(root.path().join("builds")).expect("listed").count(), 1);
}

#[test]
fn a_limb_from_the_map_has_any_number_of_directions_and_a_damaged_map_is_refused() {
    let root = tempfile::tempdir().expect("folder");
    // A ramp towards the north on a map of two pixels a degree.
    let heights: Vec<i16> = (0..360 * 720).map(|k| 2000 - (k / 72) as i16).collect();
    let map = Grid::new(360, -180.0, UNIT_KM, heights).expect("a map");
    let flat = vec![Profile::new(vec![1.0; DIRECTIONS]).expect("1,800 heights"); LimbNode::COUNT];
    publish(root.path(), source("LDEM_4"), &flat, Some(&map), 1).expect("published");
    let libration = Selenographic { longitude: 0.05, latitude: -0.02 };
    let from = LunarViewpoint { libration, distance_km: 360_000.0 };
    let pack = LimbPack::current(root.path()).expect("opened");
    let found = pack.limb_km(from, 7000, || ()).expect("read").expect("a map");
    assert_eq!(found, map.limb_km(from, 7000, || ()));
    assert_eq!(found.len(), 7000);
    let path = root.path().join("current").join(MAP);
    open_to_writing(&path);
    let mut bytes = fs::read(&path).expect("read");
    bytes[77] ^= 1;
    fs::write(&path, bytes).expect("written");
    let damaged = LimbPack::current(root.path()).expect("sums are not checked yet").limb_km(from, 360, || ());
    assert!(damaged.expect_err("another byte").to_string().contains("heights.bin"));
}
