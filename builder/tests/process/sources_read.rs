//! Sources are found, and errors name their faults.

use super::*;

#[test]
fn a_changed_byte_in_a_source_publishes_nothing_and_names_the_file() {
    let folder = tempfile::tempdir().expect("folder");
    let (source, out) = (folder.path().join("catalog-src"), folder.path().join("artifacts"));
    copy(&sources(), &source);
    let victim = source.join("delta-t/iers.csv");
    let mut bytes = std::fs::read(&victim).expect("read");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&victim, bytes).expect("write");
    let output = run(builder(&source, &out, "2000..2000"));
    let error = error_of(&output);
    assert!(
        !output.status.success() && error.contains("iers.csv") && error.contains("SHA256SUMS"),
        "{error}"
    );
    assert!(!out.join("current").exists());
}

#[test]
fn a_file_without_a_review_is_named() {
    let folder = tempfile::tempdir().expect("folder");
    let (source, out) = (folder.path().join("catalog-src"), folder.path().join("artifacts"));
    copy(&sources(), &source);
    std::fs::write(source.join("delta-t/newer.csv"), "2030,70").expect("write");
    let output = run(builder(&source, &out, "2000..2000"));
    let error = error_of(&output);
    assert!(
        !output.status.success() && error.contains("delta-t/newer.csv") && error.contains("SHA256SUMS"),
        "{error}"
    );
}

#[test]
fn a_line_that_is_no_number_is_named_with_its_line() {
    let folder = tempfile::tempdir().expect("folder");
    let (source, out) = (folder.path().join("catalog-src"), folder.path().join("artifacts"));
    copy(&sources(), &source);
    let victim = source.join("delta-t/iers.csv");
    let text = std::fs::read_to_string(&victim).expect("read");
    let damaged = |line: &str| {
        line.split(',')
            .enumerate()
            .map(|(i, f)| if i == 1 { "69.1x" } else { f })
            .collect::<Vec<_>>()
            .join(",")
    };
    let changed: Vec<String> =
        text.lines().enumerate().map(|(i, l)| if i == 11 { damaged(l) } else { l.to_owned() }).collect();
    std::fs::write(&victim, changed.join("\n")).expect("write");
    let sums = std::fs::read_to_string(source.join("SHA256SUMS")).expect("read");
    let sum = artifacts::manifest::sha256_of_file(&victim).expect("sum");
    let renewed: Vec<String> =
        sums.lines()
            .map(|l| {
                if l.ends_with("delta-t/iers.csv") {
                    format!("{sum}  delta-t/iers.csv")
                } else {
                    l.to_owned()
                }
            })
            .collect();
    std::fs::write(source.join("SHA256SUMS"), renewed.join("\n")).expect("write");
    let error = error_of(&run(builder(&source, &out, "2000..2000")));
    assert!(error.contains("iers.csv:12: \"69.1x\" is not a number"), "{error}");
    assert!(!out.join("current").exists());
}

#[test]
fn an_absent_source_folder_is_named_with_the_remedy() {
    let out = tempfile::tempdir().expect("folder");
    let error = error_of(&run(builder(Path::new("no-such-folder"), out.path(), "2000..2000")));
    assert!(error.contains("no-such-folder") && error.contains("--source"), "{error}");
}

#[test]
fn an_installed_builder_finds_its_sources() {
    let folder = tempfile::tempdir().expect("folder");
    let (prefix, elsewhere) = (folder.path().join("prefix"), folder.path().join("elsewhere"));
    let program = prefix.join("bin/builder");
    copy(&sources(), &prefix.join("share/umbra/catalog-src"));
    for path in [program.parent().expect("bin"), &elsewhere] {
        std::fs::create_dir_all(path).expect("folder");
    }
    std::fs::copy(env!("CARGO_BIN_EXE_builder"), &program).expect("installed");
    let build = || {
        let mut command = Command::new(&program);
        command.current_dir(&elsewhere).args(["build", "--ephemeris-range", "2000..2000"]);
        run(command)
    };
    let output = build();
    assert!(output.status.success(), "{}", error_of(&output));
    assert!(elsewhere.join("artifacts/current").exists());
    // The current folder comes first, and an empty one is named.
    std::fs::create_dir(elsewhere.join("catalog-src")).expect("folder");
    assert!(error_of(&build()).contains("catalog-src/SHA256SUMS: cannot be read"));
}
