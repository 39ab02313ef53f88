//! Published generations stay whole after any failure of a build. `artifacts` tests what a kill leaves at
//! each moment of a publication.

use super::*;
use std::collections::BTreeMap;

#[test]
#[ignore = "night: kills the builder at random"]
fn a_build_killed_at_any_moment_leaves_a_whole_generation_current() {
    const KILLS: i32 = 20;
    let out = with_generation();
    let total_s = generation().1["total_s"].as_f64().expect("seconds");
    let first = published(out.path());
    let (mut left, mut completed) = (0, 0);
    for kill in 0..KILLS {
        // At moments from the begin of a build to its end. Each is for other years, another generation.
        let after_s = format!("{:.3}", total_s * f64::from(kill + 1) / f64::from(KILLS));
        let before = published(out.path());
        let mut command = Command::new("timeout");
        command.args(["-s", "KILL", &after_s, env!("CARGO_BIN_EXE_builder"), "build", "--source"]);
        command.arg(sources()).arg("--out").arg(out.path());
        run({
            command.args(["--ephemeris-range", &format!("2000..{}", 2001 + kill)]);
            command
        });
        left += usize::from(!temporary(out.path()).is_empty());
        completed += usize::from(published(out.path()) != before);
    }
    println!("{KILLS} kills: {left} left an unfinished folder, {completed} came after the publication");
    assert!(run(builder(&sources(), out.path())).status.success());
    assert!(temporary(out.path()).is_empty(), "the next build sweeps away what was left");
    assert_eq!(published(out.path()), first);
}

#[test]
fn a_folder_that_cannot_be_written_is_named_before_anything_is_computed() {
    let folder = tempfile::tempdir().expect("folder");
    let out = folder.path().join("artifacts");
    std::fs::write(&out, "a file").expect("write");
    let progress = builder::Progress::new(true);
    let error = builder::build(&options(&out), &progress).expect_err("a file is no folder").to_string();
    assert!(error.contains("artifacts") && error.contains("cannot create"), "{error}");
    let stages: Vec<_> = progress.stages().into_iter().map(|(name, _)| name).collect();
    assert_eq!(stages, ["reading"]);
}

#[test]
fn a_truncated_or_foreign_artifact_is_refused_by_name_and_built_anew_with_the_same_bytes() {
    let out = with_generation();
    let folder = artifacts::layout::current(out.path()).expect("current");
    let verify = || call(&["verify", "--out", &out.path().to_string_lossy()]);
    assert!(verify().status.success());

    let arrow = folder.join("eclipses.arrow");
    let bytes = std::fs::read(&arrow).expect("read");
    replace(&arrow, &bytes[..bytes.len() / 2]);
    let error = error_of(&verify());
    assert!(error.contains("eclipses.arrow") && error.contains("run the builder"), "{error}");

    // The remedy works: the same build replaces the damaged generation, with the same bytes at one thread as
    // at all.
    let mut command = builder(&sources(), out.path());
    command.args(["--threads", "1"]);
    let output = run(command);
    let error = error_of(&output);
    assert!(output.status.success() && error.contains("building anew"), "{error}");
    assert!(error.contains("eclipses.arrow"), "{error}");
    assert!(verify().status.success());
    let files = |folder: &Path| {
        let entries = std::fs::read_dir(folder).expect("list").flatten();
        // The time of the build is in a separate file.
        let files = entries.filter(|entry| entry.file_name() != artifacts::built::BUILT);
        let read = |entry: std::fs::DirEntry| (entry.file_name(), std::fs::read(entry.path()).expect("read"));
        files.map(read).collect::<BTreeMap<_, _>>()
    };
    let [one, all] = [out.path(), &generation().0].map(|out| files(&out.join("current")));
    assert_eq!(one.keys().collect::<Vec<_>>(), all.keys().collect::<Vec<_>>());
    for (name, bytes) in &one {
        assert!(bytes == &all[name], "{} differs between one thread and all", name.display());
    }
    let bytes: usize = one.values().map(Vec::len).sum();
    println!("{} files, {bytes} bytes, the same at one thread and all", one.len());
}

#[test]
fn a_build_with_nothing_to_do_says_so_and_changes_nothing() {
    let out = with_generation();
    let build = |more: &[&str]| {
        let mut command = builder(&sources(), out.path());
        command.args(more);
        run(command)
    };
    let modified = || {
        let folder = artifacts::layout::current(out.path()).expect("current");
        std::fs::metadata(folder).and_then(|m| m.modified()).expect("modified")
    };
    let (before, first) = (modified(), &generation().1);
    std::fs::create_dir(out.path().join(".tmp-of-a-killed-build")).expect("folder");
    let second = json(&build(&["--json"]));
    assert_eq!((&first["unchanged"], &second["unchanged"]), (&false.into(), &true.into()));
    for shared in ["generation", "rows", "files"] {
        assert_eq!(second[shared], first[shared], "{shared}");
    }
    assert!(temporary(out.path()).is_empty(), "what killed builds have left is gone");
    let generation = first["generation"].as_str().expect("an id");
    let said = text(&build(&[]));
    assert!(said.contains(generation) && said.contains("unchanged") && said.contains("--force"), "{said}");
    assert_eq!(text(&build(&["--quiet"])), "");
    assert_eq!((modified(), published(out.path()).as_str()), (before, generation));
    let other = builder::BuildOptions { ephemeris_years: (2024, 2025), ..options(out.path()) };
    let state = builder::published_state(&other).expect("whole sources");
    assert!(matches!(state, builder::PublishedState::Other), "other years are another generation");
}
