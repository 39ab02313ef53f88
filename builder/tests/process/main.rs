//! The real program: killed, starved, fed with damaged files. Cargo tells the path of a program only to tests
//! of the same package, so these stand here and not beside the others in `tests/`.

mod batch;
mod commands;
mod kernel;
mod kernel_damaged;
mod paths_limb;
mod publishing;
mod seas;
mod sources_read;
mod spk;
mod update_delta_t;
mod update_delta_t_refused;

use artifacts::reader::Generation;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use tempfile::TempDir;

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog-src")
}

fn builder(source: &Path, out: &Path, ephemeris: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_builder"));
    command
        .arg("build")
        .arg("--source")
        .arg(source)
        .arg("--out")
        .arg(out)
        .args(["--ephemeris-range", ephemeris]);
    command
}

/// A new folder with a copy of a generation of the year 2000, which is built once.
fn with_generation() -> TempDir {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let built = BUILT.get_or_init(|| {
        // Emptied first: another run has left an older one.
        let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generation");
        let _ = std::fs::remove_dir_all(&built);
        assert!(run(builder(&sources(), &built, "2000..2000")).status.success());
        built
    });
    let folder = tempfile::tempdir().expect("folder");
    let copied = Command::new("cp").arg("-a").arg(built.join(".")).arg(folder.path()).status();
    assert!(copied.is_ok_and(|status| status.success()), "cp -a {} failed", built.display());
    folder
}

fn run(mut command: Command) -> Output {
    command.output().expect("the builder starts")
}

fn error_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("folder");
    for entry in std::fs::read_dir(from).expect("list").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("copy");
        }
    }
}

/// Replaces a published file, which is read-only.
fn replace(path: &Path, bytes: impl AsRef<[u8]>) {
    std::fs::remove_file(path).and_then(|()| std::fs::write(path, bytes)).expect("replaced");
}

fn published(out: &Path) -> String {
    Generation::current(out).expect("a whole generation is current").manifest().id.clone()
}

/// Temporary files and folders of builds, killed or running.
fn temporary(out: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(out).expect("list").flatten();
    entries.map(|e| e.file_name().to_string_lossy().into_owned()).filter(|n| n.starts_with(".tmp")).collect()
}
