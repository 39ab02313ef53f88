//! Rise and set over the skyline of a place.

use super::super::number;
use super::*;
use serde_json::Value;

/// A place in the Sahara, where there are heights of a degree and about it only those of the generation.
const INLAND: [f64; 2] = [23.5, 10.1];
/// From there to the western edge of these heights along the parallel, m: 0.1° on the ellipsoid of WGS 84.
const EDGE_M: f64 = 10_214.0;

#[test]
fn the_sun_rises_over_the_wall_and_sets_in_the_sea() {
    let path = format!("/rise-transit-set/2026-03-20/2026-03-22?observer={PLACE}&body=sun");
    let level = behind_wall().get(&path).json();
    let terrain = behind_wall().get(&format!("{path}&horizon=terrain")).json();
    assert_eq!(terrain["query"]["horizon"], "terrain");
    assert_eq!(level["query"]["horizon"], Value::Null);
    // Two days: 3 each over the level horizon; 6 each over the skyline, and 100 for that.
    assert_eq!([&level, &terrain].map(|answer| number(&answer["query"]["cost"])), [6.0, 112.0]);
    let of = |events: &Value, key: &str| {
        let mut events = events.as_array().expect("events").iter();
        events.find(|e| e["key"] == key).expect("an event").clone()
    };
    for (day, events) in terrain["response"].as_object().expect("days") {
        let flat = &level["response"][day];
        let (rise, set) = (of(events, "sunrise"), of(events, "sunset"));
        let obstacle = &rise["obstacle"];
        assert!((number(&obstacle["distance"]) - WALL_DISTANCE_M).abs() < RAMP_M, "{obstacle}");
        assert!((number(&obstacle["altitude"]) - wall_altitude_deg(1.7)).abs() < TOLERANCE_DEG, "{obstacle}");
        assert!((number(&obstacle["elevation"]) - WALL_M).abs() < 5.0, "{obstacle}");
        // The upper limb is 16′ above the centre.
        let limb_deg = number(&rise["azAlt"]["apparent"]["altitude"]) + 0.268;
        assert!((limb_deg - wall_altitude_deg(1.7)).abs() < TOLERANCE_DEG, "{rise}");
        assert!(of(flat, "sunrise")["date"].as_str() < rise["date"].as_str());
        // The open sea needs no heights; it lies 2.5′ below the level of the eye.
        assert_eq!(number(&set["obstacle"]["known"]), 150_000.0, "{set}");
        assert!((number(&set["obstacle"]["altitude"]) + 0.039).abs() < 0.01, "{set}");
        assert!(of(flat, "sunset").get("obstacle").is_none());
        assert!(of(events, "solar_transit").get("obstacle").is_none());
    }
    // Kept: the same again.
    assert_eq!(behind_wall().get(&format!("{path}&horizon=terrain")).json(), terrain);
    let both = behind_wall().get(&format!("{path}&horizon=terrain&hah=10"));
    assert!(both.status == 400 && both.text().contains("hah"), "{}", both.text());
}

#[test]
fn a_skyline_ends_where_fine_heights_end() {
    let [lat, lng] = INLAND;
    let path =
        format!("/rise-transit-set/2026-03-20/2026-03-20?observer={lat},{lng}&body=sun&horizon=terrain");
    let days = response(&path);
    let events: Vec<_> =
        days.as_object().expect("days").values().filter_map(Value::as_array).flatten().collect();
    let known_m =
        |key: &str| number(&events.iter().find(|e| e["key"] == key).expect("an event")["obstacle"]["known"]);
    let (west_m, east_m) = (known_m("sunset"), known_m("sunrise"));
    println!("known {west_m} m to the west, {east_m} m to the east");
    // A step is 26 m there, and the ray half a degree beside the parallel at most.
    assert!((west_m - EDGE_M).abs() < 60.0, "{west_m}");
    assert!((east_m - 9.0 * EDGE_M).abs() < 600.0, "{east_m}");
}

#[test]
fn an_eye_that_the_ground_raises_sees_through_the_air_of_its_height() {
    let day = |height_m: f64| {
        let path = format!("/rise-transit-set/2026-03-20/2026-03-22?observer=0.5,-29.2,{height_m}");
        response(&format!("{path}&body=sun,moon&horizon=terrain"))
    };
    let low = day(0.0);
    assert_eq!(low.as_object().map(serde_json::Map::len), Some(2), "{low}");
    assert_eq!(low, day(WALL_M + 1.7), "on the wall");
}

#[test]
fn the_skyline_has_the_wall_in_the_east_and_hides_the_sun_behind_it() {
    let answer = behind_wall().get(&format!("/skyline?obs={PLACE}")).json();
    let query = &answer["query"];
    assert_eq!((query["horizon"].as_str(), number(&query["cost"])), (Some("terrain"), 100.0));
    let skyline = &answer["response"];
    let east = |key: &str| number(&skyline[key][180]);
    assert!((east("altitude") - wall_altitude_deg(1.7)).abs() < TOLERANCE_DEG, "{}", east("altitude"));
    assert!((east("distance") - WALL_DISTANCE_M).abs() < RAMP_M && (east("elevation") - WALL_M).abs() < 5.0);
    assert_eq!(skyline["source"]["resolution"], 3.0);
    // The same wall as a skyline and as a profile of one's own.
    let profile = skyline["altitude"].to_string().replace(['[', ']'], "");
    let of = |options: &str| {
        let days = response(&format!("/insolation/daily/2026-03-20/2026-03-21?obs={PLACE}{options}"));
        days["2026-03-20T00:00:00.000Z"].clone()
    };
    let (level, terrain, by_profile) = (of(""), of("&horizon=terrain"), of(&format!("&profile={profile}")));
    for key in ["direct", "diffuse", "global", "daylight"] {
        let ratio = number(&terrain[key]) / number(&by_profile[key]);
        assert!((ratio - 1.0).abs() < 1e-4, "{key}: {terrain} {by_profile}");
    }
    // So low, the Sun gives hardly any light: the sums of the disc differ by less than their accuracy.
    let minutes = |day: &Value| number(&day["daylight"]) / 60.0;
    let later_min = minutes(&level) - minutes(&terrain);
    assert!((8.0..15.0).contains(&later_min), "{later_min}");
    let times = "2026-03-20T08:06:00Z/2026-03-20T08:18:00Z";
    let irradiance = format!("/insolation/irradiance/{times}?obs={PLACE}&horizon=terrain&interval=60");
    let answer = response(&irradiance);
    let entries: Vec<_> = answer.as_object().expect("entries").values().collect();
    for entry in &entries {
        let is_hidden = number(&entry["altitude"]) < wall_altitude_deg(1.7);
        let found = (entry["hidden"].as_bool(), number(&entry["dni"]) == 0.0);
        assert_eq!(found, (Some(is_hidden), is_hidden), "{entry}");
        assert!(number(&entry["dhi"]) > 0.0, "{entry}");
    }
    assert!(entries.iter().any(|e| e["hidden"] == true) && entries.iter().any(|e| e["hidden"] == false));
    for (instant, is_hidden) in [("2026-03-20T08:06:00Z", true), ("2026-03-20T12:00:00Z", false)] {
        let of =
            |options: &str| response(&format!("/insolation/solar-intensity/{instant}?obs={PLACE}{options}"));
        let (level, terrain) = (of(""), of("&horizon=terrain"));
        assert_eq!((&level["hidden"], &terrain["hidden"]), (&Value::Null, &is_hidden.into()));
        let [before, after] = [&level, &terrain].map(|of| [number(&of["direct"]), number(&of["global"])]);
        assert_eq!(after[0], if is_hidden { 0.0 } else { before[0] });
        let left = number(&skyline["skyView"]);
        assert!((after[1] - after[0] - left * (before[1] - before[0])).abs() < 0.05, "{level} {terrain}");
    }
    // Another word for the same.
    let day = format!("/rise-transit-set/2026-03-20/2026-03-20?observer={PLACE}&body=sun");
    let seen = behind_wall().get(&format!("{day}&visible=terrain"));
    assert_eq!(seen.json()["query"]["horizon"], "terrain");
}
