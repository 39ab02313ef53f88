//! `tz`: local times beside UTC, in responses and in calendars.

use super::*;

/// The calendar of a path, unfolded.
fn calendar(path: &str) -> String {
    demo().get(&format!("{path}&format=ics")).text().replace("\r\n ", "")
}

/// Asserts that a local time is the instant, on a clock with an offset.
#[track_caller]
fn assert_local(local: &Value, date: &Value, offset: &str) {
    assert!(local.as_str().is_some_and(|text| text.ends_with(offset)), "{local}");
    assert_eq!(unix_ms(local), unix_ms(date), "{local} {date}");
}

#[test]
fn a_zone_is_a_name_an_offset_or_that_of_the_observer() {
    for (tz, echo, offset) in [
        ("auto", "Europe/Madrid", "+02:00"),
        ("local", "Europe/Madrid", "+02:00"),
        ("+02:00", "UTC+02:00", "+02:00"),
    ] {
        let path = format!("/rise-transit-set/2026-08-12/2026-08-12?body=sun&obs=42.34,-3.7&tz={tz}");
        let answer = demo().get(&path).json();
        assert_eq!(answer["query"]["tz"], echo, "{path}");
        for event in events(&path) {
            assert_local(&event["local"], &event["date"], offset);
        }
    }
}

#[test]
fn a_solar_eclipse_has_local_times() {
    let path = "/solar-eclipse/local-circumstances/details/2026-08-12?obs=42.34,-3.7,860&limb=1";
    let without = response(path);
    assert!(without["contacts"][0].get("local").is_none() && without.get("visibilityLocal").is_none());
    let found = response(&format!("{path}&tz=auto"));
    let contacts = found["contacts"].as_array().expect("contacts");
    assert_eq!(contacts.len(), 5);
    for contact in contacts {
        assert_local(&contact["local"], &contact["date"], "+02:00");
    }
    assert_local(&contacts[1]["limb"]["local"], &contacts[1]["limb"]["date"], "+02:00");
    for end in ["from", "to"] {
        assert_local(&found["visibilityLocal"][end], &found["visibility"][end], "+02:00");
        assert_local(&found["beads"][0][format!("{end}Local")], &found["beads"][0][end], "+02:00");
    }
}

#[test]
fn lunar_eclipses_and_events_have_local_times_with_and_without_an_observer() {
    let path = "/meteor-showers/2024-12-10/2024-12-20?shower=GEM&obs=51.5,-0.1&tz=Europe/Berlin";
    let shower = &response(path)[0];
    for name in ["from", "to", "peak"] {
        assert_local(&shower[format!("{name}Local")], &shower[name], "+01:00");
    }
    let best = &shower["local"]["best"];
    assert_local(&best["local"], &best["date"], "+01:00");
    let moon = "/lunar-eclipse/local-circumstances/2025-03-14?obs=38.9,-77.04,20&tz=local";
    for contact in response(moon)["contacts"].as_array().expect("contacts") {
        assert_local(&contact["local"], &contact["date"], "-04:00");
    }
    let range = "/celestial-events/2026-08-10/2026-08-30";
    for event in list(&format!("{range}?tz=America/Guayaquil")) {
        assert_local(&event["local"], &event["date"], "-05:00");
    }
    let seen = list(&format!("{range}?tz=auto&obs=42.34,-3.7&circumstances=1"));
    let circumstances =
        |key: &str| &seen.iter().find(|event| event["key"] == key).expect("an eclipse")["circumstances"];
    let (solar, lunar) = (circumstances("solar_eclipse"), circumstances("lunar_eclipse"));
    for part in [&solar["local"]["contacts"], &lunar["phases"]] {
        for instant in part.as_array().expect("instants") {
            assert_local(&instant["local"], &instant["date"], "+02:00");
        }
    }
}

#[test]
fn calendars_show_local_time_a_reminder_and_the_map() {
    let path = "/celestial-events/2026-08-10/2026-08-14?events=solar_eclipse,new_moon&body=sun,moon\
                &obs=42.34,-3.7&circumstances=1&tz=auto";
    let text = calendar(path);
    let (eclipse, moon) = text.split_once("UID:new_moon").expect("an eclipse before the new Moon");
    let (eclipse, moon) = match eclipse.contains("UID:solar_eclipse") {
        true => (eclipse, moon),
        false => (moon, eclipse),
    };
    assert!(eclipse.contains("UTC+02:00: first contact") && !text.contains("Z UTC"), "{eclipse}");
    assert!(eclipse.contains("BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT1H\r\n"), "{eclipse}");
    let link = eclipse.lines().find_map(|line| line.strip_prefix("URL:")).unwrap_or_default();
    assert_eq!(link, format!("http://{HOST}/eclipse-path?date=2026-08-12"));
    assert_eq!(demo().get("/eclipse-path?date=2026-08-12").status, 200, "the link works");
    assert!(!moon.contains("VALARM") && !moon.contains("URL:"), "{moon}");
    // In Sydney the eclipse is not visible.
    let unseen = calendar(&path.replace("42.34,-3.7", "-33.9,151.2"));
    assert!(unseen.contains("Not seen at the place") && !unseen.contains("VALARM"), "{unseen}");
    let partial = "/celestial-events/2026-02-10/2026-02-20?events=solar_eclipse&body=sun&circumstances=1";
    let [madrid, antarctica] =
        ["40.4,-3.7", "-66,130"].map(|place| calendar(&format!("{partial}&obs={place}")));
    assert!(madrid.contains("Not seen at the place") && !madrid.contains("horizon"), "{madrid}");
    assert!(madrid.contains("X-WR-CALNAME:Sun at 40.4\\, -3.7"), "{madrid}");
    assert!(antarctica.contains("At the place up to 48 % of the Sun covered"), "{antarctica}");
    let uid = |text: &str| text.lines().find(|line| line.starts_with("UID:")).map(str::to_owned);
    assert_ne!(uid(&madrid), uid(&antarctica));
    let showers = calendar("/meteor-showers/2024-12-10/2024-12-20?shower=GEM&tz=Europe/Berlin");
    assert!(showers.contains("UTC+01:00"), "{showers}");
    let sun = calendar("/rise-transit-set/2026-08-12/2026-08-12?body=sun&obs=42.34,-3.7&tz=auto");
    assert!(sun.contains("DESCRIPTION:2026-08-12 ") && sun.contains(" UTC+02:00\\n"), "{sun}");
}

#[test]
fn positions_directions_and_sunlight_have_local_times() {
    let place = "obs=42.34,-3.7,860&tz=auto";
    for found in list(&format!("/az-alt-search/2026-08-12?days=10&body=sun,moon&az=180&{place}")) {
        assert_local(&found["local"], &found["date"], "+02:00");
    }
    for path in [
        "body-position/2026-08-12/2026-08-12T03:00?interval=3600&body=sun",
        "insolation/irradiance/2026-08-12?",
    ] {
        for (date, found) in response(&format!("/{path}&{place}")).as_object().expect("instants") {
            assert_local(&found["local"], &Value::from(date.as_str()), "+02:00");
        }
    }
    let day = response(&format!("/insolation/daily/2026-08-12?{place}"));
    let peak = &day["2026-08-12T00:00:00.000Z"]["peak"];
    assert_local(&peak["local"], &peak["date"], "+02:00");
}
