//! Lists of names that releases keep (COMPATIBILITY.md). Within a major version lines are only added.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The version of the workspace.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The remedy if this version differs from its release.
pub const REMEDY: &str =
    "is kept: raise the version in Cargo.toml, or renew with `just release-lists` before the release";

/// Returns whether the files of this version are written anew: `UMBRA_RELEASE=write`.
pub fn is_written() -> bool {
    std::env::var("UMBRA_RELEASE").is_ok_and(|word| word == "write")
}

/// The released versions of this major version, and the folders of their lists.
pub fn versions() -> Vec<(String, PathBuf)> {
    let major = |version: &str| version.split('.').next().map(str::to_owned);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/released");
    let all = std::fs::read_dir(folder).expect("tests/released").map(|entry| entry.expect("an entry"));
    let named = all.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()));
    named.filter(|(version, _)| major(version) == major(VERSION)).collect()
}

/// Fails if a list lacks a line of a released one, or differs from that of this version.
pub fn check(name: &str, lines: &[String]) {
    if is_written() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/released").join(VERSION);
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join(name), lines.join("\n") + "\n").expect("the list can be written");
    }
    let mut broken = Vec::new();
    for (version, folder) in versions() {
        let kept = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        let kept: Vec<_> = kept.lines().collect();
        assert!(!kept.is_empty(), "tests/released/{version}/{name} is absent");
        let is_new = |line: &&String| version == VERSION && !kept.contains(&line.as_str());
        broken.extend(lines.iter().filter(is_new).map(|line| format!("{version} {REMEDY}; new: {line}")));
        let lost = kept.iter().filter(|kept| lines.iter().all(|line| line != *kept));
        broken.extend(lost.map(|line| format!("{version} has in {name}: {line}")));
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The options and subcommands of a program, by its completions: a line each, with the command.
pub fn options(program: &str) -> Vec<String> {
    let output = Command::new(program).args(["completions", "bash"]).output().expect("the program");
    let (mut command, mut lines) = (String::new(), Vec::new());
    for line in String::from_utf8_lossy(&output.stdout).lines().map(str::trim) {
        if let Some(name) = line.strip_suffix(')') {
            command = name.replace("__subcmd__", " ");
        } else if let Some(all) = line.strip_prefix("opts=\"").filter(|_| !command.contains(" help")) {
            let all = all.trim_end_matches('"').split_whitespace();
            lines.extend(all.map(|option| format!("{command} {option}")));
        }
    }
    lines
}
