//! The Moon's limb: its profile, and contacts behind its mountains.

use super::{demo, start};
use serde_json::Value;
use tests::limb_height_km;

const ECLIPSE: &str = "/solar-eclipse/local-circumstances/details/2461264.5?obs=42.34,-3.70,860";

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
fn librations_without_a_profile_are_told_with_the_range() {
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
fn without_profiles_the_operator_is_told_how_to_install_them() {
    let server = start(&["--demo"]);
    for path in ["/lunar-limb?l=1&b=0", &format!("{ECLIPSE}&limb=1")] {
        let answer = server.get(path);
        assert_eq!(answer.status, 503, "{}", answer.text());
        let detail = answer.json()["detail"].as_str().unwrap_or_default().to_owned();
        assert!(
            ["builder limb", "--limb", "LDEM_16", "NASA"].iter().all(|word| detail.contains(word)),
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
    let ms = |value: &Value| {
        let text = value.as_str().unwrap_or_default();
        number(&demo().get(&format!("/julian-day/{text}")).json()["response"]["julianDay"]) * 86_400.0
    };
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
        // A Julian Day with its decimals is good to about 0.05 ms here; dates to 1 ms.
        let difference_s = ms(&contact["limb"]["date"]) - ms(&contact["date"]);
        println!("{correction_s} s");
        assert!((difference_s - correction_s).abs() < 0.005, "{difference_s} {correction_s}");
        assert!(correction_s.abs() > 0.1 && correction_s.abs() < 10.0);
    }
    let between_s = ms(&contacts[1]["limb"]["date"]) - ms(&contacts[0]["limb"]["date"]);
    assert!((number(&rugged["limb"]["durationSec"]) - between_s).abs() < 0.005);
    let beads = rugged["beads"].as_array().expect("beads");
    println!("{} beads", beads.len());
    assert!(beads.len() > 4);
    for bead in beads {
        let (from, to) = (ms(&bead["from"]), ms(&bead["to"]));
        assert!(to - from > 0.09, "{bead}");
        let near = contacts.iter().any(|contact| {
            let at = ms(&contact["limb"]["date"]);
            from > at - 30.01 && to < at + 30.01
        });
        assert!(near, "{bead}");
    }
    let wider = response(&format!("{ECLIPSE}&limb=1&sunRadius=959.95"));
    let shorter = number(&rugged["limb"]["durationSec"]) - number(&wider["limb"]["durationSec"]);
    assert!(shorter > 0.5 && number(&wider["limb"]["sunRadius"]) == 959.95, "{shorter}");
}
