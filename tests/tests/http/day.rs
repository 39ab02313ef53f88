//! One day of a place: against `/rise-transit-set`, and days without events.

use super::*;

#[test]
fn events_of_a_day_are_those_of_rise_transit_set() {
    for (place, date, next) in [
        ("40.42,-3.7,650", "2026-03-29", "2026-03-30"),
        ("64.15,-21.94", "2025-06-21", "2025-06-22"),
        ("-33.87,151.21", "2025-10-05", "2025-10-06"),
    ] {
        let days = format!("/rise-transit-set/{date}/{next}?observer={place}&body=sun,moon");
        let all = events(&format!("{days}&tz=auto&day=local&events=twilights"));
        let day = response(&format!("/day/{date}?obs={place}"));
        for (event, key, is_last) in [
            (&day["sun"]["rise"], "sunrise", false),
            (&day["sun"]["transit"], "solar_transit", false),
            (&day["sun"]["set"], "sunset", true),
            (&day["moon"]["rise"], "moonrise", false),
            (&day["moon"]["transit"], "lunar_transit", false),
            (&day["moon"]["set"], "moonset", true),
            (&day["twilights"]["civil"]["dawn"], "civil_dawn", false),
            (&day["twilights"]["astronomical"]["dusk"], "astronomical_dusk", true),
        ] {
            let mut matching = all.iter().filter(|e| e["key"] == key);
            let expected = if is_last { matching.next_back() } else { matching.next() };
            assert_eq!(expected.unwrap_or(&Value::Null), event, "{key} of {date} at {place}");
        }
    }
}

#[test]
fn at_the_poles_events_are_null_with_a_reason() {
    let summer = response("/day/2026-06-21?obs=78.22,15.65");
    assert_eq!(summer["sun"]["reason"], "always_above", "{}", summer["sun"]);
    assert!(summer["sun"]["rise"].is_null() && summer["sun"]["set"].is_null());
    assert!(summer["sun"]["transit"]["date"].is_string());
    assert_eq!(summer["dayLengthSec"], 86_400.0);
    assert_eq!(summer["twilights"]["civil"]["reason"], "always_above");
    let winter = response("/day/2026-12-21?obs=78.22,15.65");
    assert_eq!(winter["sun"]["reason"], "always_below", "{}", winter["sun"]);
    assert_eq!(winter["dayLengthSec"], 0.0);
}

#[test]
fn a_time_of_day_selects_the_local_day_that_contains_it() {
    // 02:00 UTC is still the evening of the day before in Quito.
    let day = response("/day/2026-08-13T02:00Z?obs=-0.18,-78.47");
    assert_eq!(day["date"], "2026-08-12");
    let skipped = demo().get("/day/2011-12-30?obs=-13.83,-171.77");
    assert!(skipped.text().contains("skipped 2011-12-30"), "{}", skipped.text());
}
