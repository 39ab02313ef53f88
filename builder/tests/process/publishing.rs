//! Published generations stay whole after any failure of a build.

use super::*;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Kills four builds; `UMBRA_KILLS` in the environment sets another number.
#[test]
fn a_build_killed_at_any_moment_leaves_a_whole_generation_current() {
    let kills: u32 =
        std::env::var("UMBRA_KILLS").map_or(4, |kills| kills.parse().expect("UMBRA_KILLS is a number"));
    let out = with_generation();
    let first = published(out.path());
    let (mut writing, mut completed) = (0, 0);
    let mut current = first;
    for i in 0..kills {
        // Other years give another generation. A quarter of the builds is killed while it computes. The
        // delays of the others vary, so that the kill meets each phase: write, check, rename, end.
        let range = format!("2000..{}", 2001 + i);
        let mut child = builder(&sources(), out.path(), &range)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("start");
        let begin = Instant::now();
        if i % 4 == 0 {
            std::thread::sleep(Duration::from_millis(200 + 150 * u64::from(i)));
        } else {
            let own = format!(".tmp-{}", child.id());
            while !out.path().join(&own).exists()
                && child.try_wait().expect("state").is_none()
                && begin.elapsed() < Duration::from_secs(120)
            {
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(Duration::from_millis(u64::from(i * i) * 4));
        }
        child.kill().expect("kill");
        child.wait().expect("wait");
        writing += u32::from(!temporary(out.path()).is_empty());
        let now = published(out.path());
        completed += u32::from(now != current);
        current = now;
    }
    println!(
        "{kills} kills: {writing} left a half-written folder aside, \
         {completed} came after the new generation was in place"
    );
    assert!(writing > 0, "no kill met a build that was writing");
    assert!(run(builder(&sources(), out.path(), "2000..2000")).status.success());
    assert!(temporary(out.path()).is_empty(), "the next build sweeps away what was left");
}

#[test]
fn a_folder_that_cannot_be_written_is_named_before_anything_is_computed() {
    let folder = tempfile::tempdir().expect("folder");
    let out = folder.path().join("artifacts");
    std::fs::write(&out, "a file").expect("write");
    let options = builder::BuildOptions {
        source: sources(),
        out,
        seas: None,
        kernel: None,
        threads: 0,
        keep: 1,
        ephemeris_years: (2000, 2000),
    };
    let progress = builder::Progress::new(true);
    let error = builder::build(&options, &progress).expect_err("a file is no folder").to_string();
    assert!(error.contains("artifacts") && error.contains("cannot create"), "{error}");
    let stages: Vec<_> = progress.stages().into_iter().map(|(name, _)| name).collect();
    assert_eq!(stages, ["reading"]);
}

#[test]
fn a_disk_that_fills_publishes_nothing_and_keeps_the_old_generation() {
    let out = with_generation();
    let before = published(out.path());
    // A limit on the size of a file fails the write as a full disk does; the signal that goes with it is
    // ignored.
    let mut starved = Command::new("sh");
    let script = "trap '' XFSZ; ulimit -f 1500; \
        exec \"$0\" build --source \"$1\" --out \"$2\" --ephemeris-range 2000..2020";
    starved.args(["-c", script, env!("CARGO_BIN_EXE_builder")]).arg(sources()).arg(out.path());
    let output = run(starved);
    let error = error_of(&output);
    assert!(!output.status.success() && error.contains(".arrow"), "{error}");
    assert_eq!(published(out.path()), before);
}

#[test]
fn a_truncated_or_foreign_artifact_is_refused_by_name() {
    let out = with_generation();
    let folder = artifacts::layout::current(out.path()).expect("current");
    let verify = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_builder"));
        command.arg("verify").arg("--out").arg(out.path());
        run(command)
    };
    assert!(verify().status.success());

    let manifest = folder.join("manifest.json");
    let text = std::fs::read_to_string(&manifest).expect("read");
    let version = format!("\"format_version\": {}", artifacts::FORMAT_VERSION);
    let of_format = |number: u32| {
        replace(&manifest, text.replace(&version, &format!("\"format_version\": {number}")));
        error_of(&verify())
    };
    let newer = of_format(99);
    assert!(newer.contains("format 99 is newer than") && newer.contains("came with the builder"), "{newer}");
    let older = of_format(1);
    assert!(older.contains("format 1 is older than") && older.contains("run the builder"), "{older}");
    replace(&manifest, &text);

    let arrow = folder.join("eclipses.arrow");
    let bytes = std::fs::read(&arrow).expect("read");
    replace(&arrow, &bytes[..bytes.len() / 2]);
    let output = verify();
    let error = error_of(&output);
    assert!(
        !output.status.success() && error.contains("eclipses.arrow") && error.contains("run the builder"),
        "{error}"
    );

    // The remedy works: the same build replaces the damaged generation.
    assert!(run(builder(&sources(), out.path(), "2000..2000")).status.success());
    assert!(verify().status.success());
}

#[test]
fn a_build_with_nothing_to_do_says_so_and_changes_nothing() {
    let out = tempfile::tempdir().expect("folder");
    let build = |more: &[&str]| {
        let mut command = builder(&sources(), out.path(), "2000..2000");
        command.args(more);
        let output = run(command);
        assert!(output.status.success(), "{}", error_of(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let json = |more: &[&str]| -> serde_json::Value {
        serde_json::from_str(&build(&[&["--json"], more].concat())).expect("one JSON value")
    };
    let first = json(&[]);
    assert_eq!(first["unchanged"], false);
    let modified = || {
        let folder = artifacts::layout::current(out.path()).expect("current");
        std::fs::metadata(folder).and_then(|m| m.modified()).expect("modified")
    };
    let before = modified();
    std::fs::create_dir(out.path().join(".tmp-of-a-killed-build")).expect("folder");
    let second = json(&[]);
    assert_eq!(second["unchanged"], true);
    for shared in ["generation", "rows", "files"] {
        assert_eq!(second[shared], first[shared], "{shared}");
    }
    let generation = first["generation"].as_str().expect("an id");
    let said = build(&[]);
    assert!(said.contains(generation) && said.contains("unchanged") && said.contains("--force"), "{said}");
    assert_eq!(build(&["--quiet"]), "");
    assert_eq!(modified(), before);
    assert!(temporary(out.path()).is_empty(), "what killed builds have left is gone");
    let forced = json(&["--force"]);
    assert_eq!((&forced["unchanged"], &forced["generation"]), (&false.into(), &first["generation"]));

    // A damaged generation is none, and neither is one of other years.
    let arrow = artifacts::layout::current(out.path()).expect("current").join("eclipses.arrow");
    replace(&arrow, "");
    let output = run(builder(&sources(), out.path(), "2000..2000"));
    assert!(error_of(&output).contains("building anew") && error_of(&output).contains("eclipses.arrow"));
    assert_eq!(published(out.path()), generation);
    assert!(run(builder(&sources(), out.path(), "2000..2001")).status.success());
    assert_ne!(published(out.path()), generation);
}
