//! Sea areas of the operator.

use super::operator::operator;
use super::*;

/// A world of one sea, with the id as text under the name that Marine Regions uses.
pub(crate) fn one_sea(properties: &str, ring: &str) -> String {
    let geometry = format!(r#"{{"type":"Polygon","coordinates":[{ring}]}}"#);
    let feature = format!(r#"{{"type":"Feature","properties":{properties},"geometry":{geometry}}}"#);
    format!(r#"{{"type":"FeatureCollection","features":[{feature}]}}"#)
}

pub(crate) const WORLD: &str = "[[-180,-90],[180,-90],[180,90],[-180,90],[-180,-90]]";

#[test]
fn bad_seas_are_named() {
    let folder = tempfile::tempdir().expect("folder");
    std::fs::create_dir(folder.path().join("seas")).expect("folder");
    for (text, problem) in [
        (one_sea(r#"{"NAME":"Sea"}"#, WORLD), "feature 1: has no property \"mrgid\""),
        (one_sea(r#"{"MRGID":"seven"}"#, WORLD), "feature 1: mrgid \"seven\": must be the Marine Regions id"),
        (one_sea(r#"{"MRGID":7}"#, "[[0,0],[1,1],[0,0]]"), "feature 1: has a ring of 3 vertices"),
        (one_sea(r#"{"MRGID":7}"#, "[[0,0],[1,0],[1,95],[0,0]]"), "feature 1: [1, 95]: a vertex must be"),
        (one_sea(r#"{"MRGID":null}"#, WORLD), "holds no polygon with a Marine Regions id"),
        ("{".to_owned(), ":1: "),
    ] {
        std::fs::write(folder.path().join("seas/seas.geojson"), text).expect("write");
        let refused = builder::testing::read_source(folder.path(), "seas/seas.geojson");
        let error = refused.expect_err("refused").to_string();
        assert!(error.contains(problem) && error.contains("seas.geojson"), "{error}");
    }
    let absent = builder::BuildOptions { seas: Some("nowhere.geojson".into()), ..options(folder.path()) };
    let error = builder::published_state(&absent).err().expect("refused").to_string();
    assert!(error.contains("--seas nowhere.geojson: cannot be read"), "{error}");
}

#[test]
fn eclipses_are_in_the_seas_of_the_operator() {
    let generation = Generation::current(&operator().artifacts()).expect("generation");
    let eclipses = artifacts::tables::eclipses::read(&generation).expect("eclipses");
    for e in eclipses.iter() {
        assert!(e.mrg_id.is_none_or(|id| id == 77) && e.mrg_id.is_some() != e.country_iso.is_some());
    }
    assert!(generation.manifest().inputs.sources.contains_key("--seas"));
}
