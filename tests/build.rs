//! Looks for the reference tables. The test program reports a test that needs them as ignored without them.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=UMBRA_REFERENCE");
    println!("cargo::rustc-check-cfg=cfg(has_reference)");
    let here =
        PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it for build scripts"));
    let named = std::env::var_os("UMBRA_REFERENCE").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| here.join("../../shared/reference"));
    println!("cargo::rustc-env=REFERENCE={}", folder.display());
    if folder.is_dir() {
        println!("cargo::rustc-cfg=has_reference");
        watch(&folder);
    } else {
        // Its parent changes when it appears; a path that is absent would build the tests anew every time.
        folder.parent().filter(|p| p.is_dir()).into_iter().for_each(watch);
    }
}

fn watch(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}
