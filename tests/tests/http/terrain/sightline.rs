//! Lines of sight.

use super::{RAMP_M, TOLERANCE_DEG, WALL_DISTANCE_M, behind_wall, number, wall_altitude_deg};

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
