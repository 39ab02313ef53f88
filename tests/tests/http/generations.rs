//! Generations: a new one is taken, a damaged one is not, and one in use does not change.

use super::{dataset, start_on};
use crate::PROGRAM;
use artifacts::manifest::Manifest;
use artifacts::reader::Generation;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tests::until_true;

/// Requests that are answered before and after a change of generations.
const LOAD: usize = 200;

/// A folder of artifacts of its own: the tests' generation under another root.
fn copy_of_artifacts() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let copied = Command::new("cp").arg("-a").arg(tests::built().join(".")).arg(folder.path()).status();
    assert!(copied.is_ok_and(|s| s.success()), "cp failed");
    folder
}

/// Publishes another generation into a folder.
fn publish_another(folder: &Path) {
    let options = builder::BuildOptions { ephemeris_years: (2000, 2000), ..tests::options(folder) };
    builder::build(&options, &builder::Progress::new(true)).expect("a second generation");
}

/// Makes a generation look as the format before left it: no instants in UT of lunar eclipses, and
/// no other models of ΔT.
fn make_older(folder: &Path) {
    let path = folder.join("current/manifest.json");
    let text = std::fs::read_to_string(&path).expect("read");
    let mut manifest: Manifest = serde_json::from_str(&text).expect("a manifest");
    manifest.inputs.format_version = artifacts::OLDEST_FORMAT_VERSION;
    manifest.id = manifest.inputs.id().expect("an id");
    manifest.schema.get_mut("lunar_eclipses").expect("the table").retain(|c| !c.starts_with("timestamp_ms"));
    manifest.schema.remove("delta_t_models").expect("the table");
    let text = manifest.to_json().expect("JSON");
    std::fs::remove_file(&path).and_then(|()| std::fs::write(&path, text)).expect("written");
}

#[test]
fn a_generation_of_the_format_before_is_served_without_what_it_lacks() {
    let folder = copy_of_artifacts();
    make_older(folder.path());
    let server = start_on(folder.path(), &["--demo"]);
    assert_eq!(server.get("/solar-eclipse/catalog/2024/2026").status, 200);
    let refused = server.get("/lunar-eclipse/catalog/2024/2026");
    assert_eq!(refused.status, 503);
    assert!(refused.text().contains("builder build"), "{}", refused.text());
    assert_eq!(server.get("/delta-t/2024?model=default").status, 200);
    for path in ["/delta-t/2024?model=smh2016", "/body-position/2024?body=sun&model=em2006"] {
        let refused = server.get(path);
        assert_eq!(refused.status, 503, "{path}");
        assert!(refused.text().contains("builder build"), "{}", refused.text());
    }
    // The commands of the builder want all of it.
    let error = Generation::current(folder.path()).err().expect("refused").to_string();
    assert!(error.contains("format 2 is older than 3") && error.contains("run the builder"), "{error}");
}

#[test]
fn a_new_generation_is_taken_under_load_without_a_failed_request() {
    let folder = copy_of_artifacts();
    let server = start_on(folder.path(), &["--demo"]);
    let old = dataset(&server);
    publish_another(folder.path());
    let (stop, answered) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for path in [
            "/julian-day/2024",
            "/solar-eclipse/elements/2460408.5",
            "/body-position/2000-06-01/2000-06-03?body=sun,moon&alg=precise",
            "/solar-eclipse/catalog/-1999/3000",
        ] {
            let (server, stop, answered) = (&server, &stop, &answered);
            scope.spawn(move || {
                let whole = server.get(path).body.len();
                while !stop.load(Ordering::Relaxed) {
                    let answer = server.get(path);
                    assert_eq!(answer.status, 200, "{path}");
                    // The same but for the name of the dataset.
                    assert_eq!(answer.body.len(), whole, "{path}");
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let more = || {
            let so_far = answered.load(Ordering::Relaxed);
            until_true("the load", || answered.load(Ordering::Relaxed) > so_far + LOAD);
        };
        more();
        server.signal("HUP");
        until_true("the new generation", || dataset(&server) != old);
        more();
        stop.store(true, Ordering::Relaxed);
    });
    println!("{} requests answered about the change", answered.load(Ordering::Relaxed));
}

#[test]
fn a_damaged_generation_is_refused_and_the_old_one_stays() {
    let folder = copy_of_artifacts();
    let server = start_on(folder.path(), &["--demo"]);
    let served = dataset(&server);
    publish_another(folder.path());
    // A changed byte in the generation that `current` points at.
    let current = std::fs::canonicalize(folder.path().join("current")).expect("current");
    let table = current.join("elements.arrow");
    let aside = current.join("aside");
    let mut bytes = std::fs::read(&table).expect("read");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&aside, &bytes).and_then(|()| std::fs::rename(&aside, &table)).expect("damaged");
    server.signal("HUP");
    until_true("the refusal", || server.metric("umbra_reload_failures_total") > 0.0);
    assert_eq!(dataset(&server), served, "the old one stays");
    assert_eq!(server.get("/solar-eclipse/elements/2460408.5").status, 200);
    assert!(server.log().contains("elements.arrow"), "the log names the file");
    // The same generation again does not start.
    let started = Command::new(PROGRAM)
        .args(["--demo", "--listen", "127.0.0.1:0", "--artifacts"])
        .arg(folder.path())
        .output()
        .expect("run");
    assert!(!started.status.success());
    assert!(String::from_utf8_lossy(&started.stderr).contains("run the builder"));
}

#[test]
fn files_that_are_changed_in_place_change_no_answer() {
    let folder = copy_of_artifacts();
    let server = start_on(folder.path(), &["--demo"]);
    let paths = [
        "/body-position/2000-06-01?body=sun,moon&alg=precise&obs=1,2,3",
        "/body-position/2003-01-01?body=moon&alg=precise",
        "/solar-eclipse/elements/2460408.5",
        "/solar-eclipse/catalog/1999/2001",
        "/delta-t/2000",
    ];
    let answers = || paths.map(|path| server.get(path)).map(|a| (a.status, a.text()));
    let before = answers();
    assert!(before.iter().all(|(status, _)| *status == 200), "{before:?}");
    let current = std::fs::canonicalize(folder.path().join("current")).expect("current");
    let files = || std::fs::read_dir(&current).expect("list").flatten().map(|entry| entry.path());
    let writable = |path: &std::path::Path| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644)).expect("writable");
        std::fs::OpenOptions::new().write(true).open(path).expect("open")
    };
    for path in files() {
        let length = std::fs::metadata(&path).expect("length").len();
        writable(&path).write_all(&vec![0x55; length as usize]).expect("overwritten");
    }
    assert_eq!(answers(), before, "overwritten");
    for path in files() {
        writable(&path).set_len(0).expect("truncated");
    }
    assert_eq!(answers(), before, "truncated");
}
