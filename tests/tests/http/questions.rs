//! Questions of people who do not read documentation, each answered by one call.

use super::{demo, events, good, list, response};
use serde_json::Value;

fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_else(|| panic!("{pointer} in {value}"))
}

fn number(value: &Value, pointer: &str) -> f64 {
    value.pointer(pointer).and_then(Value::as_f64).unwrap_or_else(|| panic!("{pointer} in {value}"))
}

/// Oviedo, 2026: totality at 20:27 in summer time.
#[test]
fn when_is_the_next_solar_eclipse_in_oviedo_in_local_time() {
    let found = response("/solar-eclipse/search/now/+100y?obs=place:Oviedo&next=any&tz=auto");
    assert_eq!(found.as_array().map(Vec::len), Some(1));
    let local = text(&found, "/0/max/local");
    assert!(local.ends_with("+01:00") || local.ends_with("+02:00"), "{local}");
    let known = response("/solar-eclipse/search/2026-08-01/2027?obs=place:Oviedo&next=any&tz=auto");
    let local = text(&known, "/0/max/local");
    assert!(local.starts_with("2026-08-12T20:2") && local.ends_with("+02:00"), "{local}");
}

#[test]
fn is_the_sun_above_the_hill_during_totality_in_burgos() {
    let answer = good("/solar-eclipse/search/2026/2026?obs=place:Burgos,ES&horizon=coarse").json();
    let (query, found) = (&answer["query"], &answer["response"]);
    // It costs as much as a fine skyline, and needs no data of the operator.
    assert_eq!((&query["heights"]["name"], &query["cost"]), (&"ETOPO5".into(), &105.into()));
    assert_eq!(text(found, "/0/localType"), "total", "totality is not hidden: {found}");
    let greatest = &found[0]["greatest"];
    assert_eq!(greatest["aboveHorizon"], true, "{found}");
    assert!(number(greatest, "/altitude") > number(greatest, "/horizonAlt") + 1.0, "{found}");
}

#[test]
fn what_do_sun_and_moon_do_today_in_quito() {
    let day = response("/day/today?obs=place:Quito,EC");
    for event in ["/sun/rise/local", "/sun/set/local", "/moonPhase/name"] {
        assert!(!text(&day, event).is_empty());
    }
    assert!(text(&day, "/sun/rise/local").ends_with("-05:00"));
    assert!((0.0..=1.0).contains(&number(&day, "/moonPhase/illuminatedFraction")));
}

#[test]
fn when_does_the_sun_set_tomorrow_in_reykjavik() {
    let path = "/rise-transit-set/tomorrow/tomorrow?obs=place:Reykjavik&body=sun&day=local&tz=auto";
    let set = events(path).into_iter().find(|event| event["key"] == "sunset").expect("a sunset");
    assert!(text(&set, "/local").ends_with("+00:00"));
}

/// The total eclipse of 2027 with 6 min 20 s, and an eclipse every two or three years.
#[test]
fn which_eclipses_does_a_life_in_luxor_see() {
    let found = list("/solar-eclipse/search/1990/2070?obs=place:Luxor,EG&tz=auto");
    assert!((25..45).contains(&found.len()), "{}", found.len());
    let total = found.iter().find(|eclipse| eclipse["localType"] == "total").expect("a total eclipse");
    assert!(text(total, "/date").starts_with("2027-08-02"));
    assert!((number(total, "/durationSec") - 380.0).abs() < 5.0, "{total}");
}

#[test]
fn which_towns_see_totality_in_2027_and_for_how_long() {
    let found = response("/solar-eclipse/towns/2027-08-02?max=10&minPopulation=100000");
    let durations: Vec<_> = (0..10).map(|i| number(&found, &format!("/{i}/durationSec"))).collect();
    assert!(durations.is_sorted_by(|a, b| a >= b) && durations[0] > 370.0, "{durations:?}");
    assert!(!text(&found, "/0/c2").is_empty() && number(&found, "/0/sunAlt") > 60.0);
}

#[test]
fn when_is_the_next_full_moon_in_local_time() {
    let found = good("/celestial-events/now/+31d?body=moon&events=full_moon&tz=Europe/Madrid").text();
    assert!(found.contains("full_moon") && found.contains("\"local\":\"2"), "{found}");
}

#[test]
fn how_much_of_the_sun_was_covered_in_dublin() {
    let found = response("/solar-eclipse/search/2025-03-29/2025-03-30?obs=place:Dublin,IE");
    assert!((number(&found, "/0/obscuration") - 0.412).abs() < 0.002, "{found}");
}

#[test]
fn a_picture_of_the_eclipse_over_burgos_can_be_printed() {
    let card = demo().get("/eclipse-card/2026-08-12?obs=place:Burgos,ES");
    assert_eq!(card.header("content-type"), Some("image/svg+xml"));
    assert!(card.text().contains("Total for 1\u{a0}min\u{a0}44\u{a0}s at 20:29:19"), "{}", card.text());
}
