//! Same sources, same bytes: at any number of threads.

use builder::{BuildOptions, Progress};
use std::collections::BTreeMap;

fn files(threads: usize) -> (String, BTreeMap<String, Vec<u8>>) {
    let folder = tempfile::tempdir().expect("folder");
    let options = BuildOptions { threads, ephemeris_years: (1999, 2001), ..tests::options(folder.path()) };
    let summary = builder::build(&options, &Progress::new(true)).expect("build");
    let current = artifacts::layout::current(folder.path()).expect("current");
    let read = |e: std::fs::DirEntry| {
        (e.file_name().to_string_lossy().into_owned(), std::fs::read(e.path()).expect("read"))
    };
    // The time of the build is in a separate file.
    let entries = std::fs::read_dir(current).expect("list").flatten();
    let entries = entries.filter(|e| e.file_name() != artifacts::built::BUILT);
    (summary.generation, entries.map(read).collect())
}

#[test]
fn one_thread_and_two_give_the_same_bytes() {
    let ((id_1, one), (id_2, two)) = (files(1), files(2));
    assert_eq!(id_1, id_2);
    assert_eq!(one.keys().collect::<Vec<_>>(), two.keys().collect::<Vec<_>>());
    for (name, bytes) in &one {
        assert!(bytes == &two[name], "{name} differs between one thread and two");
    }
    println!(
        "{} files, {} bytes, the same at one thread and two",
        one.len(),
        one.values().map(Vec::len).sum::<usize>()
    );
}
