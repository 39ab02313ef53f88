//! Names, instants and properties of features.

use super::*;
use maps::{About, Collection, CurveOptions, Extras, Feature, PathWord, Subject, geojson};
use serde_json::Value;

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

fn options(words: &[PathWord]) -> CurveOptions {
    CurveOptions::of(words.to_vec(), 1000.0)
}

fn ask<T>(row: &Row, options: &CurveOptions, question: impl Fn(&Feature) -> T) -> Vec<T> {
    let polynomials = row.polynomials();
    let collection = Collection::new(&polynomials, row.delta_t_s, options).expect("curves");
    collection.features.iter().map(question).collect()
}

/// The names of all features that speak of a shadow or of a phase.
fn names(row: &Row) -> Vec<String> {
    ask(row, &options(&PathWord::ALL), |feature| format!("{}: {}", feature.id, feature.name()))
}

#[test]
fn an_annular_eclipse_has_no_umbra_and_no_totality() {
    for name in names(on(2012, 5, 20)).iter().filter(|name| !name.contains("penumbra")) {
        assert!(!name.contains(" umbra") && !name.contains("totality"), "{name}");
    }
    let total = names(on(2024, 4, 8));
    assert!(!total.iter().any(|name| name.contains("antumbra") || name.contains("annularity")));
}

/// Source: the eclipse of 2013 began annular and became total after a few seconds; that of 2023 began and
/// ended annular, <https://eclipse.gsfc.nasa.gov/SEdecade/SEdecade2011.html> and …2021.html.
#[test]
fn parts_of_hybrid_eclipses_are_named_by_their_own_kind() {
    let has = |row: &Row, expected: &[&str]| {
        let names = names(row);
        for name in expected {
            assert!(names.iter().any(|n| n == name), "no {name} in {names:#?}");
        }
    };
    let first = "U1: The antumbra first touches the Earth";
    has(on(2013, 11, 3), &[first, "U4: The umbra leaves the Earth", "area-2: Path of totality"]);
    has(on(2023, 4, 20), &[first, "U4: The antumbra leaves the Earth", "tn-2: Northern limit of totality"]);
    has(on(2023, 4, 20), &["c-3: Central line of annularity", "out-04:00Z: Outline of the umbra at 04:00Z"]);
}

/// In 2016 the penumbra came to the Earth before midnight and the umbra after it; in 2012 both were there
/// before and after.
#[test]
fn instants_are_counted_from_the_midnight_before_greatest_eclipse() {
    let step_ms = 7 * MINUTE_MS;
    for ((year, month, day), midnights) in [((2016, 3, 9), 1), ((2012, 5, 20), 2)] {
        let row = on(year, month, day);
        let options = CurveOptions {
            isochrone_step_ms: step_ms,
            outline_step_ms: step_ms,
            ..options(&[PathWord::Isochrones, PathWord::Outlines])
        };
        let instants = ask(row, &options, |feature| match feature.subject {
            Subject::Instant(at) => (feature.path, at),
            _ => panic!("{} has no instant", feature.id),
        });
        let days = row.jd_midnight - astro::constants::UNIX_EPOCH_JD;
        let midnight_ms = (days * DAY_MS as f64).round() as i64;
        let mut days: Vec<_> = instants.iter().map(|(_, at)| (at - midnight_ms).div_euclid(DAY_MS)).collect();
        days.sort_unstable();
        days.dedup();
        assert_eq!(days.len(), midnights, "{year}");
        assert!(instants.iter().all(|(_, at)| (at - midnight_ms) % step_ms == 0), "{year}");
        let outlines = instants.iter().filter(|(path, _)| *path == PathWord::Outlines).count();
        assert!(outlines > 20 && instants.len() > outlines + 20, "{year}");
        let none = CurveOptions { isochrone_step_ms: 0, outline_step_ms: -step_ms, ..options };
        assert!(ask(row, &none, |feature| feature.id.clone()).is_empty());
    }
}

/// All texts within lists, and the nesting of the lists.
fn texts(value: &Value, all: &mut Vec<String>) -> Value {
    match value {
        Value::Array(list) => list.iter().map(|inner| texts(inner, all)).collect(),
        Value::String(text) => {
            all.push(text.clone());
            Value::Null
        }
        other => panic!("{other} is no instant"),
    }
}

/// The nesting of the lists of a geometry, without the numbers.
fn nesting(coordinates: &Value) -> Value {
    let list = coordinates.as_array().expect("a list");
    if list[0].is_number() { Value::Null } else { list.iter().map(nesting).collect() }
}

#[test]
fn areas_have_an_instant_at_every_vertex() {
    for (year, month, day) in [(2024, 4, 8), (2016, 3, 9), (2021, 6, 10), (2003, 5, 31)] {
        let row = on(year, month, day);
        let polynomials = row.polynomials();
        let options = options(&[PathWord::Area, PathWord::Region, PathWord::Points]);
        let collection = Collection::new(&polynomials, row.delta_t_s, &options).expect("curves");
        let about = About {
            jd: row.jd_midnight,
            kind: 8,
            t_max: row.t_max_jd_tt,
            delta_t: row.delta_t_s,
            theory: "canon",
            ..About::computed_with(&polynomials, &options)
        };
        let mut text = Vec::new();
        geojson::write(&mut text, &collection, &about, Extras { times: true, centre: false }).expect("text");
        let written: Value = serde_json::from_slice(&text).expect("JSON");
        let features = written["features"].as_array().expect("features");
        let instant = |id: &str| features.iter().find(|f| f["id"] == id).map(|f| &f["properties"]["from"]);
        let (first, last) = (instant("P1").expect("P1").as_str(), instant("P4").expect("P4").as_str());
        for feature in features.iter().filter(|f| f["geometry"]["type"] != "Point") {
            let properties = &feature["properties"];
            let mut times = Vec::new();
            let nested = texts(&properties["times"], &mut times);
            assert_eq!(nested, nesting(&feature["geometry"]["coordinates"]), "{year} {}", feature["id"]);
            times.sort();
            assert_eq!(properties["from"].as_str(), times.first().map(String::as_str));
            assert_eq!(properties["to"].as_str(), times.last().map(String::as_str));
            assert!(properties["from"].as_str() >= first && properties["to"].as_str() <= last);
            assert!(times.first() < times.last());
        }
    }
}
