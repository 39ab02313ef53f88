//! The Moon's limb: its profile, and contacts behind its mountains.

use super::{alone, demo, start};
use artifacts::{table_file, tables};
use astro::sky::libration::Selenographic;
use astro::sky::limb::LunarViewpoint;
use builder::Progress;
use builder::paths_limb::{PathsLimbOptions, paths_limb};
use maps::wkb;
use serde_json::Value;
use server::testing::date_time;
use std::sync::OnceLock;
use tests::limb_height_km;
use tests::served::Served;

const ECLIPSE: &str = "/solar-eclipse/local-circumstances/details/2461264.5?obs=42.34,-3.70,860";

/// Between two dates to the millisecond, s.
const DATES_S: f64 = 0.0021;

/// An instant, seconds from 1970.
fn seconds(value: &Value) -> f64 {
    date_time::parse(value.as_str().unwrap_or_default()).map_or(f64::NAN, |ms| ms as f64 / 1000.0)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

fn response(path: &str) -> Value {
    let answer = demo().get(path);
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["response"].clone()
}

/// The angle of a height at a distance, arcseconds.
fn arcsec(height_km: f64, distance_km: f64) -> f64 {
    let angle = |radius_km: f64| (radius_km / distance_km).asin().to_degrees() * 3600.0;
    angle(1737.4 + height_km) - angle(1737.4)
}

#[test]
fn a_profile_with_directions_is_that_of_the_map() {
    let map = tests::lunar_map();
    for path in [
        "/lunar-limb?l=2.07&b=-0.1&directions=7200",
        "/lunar-limb/2026-08-12T18:28:00Z?obs=42.34,-3.70,860&directions=360",
        // A libration without stored profiles.
        "/lunar-limb/2026-08-05T18:28:00Z?directions=3601",
    ] {
        let found = response(path);
        let [longitude, latitude] = ["l", "b"].map(|key| number(&found["libration"][key]));
        assert_eq!(found["profile"], found["libration"], "{path}");
        let heights: Vec<_> = found["limb"].as_array().expect("heights").iter().map(number).collect();
        // The step has eight decimals.
        assert!((number(&found["step"]) * heights.len() as f64 - 360.0).abs() < 1e-4, "{path}");
        let distance_km = number(&found["distance"]);
        let libration = Selenographic { latitude: latitude.to_radians(), longitude: longitude.to_radians() };
        let expected = map.limb_km(LunarViewpoint { libration, distance_km }, heights.len());
        for (k, (height, expected_km)) in heights.iter().zip(expected).enumerate() {
            // The libration has eight decimals.
            let off = (height - arcsec(expected_km, distance_km)).abs();
            assert!(off < 0.002, "{path}, {k}: {height} {expected_km}");
        }
    }
    let cost = |directions: u32| {
        let path = format!("/lunar-limb?l=2&b=0&directions={directions}&cost=1");
        demo().get(&path).json()["query"]["cost"].clone()
    };
    assert_eq!([cost(360), cost(18_000)], [19.0, 460.0]);
    for wrong in ["359", "18001", "many"] {
        let refused = demo().get(&format!("/lunar-limb?l=2&b=0&directions={wrong}"));
        assert!(refused.status == 400 && refused.text().contains("directions"), "{}", refused.text());
    }
}

#[test]
fn a_profile_is_the_nearest_one_in_arcseconds_at_the_distance() {
    for (path, has_date) in [
        ("/lunar-limb?l=2.07&b=-0.1", false),
        ("/lunar-limb/2026-08-12T18:28:00Z", true),
        ("/lunar-limb/2026-08-12T18:28:00Z?obs=42.34,-3.70,860&l=1&b=1", true),
    ] {
        let found = response(path);
        let [l, b] = ["l", "b"].map(|key| number(&found["profile"][key]));
        for (key, snapped) in [("l", l), ("b", b)] {
            assert!((number(&found["libration"][key]) - snapped).abs() <= 0.1 + 1e-9, "{path}");
            assert!((snapped * 5.0 - (snapped * 5.0).round()).abs() < 1e-9, "{path}");
        }
        let distance_km = number(&found["distance"]);
        assert_eq!(found["axisPositionAngle"].is_number(), has_date, "{path}");
        assert!(has_date || distance_km == 384_400.0);
        let limb: Vec<_> = found["limb"].as_array().expect("heights").iter().map(number).collect();
        assert_eq!(limb.len(), 1800);
        for (k, height) in limb.iter().enumerate() {
            let expected = arcsec(limb_height_km(l, b, k), distance_km);
            assert!((height - expected).abs() < 0.001, "{path}, {k}: {height} {expected}");
        }
        let most = limb.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert!(
            (number(&found["max"]) - most).abs() < 1e-9 && number(&found["min"]) < number(&found["mean"])
        );
    }
}

#[test]
fn a_picture_is_one_file_without_scripts_and_outside_references() {
    let answer = demo().get("/lunar-limb/2026-08-12T18:28:00Z?format=svg&ve=25");
    assert_eq!(answer.header("content-type"), Some("image/svg+xml"));
    let text = answer.text();
    for part in ["<title", "<desc", "<circle", ">N<", ">E<", "exaggerated 25 times"] {
        assert!(text.contains(part), "{part}");
    }
    let outside = text.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("script") && !outside.contains("http") && !outside.contains("href"));
    let mut reader = quick_xml::Reader::from_str(&text);
    while !matches!(reader.read_event().expect("well-formed XML"), quick_xml::events::Event::Eof) {}
}

#[test]
fn librations_without_a_profile_are_rejected_with_the_range() {
    // A full Moon far from the ecliptic.
    let answer = demo().get("/lunar-limb/2024-01-11T12:00:00Z");
    let far = demo().get("/lunar-libration/2024-01-17T12:00:00Z").json();
    let b = number(&far["response"]["physicalObservations"]["totalLibration"]["lat"]);
    let answer = if b.abs() > 1.6 { demo().get("/lunar-limb/2024-01-17T12:00:00Z") } else { answer };
    assert_eq!(answer.status, 404, "{}", answer.text());
    let detail = answer.json()["detail"].as_str().unwrap_or_default().to_owned();
    assert!(detail.contains("-9 ") || detail.contains("−9") && detail.contains("1.6"), "{detail}");
    for (path, name) in [
        ("/lunar-limb", "l"),
        ("/lunar-limb?l=1", "b"),
        ("/lunar-limb?b=1", "l"),
        ("/lunar-limb?l=9.1&b=0", "l"),
        ("/lunar-limb?l=1&b=-1.7", "b"),
        ("/lunar-limb?l=1&b=1&ve=0.5", "ve"),
        ("/lunar-limb/2024-01-11?b=7", "b"),
    ] {
        let refused = demo().get(path).json();
        assert_eq!(refused["status"], 400, "{path}: {refused}");
        assert!(refused["errors"].as_array().is_some_and(|all| all.iter().any(|e| e["parameter"] == name)));
    }
}

#[test]
fn without_profiles_the_error_explains_how_to_install_them() {
    let server = alone();
    let limits = "/solar-eclipse/path/2461264.5?limits=limb";
    for path in ["/lunar-limb?l=1&b=0", &format!("{ECLIPSE}&limb=1"), limits] {
        let answer = server.get(path);
        assert_eq!(answer.status, 503, "{}", answer.text());
        let detail = answer.json()["detail"].as_str().unwrap_or_default().to_owned();
        assert!(
            ["umbra limb", "--limb", "LDEM_16", "NASA"].iter().all(|word| detail.contains(word)),
            "{detail}"
        );
    }
    assert_eq!(server.get(ECLIPSE).status, 200);
}

#[test]
fn contacts_with_mountains_come_with_their_corrections_and_beads() {
    let smooth = response(ECLIPSE);
    assert!(smooth.get("limb").is_none() && smooth.get("beads").is_none());
    let rugged = response(&format!("{ECLIPSE}&limb=1"));
    let of = |number: u64| -> Value {
        let all = rugged["contacts"].as_array().expect("contacts").clone();
        all.into_iter().find(|contact| contact["contact"] == number).unwrap_or_default()
    };
    for contact in [1, 0, 4].map(of) {
        assert!(contact.get("limb").is_none(), "{contact}");
    }
    let contacts = [of(2), of(3)];
    for contact in &contacts {
        let correction_s = number(&contact["limb"]["correctionSec"]);
        let difference_s = seconds(&contact["limb"]["date"]) - seconds(&contact["date"]);
        println!("{correction_s} s");
        assert!((difference_s - correction_s).abs() < DATES_S, "{difference_s} {correction_s}");
        assert_eq!(contact["limb"]["visible"], true, "{contact}");
        assert!(correction_s.abs() > 0.1 && correction_s.abs() < 10.0);
    }
    let between_s = seconds(&contacts[1]["limb"]["date"]) - seconds(&contacts[0]["limb"]["date"]);
    assert!((number(&rugged["limb"]["durationSec"]) - between_s).abs() < DATES_S);
    let beads = rugged["beads"].as_array().expect("beads");
    println!("{} beads", beads.len());
    assert!(beads.len() > 4);
    for bead in beads {
        let (from, to) = (seconds(&bead["from"]), seconds(&bead["to"]));
        assert!(to - from > 0.09, "{bead}");
        let near = contacts.iter().any(|contact| {
            let at = seconds(&contact["limb"]["date"]);
            from > at - 30.01 && to < at + 30.01
        });
        assert!(near, "{bead}");
    }
    assert_eq!(number(&rugged["limb"]["sunRadius"]), 959.95);
    let narrower = response(&format!("{ECLIPSE}&limb=1&sunRadius=959.63"));
    let shorter = number(&narrower["limb"]["durationSec"]) - number(&rugged["limb"]["durationSec"]);
    assert!(shorter > 0.5 && number(&narrower["limb"]["sunRadius"]) == 959.63, "{shorter}");
    // A Sun that is not given has an error of its own.
    let sigma = |of: &Value| number(&of["contacts"][1]["limb"]["sigma"]);
    assert!(sigma(&rugged) > sigma(&narrower) && sigma(&narrower) > 0.0);
    // Whatever the Sun, a correction is counted from the contact of the elements.
    for contact in narrower["contacts"].as_array().expect("contacts").iter().filter(|c| !c["limb"].is_null())
    {
        let from_date_s = seconds(&contact["limb"]["date"]) - seconds(&contact["date"]);
        assert!((from_date_s - number(&contact["limb"]["correctionSec"])).abs() < DATES_S, "{contact}");
        assert_eq!(contact["date"], of(contact["contact"].as_u64().unwrap_or(9))["date"]);
    }
}

/// Height of a wall 2.5 km west of -3.70°, in a band of latitude from 42° on, m.
fn wall_m(band: f64) -> f64 {
    250.0 * band
}

/// A demonstration with the limb, and with walls in the path of totality of 2026 August 12, each in a band a
/// tenth of a degree wide.
fn behind_walls() -> &'static Served {
    static SERVED: OnceLock<Served> = OnceLock::new();
    SERVED.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder").keep();
        tests::at_end(["rm", "-rf"].map(std::path::Path::new).into_iter().chain([folder.as_path()]));
        let at = |k: usize| (43.0 - (k / 1201) as f64 / 1200.0, -4.0 + (k % 1201) as f64 / 1200.0);
        let height_m = |(lat, lng): (f64, f64)| {
            if lng < -3.73 { wall_m(((lat - 42.0) * 10.0).floor()) as i16 } else { 0 }
        };
        let bytes: Vec<u8> = (0..1201 * 1201).flat_map(|k| height_m(at(k)).to_be_bytes()).collect();
        let file = folder.join("N42W004.hgt");
        std::fs::write(&file, bytes).expect("written");
        let (out, files) = (folder.clone(), vec![file]);
        let options = builder::TerrainOptions { out, files, name: None, datum: None, licence: None, keep: 1 };
        builder::terrain(&options).expect("published");
        let (terrain, limb) = (folder.to_string_lossy(), tests::limb().to_string_lossy());
        start(&["--demo", "--terrain", &terrain, "--limb", &limb]).to_the_end()
    })
}

#[test]
fn contacts_with_mountains_of_the_moon_are_seen_over_mountains_of_the_earth_or_not() {
    let (mut seen, mut hidden, mut behind) = (0, 0, 0);
    for band in (0..8).map(f64::from) {
        let place = format!("{:.2},-3.7", 42.05 + band / 10.0);
        let path = format!("/solar-eclipse/local-circumstances/details/2461264.5?obs={place}&limb=1");
        let level = behind_walls().get(&path).json()["response"].clone();
        let answer = behind_walls().get(&format!("{path}&horizon=terrain"));
        assert_eq!(answer.status, 200, "{}", answer.text());
        let answer = answer.json();
        assert_eq!((&answer["query"]["eye"], &answer["query"]["limb"]), (&1.7.into(), &1.into()));
        let terrain = &answer["response"];
        // The same limb, beads and magnitude, whatever hides the Sun.
        for key in ["limb", "beads", "magnitude"] {
            assert_eq!(level[key], terrain[key], "{key} at {place}");
        }
        assert!(number(&terrain["magnitude"]) > 1.0, "{place}");
        behind += u32::from(terrain["visibility"]["reason"] == "behind-terrain");
        let contacts = terrain["contacts"].as_array().expect("contacts");
        for contact in contacts.iter().filter(|contact| !contact["limb"].is_null()) {
            let flat = level["contacts"]
                .as_array()
                .and_then(|all| all.iter().find(|flat| flat["contact"] == contact["contact"]));
            let flat = flat.expect("the same contact");
            assert_eq!(flat["limb"]["date"], contact["limb"]["date"]);
            assert_eq!(flat["limb"]["visible"], true, "{flat}");
            let (obstacle, sun) = (&contact["obstacle"], &contact["observational"]);
            // From the lowest band the Sun goes behind the wall of the next only after C2.
            assert!(band == 0.0 || obstacle["kind"] == "ground", "{contact}");
            let limb_deg = number(&sun["sunAzAlt"]["altitude"]) + number(&sun["sunSemidiameter"]);
            let over_deg = limb_deg - number(&obstacle["altitude"]);
            // Refraction and what the Sun sinks by in the seconds of the correction are less than this.
            if over_deg.abs() > 0.3 {
                assert_eq!(contact["limb"]["visible"], over_deg > 0.0, "{contact}");
                seen += u32::from(over_deg > 0.0);
                hidden += u32::from(over_deg < 0.0);
            }
        }
    }
    println!("contacts behind mountains of the Moon: {seen} seen, {hidden} hidden; {behind} eclipses hidden");
    assert!(seen > 2 && hidden > 2 && behind > 0);
}

#[test]
fn calendars_over_terrain_name_the_obstacle() {
    let path = "/rise-transit-set/2026-08-12/2026-08-12?observer=42.45,-3.7&body=sun&horizon=terrain";
    let answer = behind_walls().get(path).json();
    assert_eq!(answer["query"]["eye"], 1.7);
    let days = answer["response"].as_object().expect("days");
    let events: Vec<_> = days.values().filter_map(Value::as_array).flatten().collect();
    let event = |key: &str| events.iter().find(|event| event["key"] == key).expect("an event");
    let kind = |key: &str| &event(key)["obstacle"]["kind"];
    assert_eq!((kind("sunrise"), kind("sunset")), (&"horizon".into(), &"ground".into()));
    let calendar = behind_walls().get(&format!("{path}&format=ics")).text().replace("\r\n ", "");
    for part in [
        "Skyline: ground 1000 m above the sea\\, 2.",
        "km away\\, altitude 2",
        "Skyline: the horizon\\, nothing rises above the eye",
    ] {
        assert!(calendar.contains(part), "{part}: {calendar}");
    }
    let level = behind_walls().get("/rise-transit-set/2026-08-12/2026-08-12?observer=42.45,-3.7&body=sun");
    assert!(level.json()["query"].get("eye").is_none());
}

#[test]
fn the_simulator_has_the_contacts_behind_the_mountains() {
    let circumstances = response(&format!("{ECLIPSE}&limb=1"));
    let page = "/eclipse-simulator?date=2026-08-12&obs=42.34,-3.70,860";
    let rugged = demo().get_with(&format!("{page}&limb=1"), &[("accept", "text/html")]);
    assert_eq!(rugged.status, 200, "{}", rugged.text());
    let rugged = rugged.text();
    for (number, name) in [(2, "C2"), (3, "C3")] {
        let contacts = circumstances["contacts"].as_array().expect("contacts");
        let contact = contacts.iter().find(|contact| contact["contact"] == number).expect("a contact");
        let row = rugged.split(&format!("data-contact=\"{name}\"")).nth(1).expect("a row");
        let shown = row.split("datetime=\"").nth(1).and_then(|rest| rest.split('"').next());
        let shown = shown.expect("an instant");
        let off_s = seconds(&shown.into()) - seconds(&contact["limb"]["date"]);
        assert!(off_s.abs() < DATES_S, "{name}: {shown} {contact}");
    }
    let beads = circumstances["beads"].as_array().expect("beads").len();
    assert_eq!(rugged.matches(", at position angle ").count(), beads);
    assert!(rugged.contains("include the mountains of the Moon") && rugged.contains("Baily’s beads: "));
    assert!(!rugged.contains("Smooth limb"));
    let smooth = demo().get_with(page, &[("accept", "text/html")]).text();
    assert!(
        smooth.contains("Smooth limb") && !smooth.contains("Baily") && !smooth.contains("class=\"limb\"")
    );
    // Phases start at the contacts behind the mountains.
    let begins = demo().get(&format!("{page}&limb=1&t=C2&cost=1")).json();
    let c2 = &circumstances["contacts"][1]["limb"]["date"];
    assert!((seconds(&begins["query"]["t"]) - seconds(c2)).abs() < DATES_S, "{begins} {c2}");
}

#[test]
fn the_map_has_the_limits_of_the_path_behind_mountains() {
    let page = "/eclipse-path?date=2026-08-12&obs=42.34,-3.70,860";
    let html = &[("accept", "text/html")];
    let rugged = demo().get_with(&format!("{page}&limb=1"), html).text();
    assert!(rugged.contains("include the mountains of the Moon") && rugged.contains("one standard error"));
    let data =
        rugged.split("type=\"application/json\">").nth(1).and_then(|rest| rest.split("</script>").next());
    let data: Value = serde_json::from_str(data.expect("data")).expect("JSON");
    let path =
        "/solar-eclipse/path/2026-08-12?paths=tn,ts,sigma&limits=limb&ground=1&cut=none&format=geojson";
    let curves = demo().get(path).json();
    let shown = data["limits"]["features"].as_array().expect("features");
    let served = curves["features"].as_array().expect("features");
    assert_eq!(shown.len(), served.len());
    for (shown, served) in shown.iter().zip(served) {
        let word = match served["properties"]["path"].as_str().expect("a word") {
            "tn" => "ln",
            "ts" => "ls",
            other => other,
        };
        assert_eq!(shown["properties"]["path"], word);
        if word == "sigma" {
            continue;
        }
        let (shown, served) = (vertices(shown), vertices(served));
        assert_eq!(shown.len(), served.len(), "{word}");
        for ([lng, lat], of_path) in shown.iter().zip(&served) {
            // The page has four decimals.
            assert!((lng - of_path[0]).abs() < 6e-5 && (lat - of_path[1]).abs() < 6e-5, "{lng} {lat}");
        }
    }
    let circumstances = response(&format!("{ECLIPSE}&limb=1"));
    let off_s = |k: usize, contact: usize| {
        let found = seconds(&data["limb"]["contacts"][k]);
        (found - seconds(&circumstances["contacts"][contact]["limb"]["date"])).abs()
    };
    assert!(off_s(0, 1) < DATES_S && off_s(1, 3) < DATES_S, "{}", data["limb"]);
    let cost = |more: &str| demo().get(&format!("{page}{more}&cost=1")).json()["query"]["cost"].clone();
    assert_eq!([cost(""), cost("&limb=1")], [10.0, 910.0]);
    // Where nothing is seen, and in partial eclipses, there are no limits or mountains.
    for (page, credits) in [
        ("/eclipse-path?date=2021-06-10&obs=-34,18&limb=1", 910.0),
        ("/eclipse-simulator?date=2021-06-10&obs=-34,18&limb=1", 10.0),
        ("/eclipse-path?date=2025-03-29&obs=50,0&limb=1", 10.0),
    ] {
        let cost = number(&demo().get(&format!("{page}&cost=1")).json()["query"]["cost"]);
        assert_eq!((cost, demo().get_with(page, html).status), (credits, 200), "{page}");
    }
    let smooth = demo().get_with(page, html).text();
    assert!(!smooth.contains("\"limits\"") && !smooth.contains("class=\"limits\""));
}

#[test]
fn pages_have_no_totality_that_the_mountains_prevent() {
    // The synthetic Moon is higher than the mean one: near the limit of a ring it leaves none.
    let (mut prevented, mut left) = (0, 0);
    for k in 0..60 {
        let obs = format!("{:.3},-3.7", 41.0 + f64::from(k) * 0.05);
        let path = format!("/solar-eclipse/local-circumstances/details/2026-08-12?obs={obs}&limb=1");
        let details = demo().get(&path).json()["response"].clone();
        let page = format!("/eclipse-path?date=2026-08-12&obs={obs}&limb=1");
        let page = demo().get_with(&page, &[("accept", "text/html")]).text();
        let is_total = details["limb"]["durationSec"].is_number();
        assert_eq!(page.contains("data-contact=\"C2\""), is_total, "{obs}: {details}");
        assert_eq!(page.contains(">Total for "), is_total, "{obs}");
        let prevents = page.contains("prevent totality");
        assert!(!(prevents && is_total), "{obs}");
        prevented += u32::from(prevents);
        left += u32::from(is_total);
    }
    println!("{prevented} totalities prevented, {left} left");
    assert!(left > 10);
}

#[test]
fn pages_name_the_hills_before_the_sun() {
    let page = |name: &str, more: &str| {
        let path = format!("/{name}?date=2026-08-12&obs=42.45,-3.7{more}");
        behind_walls().get_with(&path, &[("accept", "text/html")]).text()
    };
    let words = "Skyline: ground 1000 m above the sea";
    for (name, more) in
        [("eclipse-path", ""), ("eclipse-simulator", ""), ("eclipse-simulator", "&horizon=terrain")]
    {
        let text = page(name, more);
        assert!(text.contains(words) && text.contains("behind it."), "{name}{more}: {text}");
        assert_eq!(text.contains("\"skyline\":["), !more.is_empty(), "{name}{more}");
    }
    let cost = |obs: &str| {
        let path = format!("/eclipse-simulator?date=2026-08-12&obs={obs}&horizon=terrain&cost=1");
        behind_walls().get(&path).json()["query"]["cost"].clone()
    };
    // Where nothing is seen, no skyline is needed.
    assert_eq!([cost("42.45,-3.7"), cost("-42,-3.7")], [50.0, 10.0]);
}

/// A value in which 2 and 2.0 are the same.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Object(object) => object.iter().map(|(key, value)| (key.clone(), plain(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn each_address_of_the_limb_has_an_example_of_its_own() {
    let document = demo().get("/openapi/latest.json").json();
    for (path, has_date) in [("/lunar-limb", false), ("/lunar-limb/{date}", true)] {
        let operation = &document["paths"][path]["get"];
        let example = &operation["responses"]["200"]["content"]["application/json"]["example"];
        let address = operation["x-example"].as_str().expect("an address");
        let answer = demo().get(address).json();
        // Values that do not depend on the profiles equal those of the server.
        assert_eq!(plain(&example["query"]), plain(&answer["query"]), "{address}");
        for key in ["libration", "profile", "axisPositionAngle", "distance", "semidiameter"] {
            let [shown, said] = [example, &answer].map(|of| plain(&of["response"][key]));
            assert_eq!(shown, said, "{key} of {address}");
        }
        assert_eq!(example["response"]["axisPositionAngle"].is_number(), has_date);
    }
}

/// Longitude and latitude of the vertices of a line.
fn vertices(feature: &Value) -> Vec<[f64; 2]> {
    let coordinates = &feature["geometry"]["coordinates"];
    let lines: Vec<&Value> = match feature["geometry"]["type"].as_str() {
        Some("LineString") => vec![coordinates],
        _ => coordinates.as_array().expect("lines").iter().collect(),
    };
    let positions = lines.into_iter().flat_map(|line| line.as_array().expect("positions"));
    positions.map(|position| [number(&position[0]), number(&position[1])]).collect()
}

/// How long totality lasts behind the mountains of the Moon for observers on the ground, s.
fn duration_on_the_ground([longitude, latitude]: [f64; 2]) -> f64 {
    let path = "/solar-eclipse/local-circumstances/details/2461264.5?limb=1&height=ground&obs=";
    let seconds = &response(&format!("{path}{latitude},{longitude}"))["limb"]["durationSec"];
    seconds.as_f64().unwrap_or(0.0)
}

#[test]
fn totality_vanishes_on_limits_with_mountains_and_lasts_as_long_as_lines_say() {
    let path = "/solar-eclipse/path/2461264.5?limits=limb&ground=1&tolerance=1000";
    let collection = demo().get(&format!("{path}&paths=tn,ts,area,sigma,valley&dur=60")).json();
    assert_eq!(collection["eclipse"]["solarRadiusArcsec"], 959.95);
    assert_eq!(
        (&collection["eclipse"]["limits"], &collection["eclipse"]["ground"]),
        (&"limb".into(), &true.into())
    );
    let features = collection["features"].as_array().expect("features");
    let ids: Vec<_> = features.iter().filter_map(|feature| feature["id"].as_str()).collect();
    let expected =
        ["tn", "ts", "area", "sigma-north", "sigma-south", "valley-north", "valley-south", "dur-60"];
    assert_eq!(ids, expected);
    let worst = |id: &str, expected_s: f64| {
        let feature = features.iter().find(|feature| feature["id"] == id).expect("a line");
        let off = vertices(feature)
            .into_iter()
            .step_by(9)
            .map(|at| (duration_on_the_ground(at) - expected_s).abs());
        off.fold(0.0, f64::max)
    };
    let (north_s, south_s, lasting_s) = (worst("tn", 0.0), worst("ts", 0.0), worst("dur-60", 60.0));
    println!("limits {north_s:.3} s and {south_s:.3} s, line of 60 s {lasting_s:.3} s");
    assert!(north_s < 0.05 && south_s < 0.05 && lasting_s < 0.05);
    assert_eq!(features[7]["properties"]["lastsSec"], 60.0);
}

#[test]
fn the_table_of_limits_has_the_curves_of_the_server_whatever_the_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = |threads: usize| {
        let file = folder.path().join(format!("{threads}.parquet"));
        let options = PathsLimbOptions {
            artifacts: tests::built().into(),
            limb: tests::limb().into(),
            terrain: None,
            eclipses: "2026-08-12".into(),
            threads,
            file: file.clone(),
        };
        let summary = paths_limb(&options, &Progress::new(true)).expect("written");
        assert_eq!((summary.eclipses, summary.rows), (1, 8));
        file
    };
    let [file, other] = [2, 1].map(written);
    let [bytes, same] = [&file, &other].map(|file| std::fs::read(file).expect("readable"));
    assert!(bytes == same, "the bytes depend on the threads");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2);
    let batch = table_file::read(&file, &tables::paths_limb::TABLE).expect("read");
    let path = "/solar-eclipse/path/2461264.5?limits=limb&ground=1&theory=precise&tolerance=100";
    let collection = demo().get(&format!("{path}&paths=c,tn,ts,area,sigma,valley")).json();
    let features = collection["features"].as_array().expect("features");
    assert_eq!(features.len(), batch.num_rows());
    for (row, feature) in tables::paths_limb::rows(&batch).expect("rows").iter().zip(features) {
        let side = row.side.map(|side| format!("-{side}")).unwrap_or_default();
        assert_eq!(feature["id"], format!("{}{side}", row.curve));
        let has_edge = row.curve != "c";
        assert_eq!((row.limb_map.is_some(), row.ground), (has_edge, has_edge.then_some("ETOPO5")));
        assert_eq!(row.sun_radius_arcsec, if has_edge { 959.95 } else { 959.63 });
        assert_eq!((row.theory.word(), row.tolerance_m), ("series", 100.0));
        let geometry = wkb::read(row.geometry).expect("geometry");
        let places = geometry.runs().flatten();
        let found: Vec<[f64; 2]> = places.map(|place| [place.longitude_deg, place.latitude_deg]).collect();
        assert_eq!(found, positions(&feature["geometry"]["coordinates"]), "{}", row.curve);
    }
}

/// All positions in coordinates, in their order.
fn positions(coordinates: &Value) -> Vec<[f64; 2]> {
    let parts = coordinates.as_array().expect("an array");
    match &parts[..] {
        [Value::Number(_), Value::Number(_), ..] => vec![[number(&parts[0]), number(&parts[1])]],
        _ => parts.iter().flat_map(positions).collect(),
    }
}

#[test]
fn every_format_has_limits_with_mountains() {
    for format in ["geojson", "json", "kml", "gpx", "csv", "czml"] {
        let path = "/solar-eclipse/path/2461264.5?paths=tn,out&tolerance=5000&format=";
        let [smooth, rugged] = ["", "&limits=limb"].map(|edge| demo().get(&format!("{path}{format}{edge}")));
        assert_eq!((smooth.status, rugged.status), (200, 200), "{format}");
        assert_ne!(smooth.text(), rugged.text(), "{format}");
    }
}

#[test]
fn what_needs_mountains_or_a_duration_says_so() {
    for (query, parameter, detail) in [
        ("paths=valley", "paths", "\"valley\" needs limits=limb"),
        ("paths=sigma", "paths", "\"sigma\" needs limits=limb or ground=1"),
        ("paths=dur", "paths", "\"dur\" needs dur, such as dur=60"),
        ("umbra=10s&outStep=1", "outStep", "cannot be combined with umbra; remove one of the two"),
        (
            "limits=limb&spacingFactor=4",
            "spacingFactor",
            "cannot be combined with limits=limb, ground=1 or dur; use tolerance",
        ),
        (
            "umbra=0s",
            "umbra",
            "\"0s\" must be a step from 1s to 3600s, such as 10s, or up to 100 instants with commas between, \
             such as 2024-04-08T18:17:18Z",
        ),
    ] {
        let answer = demo().get(&format!("/solar-eclipse/path/2461264.5?{query}"));
        let error = &answer.json()["errors"][0];
        assert_eq!((&error["parameter"], &error["detail"]), (&parameter.into(), &detail.into()), "{query}");
    }
}
