//! The real program: starved, fed with damaged files. Cargo tells the path of a program only to tests of the
//! same package, so these stand here and not beside the others in `tests/`.

mod batch;
mod commands;
mod kernel;
mod kernel_damaged;
mod limb;
mod operator;
mod paths_limb;
mod publishing;
#[path = "../../../tests/src/released.rs"]
mod released;
mod seas;
mod sources_read;
mod spk;
mod update_delta_t;
mod update_delta_t_refused;

use artifacts::reader::Generation;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use tempfile::TempDir;

/// Years of the ephemeris of all builds.
const YEARS: &str = "2024..2024";

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog-src")
}

fn builder(source: &Path, out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_builder"));
    command.arg("build").arg("--source").arg(source).arg("--out").arg(out);
    command.args(["--ephemeris-range", YEARS]);
    command
}

/// The options of [`builder`] for calls inside this program.
fn options(out: &Path) -> builder::BuildOptions {
    builder::BuildOptions {
        source: sources(),
        out: out.to_owned(),
        seas: None,
        kernel: None,
        threads: 0,
        keep: 3,
        ephemeris_years: (2024, 2024),
    }
}

/// An empty folder of this name. Emptied first: another run has left its files.
fn kept_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A generation, and what the builder has printed of it; built once. Tests only read it.
fn generation() -> &'static (PathBuf, Value) {
    static BUILT: OnceLock<(PathBuf, Value)> = OnceLock::new();
    BUILT.get_or_init(|| {
        let built = kept_folder("generation");
        let mut command = builder(&sources(), &built);
        command.arg("--json");
        let summary = json(&run(command));
        (built, summary)
    })
}

/// A new folder with a copy of [`generation`].
fn with_generation() -> TempDir {
    let folder = tempfile::tempdir().expect("folder");
    let copied = Command::new("cp").arg("-a").arg(generation().0.join(".")).arg(folder.path()).status();
    assert!(copied.is_ok_and(|status| status.success()), "cp -a failed");
    folder
}

fn run(mut command: Command) -> Output {
    command.output().expect("the builder starts")
}

fn call(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_builder"));
    command.args(arguments);
    run(command)
}

fn error_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the output of a program that ended without an error.
fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", error_of(output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&text(output)).expect("one JSON value")
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
