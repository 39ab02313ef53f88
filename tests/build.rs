//! Looks for programs and data outside the repository that some tests need: the reference tables, Chromium,
//! axe-core, JPL's ephemeris DE440, PostgreSQL, and Valkey or Redis. The test program reports a test without
//! its need as ignored, with the reason.

use std::path::{Path, PathBuf};

/// Names of the programs that speak the protocol of Redis.
const VALKEY: [&str; 2] = ["valkey-server", "redis-server"];
/// Where Debian has the programs of PostgreSQL, by version.
const POSTGRES: &str = "/usr/lib/postgresql";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(has_reference)");
    println!("cargo::rustc-check-cfg=cfg(has_postgres, has_valkey, has_openssl)");
    look_for_reference();
    look_for_postgres();
    look_for_valkey();
}

fn look_for_reference() {
    println!("cargo::rerun-if-env-changed=UMBRA_REFERENCE");
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo tells build scripts"));
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

/// PostgreSQL's programs are in a folder that Debian does not have on the path.
fn look_for_postgres() {
    println!("cargo::rerun-if-env-changed=UMBRA_POSTGRES");
    let mut folders = folders_of_path();
    if let Ok(versions) = std::fs::read_dir(POSTGRES) {
        let mut versions: Vec<PathBuf> = versions.filter_map(|v| Some(v.ok()?.path().join("bin"))).collect();
        versions.sort();
        folders.extend(versions.into_iter().rev());
    }
    let named = std::env::var_os("UMBRA_POSTGRES").map(PathBuf::from);
    let is_one = |folder: &PathBuf| {
        ["initdb", "postgres", "createdb", "psql", "pg_isready"]
            .iter()
            .all(|name| folder.join(name).is_file())
    };
    let found = named.or_else(|| folders.into_iter().find(is_one)).unwrap_or_else(|| POSTGRES.into());
    println!("cargo::rustc-env=POSTGRES={}", found.display());
    if is_one(&found) {
        println!("cargo::rustc-cfg=has_postgres");
        watch(&found.join("postgres"));
    } else if Path::new(POSTGRES).is_dir() {
        watch(Path::new(POSTGRES));
    }
}

fn look_for_valkey() {
    let folders = folders_of_path();
    let mut places = VALKEY.iter().flat_map(|name| folders.iter().map(move |f| f.join(name)));
    let program = places.find(|p| p.is_file()).unwrap_or_else(|| VALKEY[0].into());
    println!("cargo::rustc-env=VALKEY={}", program.display());
    if program.is_file() {
        println!("cargo::rustc-cfg=has_valkey");
        watch(&program);
    }
    // It makes the certificates of a Valkey that speaks TLS.
    if folders.iter().any(|folder| folder.join("openssl").is_file()) {
        println!("cargo::rustc-cfg=has_openssl");
    }
}

fn folders_of_path() -> Vec<PathBuf> {
    println!("cargo::rerun-if-env-changed=PATH");
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).filter(|f| f.is_dir()).collect()
}

fn watch(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}
