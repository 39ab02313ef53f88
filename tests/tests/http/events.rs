//! Celestial events and meteor showers over HTTP: their contents, and that parts of a range add up to the
//! whole.

use super::demo;
use serde_json::Value;
use std::collections::BTreeSet;

fn entries(path: &str) -> Vec<Value> {
    let answer = demo().get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.json()["response"].as_array().expect("a list").clone()
}

/// Instants are found to a few milliseconds, wherever the search for them began.
const SAME_MS: i64 = 10;

fn unix_ms(entry: &Value) -> i64 {
    server::testing::date_time::parse(text(entry, "date")).expect("a date")
}

fn is_same(a: &Value, b: &Value) -> bool {
    a["key"] == b["key"] && (unix_ms(a) - unix_ms(b)).abs() <= SAME_MS
}

fn text<'a>(entry: &'a Value, key: &str) -> &'a str {
    entry[key].as_str().unwrap_or_default()
}

#[test]
fn a_long_range_contains_the_events_of_its_parts() {
    let whole = entries("/celestial-events/2023-06-01/2024-06-30?body=sun,moon,gc");
    let mut parts = Vec::new();
    for (from, to) in
        [("2023-06-01", "2023-08-31"), ("2023-08-31", "2024-01-17"), ("2024-01-17", "2024-06-30")]
    {
        parts.extend(entries(&format!("/celestial-events/{from}/{to}?body=sun,moon,gc")));
    }
    assert_eq!(whole.len(), parts.len());
    for (whole, part) in whole.iter().zip(&parts) {
        assert!(is_same(whole, part), "{whole} {part}");
    }
    assert!(whole.is_sorted_by_key(|e| text(e, "date").to_owned()));
    // Thirteen months: of each kind of the Moon thirteen to fifteen, of the year's one or two.
    let count = |key: &str| whole.iter().filter(|e| e["key"] == key).count();
    for key in ["new_moon", "full_moon", "lunar_perigee", "lunar_ascending_node", "lunar_max_south"] {
        assert!((13..=15).contains(&count(key)), "{key}: {}", count(key));
    }
    for key in ["march_equinox", "perihelion", "gc_solar_conjunction", "december_solstice"] {
        assert_eq!(count(key), 1, "{key}");
    }
    assert_eq!((count("solar_eclipse"), count("lunar_eclipse")), (2, 2));
}

#[test]
fn what_lies_outside_is_the_nearest_of_each_kind() {
    let range = "/celestial-events/2024-03-01/2024-03-10?body=sun,moon,gc";
    let with = entries(&format!("{range}&overflow=1"));
    let all: BTreeSet<&str> = with.iter().map(|e| text(e, "key")).collect();
    assert_eq!(all.len(), 20);
    let year = entries("/celestial-events/2023-03-01/2024-03-01?body=sun,moon,gc");
    let after = entries("/celestial-events/2024-03-10/2025-03-20?body=sun,moon,gc");
    for key in all {
        let on =
            |side: &str| with.iter().filter(|e| e["key"] == key && e["overflow"] == side).collect::<Vec<_>>();
        let [before_it] = on("before")[..] else { panic!("{key}: one before") };
        let [after_it] = on("after")[..] else { panic!("{key}: one after") };
        let last = year.iter().rfind(|e| e["key"] == key).expect("one in a year");
        let first = after.iter().find(|e| e["key"] == key).expect("one in a year");
        assert!(is_same(last, before_it) && is_same(first, after_it), "{last} {first}");
    }
    let within: Vec<_> = with.iter().filter(|e| e.get("overflow").is_none()).cloned().collect();
    assert_eq!(within, entries(range));
}

#[test]
fn an_eclipse_event_agrees_with_the_operation_for_eclipses() {
    let path = "/celestial-events/2024-04-08/2024-04-09?events=solar_eclipse&circumstances=1\
                &obs=23.2494,-106.4111,10";
    let found = entries(path);
    let [eclipse] = &found[..] else { panic!("{found:?}") };
    let details = demo()
        .get("/solar-eclipse/local-circumstances/details/2460408.5?obs=23.2494,-106.4111,10")
        .json()["response"]
        .clone();
    let contacts = eclipse["circumstances"]["local"]["contacts"].as_array().expect("contacts");
    let expected = details["contacts"].as_array().expect("contacts");
    assert_eq!(contacts.len(), expected.len());
    for (contact, expected) in contacts.iter().zip(expected) {
        for key in ["key", "date", "visible"] {
            assert_eq!(contact[key], expected[key], "{contact}");
        }
    }
    assert_eq!(eclipse["circumstances"]["local"]["magnitude"], details["magnitude"]);
    assert_eq!(eclipse["data"]["jd"], 2_460_408.5);
    // From the other side of the Earth nothing is seen.
    let hidden = entries(&path.replace("23.2494,-106.4111", "20,80"));
    assert!(hidden[0]["circumstances"]["local"].is_null() && hidden[0]["circumstances"]["visible"] == false);
    let moon =
        entries("/celestial-events/2025-03-14/2025-03-15?events=lunar_eclipse&circumstances=1&obs=40,-100");
    assert_eq!(moon[0]["circumstances"]["phases"].as_array().map(Vec::len), Some(7));
    assert_eq!(moon[0]["data"]["type"], "T");
}

#[test]
fn another_delta_t_moves_the_clock_and_not_the_sky() {
    let at = |delta_t: f64| {
        let path = format!("/celestial-events/2024-03-20/2024-03-21?events=march_equinox&deltaT={delta_t}");
        let found = entries(&path);
        text(&found[0], "date").to_owned()
    };
    // 3h06m21s UT (Astronomical Almanac), with a ΔT of 69.2 s.
    assert!(at(69.2).starts_with("2024-03-20T03:06:2"), "{}", at(69.2));
    assert!(at(9.2).starts_with("2024-03-20T03:07:2"), "{}", at(9.2));
}

#[test]
fn calendars_hold_an_event_for_each_entry() {
    for path in
        ["/celestial-events/2024-01-01/2024-12-31?body=sun,moon,gc", "/meteor-showers/2024-01-01/2024-12-31"]
    {
        let calendar = demo().get(&format!("{path}{}format=ics", if path.contains('?') { '&' } else { '?' }));
        assert_eq!(calendar.header("content-type"), Some("text/calendar; charset=utf-8"));
        let written = calendar.text();
        assert_eq!(written.matches("BEGIN:VEVENT\r\n").count(), entries(path).len(), "{path}");
        let uids: Vec<_> = written.lines().filter(|line| line.starts_with("UID:")).collect();
        assert_eq!(uids.iter().collect::<BTreeSet<_>>().len(), uids.len(), "{path}: no name twice");
    }
}

#[test]
fn showers_are_listed_while_they_are_active() {
    let all = entries("/meteor-showers/2025-01-01/2026-01-01");
    let codes: BTreeSet<&str> = all.iter().map(|s| text(s, "code")).collect();
    assert_eq!(codes.len(), 37);
    assert!(all.is_sorted_by_key(|s| text(s, "peak").to_owned()));
    // The Perseids are active for weeks, and neither before nor after.
    let is_listed = |day: &str| !entries(&format!("/meteor-showers/{day}/{day}?shower=7")).is_empty();
    let listed = ["2024-07-10", "2024-07-20", "2024-08-22", "2024-08-30"].map(is_listed);
    assert_eq!(listed, [false, true, true, false]);
    let strong = entries("/meteor-showers/2025-01-01/2026-01-01?minZhr=50");
    let strong: BTreeSet<&str> = strong.iter().map(|s| text(s, "code")).collect();
    assert_eq!(strong, BTreeSet::from(["ETA", "GEM", "PER", "QUA"]));
}

#[test]
fn the_best_hour_is_dark_and_has_the_radiant_up() {
    for (place, is_any) in [("51.5,0", true), ("-35,150", true), ("-85,0", false)] {
        for shower in entries(&format!("/meteor-showers/2024-12-01/2024-12-31?shower=GEM&obs={place}")) {
            let best = &shower["local"]["best"];
            assert_eq!(!best.is_null(), is_any, "{place}");
            if is_any {
                assert!(best["sunAltitude"].as_f64().is_some_and(|a| a < -12.0), "{best}");
                assert!(best["radiantAltitude"].as_f64().is_some_and(|a| a > 0.0), "{best}");
                assert!(best["rate"].as_f64().is_some_and(|r| r > 0.0 && r <= 150.0), "{best}");
            }
        }
    }
}

#[test]
fn at_the_ends_of_the_ephemeris_what_lies_outside_of_it_is_left_out() {
    // The elements of eclipses reach further than the test generation's ephemeris, 1980 to 2040.
    for range in ["1980-01-01/1980-01-02", "2041-01-01/2041-01-02"] {
        let path = format!("/celestial-events/{range}?obs=66.5,10&circumstances=1&overflow=1");
        let entries = entries(&path);
        assert!(entries.len() > 10, "{range}: {}", entries.len());
        for entry in entries {
            assert!(entry["circumstances"]["azAlt"].is_object(), "{entry}");
        }
    }
}

#[test]
fn an_eclipse_event_covers_only_the_visible_part() {
    // In Rome the Sun sets long before greatest eclipse.
    let events = entries(
        "/celestial-events/2028-01-20/2028-01-30?obs=41.9,12.5&body=sun&events=solar_eclipse&circumstances=1",
    );
    let found = entries("/solar-eclipse/search/2028-01-20/2028-01-30?obs=41.9,12.5");
    let local = &events[0]["circumstances"]["local"];
    for key in ["magnitude", "obscuration"] {
        assert_eq!(local[key], found[0][key], "{key}");
    }
    assert!(local["obscuration"].as_f64().is_some_and(|part| part < 0.4), "{local}");
}

#[test]
fn a_calendar_says_of_an_eclipse_whether_it_is_seen() {
    let calendar = |place: &str| {
        let range = "/celestial-events/2026-02-10/2026-02-20?events=solar_eclipse&body=sun&circumstances=1";
        demo().get(&format!("{range}&obs={place}&format=ics")).text().replace("\r\n ", "")
    };
    let madrid = calendar("40.4,-3.7");
    assert!(madrid.contains("Not seen at the place") && !madrid.contains("horizon"), "{madrid}");
    let antarctica = calendar("-66,130");
    assert!(antarctica.contains("At the place up to 48 % of the Sun covered"), "{antarctica}");
    assert!(antarctica.contains("UTC: first contact"), "{antarctica}");
    let uid = |text: &str| text.lines().find(|line| line.starts_with("UID:")).map(str::to_owned);
    assert_ne!(uid(&madrid), uid(&antarctica));
    assert!(madrid.contains("X-WR-CALNAME:Sun at 40.4\\, -3.7"), "{madrid}");
}
