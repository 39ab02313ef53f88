//! Geodesics, heights of the ground and tiles: check values of the specification, and what answers say
//! together.

use super::demo;
use serde_json::Value;

fn response(path: &str) -> Value {
    demo().get(path).json()["response"].clone()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

#[test]
fn geodesics_have_the_check_values_of_the_specification() {
    let line = |options: &str| response(&format!("/geodesic/37.6,-122.3/35.6,-3?format=array&{options}"));
    let points = line("method=uniform");
    let (first, fifth, last) = (&points[0], &points[5], &points[10]);
    for (found, expected) in [
        (&last["distance"], 9_774_806.029),
        (&first["bearing"], 45.169_077_78),
        (&last["bearing"], 136.281_464_60),
        (&fifth["lat"], 55.829_637),
        (&fifth["lng"], -61.385_725),
    ] {
        assert_eq!(number(found), expected);
    }
    assert!((number(&fifth["bearing"]) - 92.052_625).abs() < 1e-6);
    for (tolerance, count) in [("5", 27), ("1", 125), ("0.5", 248), ("0.1", 1_401), ("0.05", 2_801)] {
        let points = line(&format!("method=midpoint&tolerance={tolerance}"));
        assert_eq!(points.as_array().map(Vec::len), Some(count), "{tolerance}");
    }
    for (ellipsoid, distance) in [
        ("GRS67", 9_774_841.638),
        ("Clarke1858", 9_775_191.329),
        ("Clarke1880", 9_775_152.487),
        ("Sphere", 9_753_184.987),
        ("IAU1976", 9_774_810.634),
    ] {
        let points = line(&format!("method=uniform&segments=1&ellipsoid={ellipsoid}"));
        assert_eq!(number(&points[1]["distance"]), distance, "{ellipsoid}");
    }
}

/// Across the antimeridian and over a pole, each line in both forms.
#[test]
fn features_show_the_points_of_the_array_cut_at_the_antimeridian() {
    for (ends, pieces) in [("-40,170/-40,200", 2), ("80,10/75,190", 2), ("10,20/30,40", 1), ("5,5/5,5", 1)] {
        let path =
            |format: &str| format!("/geodesic/{ends}?method=uniform&segments=20&format={format}&with-el=1");
        let answer = demo().get(&path("geojson"));
        assert_eq!(answer.header("content-type"), Some("application/geo+json"));
        let feature = answer.json();
        let points = response(&path("array"));
        let points = points.as_array().expect("a list");
        let coordinates = feature["geometry"]["coordinates"].as_array().expect("positions");
        let is_cut = feature["geometry"]["type"] == "MultiLineString";
        assert_eq!(is_cut, pieces > 1, "{ends}");
        let lines = if is_cut { coordinates.clone() } else { vec![Value::Array(coordinates.clone())] };
        assert_eq!(lines.len(), pieces, "{ends}");
        let positions: Vec<_> = lines.iter().flat_map(|l| l.as_array().expect("a line")).collect();
        let is_there = |point: &Value| {
            positions
                .iter()
                .any(|p| p[0] == point["lng"] && p[1] == point["lat"] && p[2] == point["elevation"])
        };
        let shown = points.iter().filter(|point| is_there(point)).count();
        // At the antimeridian and at a pole a point may have another longitude.
        assert!(shown + 1 >= points.len(), "{ends}: {shown} of {}", points.len());
        assert_eq!(feature["properties"]["points"], points.len());
        assert_eq!(feature["bbox"].as_array().map(Vec::len), Some(6));
        for line in &lines {
            let lng: Vec<f64> = line.as_array().expect("a line").iter().map(|p| number(&p[0])).collect();
            assert!(lng.windows(2).all(|pair| (pair[1] - pair[0]).abs() < 180.0), "{ends}: {lng:?}");
        }
    }
}

#[test]
fn a_profile_has_the_heights_of_its_points() {
    let profile = response("/elevation/47.5,6.5/45,12?samples=401");
    let points = profile["points"].as_array().expect("points");
    let list: Vec<_> = points.iter().map(|p| format!("{},{}", p["lat"], p["lng"])).collect();
    let single = response(&format!("/elevation?points={}", list.join(";")));
    assert_eq!(single["source"], profile["source"]);
    let (mut up, mut down, mut worst) = (0.0, 0.0, 0.0f64);
    for (a, b) in points.iter().zip(single["points"].as_array().expect("points")) {
        // Places have six decimals here: a slope of the grid is less than 1 m in 10 m.
        worst = worst.max((number(&a["elevation"]) - number(&b["elevation"])).abs());
    }
    for pair in points.windows(2) {
        let step = number(&pair[1]["elevation"]) - number(&pair[0]["elevation"]);
        (up, down) = (up + step.max(0.0), down + (-step).max(0.0));
    }
    println!("worst {worst} m, {up} m up, {down} m down");
    assert!(worst <= 0.11);
    assert!(
        (number(&profile["ascent"]) - up).abs() < 0.06 && (number(&profile["descent"]) - down).abs() < 0.06
    );
    let heights = || points.iter().map(|p| number(&p["elevation"]));
    assert_eq!(number(&profile["min"]), heights().fold(f64::INFINITY, f64::min));
    assert_eq!(number(&profile["max"]), heights().fold(f64::NEG_INFINITY, f64::max));
    // Without a height somewhere there is no sum.
    let with_gap = response("/elevation/18,101.75/19,101.75?samples=100");
    assert!(["min", "max", "ascent", "descent"].iter().all(|key| with_gap[key].is_null()), "{with_gap}");
}

#[test]
fn a_thousand_points_fit_into_an_address() {
    let list = |count: usize| vec!["-12.345678,-123.456789"; count].join(";");
    let answer = demo().get(&format!("/elevation?points={}", list(1000)));
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["response"]["points"].as_array().map(Vec::len), Some(1000));
    let refused = demo().get(&format!("/elevation?points={}", list(1001)));
    assert_eq!(refused.status, 400);
    assert_eq!(refused.json()["errors"][0]["parameter"], "points");
}
