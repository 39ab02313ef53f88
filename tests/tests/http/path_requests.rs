//! Requests for the curves of an eclipse: parameters, errors, prices and documentation.

use super::path::{APRIL_2024, features, path};
use super::*;

/// A map of more than 16 MB.
const MANY: &str = "paths=iso&isoStep=1&tolerance=4&format=json";

#[test]
fn magnitudes_have_six_decimals_and_stand_once() {
    let query =
        |query: &str| path(2_460_408.5, &format!("format=json&tolerance=10000&{query}"))["query"].clone();
    let given = query("paths=eqn&mag=0.5000001,0.5,0.9&obscuration=0.12345678");
    assert_eq!(given["mag"], serde_json::json!([0.5, 0.9]));
    assert_eq!(given["obscuration"], serde_json::json!([0.123457]));
    for name in ["mag", "obscuration"] {
        for value in ["0.0000004", "0.9999996"] {
            let answer = demo().get(&format!("{APRIL_2024}?paths=eqn&{name}={value}"));
            let detail = answer.json()["errors"][0].clone();
            assert_eq!((answer.status, detail["parameter"].as_str()), (400, Some(name)));
            let text = detail["detail"].as_str().unwrap_or_default();
            assert!(text.contains("0.000001") && text.contains("0.999999"), "{text}");
        }
    }
    assert!(demo().get(&format!("{APRIL_2024}?minAlt=-0")).text().contains("\"minAlt\":0}"));
}

#[test]
fn parameters_without_effect_are_checked_and_ignored() {
    let own = features(&path(2_460_408.5, "tolerance=5000")).clone();
    for query in ["eqm=5", "mag=0.5", "step=10", "isoStep=5", "outStep=5"] {
        assert_eq!(*features(&path(2_460_408.5, &format!("tolerance=5000&{query}"))), own, "{query}");
    }
    assert_eq!(demo().get(&format!("{APRIL_2024}?step=0")).status, 400);
}

#[test]
fn files_are_named_after_the_eclipse() {
    for format in ["geojson", "json", "kml", "gpx", "csv"] {
        let answer = demo().get(&format!("{APRIL_2024}?tolerance=5000&format={format}"));
        let treated = if format.ends_with("json") { "inline" } else { "attachment" };
        let expected = format!("{treated}; filename=\"eclipse-2024-04-08-path.{format}\"");
        assert_eq!(answer.header("content-disposition"), Some(&*expected));
    }
    assert_eq!(demo().get(&format!("{APRIL_2024}?minAlt=100")).header("content-disposition"), None);
}

#[test]
fn each_polygon_of_a_region_is_identifiable_in_json() {
    // Cut at the antimeridian, and round a pole.
    for (jd, id) in [(2_457_456.5, "area"), (2_457_456.5, "region"), (2_459_375.5, "region")] {
        let query = "paths=area,region&tolerance=5000";
        let collection = path(jd, query);
        let feature = features(&collection).iter().find(|f| f["id"] == id).expect("a region");
        let expected = super::path::polygons(&feature["geometry"]).into_iter().map(|rings| rings.len());
        let answer = path(jd, &format!("{query}&format=json"));
        let polygons = answer["response"]["polygons"].as_array().expect("polygons").iter();
        let of_id = polygons.filter(|polygon| polygon["id"] == id);
        assert!(of_id.map(|p| p["rings"].as_array().map_or(0, Vec::len)).eq(expected), "{jd} {id}");
    }
}

#[test]
fn a_long_map_counts_by_its_size_for_as_long_as_it_is_held() {
    // One caller has sixteen long responses, and a large map takes several of them.
    let server = start(&["--demo"]);
    let many = format!("{APRIL_2024}?{MANY}");
    let held: Vec<_> =
        std::iter::repeat_with(|| begun(&server, &many)).take_while(|held| held.0 == 200).take(9).collect();
    assert!((1..9).contains(&held.len()), "{}", held.len());
    let again = || server.get(&many);
    let refused = again();
    assert_eq!((refused.status, refused.json()["code"].as_str()), (503, Some("busy")));
    assert_eq!(server.get(APRIL_2024).status, 200, "a short map needs none");
    drop(held);
    until_true("free slots", || again().status == 200);
}
