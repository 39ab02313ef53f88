//! Celestial events and meteor showers over HTTP.

use super::*;

/// Instants are found to a few milliseconds, wherever the search for them began.
const SAME_MS: f64 = 10.0;

fn is_same(a: &Value, b: &Value) -> bool {
    a["key"] == b["key"] && (unix_ms(&a["date"]) - unix_ms(&b["date"])).abs() <= SAME_MS
}

fn text<'a>(entry: &'a Value, key: &str) -> &'a str {
    entry[key].as_str().unwrap_or_default()
}

#[test]
fn what_lies_outside_is_the_nearest_of_each_kind() {
    let range = "/celestial-events/2024-03-01/2024-03-10?body=sun,moon,gc";
    let with = list(&format!("{range}&overflow=1"));
    let all: BTreeSet<&str> = with.iter().map(|e| text(e, "key")).collect();
    assert_eq!(all.len(), 20);
    let year = list("/celestial-events/2023-03-01/2024-03-01?body=sun,moon,gc");
    let after = list("/celestial-events/2024-03-10/2025-03-20?body=sun,moon,gc");
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
    assert_eq!(within, list(range));
}

#[test]
fn multiples_of_an_angle_are_events_too() {
    let terms = list("/celestial-events/2024-01-01/2025-01-01?events=solar-longitude:15");
    assert_eq!(terms.len(), 24);
    assert_eq!(
        terms[0]["data"],
        json!({ "longitude": 285, "term": { "pinyin": "Xiaohan", "english": "moderate cold" } })
    );
    assert_eq!(text(&terms[0], "key"), "solar_longitude");
    let pairs = [
        (
            "solar-longitude:90",
            "longitude",
            "march_equinox,june_solstice,september_equinox,december_solstice",
            4,
        ),
        ("lunar-elongation:90", "elongation", "new_moon,first_quarter,full_moon,last_quarter", 50),
    ];
    for (multiple, angle, named, count) in pairs {
        let of = |events: &str| list(&format!("/celestial-events/2024-01-01/2025-01-01?events={events}"));
        let (multiples, named) = (of(multiple), of(named));
        assert_eq!([multiples.len(), named.len()], [count; 2]);
        for (a, b) in multiples.iter().zip(&named) {
            assert!((unix_ms(&a["date"]) - unix_ms(&b["date"])).abs() <= 1.0, "{a} {b}");
            assert_eq!(a["accuracy"], b["accuracy"]);
            assert_eq!(number(&a["data"][angle]) % 90.0, 0.0);
        }
    }
    let tithis = list("/celestial-events/2024-01-01/2025-01-01?events=lunar-elongation:12&overflow=1");
    let of = |entry: &Value| number(&entry["data"]["elongation"]);
    assert!(tithis.windows(2).all(|w| (of(&w[1]) - of(&w[0])).rem_euclid(360.0) == 12.0), "none is missed");
    assert!((371..=374).contains(&tithis.len()), "{}", tithis.len());
    let calendar = good(
        "/celestial-events/2024-02-01/2024-02-10?events=solar-longitude:15,lunar-elongation:6&format=ics",
    );
    assert!(calendar.text().contains("SUMMARY:Lichun: spring commences (solar longitude 315°)"));
    for wrong in ["solar-longitude:7", "solar-longitude", "new-moon", "lunar-elongation:15"] {
        let refused = demo().get(&format!("/celestial-events/2024-01-01?events={wrong}"));
        assert_eq!(refused.status, 400, "{wrong}");
        assert!(refused.text().contains("solar-longitude:STEP"), "{}", refused.text());
    }
}

#[test]
fn events_reach_from_1999_before_year_0_to_3000_and_say_when_their_date_is_uncertain() {
    for (year, full_moons) in [("-001998-01-01", 12..=14), ("1066-01-01", 12..=14), ("2999-06-01", 12..=14)] {
        let all = list(&format!("/celestial-events/{year}?days=365&body=sun,moon,gc"));
        let keys: BTreeSet<&str> = all.iter().map(|e| text(e, "key")).collect();
        assert_eq!(keys.len(), 20, "{year}: {keys:?}");
        assert!(full_moons.contains(&all.iter().filter(|e| e["key"] == "full_moon").count()));
        assert!(all.is_sorted_by_key(|e| unix_ms(&e["date"])));
        for event in all {
            let of = |name: &str| number(&event["accuracy"][name]);
            assert!(of("sigma") >= of("deltaTSigma") && of("deltaTSigma") > 5.0, "{event}");
            let theory = if event["key"] == "solar_eclipse" { "canon" } else { "truncated" };
            assert_eq!(event["accuracy"]["theory"], theory);
        }
    }
    let all = list("/celestial-events/-001998-01-01?days=365&events=lunar-elongation:6&tz=%2B08:00");
    let mut uncertain = 0;
    for event in &all {
        let of_day = (unix_ms(&event["date"]) + 8.0 * 3.6e6).rem_euclid(8.64e7);
        let reach = 2000.0 * number(&event["accuracy"]["sigma"]);
        let is_near = of_day < reach || of_day + reach >= 8.64e7;
        assert_eq!(event["dateUncertain"] == true, is_near, "{event}");
        assert_eq!(event["note"].is_string(), is_near, "{event}");
        uncertain += usize::from(is_near);
    }
    assert!(uncertain > 0 && uncertain < all.len() / 2, "{uncertain} of {}", all.len());
}

#[test]
fn an_eclipse_event_agrees_with_the_operation_for_eclipses() {
    let path = "/celestial-events/2024-04-08/2024-04-09?events=solar_eclipse&circumstances=1\
                &obs=23.2494,-106.4111,10";
    let found = list(path);
    let [eclipse] = &found[..] else { panic!("{found:?}") };
    let details = response("/solar-eclipse/local-circumstances/details/2460408.5?obs=23.2494,-106.4111,10");
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
    // In Rome the Sun sets long before greatest eclipse.
    let range = "2028-01-20/2028-01-30?obs=41.9,12.5";
    let cut = list(&format!("/celestial-events/{range}&body=sun&events=solar_eclipse&circumstances=1"));
    let (cut, found) =
        (&cut[0]["circumstances"]["local"], &list(&format!("/solar-eclipse/search/{range}"))[0]);
    assert_eq!([&cut["magnitude"], &cut["obscuration"]], [&found["magnitude"], &found["obscuration"]]);
    assert!(number(&cut["obscuration"]) < 0.4, "{cut}");
    // From the other side of the Earth nothing is seen.
    let hidden = list(&path.replace("23.2494,-106.4111", "20,80"));
    assert!(hidden[0]["circumstances"]["local"].is_null() && hidden[0]["circumstances"]["visible"] == false);
    let moon =
        list("/celestial-events/2025-03-14/2025-03-15?events=lunar_eclipse&circumstances=1&obs=40,-100");
    assert_eq!(moon[0]["circumstances"]["phases"].as_array().map(Vec::len), Some(7));
    assert_eq!(moon[0]["data"]["type"], "T");
}

#[test]
fn calendars_hold_an_event_for_each_entry_with_a_date() {
    for path in [
        "/celestial-events/2024-01-01/2024-12-31?body=sun,moon,gc",
        "/meteor-showers/2024-01-01/2024-12-31?minZhr=0",
        "/solar-eclipse/search/2024/2050?obs=42.34,-3.7,860",
        // In June there is no astronomical twilight.
        "/rise-transit-set/2024-06-01/2024-06-08?observer=60,25&body=sun,moon&events=all&tz=auto",
    ] {
        let entries = if path.starts_with("/rise") { super::events(path) } else { list(path) };
        let dated = entries.iter().filter(|e| e["date"].is_string() || e["peak"].is_string()).count();
        assert_eq!(path.starts_with("/rise"), entries.len() > dated, "{path}");
        let calendar = good(&format!("{path}&format=ics"));
        assert_eq!(calendar.header("content-type"), Some("text/calendar; charset=utf-8"));
        let written = calendar.text();
        assert_eq!(written.matches("BEGIN:VEVENT\r\n").count(), dated, "{path}");
        assert!(written.lines().all(|line| line.trim_end_matches('\r').len() <= 75), "{path}");
        let uids: Vec<_> = written.lines().filter(|line| line.starts_with("UID:")).collect();
        assert_eq!(uids.iter().collect::<BTreeSet<_>>().len(), uids.len(), "{path}: no name twice");
        assert_eq!(demo().get_with(path, &[("Accept", "text/calendar")]).text(), written);
    }
}

#[test]
fn showers_are_listed_while_they_are_active() {
    let all = list("/meteor-showers/2025-01-01/2026-01-01");
    let codes: BTreeSet<&str> = all.iter().map(|s| text(s, "code")).collect();
    assert_eq!(codes.len(), 37);
    assert!(all.is_sorted_by_key(|s| text(s, "peak").to_owned()));
    // The Perseids are active for weeks, and neither before nor after.
    let is_listed = |day: &str| !list(&format!("/meteor-showers/{day}/{day}?shower=7")).is_empty();
    let listed = ["2024-07-10", "2024-07-20", "2024-08-22", "2024-08-30"].map(is_listed);
    assert_eq!(listed, [false, true, true, false]);
    let strong = list("/meteor-showers/2025-01-01/2026-01-01?minZhr=50");
    let strong: BTreeSet<&str> = strong.iter().map(|s| text(s, "code")).collect();
    assert_eq!(strong, BTreeSet::from(["ETA", "GEM", "PER", "QUA"]));
}

#[test]
fn the_best_hour_is_dark_and_has_the_radiant_up() {
    for (place, is_any) in [("51.5,0", true), ("-35,150", true), ("-85,0", false)] {
        for shower in list(&format!("/meteor-showers/2024-12-01/2024-12-31?shower=GEM&obs={place}")) {
            let best = &shower["local"]["best"];
            assert_eq!(!best.is_null(), is_any, "{place}");
            if is_any {
                assert!(number(&best["sunAltitude"]) < -12.0, "{best}");
                assert!(number(&best["radiantAltitude"]) > 0.0, "{best}");
                assert!((0.001..=150.0).contains(&number(&best["rate"])), "{best}");
            }
        }
    }
}
