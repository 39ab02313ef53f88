//! The curves of an eclipse over HTTP: what GeoJSON promises, that the other formats say the same, and which
//! Julian Day names which eclipse.

use super::demo;
use serde_json::Value;
use std::collections::BTreeSet;

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
    let path = format!("/solar-eclipse/path/{jd}?{query}");
    let answer = demo().get(&path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.json()
}

pub(super) fn features(collection: &Value) -> &Vec<Value> {
    collection["features"].as_array().expect("features")
}

/// All positions of a geometry, whatever its nesting.
pub(super) fn positions(coordinates: &Value, all: &mut Vec<[f64; 2]>) {
    let list = coordinates.as_array().expect("a list");
    match (list.first().and_then(Value::as_f64), list.get(1).and_then(Value::as_f64)) {
        (Some(longitude), Some(latitude)) => all.push([longitude, latitude]),
        _ => list.iter().for_each(|inner| positions(inner, all)),
    }
}

/// The nesting of lists, with the numbers of their items.
fn shape(value: &Value, depth: usize) -> Value {
    match value.as_array() {
        Some(list) if depth > 0 => list.iter().map(|inner| shape(inner, depth - 1)).collect(),
        Some(list) => Value::from(list.len()),
        None => Value::Null,
    }
}

/// Polygons of a geometry, each as its rings.
pub(super) fn polygons(geometry: &Value) -> Vec<Vec<Vec<[f64; 2]>>> {
    let rings = |polygon: &Value| {
        let ring = |ring: &Value| {
            let mut all = Vec::new();
            positions(ring, &mut all);
            all
        };
        polygon.as_array().expect("rings").iter().map(ring).collect()
    };
    match geometry["type"].as_str() {
        Some("Polygon") => vec![rings(&geometry["coordinates"])],
        Some("MultiPolygon") => {
            geometry["coordinates"].as_array().expect("polygons").iter().map(rings).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn collections_keep_what_rfc_7946_says() {
    for (name, jd) in AWKWARD {
        let collection = path(jd, "paths=all&eqm=1");
        assert_eq!(collection["type"], "FeatureCollection");
        let mut ids = BTreeSet::new();
        for feature in features(&collection) {
            let id = feature["id"].as_str().expect("an id");
            assert!(ids.insert(id), "{name}: {id} twice");
            let mut all = Vec::new();
            positions(&feature["geometry"]["coordinates"], &mut all);
            assert_eq!(feature["properties"]["points"], all.len(), "{name}: {id}");
            let bbox: Vec<f64> =
                feature["bbox"].as_array().expect("a box").iter().filter_map(Value::as_f64).collect();
            for [longitude, latitude] in &all {
                assert!(longitude.abs() <= 180.0 && latitude.abs() <= 90.0, "{name}: {id}");
                let is_between = match bbox[0] <= bbox[2] {
                    true => (bbox[0]..=bbox[2]).contains(longitude),
                    false => *longitude >= bbox[0] || *longitude <= bbox[2],
                };
                assert!(is_between && (bbox[1]..=bbox[3]).contains(latitude), "{name}: {id} {bbox:?}");
            }
            for rings in polygons(&feature["geometry"]) {
                for (number, ring) in rings.iter().enumerate() {
                    assert!(ring.len() >= 4 && ring.first() == ring.last(), "{name}: {id}");
                    let area: f64 = ring.windows(2).map(|w| w[0][0] * w[1][1] - w[1][0] * w[0][1]).sum();
                    assert!((area > 0.0) == (number == 0), "{name}: {id}, ring {number}");
                }
            }
            assert!(feature["properties"]["from"].as_str() <= feature["properties"]["to"].as_str());
        }
        println!("{name}: {} features", ids.len());
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
fn hybrids_come_in_parts_of_one_kind() {
    let hybrid = path(2_460_054.5, "paths=c,area");
    let kinds: Vec<_> = features(&hybrid)
        .iter()
        .map(|f| {
            format!("{} {}", f["id"].as_str().unwrap_or(""), f["properties"]["kind"].as_str().unwrap_or(""))
        })
        .collect();
    assert_eq!(
        kinds,
        ["c-1 annular", "c-2 total", "c-3 annular", "area-1 annular", "area-2 total", "area-3 annular"]
    );
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
    assert_eq!(ids("paths=eqn&obscuration=0.5"), "eqn-obscuration-0.5");
    assert_eq!(ids("poly=pn,c,ps;tn,c,ts"), "c region area");
    assert_eq!(ids("paths=area&poly=tn,c,ts"), "area");
    assert_eq!(ids("paths=iso&isoStep=60"), "iso-17:00Z iso-18:00Z iso-19:00Z iso-20:00Z");
    assert_eq!(ids("paths=out&outStep=60"), "out-17:00Z out-18:00Z out-19:00Z");
}

#[test]
fn extras_are_nested_as_the_coordinates() {
    let collection = path(2_457_456.5, "paths=c,pn&extras=times,centre");
    for feature in features(&collection) {
        let geometry = &feature["geometry"];
        let depth = usize::from(geometry["type"] == "MultiLineString");
        let expected = shape(&geometry["coordinates"], depth);
        let mut names = vec!["times"];
        if feature["id"] == "c" {
            assert_eq!(depth, 1, "the line crosses the antimeridian");
            names.extend(["durationSec", "widthKM", "ratio", "sunAltitude", "sunAzimuth"]);
        }
        for name in names {
            assert_eq!(shape(&feature["properties"][name], depth), expected, "{name} of {}", feature["id"]);
        }
    }
}

#[test]
fn without_a_cut_longitudes_run_on() {
    let collection = path(2_457_456.5, "paths=c&cut=none");
    let geometry = &features(&collection)[0]["geometry"];
    assert_eq!(geometry["type"], "LineString");
    let mut all = Vec::new();
    positions(&geometry["coordinates"], &mut all);
    assert!(all.iter().any(|[longitude, _]| *longitude > 180.0));
    assert!(all.windows(2).all(|w| (w[1][0] - w[0][0]).abs() < 5.0), "no jump");
}

#[test]
fn a_given_delta_t_turns_the_curves_and_keeps_latitudes() {
    let first = |query: &str| {
        let collection = demo().get(&format!("{APRIL_2024}?{query}")).json();
        let at = features(&collection)[0]["geometry"]["coordinates"][0].clone();
        (at[0].as_f64().unwrap_or(f64::NAN), at[1].as_f64().unwrap_or(f64::NAN))
    };
    let (a, b) = (first("deltaT=69.2"), first("deltaT=169.2"));
    assert!(
        (b.0 - a.0 - 100.0 * 15.041_069 / 3600.0).abs() < 2e-6 && (b.1 - a.1).abs() < 2e-6,
        "{a:?} {b:?}"
    );
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
    let greatest = &response["greatestEclipse"];
    // Duration, width and magnitude of NASA's page of this eclipse: 4 m 28 s, 198 km, ratio 1.0566.
    let number = |name: &str| greatest[name].as_f64().unwrap_or(f64::NAN);
    assert!((number("durationSec") - 268.1).abs() < 1.0, "{greatest}");
    assert!((number("widthKM") - 197.5).abs() < 1.0, "{greatest}");
    assert!((number("magnitude") - (1.0 + 1.0566) / 2.0).abs() < 1e-4, "{greatest}");
}

#[test]
fn accept_chooses_the_format_unless_it_is_named() {
    for (accept, media_type) in [
        ("*/*", "application/geo+json"),
        ("application/json", "application/json"),
        ("application/vnd.google-earth.kml+xml", "application/vnd.google-earth.kml+xml"),
        ("application/gpx+xml, */*;q=0.1", "application/gpx+xml"),
        ("text/csv", "text/csv; charset=utf-8"),
        ("application/czml+json", "application/czml+json"),
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
fn the_same_curves_are_the_same_answer() {
    let first = demo().get(APRIL_2024);
    let tag = first.header("etag").expect("a validator").to_owned();
    assert_eq!(demo().get_with(APRIL_2024, &[("If-None-Match", &tag)]).status, 304);
    let tag_of = |query: &str| demo().get(&format!("{APRIL_2024}?{query}")).header("etag").map(str::to_owned);
    assert_eq!(tag_of("paths=c,c&tolerance=100.0&format=geojson"), Some(tag.clone()));
    for other in ["format=kml", "minAlt=10", "paths=tn", "extras=times", "cut=none", "deltaT=70"] {
        assert_ne!(tag_of(other), Some(tag.clone()), "{other}");
    }
}

#[test]
fn every_vertex_counts_in_the_cost() {
    let query_of =
        |query: &str| demo().get(&format!("{APRIL_2024}?format=json&{query}")).json()["query"].clone();
    for query in ["paths=classic&tolerance=50", "paths=iso,rs&spacingFactor=40", "paths=out&outStep=1"] {
        let collection = demo().get(&format!("{APRIL_2024}?{query}")).json();
        let points = features(&collection).iter().filter_map(|f| f["properties"]["points"].as_u64());
        let vertices: u64 = points.sum();
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

#[test]
fn a_large_answer_comes_whole_in_every_coding() {
    let large = format!("{APRIL_2024}?paths=all&eqm=9&tolerance=20");
    let plain = demo().get(&large);
    assert!(plain.body.len() > 300_000, "{}", plain.body.len());
    for coding in ["br", "gzip", "zstd"] {
        let answer = demo().get_with(&large, &[("Accept-Encoding", coding)]);
        assert_eq!(answer.header("content-encoding"), Some(coding));
        assert_eq!(super::forms::decoded(coding, &answer.body), plain.body, "{coding}");
    }
}
