//! The sky of a place now, and the next events: against `/rise-transit-set` day by day, `/body-position`,
//! `/day` and the searches.

use super::*;

/// Times to whole seconds, and ends by two searches: 0.02 s each.
const SECOND_MS: f64 = 545.0;
const SAME_MS: f64 = 45.0;
/// Ten-thousandths of a degree.
const ROUNDED_DEG: f64 = 0.6e-4;
/// The specified length of a response, bytes.
const MOST_BYTES: usize = 1500;

/// Longyearbyen, Tromsø, Oviedo, Quito, a mountain, the antimeridian, Cape Town, the poles, and the circles.
const PLACES: [&str; 12] = [
    "78.22,15.65",
    "69.65,18.96",
    "place:Oviedo",
    "place:San+Jose,CR",
    "-0.18,-78.47,2850",
    "27.99,86.93,8849",
    "-16.5,180",
    "-33.92,18.42",
    "90,0",
    "-90,0,2835",
    "67.4,26",
    "-66.3,-179.99",
];
const INSTANTS: [&str; 4] =
    ["2026-11-28T00:30:00Z", "2026-08-12T12:34:56Z", "2027-03-19T22:00:00Z", "2030-06-21T03:00:00Z"];

/// The keys of events with their places in `/now`.
const FIELDS: [(&str, [&str; 2]); 12] = [
    ("sunrise", ["sun", "rise"]),
    ("solar_transit", ["sun", "transit"]),
    ("sunset", ["sun", "set"]),
    ("moonrise", ["moon", "rise"]),
    ("lunar_transit", ["moon", "transit"]),
    ("moonset", ["moon", "set"]),
    ("civil_dawn", ["twilights", "civilDawn"]),
    ("civil_dusk", ["twilights", "civilDusk"]),
    ("nautical_dawn", ["twilights", "nauticalDawn"]),
    ("nautical_dusk", ["twilights", "nauticalDusk"]),
    ("astronomical_dawn", ["twilights", "astronomicalDawn"]),
    ("astronomical_dusk", ["twilights", "astronomicalDusk"]),
];

/// The first event of each key in the lists of the days from an instant: of some days, and of a year and a
/// half where they lack one.
fn first_of_days(at: &str, query: &str, keys: &[&str]) -> Vec<(f64, Value)> {
    let first = |all: &[Value], key: &str| {
        all.iter()
            .find(|e| e["key"] == key && e["date"].is_string())
            .map(|e| (unix_ms(&e["date"]), e.clone()))
    };
    let days = |start: &str, days: u32| events(&format!("/rise-transit-set/{start}?days={days}&{query}"));
    let mut all = days(at, 3);
    for (from, count) in [(0, 40), (0, 366), (366, 366)] {
        if keys.iter().all(|key| first(&all, key).is_some()) {
            break;
        }
        let start_ms = unix_ms(&at.into()) as i64 + from * 86_400_000;
        let more = days(&server::testing::Instant { unix_ms: start_ms }.iso(), count);
        if from == 0 { all = more } else { all.extend(more) }
    }
    keys.iter().map(|key| first(&all, key).unwrap_or((f64::NAN, Value::Null))).collect()
}

/// The difference of two instants, ms; 0 if both are missing.
fn apart_ms(a: f64, b: f64) -> f64 {
    if a.is_nan() && b.is_nan() { 0.0 } else { (a - b).abs() }
}

#[test]
fn now_is_the_day_and_the_sky_seen_from_an_instant() {
    let keys = FIELDS.map(|(key, _)| key);
    let (mut worst_ms, mut worst_deg, mut most_bytes, mut compared) = (0.0f64, 0.0f64, 0, 0);
    for (obs, at) in PLACES.iter().flat_map(|obs| INSTANTS.map(|at| (obs, at))) {
        let answer = good(&format!("/now?obs={obs}&date={at}"));
        most_bytes = most_bytes.max(answer.body.len());
        let now = answer.json()["response"].take();
        let expected = first_of_days(at, &format!("obs={obs}&body=sun,moon&events=twilights"), &keys);
        for ((key, [of, field]), (expected_ms, _)) in FIELDS.iter().zip(&expected) {
            let found = &now[of][field];
            let off_ms = apart_ms(unix_ms(found), *expected_ms);
            assert!(off_ms <= SECOND_MS, "{key} at {obs} from {at}: {found} {expected_ms}");
            worst_ms = worst_ms.max(off_ms);
            compared += 1;
        }
        let positions = format!("/body-position/{at}?obs={obs}&body=sun,moon&alg=precise&extras=d,ill");
        let positions = response(&positions)
            [&server::testing::Instant { unix_ms: unix_ms(&at.into()) as i64 }.iso()]
            .take();
        for body in ["sun", "moon"] {
            let seen = &positions[body]["localHorizontal"]["apparent"];
            for angle in ["azimuth", "altitude"] {
                let off = (number(&now[body][angle]) - number(&seen[angle])).abs();
                assert!(off <= ROUNDED_DEG, "{angle} of {body} at {obs} from {at}: {}", now[body]);
                worst_deg = worst_deg.max(off);
            }
        }
        let moon = &positions["moon"];
        assert!((number(&now["moon"]["distance"]) - number(&moon["distanceToEarth"])).abs() < 0.6, "{now}");
        let off = number(&now["moon"]["illuminatedFraction"]) - number(&moon["illuminatedFraction"]);
        assert!(off.abs() < ROUNDED_DEG, "{now}");
        let day = response(&format!("/day/{at}?obs={obs}&tz={}", tz(&now["local"])));
        assert_eq!(now["moon"]["phase"], day["moonPhase"]["name"], "{obs} {at}");
        assert_eq!(unix_ms(&now["local"]), unix_ms(&at.into()));
    }
    println!(
        "{} responses of at most {most_bytes} bytes; {compared} events, worst {worst_ms} ms; {worst_deg:.6}°",
        PLACES.len() * INSTANTS.len()
    );
    assert!(most_bytes <= MOST_BYTES, "{most_bytes} bytes");
}

/// The offset of a local time, as `tz`; it keeps the day of the zone.
fn tz(local: &Value) -> String {
    let local = local.as_str().unwrap_or_default();
    local[local.len() - 6..].replace('+', "%2B")
}

#[test]
fn phases_and_eclipses_are_those_of_the_searches() {
    // The last one is minutes after a last quarter, and the next one 29.925 days later.
    for (obs, at) in [
        ("43.36,-5.85", "2026-11-28T05:00:00Z"),
        ("-77.85,166.67,10", "2044-02-10T17:00:00Z"),
        ("43.36,-5.85", "2024-12-22T22:25:00Z"),
    ] {
        let now = response(&format!("/now?obs={obs}&date={at}"));
        let phases = response(&format!(
            "/celestial-events/{at}/+31d?body=moon&events=new_moon,first_quarter,full_moon,last_quarter"
        ));
        let phases = phases["moon"].as_array().or(phases.as_array()).expect("events").clone();
        for key in ["new_moon", "first_quarter", "full_moon", "last_quarter"] {
            let phase = phases.iter().find(|phase| phase["key"] == key).unwrap_or(&Value::Null);
            let off_ms = apart_ms(unix_ms(&phase["date"]), unix_ms(&now["phases"][key]));
            assert!(off_ms <= SECOND_MS && phase["date"].is_string(), "{key}: {now} {phases:?}");
        }
        for (kind, field) in [("solar", "solarEclipse"), ("lunar", "lunarEclipse")] {
            let found = &list(&format!("/{kind}-eclipse/search/{at}/%2B60y?obs={obs}&next=any"))[0];
            assert_eq!(
                (&found["jd"], &found["localType"]),
                (&now[field]["jd"], &now[field]["type"]),
                "{kind} {obs}"
            );
            assert!(apart_ms(unix_ms(&found["max"]["date"]), unix_ms(&now[field]["local"])) <= SECOND_MS);
        }
    }
}

#[test]
fn a_response_is_as_fresh_as_its_date() {
    let fresh = |path: &str| good(path).header("cache-control").map(str::to_owned);
    assert_eq!(fresh("/now?obs=place:Quito,EC").as_deref(), Some("private, max-age=0"));
    assert_eq!(fresh("/now?obs=1,2&date=2026-08-12").as_deref(), Some("private, max-age=86400"));
    // 0h UT is an instant, not a date: the evening before in Quito.
    let now = response("/now?obs=-0.18,-78.47&date=2026-08-12");
    assert_eq!(now["local"], "2026-08-11T19:00:00-05:00");
    let appearance = response("/now?obs=43.36,-5.85&date=2026-08-20T20:00:00Z&extras=appearance");
    let position =
        "/body-position/2026-08-20T20:00:00Z?obs=43.36,-5.85&body=sun,moon&alg=precise&extras=appearance";
    let position = response(position)["2026-08-20T20:00:00.000Z"].take();
    for body in ["sun", "moon"] {
        let (now, seen) = (&appearance[body]["appearance"], &position[body]["appearance"]);
        let names: Vec<_> = seen.as_object().expect("fields").keys().collect();
        assert_eq!(names, now.as_object().expect("fields").keys().collect::<Vec<_>>());
        for name in ["magnitude", "hourAngle", "brightLimbZenithAngle", "equationOfTime"] {
            let same = now[name] == seen[name] || (number(&now[name]) - number(&seen[name])).abs() < 1e-5;
            assert!(same, "{name} of {body}: {now} {seen}");
        }
    }
}

#[test]
fn each_next_event_is_the_first_of_the_days() {
    const KEYS: &str = "sunrise solar_transit sunset moonrise lunar_transit moonset gc_rise gc_transit \
        gc_set civil_dawn civil_dusk nautical_dawn nautical_dusk astronomical_dawn \
        astronomical_dusk golden_hour_begin golden_hour_end blue_hour_begin blue_hour_end \
        solar_midnight";
    let all: Vec<_> = KEYS.split(' ').collect();
    let next = "rise,transit,set,twilights,golden_hour,blue_hour,solar_midnight";
    let (mut worst_ms, mut compared, mut missing) = (0.0f64, 0, 0);
    for (obs, at) in PLACES.iter().flat_map(|obs| INSTANTS.map(|at| (obs, at))) {
        let found = events(&format!("/rise-transit-set/{at}?obs={obs}&body=sun,moon,gc&next={next}"));
        assert_eq!(found.len(), all.len());
        let found = |key: &str| found.iter().find(|e| e["key"] == key).cloned().unwrap_or_default();
        let keys: Vec<_> = all.iter().copied().filter(|key| found(key)["date"].is_string()).collect();
        for key in all.iter().filter(|key| !keys.contains(key)) {
            assert_eq!((&key[..3], found(key)["reason"].is_string()), ("gc_", true), "{key} at {obs}");
            missing += 1;
        }
        let query = format!("obs={obs}&body=sun,moon,gc&events=all");
        for (key, (expected_ms, expected)) in keys.iter().zip(first_of_days(at, &query, &keys)) {
            let off_ms = apart_ms(unix_ms(&found(key)["date"]), expected_ms);
            assert!(off_ms <= SAME_MS, "{key} at {obs} from {at}: {} {expected}", found(key));
            worst_ms = worst_ms.max(off_ms);
            compared += 1;
        }
    }
    println!("{compared} next events, worst {worst_ms} ms; {missing} missing");
}

#[test]
fn the_sun_returns_after_the_polar_night() {
    // By USNO's rule, upper limb and 34′ of refraction: 10:21 UT.
    let path = "/rise-transit-set/2026-11-28?obs=78.22,15.65&body=sun&next=rise,set,nautical_dusk";
    let found = response(&format!("{path}&tz=auto&extras=accuracy"));
    let found = found["2026-11-28T00:00:00.000Z"].as_array().expect("events").clone();
    let keys: Vec<_> = found.iter().map(|event| event["key"].as_str().unwrap_or_default()).collect();
    assert_eq!(keys, ["nautical_dusk", "sunrise", "sunset"]);
    let minute = |date: &Value| ((unix_ms(date) / 60_000.0).round() * 60_000.0) as i64;
    assert_eq!(
        server::testing::Instant { unix_ms: minute(&found[1]["date"]) }.iso(),
        "2027-02-16T10:21:00.000Z"
    );
    assert!(found[1]["local"].is_string() && found[1]["accuracy"]["sigma"].is_number(), "{}", found[1]);
    let calendar = demo().get(&format!("{path}&format=ics")).text();
    assert_eq!(calendar.matches("BEGIN:VEVENT").count(), 3, "{calendar}");
    // Outside the ephemeris, on a mountain, and where the Galactic Center never rises.
    let old = events("/rise-transit-set/1000-11-28?obs=78.22,15.65&body=sun&next=rise");
    let days = events("/rise-transit-set/1000-11-28?days=120&obs=78.22,15.65&body=sun");
    let first = days.iter().find(|e| e["key"] == "sunrise").expect("a sunrise");
    assert!(apart_ms(unix_ms(&old[0]["date"]), unix_ms(&first["date"])) <= SAME_MS, "{old:?} {first}");
    let never = events("/rise-transit-set/2026-11-28?obs=78.22,15.65&body=gc&next=rise");
    assert!(never[0]["date"].is_null() && never[0]["reason"] == "gc_always_below", "{never:?}");
    let query = "obs=46.5475,7.9854&horizon=coarse&body=sun,moon";
    let over = events(&format!("/rise-transit-set/2026-12-01?{query}&next=rise,set"));
    let days = events(&format!("/rise-transit-set/2026-12-01?{query}&days=3"));
    for event in over {
        let first = days.iter().find(|e| e["key"] == event["key"]).unwrap_or(&Value::Null);
        assert_eq!(event, *first);
    }
}

#[test]
fn a_day_names_the_next_of_the_events_that_it_lacks() {
    let day = response("/day/2026-11-28?obs=78.22,15.65");
    let next = events("/rise-transit-set/2026-11-28?obs=78.22,15.65&body=sun&next=rise,set");
    let found = day["sun"]["next"].as_array().expect("events");
    assert_eq!((found.len(), &day["sun"]["reason"]), (2, &"always_below".into()), "{}", day["sun"]);
    for (found, event) in found.iter().zip(&next) {
        assert!(apart_ms(unix_ms(&found["date"]), unix_ms(&event["date"])) <= SAME_MS, "{}", day["sun"]);
        assert_eq!((&found["key"], unix_ms(&found["local"])), (&event["key"], unix_ms(&found["date"])));
    }
    let twilight = &day["twilights"]["civil"];
    assert!(twilight["dawn"].is_null() && twilight["next"][0]["date"].is_string(), "{twilight}");
    assert!(day["twilights"]["nautical"].get("next").is_none(), "{}", day["twilights"]);
    // The Moon rises after midnight.
    let late = (1..=31).map(|date| response(&format!("/day/2026-08-{date:02}?obs=-0.18,-78.47")));
    let late: Vec<_> = late.filter(|day| day["moon"]["rise"].is_null()).collect();
    assert_eq!(late.len(), 1);
    let after_ms = unix_ms(&late[0]["moon"]["next"][0]["date"]) - unix_ms(&late[0]["to"]);
    assert!((0.0..3_600_000.0).contains(&after_ms), "{}", late[0]["moon"]);
    // The ephemeris ends before the night does.
    let end = response("/day/2110-11-20?obs=89,0");
    let next = &end["sun"]["next"][0];
    assert!(next["date"].is_null() && next["reason"] == "sun_always_below", "{next}");
}
