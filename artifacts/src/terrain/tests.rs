use super::block::BYTES;
use super::manifest::HEIGHTS;
use super::*;
use crate::Error;
use crate::dataset::Dataset;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::sync::Mutex;

/// Tolerance of 16 bits for heights that are no whole metres, m.
const TOLERANCE_M: f64 = 0.1;

/// A hill that no grid is aligned with, m.
fn hill_m(latitude_deg: f64, longitude_deg: f64) -> f64 {
    1500.0 + 900.0 * (latitude_deg * 9.0).sin() + 700.0 * (longitude_deg * 7.0).cos()
}

fn source() -> TerrainSource {
    TerrainSource { name: "Hill".into(), datum: "mean sea level".into(), licence: "none".into() }
}

/// A grid of `steps` samples a degree; its file is named by its corner.
fn grid(west_deg: f64, north_deg: f64, [across, down]: [f64; 2], columns: u32, rows: u32) -> TerrainGrid {
    TerrainGrid {
        file: format!("{north_deg},{west_deg}"),
        sha256: String::new(),
        source: 0,
        mercator: false,
        west_deg,
        north_deg,
        column_deg: 1.0 / across,
        row_deg: 1.0 / down,
        columns,
        rows,
    }
}

/// Publishes grids of the hill; `known` says where it is known.
fn publish(root: &Path, grids: &[TerrainGrid], known: impl Fn(f64, f64) -> bool) -> TerrainManifest {
    let mut writer = TerrainWriter::new(root).expect("free");
    for grid in grids {
        let (samples, mut next) = (grid.samples(), 0);
        let band = |count: usize| {
            let rows = next..next + count as u32;
            next = rows.end;
            let height = |row: u32, column: u32| {
                let (latitude_deg, longitude_deg) = samples.place(column, row);
                let is_known = known(latitude_deg, longitude_deg);
                if is_known { hill_m(latitude_deg, longitude_deg) as f32 } else { f32::NAN }
            };
            let heights = rows.flat_map(|row| (0..samples.columns).map(move |column| (row, column)));
            Ok::<_, Error>(heights.map(|(row, column)| height(row, column)).collect())
        };
        writer.write_grid(grid.clone(), band).expect("written");
    }
    writer.publish(vec![source()], "test", 2).expect("published")
}

fn unexpected(error: &Error) {
    panic!("{error}");
}

fn open(root: &Path) -> TerrainPack {
    TerrainPack::current(root, unexpected).expect("whole")
}

#[test]
fn heights_are_bilinear_also_over_the_edges_of_files() {
    let root = tempfile::tempdir().expect("folder");
    // Four degrees, without the samples of their eastern and southern edges; the northern are coarser in
    // longitude, as products are nearer to the poles.
    let grids = [
        grid(7.0, 50.0, [200.0, 300.0], 200, 300),
        grid(8.0, 50.0, [200.0, 300.0], 200, 300),
        grid(7.0, 49.0, [300.0, 300.0], 300, 300),
        grid(8.0, 49.0, [300.0, 300.0], 300, 300),
    ];
    publish(root.path(), &grids, |_, _| true);
    let pack = open(root.path());
    // One after another, along rays over all four, they are the same as each alone.
    let (mut cursor, mut worst) = (pack.cursor(), 0f64);
    for ray in 0..60u32 {
        let (sin, cos) = f64::from(ray * 6).to_radians().sin_cos();
        for k in 0..3000u32 {
            let (latitude_deg, longitude_deg) =
                (49.0 + cos * f64::from(k) / 3100.0, 8.0 + sin * f64::from(k) / 3100.0);
            let alone = pack.find(latitude_deg, longitude_deg);
            assert_eq!(cursor.find(latitude_deg, longitude_deg), alone, "{latitude_deg} {longitude_deg}");
            let height_m = alone.expect("inside").height_m;
            worst = worst.max((height_m - hill_m(latitude_deg, longitude_deg)).abs());
        }
    }
    // Bilinear: at most a quarter of a step squared times the curvature, 900 · 9² per degree squared.
    let allowed = 2.0 * (900.0 * 81.0 + 700.0 * 49.0) / 8.0 / 200f64.powi(2) + TOLERANCE_M;
    println!("worst {worst:.3} m of {allowed:.3} m");
    assert!(worst < allowed, "{worst}");
    // East and south of the last samples nothing is known, beyond the file neither.
    assert_eq!(pack.height_m(48.5, 8.999), None);
    assert_eq!(pack.height_m(48.001, 8.5), None);
    assert_eq!(pack.height_m(51.0, 8.5), None);
    assert_eq!(pack.find(49.5, 7.5).map(|f| f.source.name.as_str()), Some("Hill"));
}

#[test]
fn the_finest_grid_with_a_height_wins() {
    let root = tempfile::tempdir().expect("folder");
    let fine = TerrainGrid { file: "fine".into(), ..grid(7.25, 47.75, [1200.0, 1200.0], 601, 601) };
    let coarse = grid(7.0, 48.0, [60.0, 60.0], 61, 61);
    // The fine one has a hole.
    let is_hole = |lat: f64, lng: f64| (47.4..47.6).contains(&lat) && (7.4..7.6).contains(&lng);
    publish(root.path(), &[coarse, fine], |lat, lng| !is_hole(lat, lng) || (lat * 60.0).fract().abs() < 1e-6);
    let pack = open(root.path());
    let resolution = |lat, lng| pack.find(lat, lng).map(|f| f.resolution_arcsec.round());
    assert_eq!(resolution(47.7, 7.3), Some(3.0));
    assert_eq!(resolution(47.1, 7.3), Some(60.0));
    assert_eq!(resolution(47.5 + 0.4 / 60.0, 7.5), Some(60.0));
    // Into the fine one and its hole and out again.
    let mut cursor = pack.cursor();
    for k in 0..5000u32 {
        let (latitude_deg, longitude_deg) = (47.05 + f64::from(k) * 1.8e-4, 7.05 + f64::from(k) * 1.6e-4);
        assert_eq!(cursor.find(latitude_deg, longitude_deg), pack.find(latitude_deg, longitude_deg));
    }
}

static REPORTED: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn note(error: &Error) {
    REPORTED.lock().expect("not poisoned").push(error.to_string());
}

#[test]
fn a_damaged_block_is_unknown_and_reported_and_a_cut_file_is_refused() {
    let root = tempfile::tempdir().expect("folder");
    let manifest = publish(root.path(), &[grid(7.0, 48.0, [128.0, 128.0], 128, 128)], |_, _| true);
    let folder = root.path().join("builds").join(&manifest.id);
    let heights = folder.join(HEIGHTS);
    let set_mode = |mode| std::fs::set_permissions(&heights, std::fs::Permissions::from_mode(mode));
    set_mode(0o644).expect("mode");
    let whole = std::fs::read(&heights).expect("read");
    let mut damaged = whole.clone();
    damaged[BYTES + 5000] ^= 1;
    // Swapped blocks are detected.
    damaged.copy_within(2 * BYTES..3 * BYTES, 3 * BYTES);
    std::fs::write(&heights, &damaged).expect("written");
    let pack = TerrainPack::current(root.path(), note).expect("opens");
    assert!(pack.height_m(47.8, 7.2).is_some() && pack.height_m(47.2, 7.2).is_some());
    assert_eq!((pack.height_m(47.8, 7.8), pack.height_m(47.2, 7.8)), (None, None));
    let reported = REPORTED.lock().expect("not poisoned").clone();
    assert!(reported.len() == 2 && reported[0].contains("heights.bin"), "{reported:?}");
    std::fs::write(&heights, &whole[..whole.len() - 1]).expect("written");
    let refused = TerrainPack::current(root.path(), note).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(refused.contains("heights.bin") && refused.contains("umbra terrain"), "{refused}");
    // A file that is cut while it is read gives no heights.
    assert_eq!(pack.height_m(47.3, 7.6), None);
}

#[test]
fn the_newest_dataset_is_current_and_the_same_files_have_the_same_name() {
    let root = tempfile::tempdir().expect("folder");
    let first = grid(7.0, 48.0, [10.0, 10.0], 11, 11);
    let id = publish(root.path(), std::slice::from_ref(&first), |_, _| true).id;
    assert_eq!(publish(root.path(), std::slice::from_ref(&first), |_, _| true).id, id);
    let other = publish(root.path(), &[TerrainGrid { west_deg: 9.0, ..first }], |_, _| true).id;
    assert!(other != id && open(root.path()).id() == other);
    let empty = tempfile::tempdir().expect("folder");
    let refused =
        TerrainPack::current(empty.path(), unexpected).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(refused.contains("umbra terrain --out"), "{refused}");
}

#[test]
fn a_whole_dataset_stays_when_it_is_published_again_and_a_damaged_one_does_not() {
    let root = tempfile::tempdir().expect("folder");
    let grids = [grid(7.0, 48.0, [128.0, 128.0], 128, 128)];
    let publish = || publish(root.path(), &grids, |_, _| true);
    let heights = root.path().join("builds").join(publish().id).join(HEIGHTS);
    let inode = || std::fs::metadata(&heights).expect("there").ino();
    let (first, whole) = (inode(), std::fs::read(&heights).expect("read"));
    publish();
    assert_eq!(inode(), first, "the same file, never gone in between");
    std::fs::set_permissions(&heights, std::fs::Permissions::from_mode(0o644)).expect("mode");
    let mut damaged = whole.clone();
    damaged[BYTES + 5000] ^= 1;
    std::fs::write(&heights, &damaged).expect("written");
    publish();
    assert!(inode() != first && std::fs::read(&heights).expect("read") == whole);
    let left = std::fs::read_dir(root.path()).expect("list").flatten().map(|e| e.file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().starts_with(".tmp-")));
}

#[test]
fn a_manifest_of_impossible_grids_is_refused() {
    let root = tempfile::tempdir().expect("folder");
    let sound = grid(7.0, 48.0, [10.0, 10.0], 11, 11);
    let manifest = publish(root.path(), std::slice::from_ref(&sound), |_, _| true);
    let path = root.path().join("builds").join(&manifest.id).join("manifest.json");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).expect("mode");
    let refusal = |grids: Vec<TerrainGrid>| {
        let mut hostile = TerrainManifest { grids, ..manifest.clone() };
        hostile.id = hostile.expected_id().expect("a name");
        std::fs::write(&path, serde_json::to_string(&hostile).expect("text")).expect("written");
        TerrainPack::current(root.path(), unexpected).err().map(|e| e.to_string()).unwrap_or_default()
    };
    let tiny = f64::MIN_POSITIVE;
    let most =
        TerrainGrid { columns: u32::MAX, rows: u32::MAX, column_deg: tiny, row_deg: tiny, ..sound.clone() };
    let hostile = [
        TerrainGrid { north_deg: 90.1, ..sound.clone() },
        TerrainGrid { north_deg: -89.5, ..sound.clone() },
        TerrainGrid { west_deg: 361.0, ..sound.clone() },
        TerrainGrid { column_deg: 40.0, ..sound.clone() },
        TerrainGrid { row_deg: -0.1, ..sound.clone() },
        TerrainGrid { columns: 0, ..sound.clone() },
        TerrainGrid { source: 1, ..sound.clone() },
        TerrainGrid { mercator: true, north_deg: 180.1, ..sound.clone() },
        most.clone(),
    ];
    for grid in hostile {
        let refused = refusal(vec![grid.clone()]);
        assert!(refused.contains("a grid is none"), "{grid:?}: {refused}");
    }
    // Each can be counted, their file is not there.
    let large = TerrainGrid { columns: 1 << 21, rows: 1 << 21, ..most };
    let refused = refusal(vec![large; 1000]);
    assert!(refused.contains("heights.bin"), "{refused}");
    assert_eq!(refusal(vec![sound]), "");
}

#[test]
fn grids_join_over_the_antimeridian() {
    let root = tempfile::tempdir().expect("folder");
    // With the samples of the shared edge, and without.
    for columns in [301, 300] {
        let grids = [179.0, -180.0].map(|west| grid(west, 1.0, [300.0, 300.0], columns, 301));
        publish(root.path(), &grids, |_, _| true);
        let pack = open(root.path());
        // Both names of a meridian stand for the same samples: those of -180 begin the eastern grid.
        let beside = 0.5 / 300.0;
        let [west, middle, east] = [180.0 - 2.0 * beside, 180.0 - beside, 180.0]
            .map(|longitude_deg| pack.height_m(0.5, longitude_deg).expect("known"));
        assert!((middle - (west + east) / 2.0).abs() < TOLERANCE_M, "{west} {middle} {east}");
        assert!((east - pack.height_m(0.5, -180.0).expect("known")).abs() < TOLERANCE_M);
        assert!(pack.height_m(0.5, -180.0 + beside).is_some());
        assert!(pack.height_m(0.5, 180.0 + beside).is_some());
    }
}

#[test]
fn other_folders_are_named_in_the_error() {
    let roots: [_; 2] = std::array::from_fn(|_| tempfile::tempdir().expect("folder"));
    let [terrain, tables] = [roots[0].path(), roots[1].path()];
    let manifest = publish(terrain, &[grid(7.0, 50.0, [30.0, 30.0], 31, 31)], |_, _| true);
    let build = tables.join("builds/0123456789abcdef");
    std::fs::create_dir_all(&build).expect("a folder");
    let text = r#"{"id": "0123456789abcdef", "inputs": {}}"#;
    std::fs::write(build.join("manifest.json"), text).expect("written");
    std::os::unix::fs::symlink("builds/0123456789abcdef", tables.join("current")).expect("a link");
    let message = |root: &Path| match TerrainPack::current(root, unexpected).map(drop) {
        Err(error @ Error::WrongFolder { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    };
    for (root, begins) in [(tables, "here is"), (&tables.join("current"), "this is"), (&build, "this is")] {
        let expected = format!(
            "{}: {begins} a generation of tables, for --artifacts; needed is a dataset of terrain, for \
             --terrain",
            root.display()
        );
        assert_eq!(message(root), expected);
    }
    let right = std::fs::canonicalize(terrain).expect("a folder");
    for itself in [terrain.join("current"), terrain.join("builds").join(&manifest.id)] {
        let ends = format!("right would be the folder in which it was published, {}", right.display());
        assert!(message(&itself).ends_with(&ends), "{}", message(&itself));
    }
    let other = crate::limb::LimbPack::current(terrain).map(drop).expect_err("no limb").to_string();
    let says = "here is a dataset of terrain, for --terrain; needed is a dataset of profiles";
    assert!(other.contains(says), "{other}");
    assert!(matches!(TerrainPack::current(&tables.join("builds"), unexpected), Err(Error::NoTerrain(_))));
}
