//! Generations: the server loads a new one, rejects a damaged one, and keeps the one in use unchanged.

use super::*;
use artifacts::manifest::{FileAccess, Inputs, Verification};
use artifacts::publication::GenerationStaging;
use artifacts::reader::Generation;
use artifacts::tables::{delta_t, delta_t_models};
use std::fs::File;
use std::os::unix::fs::PermissionsExt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tests::served::operate;

/// Requests that are answered before and after a change of generations.
const LOAD: usize = 200;

#[test]
fn a_new_generation_is_loaded_under_load_without_a_failed_request() {
    let folder = tests::copy_of_artifacts();
    let server = start_on(folder.path(), &["--demo"]);
    let old = dataset(&server);
    tests::publish_another(folder.path());
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
                    // The same except for the name of the dataset.
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

/// Runs a server until it ends; returns its exit code and both outputs.
fn ended(artifacts: &Path) -> (i32, String) {
    let artifacts = artifacts.to_string_lossy();
    let address = "127.0.0.1:0";
    let arguments = ["--demo", "--listen", address, "--admin-listen", address, "--artifacts", &artifacts];
    operate(PROGRAM, &Path::new(&*artifacts).join("accounts.sqlite"), &arguments, "")
}

/// Changes a byte in the middle of a file.
fn damaged(path: &Path) -> Vec<u8> {
    let mut bytes = std::fs::read(path).expect("read");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    bytes
}

#[test]
fn a_damaged_generation_is_refused_and_the_old_one_stays() {
    let folder = tests::copy_of_artifacts();
    let server = start_on(folder.path(), &["--demo"]);
    let served = dataset(&server);
    tests::publish_another(folder.path());
    // A changed byte in the generation that `current` points at.
    let current = std::fs::canonicalize(folder.path().join("current")).expect("current");
    let aside = current.join("aside");
    for (refusals, name) in [(1.0, "elements.arrow"), (2.0, "basemap.pmtiles")] {
        let path = current.join(name);
        let before = std::fs::read(&path).expect("read");
        let replace = |bytes: &[u8]| {
            std::fs::write(&aside, bytes).and_then(|()| std::fs::rename(&aside, &path)).expect("replaced");
        };
        replace(&damaged(&path));
        server.signal("HUP");
        until_true("the refusal", || server.metric("umbra_reload_failures_total") == refusals);
        assert_eq!(server.metric("umbra_reload_last_successful"), 0.0);
        assert_eq!(dataset(&server), served, "the old one stays");
        assert_eq!(server.get("/solar-eclipse/elements/2460408.5").status, 200);
        assert!(server.log().contains(name), "the log names the file");
        // The same generation again does not start.
        let (code, said) = ended(folder.path());
        assert!(code != 0 && said.contains(name), "{said}");
        replace(&before);
    }
}

#[test]
fn damage_that_leaves_size_and_time_of_a_file_ends_the_server_once_it_is_found() {
    let folder = tests::copy_of_artifacts();
    // Copies are verified first.
    change_default_delta_t(folder.path());
    let current = std::fs::canonicalize(folder.path().join("current")).expect("current");
    let table = current.join("elements.arrow");
    let modified = std::fs::metadata(&table).and_then(|m| m.modified()).expect("time");
    writable(&table).write_all(&damaged(&table)).expect("overwritten");
    writable(&table).set_modified(modified).expect("the time of before");
    let (code, said) = ended(folder.path());
    // It serves meanwhile.
    for part in ["listening", "elements.arrow", "run the builder"] {
        assert!(code != 0 && said.contains(part), "{part}: {said}");
    }
}

#[test]
fn files_that_are_changed_in_place_change_no_answer_of_a_server_with_copies() {
    let folder = tests::copy_of_artifacts();
    let server = start_on(folder.path(), &["--demo", "--copy-artifacts"]);
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

fn writable(path: &Path) -> File {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644)).expect("writable");
    File::options().write(true).open(path).expect("open")
}

/// Publishes the generation of a folder again with the model `smh2016` as the default ΔT.
fn change_default_delta_t(folder: &Path) {
    let current = std::fs::canonicalize(folder.join("current")).expect("current");
    let generation =
        Generation::with_tables(&current, &[&delta_t_models::TABLE], FileAccess::Mapped, Verification::First)
            .expect("a generation");
    let rows = delta_t_models::read(&generation).expect("the models");
    let nodes = rows.iter().filter(|row| row.model == "smh2016").map(|row| {
        let delta_t_models::Row { year, delta_t_s, sigma_s, source, .. } = row;
        delta_t::Row { year, delta_t_s, sigma_s, source }
    });
    let nodes: Vec<_> = nodes.collect();
    let manifest = generation.manifest();
    let inputs = Inputs { engine_version: "another ΔT".to_owned(), ..manifest.inputs.clone() };
    let staging = GenerationStaging::new(folder, inputs).expect("a folder");
    for name in manifest.files.keys().filter(|name| !["delta_t.arrow", "delta_t.parquet"].contains(&&***name))
    {
        staging.write_file(name, &std::fs::read(current.join(name)).expect("read")).expect("written");
    }
    let batch = delta_t::batch(&nodes).expect("rows");
    staging.write_table(&delta_t::TABLE, &batch).expect("written");
    staging.publish(1).expect("published");
}

#[test]
fn all_operations_follow_the_default_model_of_delta_t() {
    let folder = tests::copy_of_artifacts();
    change_default_delta_t(folder.path());
    let server = start_on(folder.path(), &["--demo"]);
    let json = |path: &str| server.get(path).json();
    // 585 BC: the models differ by minutes.
    let (jd, era) = ("1507900.5", "era=canon");
    let elements = json(&format!("/solar-eclipse/elements/{jd}?{era}"));
    let response = &elements["response"];
    let delta_t_s = number(&response["dT"]);
    let greatest = astro::time::iso_text(number(&response["tMax"]) - delta_t_s / 86_400.0);
    let of_model = |model: &str| number(&json(&format!("/delta-t/{greatest}Z{model}"))["response"]["deltaT"]);
    let (default, smh2016, em2006) = (of_model(""), of_model("?model=smh2016"), of_model("?model=em2006"));
    println!("default {default} s, smh2016 {smh2016} s, em2006 {em2006} s, elements {delta_t_s} s");
    let is_same = |s: f64| (s - default).abs() < 1e-4;
    assert!(is_same(smh2016) && !is_same(em2006) && is_same(delta_t_s));
    assert!(is_same(number(&response["accuracy"]["deltaT"])), "{response}");
    let local = format!("/solar-eclipse/local-circumstances/details/{jd}?obs=38.6,31.3&{era}");
    let (by_default, named) = (json(&local), json(&format!("{local}&model=smh2016")));
    let mut elements_alone = response.clone();
    elements_alone.as_object_mut().expect("an object").remove("accuracy");
    assert_eq!(by_default["query"]["elements"], elements_alone, "the echo of the elements");
    assert!(is_same(number(&by_default["response"]["accuracy"]["deltaT"])), "{by_default}");
    assert_eq!(by_default["response"]["contacts"], named["response"]["contacts"]);
    let search = json(&format!("/solar-eclipse/search/-585/-583?obs=38.6,31.3&{era}"));
    let mut found = search["response"].as_array().expect("a list").iter();
    let of_day = found.find(|eclipse| (number(&eclipse["jd"]) - 1_507_900.5).abs() <= 1.5);
    assert!(is_same(number(&of_day.expect("the eclipse")["accuracy"]["deltaT"])), "{search}");
}
