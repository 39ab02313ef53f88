//! The real program: killed, starved, fed with damaged files. Cargo tells the path of a program only to tests
//! of the same package, so these stand here and not beside the others in `tests/`.

use artifacts::reader::Generation;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog-src")
}

fn builder(source: &Path, out: &Path, ephemeris: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_builder"));
    command
        .arg("build")
        .arg("--source")
        .arg(source)
        .arg("--out")
        .arg(out)
        .args(["--ephemeris-range", ephemeris]);
    command
}

fn run(mut command: Command) -> Output {
    command.output().expect("the builder starts")
}

fn error_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("folder");
    for entry in std::fs::read_dir(from).expect("list").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("copy");
        }
    }
}

/// Puts another file in the place of a published one, which cannot be written into.
fn replace(path: &Path, bytes: impl AsRef<[u8]>) {
    std::fs::remove_file(path).and_then(|()| std::fs::write(path, bytes)).expect("replaced");
}

fn published(out: &Path) -> String {
    Generation::current(out).expect("a whole generation is current").manifest().id.clone()
}

/// Temporary files and folders of builds, killed or running.
fn temporary(out: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(out).expect("list").flatten();
    entries.map(|e| e.file_name().to_string_lossy().into_owned()).filter(|n| n.starts_with(".tmp")).collect()
}

#[test]
fn a_build_killed_at_any_moment_leaves_a_whole_generation_current() {
    const KILLS: u32 = 16;
    let out = tempfile::tempdir().expect("folder");
    assert!(run(builder(&sources(), out.path(), "2000..2000")).status.success());
    let first = published(out.path());
    let (mut writing, mut completed) = (0, 0);
    let mut current = first;
    for i in 0..KILLS {
        // Other years give another generation. A quarter is killed while it computes, the others while they
        // write, check, rename or have just ended.
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
        "{KILLS} kills: {writing} left a half-written folder aside, \
         {completed} came after the new generation was in place"
    );
    assert!(writing > 0, "no kill met a build that was writing");
    assert!(run(builder(&sources(), out.path(), "2000..2000")).status.success());
    assert!(temporary(out.path()).is_empty(), "the next build sweeps away what was left");
}

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
fn a_file_that_nobody_has_reviewed_is_named() {
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
fn a_folder_that_cannot_be_written_is_named_before_anything_is_computed() {
    let folder = tempfile::tempdir().expect("folder");
    let out = folder.path().join("artifacts");
    std::fs::write(&out, "a file").expect("write");
    let options = builder::BuildOptions {
        source: sources(),
        out,
        seas: None,
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
fn a_disk_that_fills_publishes_nothing_and_keeps_the_old_generation() {
    let out = tempfile::tempdir().expect("folder");
    assert!(run(builder(&sources(), out.path(), "2000..2000")).status.success());
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
    let out = tempfile::tempdir().expect("folder");
    assert!(run(builder(&sources(), out.path(), "2000..2000")).status.success());
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

#[test]
fn the_program_describes_itself_for_people_shells_and_man() {
    let folder = tempfile::tempdir().expect("folder");
    let say = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_builder"));
        command.args(arguments);
        let output = run(command);
        assert!(output.status.success(), "{arguments:?}: {}", error_of(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let version = say(&["--version"]);
    let format = format!("datasets of format {}", artifacts::FORMAT_VERSION);
    for part in [env!("CARGO_PKG_VERSION"), "commit ", &format] {
        assert!(version.contains(part), "{version}");
    }
    assert_eq!(say(&["-V"]).lines().count(), 1);
    for shell in ["bash", "zsh", "fish"] {
        assert!(say(&["completions", shell]).contains("ephemeris-range"), "{shell}");
    }
    say(&["man", &folder.path().to_string_lossy()]);
    for page in ["builder.1", "builder-build.1", "builder-verify.1"] {
        let text = std::fs::read_to_string(folder.path().join(page)).expect(page);
        assert!(text.contains(".TH"), "{page}");
    }
}

#[test]
fn options_out_of_range_say_what_would_be_right() {
    let out = tempfile::tempdir().expect("folder");
    let error = error_of(&run(builder(&sources(), out.path(), "2500..1500")));
    assert!(error.contains("--ephemeris-range") && error.contains("1500..2500"), "{error}");
    let mut show = Command::new(env!("CARGO_BIN_EXE_builder"));
    show.args(["show", "2024-13-08", "--out"]).arg(out.path());
    let output = run(show);
    assert!(!output.status.success());
}

#[test]
fn show_prints_the_curves_of_a_date_as_geojson_and_nothing_else() {
    let out = tempfile::tempdir().expect("folder");
    assert!(run(builder(&sources(), out.path(), "2000..2000")).status.success());
    let show = |date: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_builder"));
        command.args(["show", date, "--geojson", "--out"]).arg(out.path());
        run(command)
    };
    let output = show("2024-04-08");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", error_of(&output));
    let collection: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON value");
    assert_eq!(collection["type"], "FeatureCollection");
    assert_eq!((&collection["eclipse"]["type"], &collection["eclipse"]["saros"]), (&8.into(), &139.into()));
    let features = collection["features"].as_array().expect("features");
    for id in ["c", "tn", "ts", "pn", "ps", "mh", "GE"] {
        assert!(features.iter().any(|f| f["id"] == id && f["geometry"]["type"].is_string()), "{id}");
    }
    for (date, problem) in [
        (
            "2024-04-09",
            "no solar eclipse on 2024-04-09 (TD); the solar eclipse nearest to it is that of 2024-04-08",
        ),
        ("1133-08-02", "only eclipses of the years 1500 … 2500"),
    ] {
        let output = show(date);
        assert!(!output.status.success() && output.stdout.is_empty(), "{date}");
        assert!(error_of(&output).contains(problem), "{}", error_of(&output));
    }
}

/// A world of one sea, with the id as text under the name that Marine Regions uses.
fn one_sea(properties: &str, ring: &str) -> String {
    let geometry = format!(r#"{{"type":"Polygon","coordinates":[{ring}]}}"#);
    let feature = format!(r#"{{"type":"Feature","properties":{properties},"geometry":{geometry}}}"#);
    format!(r#"{{"type":"FeatureCollection","features":[{feature}]}}"#)
}

const WORLD: &str = "[[-180,-90],[180,-90],[180,90],[-180,90],[-180,-90]]";

#[test]
fn other_seas_may_be_given_and_bad_ones_are_named() {
    let folder = tempfile::tempdir().expect("folder");
    let (out, file) = (folder.path().join("out"), folder.path().join("seas.geojson"));
    let build = |text: &str| {
        std::fs::write(&file, text).expect("write");
        let mut command = builder(&sources(), &out, "2000..2000");
        command.arg("--seas").arg(&file);
        run(command)
    };
    for (text, problem) in [
        (one_sea(r#"{"NAME":"Sea"}"#, WORLD), "feature 1: has no property \"mrgid\""),
        (one_sea(r#"{"MRGID":"seven"}"#, WORLD), "feature 1: mrgid \"seven\": must be the Marine Regions id"),
        (one_sea(r#"{"MRGID":7}"#, "[[0,0],[1,1],[0,0]]"), "feature 1: has a ring of 3 vertices"),
        (one_sea(r#"{"MRGID":7}"#, "[[0,0],[1,0],[1,95],[0,0]]"), "feature 1: [1, 95]: a vertex must be"),
        (one_sea(r#"{"MRGID":null}"#, WORLD), "holds no polygon with a Marine Regions id"),
        ("{".to_owned(), ":1: "),
    ] {
        let output = build(&text);
        let error = error_of(&output);
        assert!(
            !output.status.success() && error.contains(problem) && error.contains("seas.geojson"),
            "{error}"
        );
        assert!(!out.join("current").exists(), "something was published");
    }
    let mut absent = builder(&sources(), &out, "2000..2000");
    absent.args(["--seas", "nowhere.geojson"]);
    let error = error_of(&run(absent));
    assert!(error.contains("--seas nowhere.geojson: cannot be read"), "{error}");
    assert!(build(&one_sea(r#"{"MRGID":"77"}"#, WORLD)).status.success());
    let generation = Generation::current(&out).expect("generation");
    let eclipses = artifacts::tables::eclipses::read(&generation).expect("eclipses");
    assert!(
        eclipses
            .iter()
            .all(|e| e.mrg_id.is_none_or(|id| id == 77) && e.mrg_id.is_some() != e.country_iso.is_some())
    );
    assert!(generation.manifest().inputs.sources.contains_key("--seas"));
}

#[test]
fn the_report_is_one_file_that_loads_nothing() {
    let out = tempfile::tempdir().expect("folder");
    assert!(run(builder(&sources(), out.path(), "2000..2000")).status.success());
    let canon = out.path().join("canon.csv");
    std::fs::write(
        &canon,
        "Catalog Number,Eclipse Time,Gamma\n9561,18:18:29,0.3431\n9562,18:46:13,-0.3509\n",
    )
    .expect("write");
    let mut command = Command::new(env!("CARGO_BIN_EXE_builder"));
    command.arg("report").arg("--out").arg(out.path()).arg("--canon").arg(&canon);
    let output = run(command);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", error_of(&output));
    assert!(
        text.contains("Greatest eclipses by country: 3920 in 137")
            && text.contains("Greatest eclipses by sea: 7973 in 86"),
        "{text}"
    );
    let page = std::fs::read_to_string(out.path().join("current/report.html")).expect("the page");
    assert_eq!(
        page.matches("<svg ").count(),
        9,
        "two maps, two of ΔT, two of differences, two of fits, times"
    );
    assert!(page.contains("68 total") && page.contains("72 annular") && page.contains("7 hybrid"));
    assert!(!page.contains("=\"#"), "every colour of a plot is one that the page's style decides");
    assert_eq!(
        page.matches("http").count(),
        page.matches("http://www.w3.org/2000/svg").count(),
        "nothing from outside"
    );
    assert!(!page.contains("<script") && page.contains("2 eclipses of canon.csv"));
    // The page is no part of what the manifest vouches for, and harms nothing.
    assert_eq!(published(out.path()), Generation::current(out.path()).expect("whole").manifest().id);
    assert!(run(builder(&sources(), out.path(), "2000..2000")).status.success());
    assert!(temporary(out.path()).is_empty());
}
