//! The operator's own heights: lines of sight, and rise, set and eclipses over the skyline of a place.

use super::eclipses::data;
use super::{demo, start};
use astro::earth::Observer;
use astro::eclipse::local::{ObservedEclipse, Visibility};
use astro::sky::horizon::Horizon;
use serde_json::Value;
use server::testing::date_time;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tests::served::Served;
use tests::until_true;

/// A place in the middle of the Atlantic, about which the heights of the generation are those of the sea.
const PLACE: &str = "0.5,-29.5,0";
/// A wall stands 0.2° east of it, from north to south, and this high, m.
const WALL_M: f64 = 1000.0;
/// How far away the wall is, m: 0.2° of the parallel, less half of the 93 m in which it rises.
const WALL_DISTANCE_M: f64 = 22_263.0 - 46.0;
/// Between samples a wall is a ramp 93 m wide, m.
const RAMP_M: f64 = 93.0;
/// A place on the wall.
const ON_WALL: &str = "0.5,-29.2";
/// A place in the Sahara, where there are heights of a degree and about it only those of the generation.
const INLAND: [f64; 2] = [23.5, 10.1];
/// From there to the western edge of these heights along the parallel, m: 0.1° on the ellipsoid of WGS 84.
const EDGE_M: f64 = 10_214.0;
/// What a skyline may be off by, degrees.
const TOLERANCE_DEG: f64 = 0.015;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// A degree of heights each third arcsecond.
fn degree(folder: &Path, name: &str, height_m: impl Fn(f64, f64) -> i16, [south, west]: [f64; 2]) -> PathBuf {
    let at = |k: usize| (south + 1.0 - (k / 1201) as f64 / 1200.0, west + (k % 1201) as f64 / 1200.0);
    let bytes: Vec<u8> = (0..1201 * 1201).flat_map(|k| height_m(at(k).0, at(k).1).to_be_bytes()).collect();
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("written");
    path
}

fn publish(folder: &Path, files: Vec<PathBuf>) {
    let out = folder.to_owned();
    let options = builder::TerrainOptions { out, files, name: None, datum: None, licence: None, keep: 2 };
    builder::terrain(&options).expect("published");
}

/// A folder with the wall, a plain of the Sahara, and nothing else.
fn wall() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let height = |_: f64, lng: f64| if lng > -29.3 - 1e-9 { WALL_M as i16 } else { 0 };
    let wall = degree(folder.path(), "N00W030.hgt", height, [0.0, -30.0]);
    let plain = degree(folder.path(), "N23E010.hgt", |_, _| 500, [23.0, 10.0]);
    publish(folder.path(), vec![wall, plain]);
    folder
}

/// A demonstration behind the wall.
fn behind_wall() -> &'static Served {
    static SERVED: OnceLock<Served> = OnceLock::new();
    SERVED.get_or_init(|| {
        let folder = wall().keep();
        tests::at_end(["rm", "-rf"].map(Path::new).into_iter().chain([folder.as_path()]));
        start(&["--demo", "--terrain", &folder.to_string_lossy()]).to_the_end()
    })
}

/// The apparent altitude of the wall's top by the formula of the interface, degrees.
fn wall_altitude_deg(eye_m: f64) -> f64 {
    // Across the meridian, next to the equator.
    let r = 6_378_137.0 / (1.0 - 0.13);
    let theta = WALL_DISTANCE_M / r;
    ((r + WALL_M) * theta.cos() - (r + eye_m)).atan2((r + WALL_M) * theta.sin()).to_degrees()
}

#[test]
fn the_sun_rises_over_the_wall_and_sets_in_the_sea() {
    let path = format!("/rise-transit-set/2026-03-20/2026-03-22?observer={PLACE}&body=sun");
    let level = behind_wall().get(&path).json();
    let terrain = behind_wall().get(&format!("{path}&horizon=terrain")).json();
    assert_eq!(terrain["query"]["horizon"], "terrain");
    assert_eq!(
        (&level["query"]["horizon"], &level["query"]["cost"]),
        (&Value::Null, &terrain["query"]["cost"])
    );
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
        // The open sea counts as known; it lies 2.5′ below the level of the eye.
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
fn an_eclipse_behind_the_wall_is_told_from_one_above_it() {
    let search = behind_wall().get(&format!("/solar-eclipse/search/2000/2090?obs={PLACE}&limit=50")).json();
    let list = search["response"].as_array().or_else(|| search["response"]["eclipses"].as_array()).cloned();
    let list = list.unwrap_or_else(|| panic!("no list: {search}"));
    let (mut hidden, mut seen) = (0, 0);
    for eclipse in &list {
        let jd = ["jd", "julianDay"].into_iter().find_map(|key| eclipse[key].as_f64());
        let jd = jd.unwrap_or_else(|| panic!("no Julian Day: {eclipse}"));
        let path = format!("/solar-eclipse/local-circumstances/details/{jd}?obs={PLACE}");
        let level = behind_wall().get(&path).json();
        let terrain = behind_wall().get(&format!("{path}&horizon=terrain")).json();
        let contacts =
            |answer: &Value| answer["response"]["contacts"].as_array().cloned().unwrap_or_default();
        for (flat, contact) in contacts(&level).iter().zip(contacts(&terrain)) {
            assert!(flat.get("obstacle").is_none() && flat["date"] == contact["date"]);
            let sun = &contact["observational"]["sunAzAlt"];
            let limb_deg = number(&sun["altitude"]) + number(&contact["observational"]["sunSemidiameter"]);
            let top_deg = number(&contact["obstacle"]["altitude"]);
            // Refraction raises the limb by half a degree at most.
            if limb_deg > top_deg {
                assert_eq!(contact["visible"], true, "{contact}");
                seen += 1;
            } else if limb_deg + 0.6 < top_deg {
                assert_eq!(contact["visible"], false, "{contact}");
                hidden += 1;
            }
        }
        let visibility = &terrain["response"]["visibility"];
        let reasons = ["whole", "terrain", "behind-terrain"];
        assert!(reasons.iter().any(|reason| visibility["reason"] == *reason), "{visibility}");
    }
    println!("{} eclipses, {seen} contacts seen, {hidden} hidden", list.len());
    assert!(list.len() > 10 && seen > 20 && hidden > 0);
}

#[test]
fn a_skyline_is_known_as_far_as_heights_are_fine() {
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
fn many_heights_from_the_disk_are_those_of_few() {
    let point = |k: usize| format!("0.5,{}", -29.9 + k as f64 / 100.0);
    let ask = |from: usize, to: usize| {
        let points: Vec<_> = (from..to).map(point).collect();
        let answer = behind_wall().get(&format!("/elevation?points={}", points.join(";")));
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["response"]["points"].as_array().expect("points").clone()
    };
    let few: Vec<_> = [0, 20, 40, 60].into_iter().flat_map(|from| ask(from, from + 20)).collect();
    assert_eq!(ask(0, 80), few);
    assert_eq!([&few[0], &few[79]].map(|point| number(&point["elevation"])), [0.0, WALL_M]);
}

/// Contacts nearer to the skyline than this are not compared, degrees.
const AT_SKYLINE_DEG: f64 = 0.01;

#[test]
fn from_a_height_the_sun_is_eclipsed_also_below_the_level_horizon() {
    let observer = Observer::from_degrees(0.5, -29.5, 8000.0);
    let horizon = Horizon::new(observer);
    let limb_deg = |local: &ObservedEclipse, t: f64| {
        let view = local.view(&local.at(t));
        (view.sun.altitude + view.sun_semidiameter).to_degrees()
    };
    let (mut all, mut seen, mut night) = (0, 0, 0);
    for e in &data().elements {
        let local = ObservedEclipse::new(&e.polynomials, observer, e.delta_t_s);
        let Some(contacts) = local.contacts() else { continue };
        let ends_deg = [contacts.first.t, contacts.fourth.t].map(|t| limb_deg(&local, t));
        let is_near = ends_deg.iter().any(|deg| (-4.5..0.0).contains(deg));
        if !is_near || local.visibility(&contacts) != Visibility::None {
            continue;
        }
        let path = format!("/solar-eclipse/local-circumstances/details/{}?obs=0.5,-29.5,8000", e.midnight_ut);
        let level = &behind_wall().get(&path).json()["response"];
        assert_eq!(level["visibility"]["reason"], "below-horizon", "{level}");
        assert_eq!(level["contacts"].as_array().map(Vec::len), Some(0), "{level}");
        let terrain = &behind_wall().get(&format!("{path}&horizon=terrain")).json()["response"];
        let list = terrain["contacts"].as_array().expect("contacts");
        assert!(list.len() >= 3, "{terrain}");
        for contact in list {
            let limb_deg = limb_deg(&local, number(&contact["circumstances"]["t"]));
            let lift_deg = horizon.refraction(limb_deg.to_radians()).to_degrees();
            let over_deg = limb_deg + lift_deg - number(&contact["obstacle"]["altitude"]);
            if over_deg.abs() > AT_SKYLINE_DEG {
                assert_eq!(contact["visible"], over_deg > 0.0, "{contact}");
            }
        }
        let reason = terrain["visibility"]["reason"].as_str().unwrap_or_default();
        let is_seen = ["whole", "terrain"].contains(&reason);
        assert!(is_seen || reason == "behind-terrain", "{terrain}");
        assert_eq!(terrain["visibility"]["from"].is_null(), !is_seen, "{terrain}");
        all += 1;
        seen += u32::from(is_seen);
        night += u32::from(!is_seen);
    }
    println!("{all} eclipses below the level horizon, {seen} seen over the sea, {night} not");
    assert!(seen > 0 && night > 0, "{seen} {night}");
}

#[test]
fn a_line_of_sight_over_the_wall_is_blocked_and_tells_what_would_free_it() {
    let ask = |more: &str| {
        let answer = behind_wall().get(&format!("/sightline/0.5,-29.5/0.5,-29.1?samples=801{more}"));
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    };
    let low = ask("");
    let response = &low["response"];
    assert_eq!((&response["visible"], number(&low["query"]["cost"])), (&Value::Bool(false), 27.0));
    let obstruction = &response["obstruction"];
    assert!((number(&obstruction["distance"]) - WALL_DISTANCE_M).abs() < RAMP_M, "{obstruction}");
    assert!(
        (number(&obstruction["altitude"]) - wall_altitude_deg(1.7)).abs() < TOLERANCE_DEG,
        "{obstruction}"
    );
    assert!(response["source"]["name"].as_str().is_some_and(|name| name.contains("SRTM")));
    assert!(response.get("warning").is_none(), "{}", response["warning"]);
    // As much higher as is told, and a little more or less.
    let missing_m = -number(&response["clearance"]);
    assert_eq!(ask(&format!("&targetHeight={:.2}", missing_m + 0.1))["response"]["visible"], true);
    assert_eq!(ask(&format!("&targetHeight={:.2}", missing_m - 0.1))["response"]["visible"], false);
    let least_m = number(&response["minObserverHeight"]);
    assert_eq!(ask(&format!("&obsHeight={:.2}", least_m + 0.1))["response"]["visible"], true);
    assert_eq!(ask(&format!("&obsHeight={:.2}", least_m - 0.1))["response"]["visible"], false);
    assert_eq!(ask(&format!("&obsElevation={:.2}", least_m + 0.1))["response"]["visible"], true);
}

#[test]
fn what_an_answer_says_follows_from_its_own_heights() {
    // Over the Alps of ETOPO5, by the formula as it is printed.
    let answer = demo().get("/sightline/46.5475,7.9854/46.9479,7.4446?obsHeight=20&targetHeight=100").json();
    let response = &answer["response"];
    assert!(response["warning"].as_str().is_some_and(|w| w.contains("builder terrain")), "{response}");
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

#[test]
fn without_fine_heights_a_terrain_horizon_is_not_available_and_costs_nothing() {
    let paths = [
        "/rise-transit-set/2024-04-08/2024-04-10?observer=46.5,8&body=sun&horizon=terrain",
        "/solar-eclipse/local-circumstances/details/2461264.5?obs=43.36,-8.41,20&horizon=terrain",
    ];
    for path in paths {
        for server in [demo(), behind_wall()] {
            let answer = server.get(path);
            assert_eq!(answer.status, 503, "{path}");
            let problem = answer.json();
            assert_eq!(problem["code"], "unavailable");
            let detail = problem["detail"].as_str().unwrap_or_default();
            assert!(detail.contains("builder terrain --out") && detail.contains("--terrain"), "{detail}");
        }
        let level = path.replace("horizon=terrain", "horizon=level");
        assert_eq!(demo().get(&level).status, 200, "{level}");
    }
}

#[test]
fn a_new_terrain_is_taken_with_sighup_and_a_damaged_one_is_not() {
    let folder = wall();
    let server = start(&["--demo", "--terrain", &folder.path().to_string_lossy()]);
    let ask = || server.get("/sightline/0.5,-29.5/0.5,-29.1?samples=3");
    let before = ask();
    let tag = before.header("etag").map(str::to_owned);
    let file = degree(folder.path(), "N00W030.hgt", |_, _| 7, [0.0, -30.0]);
    publish(folder.path(), vec![file]);
    server.signal("HUP");
    until_true("the new terrain", || number(&ask().json()["response"]["points"][2]["elevation"]) == 7.0);
    assert_ne!(ask().header("etag").map(str::to_owned), tag, "another answer has another validator");
    let current = std::fs::canonicalize(folder.path().join("current")).expect("current");
    let heights = current.join("heights.bin");
    std::fs::remove_file(&heights).and_then(|()| std::fs::write(&heights, b"short")).expect("damaged");
    server.signal("HUP");
    until_true("the refusal", || server.metric("umbra_reload_failures_total") > 0.0);
    assert_eq!(number(&ask().json()["response"]["points"][2]["elevation"]), 7.0, "the old one stays");
    assert!(server.log().contains("heights.bin"), "the log names the file");
}
