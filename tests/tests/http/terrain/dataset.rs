//! Heights from the disk: where there are none, and others that take their place.

use super::super::{demo, start};
use super::{behind_wall, degree, number, publish, response, wall};
use serde_json::Value;
use tests::until_true;

#[test]
fn without_fine_heights_a_terrain_horizon_is_not_available_and_costs_nothing() {
    for path in [
        "/rise-transit-set/2024-04-08/2024-04-10?observer=46.5,8&body=sun&horizon=terrain",
        "/solar-eclipse/local-circumstances/details/2461264.5?obs=43.36,-8.41,20&horizon=terrain",
    ] {
        for server in [demo(), behind_wall()] {
            let answer = server.get(path);
            assert_eq!(answer.status, 503, "{path}");
            assert_eq!(answer.json()["code"], "unavailable");
            assert!(answer.text().contains("umbra terrain --out"), "{}", answer.text());
        }
        assert_eq!(demo().get(&path.replace("=terrain", "=level")).status, 200, "{path}");
    }
}

#[test]
fn sighup_loads_a_new_terrain_but_not_a_damaged_one() {
    let folder = tempfile::tempdir().expect("a folder");
    wall(folder.path());
    let server = start(&["--demo", "--terrain", &folder.path().to_string_lossy()]);
    let ask = || server.get("/sightline/0.5,-29.5/0.5,-29.1?samples=3");
    let before = ask();
    let tag = before.header("etag").map(str::to_owned);
    let file = degree(folder.path(), "N00W030.hgt", |_, _| 7, [0.0, -30.0]);
    publish(folder.path(), vec![file]);
    server.signal("HUP");
    until_true("the new terrain", || number(&ask().json()["response"]["points"][2]["elevation"]) == 7.0);
    assert_ne!(ask().header("etag").map(str::to_owned), tag, "another answer has another validator");
    let current = std::fs::canonicalize(folder.path().join("current")).expect("current");
    let id = current.file_name().expect("a name").to_string_lossy();
    assert!(server.log().contains(&*id), "the log names the dataset {id}");
    let heights = current.join("heights.bin");
    std::fs::remove_file(&heights).and_then(|()| std::fs::write(&heights, b"short")).expect("damaged");
    server.signal("HUP");
    until_true("the refusal", || server.metric("umbra_reload_failures_total") > 0.0);
    assert_eq!(number(&ask().json()["response"]["points"][2]["elevation"]), 7.0, "the old one stays");
    assert!(server.log().contains("heights.bin"), "the log names the file");
}

#[test]
fn points_of_different_sources_tell_which_is_whose() {
    let mixed = response("/elevation?points=0.5,-29.5;46.5,8;0.5,-29.2");
    let names = |list: &Value| -> Vec<String> {
        let list = list.as_array().expect("a list");
        list.iter().map(|source| source["name"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(names(&mixed["sources"]), ["ETOPO5", "SRTM or NASADEM"]);
    assert_eq!(mixed["source"], mixed["sources"][0], "the coarsest");
    assert_eq!([0, 1, 2].map(|k| number(&mixed["points"][k]["source"])), [1.0, 0.0, 1.0]);
    // Two degrees of the same kind are one source.
    let same = response("/elevation?points=0.5,-29.5;23.5,10.5");
    assert_eq!(same["source"]["name"], "SRTM or NASADEM");
    assert!(same.get("sources").is_none() && same["points"][0].get("source").is_none(), "{same}");
    let line = response("/elevation/0.5,-30.5/0.5,-29.5?samples=5");
    assert_eq!(names(&line["sources"]), ["ETOPO5", "SRTM or NASADEM"]);
    assert_eq!([0, 4].map(|k| number(&line["points"][k]["source"])), [0.0, 1.0], "{line}");
}
