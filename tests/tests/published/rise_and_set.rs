//! Rise and set as the Naval Observatory prints them.

use super::{agrees, answer, seconds};
use astro::constants::SECONDS_PER_DAY;

/// USNO prints whole minutes, takes a spherical Earth for the parallax and 16′ for the Sun's semidiameter.
const USNO_TOLERANCE_S: f64 = 35.0;

// Rise and set as the Naval Observatory prints them for whole years: aa.usno.navy.mil/calculated/rstt/year
// with year=2023, lat=36.95, lon=-112.52 (Fredonia, Arizona, seven hours west) and with lat=70, lon=0.

/// The event of that key nearest to a printed minute of UT.
fn agrees_with_usno(name: &str, key: &str, (latitude, longitude): (f64, f64), printed: &str) {
    let day = printed.split('T').next().expect("a day");
    let from = astro::time::iso_text_ms(((seconds(day) - SECONDS_PER_DAY) * 1000.0) as i64);
    let to = astro::time::iso_text_ms(((seconds(day) + SECONDS_PER_DAY) * 1000.0) as i64);
    let path = format!("/rise-transit-set/{from}/{to}?body={name}&observer={latitude},{longitude}");
    let all = answer(&path);
    let events = all.as_object().expect("days").values().flat_map(|day| day.as_array().expect("events"));
    let late = events
        .filter(|event| event["key"] == key)
        .filter_map(|event| Some(seconds(event["date"].as_str()?) - seconds(printed)))
        .min_by(|a, b| a.abs().total_cmp(&b.abs()));
    agrees(&format!("{key} at {printed}"), late.expect("an event"), 0.0, USNO_TOLERANCE_S);
}

const FREDONIA: (f64, f64) = (36.95, -112.52);
const SEVENTY_NORTH: (f64, f64) = (70.0, 0.0);
const PRINTED: [(&str, (f64, f64), &str, &str); 9] = [
    ("sun", FREDONIA, "2023-03-20T13:34Z", "2023-03-21T01:42Z"),
    ("sun", FREDONIA, "2023-06-21T12:11Z", "2023-06-22T02:53Z"),
    ("sun", FREDONIA, "2023-09-23T13:19Z", "2023-09-24T01:26Z"),
    ("sun", FREDONIA, "2023-12-21T14:39Z", "2023-12-22T00:17Z"),
    ("moon", FREDONIA, "2023-01-07T00:11Z", "2023-01-06T14:52Z"),
    ("moon", FREDONIA, "2023-07-03T02:48Z", "2023-07-02T10:59Z"),
    ("moon", FREDONIA, "2023-10-14T13:31Z", "2023-10-15T00:59Z"),
    ("moon", SEVENTY_NORTH, "2023-01-15T01:29Z", "2023-01-14T10:37Z"),
    ("moon", SEVENTY_NORTH, "2023-05-03T17:34Z", "2023-05-03T03:32Z"),
];

#[test]
fn sun_and_moon_rise_and_set_at_the_naval_observatorys_minutes() {
    for (name, place, rise, set) in PRINTED {
        agrees_with_usno(name, &format!("{name}rise"), place, rise);
        agrees_with_usno(name, &format!("{name}set"), place, set);
    }
}
