//! Same sources, same bytes: at any number of threads.

use std::collections::BTreeMap;
use std::path::Path;

/// The name of the current generation in a folder, and its files.
fn files(folder: &Path) -> (String, BTreeMap<String, Vec<u8>>) {
    let current = artifacts::layout::current(folder).expect("current");
    let name = current.file_name().expect("a name").to_string_lossy().into_owned();
    let read = |e: std::fs::DirEntry| {
        (e.file_name().to_string_lossy().into_owned(), std::fs::read(e.path()).expect("read"))
    };
    // The time of the build is in a separate file.
    let entries = std::fs::read_dir(current).expect("list").flatten();
    (name, entries.filter(|e| e.file_name() != artifacts::built::BUILT).map(read).collect())
}

#[test]
fn one_thread_and_all_give_the_same_bytes() {
    let folder = tempfile::tempdir().expect("folder");
    tests::build_another(folder.path(), 1);
    let ((id_1, one), (id, all)) = (files(folder.path()), files(tests::another()));
    assert_eq!(id_1, id);
    assert_eq!(one.keys().collect::<Vec<_>>(), all.keys().collect::<Vec<_>>());
    for (name, bytes) in &one {
        assert!(bytes == &all[name], "{name} differs between one thread and all");
    }
    let bytes: usize = one.values().map(Vec::len).sum();
    println!("{} files, {bytes} bytes, the same at one thread and all", one.len());
}
