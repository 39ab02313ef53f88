//! Sea areas of the operator.

use super::*;

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
