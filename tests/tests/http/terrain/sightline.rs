//! Lines of sight.

use super::super::demo;
use super::{RAMP_M, TOLERANCE_DEG, WALL_DISTANCE_M, behind_wall, number, wall_altitude_deg};
use serde_json::Value;

#[test]
fn a_line_of_sight_over_the_wall_is_blocked_and_tells_what_would_free_it() {
    let ask = |more: &str| {
        let answer = behind_wall().get(&format!("/sightline/0.5,-29.5/0.5,-29.1?samples=801{more}")).json();
        assert_eq!(number(&answer["query"]["cost"]), 27.0);
        answer["response"].clone()
    };
    let response = ask("");
    assert_eq!(response["visible"], false);
    let obstruction = &response["obstruction"];
    assert!((number(&obstruction["distance"]) - WALL_DISTANCE_M).abs() < RAMP_M, "{obstruction}");
    let off_deg = number(&obstruction["altitude"]) - wall_altitude_deg(1.7);
    assert!(off_deg.abs() < TOLERANCE_DEG, "{obstruction}");
    assert!(response["source"]["name"].as_str().is_some_and(|name| name.contains("SRTM")));
    assert!(response.get("warning").is_none(), "{}", response["warning"]);
    // Raise the target by the reported clearance, and a little more or less.
    let (missing_m, least_m) = (-number(&response["clearance"]), number(&response["minObserverHeight"]));
    for (name, enough_m) in [("targetHeight", missing_m), ("obsHeight", least_m), ("obsElevation", least_m)] {
        for (more_m, is_visible) in [(0.1, true), (-0.1, false)] {
            let raised = ask(&format!("&{name}={:.2}", enough_m + more_m));
            assert_eq!(raised["visible"], is_visible, "{name}: {enough_m} {more_m}");
        }
    }
}

#[test]
fn what_an_answer_says_follows_from_its_own_heights() {
    // Over the Alps of ETOPO5, by the formula as it is printed.
    let answer = demo().get("/sightline/46.5475,7.9854/46.9479,7.4446?obsHeight=20&targetHeight=100").json();
    let response = &answer["response"];
    assert!(response["warning"].as_str().is_some_and(|w| w.contains("umbra terrain")), "{response}");
    assert_eq!((&response["source"]["name"], number(&answer["query"]["cost"])), (&"ETOPO5".into(), 9.0));
    let points = response["points"].as_array().expect("points");
    assert_eq!(points.len(), 201);
    let (latitude, azimuth) = (46.5475f64.to_radians(), number(&response["bearing"]).to_radians());
    let (a, e2) = (6_378_137.0, 0.006_694_379_990_141_3);
    let w2 = 1.0 - e2 * latitude.sin().powi(2);
    let (meridian, vertical) = (a * (1.0 - e2) / w2.powf(1.5), a / w2.sqrt());
    let re = 1.0 / (azimuth.cos().powi(2) / meridian + azimuth.sin().powi(2) / vertical);
    let r = re / (1.0 - 0.13);
    let h0 = number(&response["observer"]["elevation"]);
    assert!((h0 - number(&points[0]["elevation"]) - 20.0).abs() < 1e-6);
    let altitude = |s: f64, h: f64| {
        let theta = s / r;
        ((r + h) * theta.cos() - (r + h0)).atan2((r + h) * theta.sin()).to_degrees()
    };
    let mut highest = f64::NEG_INFINITY;
    for point in &points[1..] {
        let expected = altitude(number(&point["distance"]), number(&point["elevation"]));
        // The distance is written to a millimetre.
        assert!((number(&point["altitude"]) - expected).abs() < 1e-5, "{point} {expected}");
        assert_eq!(point["visible"], Value::Bool(expected >= highest), "{point}");
        highest = highest.max(expected);
    }
    assert!(number(&points[0]["altitude"]) == -90.0);
}
