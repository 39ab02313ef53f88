//! Questions of people who do not read documentation, each answered by one call.

use super::*;

fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_else(|| panic!("{pointer} in {value}"))
}

#[test]
fn when_is_the_next_solar_eclipse_in_oviedo_in_local_time() {
    let found = response("/solar-eclipse/search/now/+100y?obs=place:Oviedo&next=any&tz=auto");
    assert_eq!(found.as_array().map(Vec::len), Some(1));
    let local = text(&found, "/0/max/local");
    assert!(local.ends_with("+01:00") || local.ends_with("+02:00"), "{local}");
}

#[test]
fn an_end_may_count_from_its_start() {
    let span = |path: &str| {
        let query =
            good(&format!("/solar-eclipse/search/{path}?obs=43.36N%208.41W&cost=1")).json()["query"].clone();
        [&query["from"], &query["to"]].map(|date| date.as_str().expect("a date")[..10].to_owned())
    };
    assert_eq!(span("2026-08-01/+30d"), ["2026-08-01", "2026-08-31"]);
    assert_eq!(span("2024-02-29/+1y"), ["2024-02-29", "2025-03-01"]);
    let [from, to] = span("now/+1w");
    assert!(from < to);
}

#[test]
fn is_the_sun_above_the_hill_during_totality_in_burgos() {
    let answer = good("/solar-eclipse/search/2026/2026?obs=place:Burgos,ES&horizon=coarse").json();
    let (query, found) = (&answer["query"], &answer["response"]);
    // It costs as much as a fine skyline, and needs no data of the operator.
    assert_eq!((&query["heights"]["name"], &query["cost"]), (&"ETOPO5".into(), &110.into()));
    assert_eq!(text(found, "/0/localType"), "total", "totality is not hidden: {found}");
    let greatest = &found[0]["greatest"];
    assert_eq!(greatest["aboveHorizon"], true, "{found}");
    assert!(number(&greatest["altitude"]) > number(&greatest["horizonAlt"]) + 1.0, "{found}");
}

#[test]
fn can_the_last_of_the_eclipse_be_seen_between_the_mountains_of_innsbruck() {
    let path = "/solar-eclipse/search/2026/2026?obs=place:Innsbruck&horizon=coarse";
    let found = response(path);
    assert_eq!(found[0]["greatest"]["aboveHorizon"], Value::Null, "{found}");
    assert_eq!(found[0]["visibility"]["reason"], "unknown-terrain", "{found}");
    let calendar = good(&format!("{path}&format=ics")).text().replace("\r\n ", "");
    assert!(calendar.contains("Mountains nearby may hide it"), "{calendar}");
}

#[test]
fn what_do_sun_and_moon_do_today_in_quito() {
    let day = response("/day/today?obs=place:Quito,EC");
    for event in ["/sun/rise/local", "/sun/set/local", "/moonPhase/name"] {
        assert!(!text(&day, event).is_empty());
    }
    assert!(text(&day, "/sun/rise/local").ends_with("-05:00"));
    assert!((0.0..=1.0).contains(&number(&day["moonPhase"]["illuminatedFraction"])));
}
