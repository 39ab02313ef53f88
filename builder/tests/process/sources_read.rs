//! Errors of the sources name their faults.

use super::*;

/// The error of a build from a copy of the sources with a change.
fn refused(change: impl FnOnce(&Path)) -> String {
    let folder = tempfile::tempdir().expect("folder");
    let (source, out) = (folder.path().join("catalog-src"), folder.path().join("artifacts"));
    copy(&sources(), &source);
    change(&source);
    let output = run(builder(&source, &out));
    assert!(!output.status.success() && !out.join("current").exists());
    error_of(&output)
}

#[test]
fn a_changed_byte_in_a_source_publishes_nothing_and_names_the_file() {
    let error = refused(|source| {
        let victim = source.join("delta-t/iers.csv");
        let mut bytes = std::fs::read(&victim).expect("read");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&victim, bytes).expect("write");
    });
    assert!(error.contains("iers.csv") && error.contains("SHA256SUMS"), "{error}");
}

#[test]
fn a_file_without_a_review_is_named() {
    let error = refused(|source| std::fs::write(source.join("delta-t/newer.csv"), "2030,70").expect("write"));
    assert!(error.contains("delta-t/newer.csv") && error.contains("SHA256SUMS"), "{error}");
}

#[test]
fn an_absent_source_folder_is_named_with_the_remedy() {
    let out = tempfile::tempdir().expect("folder");
    let error = error_of(&run(builder(Path::new("no-such-folder"), out.path())));
    assert!(error.contains("no-such-folder") && error.contains("--source"), "{error}");
}
