//! The curves of an eclipse over HTTP: what GeoJSON promises, that the other formats say the same, and which
//! Julian Day names which eclipse.

use super::*;
use geo::{Contains, Coord, LineString, MultiPolygon, Point, Polygon};

pub(super) const APRIL_2024: &str = "/solar-eclipse/path/2460408.5";
/// Eclipses whose curves are awkward: over a pole, across the antimeridian, hybrid, with one limit, not
/// central, partial. Julian Days of their dates.
pub(super) const AWKWARD: [(&str, f64); 10] = [
    ("2026-08-12, over the Arctic", 2_461_264.5),
    ("2021-06-10, a pole inside", 2_459_375.5),
    ("2021-12-04, round the South Pole", 2_459_552.5),
    ("2016-03-09, across the antimeridian", 2_457_456.5),
    ("2013-11-03, hybrid", 2_456_599.5),
    ("2023-04-20, hybrid", 2_460_054.5),
    ("2003-05-31, one limit", 2_452_790.5),
    ("2014-04-29, not central", 2_456_776.5),
    ("1928-05-19, the umbra touches by a hair", 2_425_385.5),
    ("2025-03-29, partial", 2_460_763.5),
];

pub(super) fn path(jd: f64, query: &str) -> Value {
    good(&format!("/solar-eclipse/path/{jd}?{query}")).json()
}

pub(super) fn features(collection: &Value) -> &Vec<Value> {
    collection["features"].as_array().expect("features")
}

/// All positions in coordinates, in their order.
pub(super) fn positions(coordinates: &Value) -> Vec<[f64; 2]> {
    let parts = coordinates.as_array().expect("a list");
    match &parts[..] {
        [Value::Number(_), Value::Number(_), ..] => vec![[number(&parts[0]), number(&parts[1])]],
        _ => parts.iter().flat_map(positions).collect(),
    }
}

/// Polygons of a geometry, each as its rings.
pub(super) fn polygons(geometry: &Value) -> Vec<Vec<Vec<[f64; 2]>>> {
    let rings = |polygon: &Value| polygon.as_array().expect("rings").iter().map(positions).collect();
    let coordinates = &geometry["coordinates"];
    match geometry["type"].as_str() {
        Some("Polygon") => vec![rings(coordinates)],
        Some("MultiPolygon") => coordinates.as_array().expect("polygons").iter().map(rings).collect(),
        _ => Vec::new(),
    }
}

/// Regions of a map by their ids, as polygons of the plane.
pub(super) fn regions(path: &str) -> BTreeMap<String, MultiPolygon<f64>> {
    let ring =
        |ring: &Vec<[f64; 2]>| -> LineString<f64> { ring.iter().map(|&[x, y]| Coord { x, y }).collect() };
    let polygon = |rings: Vec<Vec<[f64; 2]>>| {
        let mut rings = rings.iter().map(ring);
        Polygon::new(rings.next().expect("an outline"), rings.collect())
    };
    let region = |feature: &Value| {
        let polygons = polygons(&feature["geometry"]).into_iter().map(polygon).collect();
        (feature["id"].as_str().expect("an id").to_owned(), polygons)
    };
    features(&good(path).json()).iter().map(region).collect()
}

/// The build checks rings and boxes of all eclipses (`builder/src/check/paths.rs`).
#[test]
fn collections_keep_what_rfc_7946_says() {
    for (name, jd) in AWKWARD {
        let collection = path(jd, "paths=all&eqm=1");
        assert_eq!(collection["type"], "FeatureCollection");
        let mut ids = BTreeSet::new();
        for feature in features(&collection) {
            let (id, properties) = (feature["id"].as_str().expect("an id"), &feature["properties"]);
            assert!(ids.insert(id), "{name}: {id} twice");
            let all = positions(&feature["geometry"]["coordinates"]);
            assert_eq!(properties["points"], all.len(), "{name}: {id}");
            assert!(all.iter().all(|[lng, lat]| lng.abs() <= 180.0 && lat.abs() <= 90.0), "{name}: {id}");
            let mut rings = polygons(&feature["geometry"]).into_iter().flatten();
            assert!(rings.all(|ring| ring.len() >= 4 && ring.first() == ring.last()), "{name}: {id}");
            assert_eq!(feature["bbox"].as_array().map(Vec::len), Some(4), "{name}: {id}");
            assert!(properties["from"].as_str() <= properties["to"].as_str());
        }
        for must in ["region", "P1", "P4", "GE"] {
            assert!(ids.contains(must), "{name}: {must}");
        }
    }
}

#[test]
fn a_curve_that_does_not_exist_is_left_out() {
    let partial = path(2_460_763.5, "paths=c,tn,ts,area");
    assert_eq!((features(&partial).len(), partial.get("bbox")), (0, None));
    assert_eq!(partial["eclipse"]["type"], 4);
}

#[test]
fn the_order_is_that_of_the_request_and_doubles_are_dropped() {
    let ids = |query: &str| {
        let collection = demo().get(&format!("{APRIL_2024}?tolerance=10000&{query}")).json();
        let ids = features(&collection).iter().map(|f| f["id"].as_str().unwrap_or("").to_owned());
        ids.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(ids("paths=ts,c,ts&paths=tn"), "ts c tn");
    assert_eq!(ids("paths=eqs,eqn&mag=0.9,0.5"), "eqs-0.9 eqs-0.5 eqn-0.9 eqn-0.5");
    assert_eq!(ids("paths=eqs&obscuration=0.5"), "eqs-obscuration-0.5");
    assert_eq!(ids("poly=pn,c,ps;tn,c,ts"), "c region area");
    assert_eq!(ids("paths=area&poly=tn,c,ts"), "area");
    assert_eq!(ids("paths=iso&isoStep=60"), "iso-17:00Z iso-18:00Z iso-19:00Z iso-20:00Z");
    assert_eq!(ids("paths=out&outStep=60"), "out-17:00Z out-18:00Z out-19:00Z");
    assert_eq!(ids("paths=tn&dur=60&limits=limb&ground=1"), "tn dur-60");
}

#[test]
fn json_and_geojson_say_the_same() {
    let query = "paths=classic,area&tolerance=5000";
    let collection = path(2_460_408.5, query);
    let answer = path(2_460_408.5, &format!("{query}&format=json"));
    let response = &answer["response"];
    let count = |name: &str| response[name].as_array().map_or(0, Vec::len);
    assert_eq!(count("paths") + count("polygons") + count("points"), features(&collection).len());
    let (line, segment) = (&features(&collection)[0], &response["paths"][0]["segments"][0]);
    assert_eq!(line["id"], "c");
    assert_eq!(line["geometry"]["coordinates"][0][0], segment[0]["lng"]);
    assert_eq!(line["properties"]["from"], segment[0]["date"]);
    assert!(segment[0]["sunAlt"].as_f64().is_some_and(|a| a.abs() < 0.01), "the line begins at sunrise");
    // Duration, width and magnitude of NASA's page of this eclipse: 4 m 28 s, 198 km, ratio 1.0566.
    let off = |key: &str, nasa: f64| (number(&response["greatestEclipse"][key]) - nasa).abs();
    assert!(off("durationSec", 268.1) < 1.0 && off("widthKM", 197.5) < 1.0, "{response}");
    assert!(off("magnitude", (1.0 + 1.0566) / 2.0) < 1e-4, "{response}");
}

#[test]
fn without_a_cut_longitudes_run_on() {
    let collection = path(2_457_456.5, "paths=c&cut=none");
    let geometry = &features(&collection)[0]["geometry"];
    let line = positions(&geometry["coordinates"]);
    assert!(geometry["type"] == "LineString" && line.iter().any(|[longitude, _]| *longitude > 180.0));
    assert!(line.windows(2).all(|w| (w[1][0] - w[0][0]).abs() < 5.0), "no jump");
}

/// Source: NASA, <https://science.nasa.gov/eclipses/future-eclipses/eclipse-2024/where-when/>.
#[test]
fn the_path_of_2024_crosses_the_towns_it_crossed() {
    let area = path(2_460_408.5, "paths=area");
    let [rings] = &polygons(&features(&area)[0]["geometry"])[..] else { panic!("{area}") };
    let area = Polygon::new(rings[0].clone().into(), Vec::new());
    // Dallas, Cleveland and New York.
    let towns = [[-96.80, 32.78], [-81.69, 41.50], [-74.01, 40.71]];
    assert_eq!(towns.map(|town| area.contains(&Point::from(town))), [true, true, false]);
}

#[test]
fn accept_chooses_the_format_unless_it_is_named() {
    for (accept, media_type) in [
        ("*/*", "application/geo+json"),
        ("application/json", "application/json"),
        ("application/vnd.google-earth.kml+xml", "application/vnd.google-earth.kml+xml"),
        ("text/csv", "text/csv; charset=utf-8"),
    ] {
        let answer = demo().get_with(APRIL_2024, &[("Accept", accept)]);
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(media_type)), "{accept}");
        assert!(answer.header("vary").is_some_and(|v| v.contains("Accept,")));
    }
    assert_eq!(demo().get_with(APRIL_2024, &[("Accept", "image/png")]).status, 406);
    let named = format!("{APRIL_2024}?format=geojson");
    let answer = demo().get_with(&named, &[("Accept", "application/json")]);
    assert_eq!(answer.header("content-type"), Some("application/geo+json"));
    let cost = demo().get_with(&format!("{APRIL_2024}?cost=1"), &[("Accept", "application/geo+json")]);
    assert_eq!((cost.status, cost.header("content-type")), (200, Some("application/json")));
}

#[test]
fn a_julian_day_names_the_eclipse_that_is_greatest_within_a_day_and_a_half() {
    // Greatest on 2024-04-08 at 18:17 UT, Julian Day 2460409.2620.
    for path in [
        "/solar-eclipse/elements/JD",
        "/solar-eclipse/local-circumstances/details/JD?obs=23,-106,0",
        "/solar-eclipse/path/JD?tolerance=10000",
    ] {
        let status = |jd: &str| demo().get(&path.replace("JD", jd)).status;
        // The midnights of the day and of the next, the noons around, and the limits.
        for jd in ["2460408.5", "2460409.5", "2460408", "2460409", "2460410", "2460407.7630", "2460410.7610"]
        {
            assert_eq!(status(jd), 200, "{path} {jd}");
        }
        for jd in ["2460407.7610", "2460407.5", "2460410.7630", "2460411"] {
            assert_eq!(status(jd), 404, "{path} {jd}");
        }
        let refusal = demo().get(&path.replace("JD", "2460412")).json();
        assert!(refusal["detail"].as_str().is_some_and(|d| d.contains("2024-04-08")), "{refusal}");
    }
}

#[test]
fn every_vertex_counts_in_the_cost() {
    let too_many = demo().get(&format!("{APRIL_2024}?paths=out&outStep=0.1&tolerance=1&cost=1"));
    assert_eq!((too_many.status, too_many.json()["code"].as_str()), (400, Some("too-large")));
    let query_of =
        |query: &str| demo().get(&format!("{APRIL_2024}?format=json&{query}")).json()["query"].clone();
    for query in ["paths=classic&tolerance=50", "paths=iso,rs&spacingFactor=40", "paths=out&outStep=1"] {
        let collection = demo().get(&format!("{APRIL_2024}?{query}")).json();
        let vertices: u64 =
            features(&collection).iter().filter_map(|f| f["properties"]["points"].as_u64()).sum();
        let cost = 10.0 * (vertices.div_ceil(500).max(1)) as f64;
        assert_eq!(query_of(query)["cost"], cost, "{query}: {vertices}");
        let before = query_of(&format!("{query}&cost=1"));
        let says = before["cost"].as_f64().expect("a price");
        match before["isEstimate"] == true {
            true => assert!((1.0..1.3).contains(&(says / cost)), "{query}: {says}, not {cost}"),
            false => assert_eq!(says, cost, "{query}"),
        }
    }
}

#[test]
fn lines_that_are_cut_away_have_a_price() {
    let lines = (1..50).map(|k| (f64::from(k) / 50.0).to_string()).collect::<Vec<_>>().join(",");
    let answer = path(2_460_408.5, &format!("paths=eqn,eqs&minAlt=89&obscuration={lines}&format=json"));
    assert_eq!(answer["query"]["cost"], 50.0);
}
