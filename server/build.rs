//! Embeds the scripts, styles, pictures and modules of the pages: every such file below `src/pages`, without
//! what only its readers need.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it")).join("src/pages");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    find(&root, &mut files);
    files.sort();
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it"));
    let mut list = String::from("&[\n");
    for (number, file) in files.iter().enumerate() {
        let path = file.strip_prefix(&root).expect("a file below the root").display().to_string();
        let embedded = out.join(format!("{number}-{}", path.replace('/', "-")));
        fs::write(&embedded, minified(&path, file)).expect("OUT_DIR is writable");
        writeln!(list, "({path:?}, include_bytes!({:?})),", embedded.display().to_string()).expect("memory");
    }
    fs::write(out.join("page_files.rs"), list + "]").expect("OUT_DIR is writable");
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of pages") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            find(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| ["js", "css", "svg", "wasm"].iter().any(|e| *e == extension))
        {
            files.push(path);
        }
    }
}

/// Files of others are served byte for byte, with their licence.
fn minified(path: &str, file: &Path) -> Vec<u8> {
    let bytes = fs::read(file).unwrap_or_else(|error| panic!("{path}: {error}"));
    let text = || std::str::from_utf8(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
    match path.rsplit_once('.') {
        _ if path.contains("/vendor/") => bytes,
        Some((_, "js")) => minifier::js::minify(text()).to_string().into(),
        Some((_, "css")) => {
            minifier::css::minify(text()).unwrap_or_else(|error| panic!("{path}: {error}")).to_string().into()
        }
        _ => bytes,
    }
}
