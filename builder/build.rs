//! Hashes the sources that decide a generation's bytes, so that its id changes with them.

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

fn main() {
    let mut files = Vec::new();
    let crates =
        ["astro", "geography", "geography/places", "artifacts", "artifacts/codings", "artifacts/maps"];
    for folder in crates
        .map(|name| format!("../{name}/src"))
        .iter()
        .map(String::as_str)
        .chain(["../almanac/src/catalog", "src"])
    {
        println!("cargo:rerun-if-changed={folder}");
        collect(Path::new(folder), &mut files);
    }
    // Records of the catalogs name months by the schemas.
    for file in ["../Cargo.lock", "../almanac/src/schema.rs"] {
        println!("cargo:rerun-if-changed={file}");
        files.push(file.into());
    }
    files.sort();
    let mut digest = Sha256::new();
    for file in files {
        let bytes = std::fs::read(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        digest.update(file.to_string_lossy().as_bytes());
        digest.update(bytes);
    }
    let hex: String = digest.finalize().iter().map(|b| format!("{b:02x}")).collect();
    println!("cargo:rustc-env=UMBRA_ENGINE_SHA256={hex}");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let cannot = |e: std::io::Error| -> PathBuf { panic!("{}: {e}", folder.display()) };
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries {
        let path = entry.map_or_else(cannot, |entry| entry.path());
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}
