//! What the tests share: one build for each test program, and the reference samples if they are there.

pub mod browser;
pub mod served;

use builder::{BuildOptions, Progress, Summary};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

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
        threads: 0,
        keep: 3,
        ephemeris_years: (1700, 2110),
    }
}

/// Builds into `out`, quietly.
pub fn build(out: &Path) -> Summary {
    builder::build(&options(out), &Progress::new(true)).unwrap_or_else(|e| panic!("the build failed: {e}"))
}

/// A folder with one built generation, made once for each test program and removed by the system.
pub fn built() -> &'static Path {
    static BUILT: OnceLock<tempfile::TempDir> = OnceLock::new();
    BUILT
        .get_or_init(|| {
            let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("no temporary folder: {e}"));
            build(folder.path());
            folder
        })
        .path()
}

/// A file of the reference samples, from `UMBRA_REFERENCE` or `../shared/reference`; says loudly that the
/// test is skipped if it is absent.
pub fn reference(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("UMBRA_REFERENCE")
        .map(PathBuf::from)
        .unwrap_or_else(|| root().join("../shared/reference"));
    let path = folder.join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!(
        "\n*** SKIPPED: {} is absent; set UMBRA_REFERENCE to the folder of the reference samples ***\n",
        path.display()
    );
    None
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
