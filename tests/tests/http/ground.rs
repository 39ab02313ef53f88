//! Geodesics, heights of the ground and tiles: check values of the specification, and what answers say
//! together.

use super::*;

/// `../ground.rs` compares other ellipsoids with GeographicLib.
#[test]
fn a_line_on_the_ellipsoid_of_1976_has_the_check_value_of_the_specification() {
    let path = "/geodesic/37.6,-122.3/35.6,-3?format=array&method=uniform&segments=1&ellipsoid=IAU1976";
    assert_eq!(number(&response(path)[1]["distance"]), 9_774_810.634);
}

/// Across the antimeridian and over a pole, each line in both forms.
#[test]
fn features_show_the_points_of_the_array_cut_at_the_antimeridian() {
    for (ends, pieces) in [("-40,170/-40,200", 2), ("80,10/75,190", 2), ("10,20/30,40", 1), ("5,5/5,5", 1)] {
        let path = format!("/geodesic/{ends}?method=uniform&segments=20&with-el=1&format=");
        let answer = good(&format!("{path}geojson"));
        assert_eq!(answer.header("content-type"), Some("application/geo+json"));
        let feature = answer.json();
        let points = list(&format!("{path}array"));
        let coordinates = &feature["geometry"]["coordinates"];
        let is_cut = feature["geometry"]["type"] == "MultiLineString";
        let lines = if is_cut { coordinates.clone() } else { vec![coordinates.clone()].into() };
        let lines: Vec<Vec<Value>> = serde_json::from_value(lines).expect("lines");
        assert_eq!((lines.len(), is_cut), (pieces, pieces > 1), "{ends}");
        let is_shown = |point: &&Value| {
            let position = serde_json::json!([point["lng"], point["lat"], point["elevation"]]);
            lines.concat().contains(&position)
        };
        // At the antimeridian and at a pole a point may have another longitude.
        assert!(points.iter().filter(is_shown).count() + 1 >= points.len(), "{ends}");
        assert_eq!(feature["properties"]["points"], points.len());
        assert_eq!(feature["bbox"].as_array().map(Vec::len), Some(6));
        for line in &lines {
            assert!(line.windows(2).all(|w| (number(&w[1][0]) - number(&w[0][0])).abs() < 180.0), "{ends}");
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
    let heights: Vec<f64> = points.iter().map(|p| number(&p["elevation"])).collect();
    for (k, height) in heights.iter().enumerate() {
        // Places have six decimals here: a slope of the grid is less than 1 m in 10 m.
        assert!((height - number(&single["points"][k]["elevation"])).abs() <= 0.11, "{k}");
    }
    let climb = |sign: f64| heights.windows(2).map(|w| (sign * (w[1] - w[0])).max(0.0)).sum::<f64>();
    assert!((number(&profile["ascent"]) - climb(1.0)).abs() < 0.06);
    assert!((number(&profile["descent"]) - climb(-1.0)).abs() < 0.06);
    let end = |of: fn(f64, f64) -> f64| heights.iter().copied().reduce(of).expect("heights");
    assert_eq!([number(&profile["min"]), number(&profile["max"])], [end(f64::min), end(f64::max)]);
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
