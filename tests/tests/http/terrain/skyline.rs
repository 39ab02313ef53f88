//! Rise and set over the skyline of a place.

use super::{PLACE, RAMP_M, TOLERANCE_DEG, WALL_DISTANCE_M, WALL_M, behind_wall, number, wall_altitude_deg};
use serde_json::Value;
use server::testing::date_time;

/// A place on the wall.
const ON_WALL: &str = "0.5,-29.2";
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
    for (day, events) in terrain["response"].as_object().expect("days") {
        let of = |key: &str| events.as_array().expect("events").iter().find(|e| e["key"] == key).cloned();
        let (rise, set) = (of("sunrise").expect("a rise"), of("sunset").expect("a set"));
        let obstacle = &rise["obstacle"];
        assert!((number(&obstacle["distance"]) - WALL_DISTANCE_M).abs() < RAMP_M, "{obstacle}");
        assert!((number(&obstacle["altitude"]) - wall_altitude_deg(1.7)).abs() < TOLERANCE_DEG, "{obstacle}");
        assert!((number(&obstacle["elevation"]) - WALL_M).abs() < 5.0, "{obstacle}");
        // The upper limb is 16′ above the centre.
        let limb_deg = number(&rise["azAlt"]["apparent"]["altitude"]) + 0.268;
        assert!((limb_deg - wall_altitude_deg(1.7)).abs() < TOLERANCE_DEG, "{rise}");
        let flat = level["response"][day].as_array().expect("events").clone();
        let at = |list: &[Value], key: &str| list.iter().find(|e| e["key"] == key).cloned();
        assert!(at(&flat, "sunrise").expect("a rise")["date"].as_str() < rise["date"].as_str());
        // The open sea needs no heights; it lies 2.5′ below the level of the eye.
        assert_eq!(number(&set["obstacle"]["known"]), 150_000.0, "{set}");
        assert!((number(&set["obstacle"]["altitude"]) + 0.039).abs() < 0.01, "{set}");
        assert!(at(&flat, "sunset").expect("a set").get("obstacle").is_none());
        assert!(of("solar_transit").expect("a transit").get("obstacle").is_none());
    }
    // Kept: the same again.
    assert_eq!(behind_wall().get(&format!("{path}&horizon=terrain")).json(), terrain);
    let calendar = behind_wall().get(&format!("{path}&horizon=terrain&format=ics"));
    assert!(calendar.status == 200 && calendar.text().contains("Sunrise"));
    let both = behind_wall().get(&format!("{path}&horizon=terrain&hah=10"));
    assert!(both.status == 400 && both.text().contains("hah"), "{}", both.text());
}

#[test]
fn a_skyline_ends_where_fine_heights_end() {
    let [lat, lng] = INLAND;
    let path =
        format!("/rise-transit-set/2026-03-20/2026-03-20?observer={lat},{lng}&body=sun&horizon=terrain");
    let answer = behind_wall().get(&path).json();
    let days = answer["response"].as_object().expect("days");
    let events: Vec<_> = days.values().filter_map(Value::as_array).flatten().collect();
    let known_m = |key: &str| {
        let event = events.iter().find(|e| e["key"] == key).unwrap_or_else(|| panic!("no {key}: {answer}"));
        number(&event["obstacle"]["known"])
    };
    let (west_m, east_m) = (known_m("sunset"), known_m("sunrise"));
    println!("known {west_m} m to the west, {east_m} m to the east");
    // A step is 26 m there, and the ray half a degree beside the parallel at most.
    assert!((west_m - EDGE_M).abs() < 60.0, "{west_m}");
    assert!((east_m - 9.0 * EDGE_M).abs() < 600.0, "{east_m}");
}

#[test]
fn an_eye_that_the_ground_raises_sees_through_the_air_of_its_height() {
    let raised_m = WALL_M + 1.7;
    let day = |height_m: f64| {
        let path = format!("/rise-transit-set/2026-03-20/2026-03-22?observer={ON_WALL},{height_m}");
        behind_wall().get(&format!("{path}&body=sun,moon&horizon=terrain")).json()["response"].clone()
    };
    let low = day(0.0);
    assert_eq!(low.as_object().map(serde_json::Map::len), Some(2), "{low}");
    assert_eq!(low, day(raised_m));
    // Contacts are those of the given height; when the skyline ends an eclipse, those of the eye: at the
    // pressure of the sea it would end a quarter of a minute later.
    let (mut compared, mut worst_s) = (0, 0f64);
    let search = behind_wall().get(&format!("/solar-eclipse/search/1900/2100?obs={ON_WALL}")).json();
    for eclipse in search["response"].as_array().expect("a list") {
        let jd = number(&eclipse["jd"]);
        let ends = |height_m: f64| {
            let path = format!("/solar-eclipse/local-circumstances/details/{jd}?obs={ON_WALL},{height_m}");
            behind_wall().get(&format!("{path}&horizon=terrain")).json()["response"].clone()
        };
        let (low, high) = (ends(0.0), ends(raised_m));
        let contacts = low["contacts"].as_array().expect("contacts");
        let of_skyline = [("from", contacts.first()), ("to", contacts.last())];
        for (name, _) in of_skyline.iter().filter(|(_, end)| end.is_some_and(|c| c["visible"] == false)) {
            let ms = |answer: &Value| date_time::parse(answer["visibility"][name].as_str()?);
            if let Some((low_ms, high_ms)) = ms(&low).zip(ms(&high)) {
                worst_s = worst_s.max((low_ms as f64 - high_ms as f64).abs() / 1000.0);
                compared += 1;
            }
        }
    }
    println!("{compared} ends, worst {worst_s:.2} s");
    assert!(compared > 4 && worst_s < 3.0, "{compared} {worst_s}");
}

#[test]
fn callers_who_ask_at_once_for_the_same_skyline_get_the_same() {
    let path = "/rise-transit-set/2026-06-20/2026-06-20?observer=0.4,-29.45,3&body=sun,moon&horizon=terrain";
    let ask = || behind_wall().get(path);
    let answers: Vec<_> = std::thread::scope(|scope| {
        let asking: Vec<_> = (0..6).map(|_| scope.spawn(ask)).collect();
        asking.into_iter().map(|one| one.join().expect("an answer")).collect()
    });
    for answer in &answers {
        assert_eq!((answer.status, answer.json()), (200, answers[0].json()));
    }
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
    let altitudes: Vec<_> =
        skyline["altitude"].as_array().expect("a list").iter().map(Value::to_string).collect();
    let day = format!("/insolation/daily/2026-03-20/2026-03-21?obs={PLACE}");
    let of = |options: &str| {
        let answer = behind_wall().get(&format!("{day}{options}")).json();
        answer["response"]["2026-03-20T00:00:00.000Z"].clone()
    };
    let (level, terrain) = (of(""), of("&horizon=terrain"));
    let profile = of(&format!("&profile={}", altitudes.join(",")));
    for key in ["direct", "diffuse", "global", "daylight"] {
        let found = [&level, &terrain, &profile].map(|day| number(&day[key]));
        println!("{key}: level {}, terrain {}, profile {}", found[0], found[1], found[2]);
        assert!((found[1] / found[2] - 1.0).abs() < 1e-4, "{key}: {found:?}");
    }
    // So low, the Sun gives hardly any light: the sums of the disc differ by less than their accuracy.
    let minutes = |day: &Value| number(&day["daylight"]) / 60.0;
    let later_min = minutes(&level) - minutes(&terrain);
    assert!((8.0..15.0).contains(&later_min), "{later_min}");
    let times = "2026-03-20T08:06:00Z/2026-03-20T08:18:00Z";
    let irradiance = format!("/insolation/irradiance/{times}?obs={PLACE}&horizon=terrain&interval=60");
    let answer = behind_wall().get(&irradiance).json();
    let entries: Vec<_> = answer["response"].as_object().expect("entries").values().collect();
    let wall_deg = wall_altitude_deg(1.7);
    for entry in &entries {
        let is_hidden = number(&entry["altitude"]) < wall_deg;
        assert_eq!(
            (entry["hidden"].as_bool(), number(&entry["dni"]) == 0.0),
            (Some(is_hidden), is_hidden),
            "{entry}"
        );
        assert!(number(&entry["dhi"]) > 0.0, "{entry}");
    }
    assert!(entries.iter().any(|e| e["hidden"] == true) && entries.iter().any(|e| e["hidden"] == false));
    for (instant, is_hidden) in [("2026-03-20T08:06:00Z", true), ("2026-03-20T12:00:00Z", false)] {
        let of = |options: &str| {
            let path = format!("/insolation/solar-intensity/{instant}?obs={PLACE}{options}");
            behind_wall().get(&path).json()["response"].clone()
        };
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
