//! Windows of the sky: against `/rise-transit-set`, and all forms of conditions, ends and responses.

use super::*;

const PLACE: &str = "obs=43.36,-8.41,20";
/// Ends by two searches: 0.02 s each, and milliseconds.
const SAME_MS: f64 = 45.0;

fn windows(range: &str, query: &str) -> Vec<Value> {
    list(&format!("/windows/{range}?{PLACE}&{query}"))
}

/// The instants and the condition of an end, of all windows.
fn ends(windows: &[Value], end: &str) -> Vec<(f64, String)> {
    let of = |window: &Value| {
        let condition = window[end]["condition"].as_str().or(window[end]["reason"].as_str());
        (unix_ms(&window[end]["date"]), condition.unwrap_or_default().to_owned())
    };
    windows.iter().map(of).collect()
}

#[test]
fn windows_begin_and_end_with_the_events_of_rise_transit_set() {
    let all =
        events("/rise-transit-set/2026-08-01/2026-09-01?observer=43.36,-8.41,20&body=sun,moon&events=all");
    for (when, from, to) in [
        ("dark", "astronomical_dusk", "astronomical_dawn"),
        ("sun.alt=..-6", "civil_dusk", "civil_dawn"),
        ("golden", "golden_hour_begin", "golden_hour_end"),
        ("blue", "blue_hour_begin", "blue_hour_end"),
        ("sun.alt%3Ehorizon", "sunrise", "sunset"),
        ("moonless", "moonset", "moonrise"),
        ("moon.alt%3C=level", "moonset", "moonrise"),
    ] {
        let found = windows("2026-08-01/2026-09-01", &format!("when={when}"));
        for (end, key) in [("from", from), ("to", to)] {
            let cut = ["range-start", "range-end"];
            let found: Vec<_> =
                ends(&found, end).into_iter().filter(|(_, by)| !cut.contains(&by.as_str())).collect();
            let expected: Vec<f64> =
                all.iter().filter(|event| event["key"] == key).map(|event| unix_ms(&event["date"])).collect();
            assert_eq!(found.len(), expected.len(), "{when} {end}");
            let are_same = found.iter().zip(&expected).all(|((ms, _), event)| (ms - event).abs() < SAME_MS);
            assert!(are_same, "{when} {end}: {found:?} {expected:?}");
        }
    }
}

#[test]
fn ends_name_their_condition_or_the_range() {
    let found = windows("2026-08-08/2026-08-18", "when=milky-way&extras=accuracy&tz=auto");
    assert!(found.len() > 5, "{found:?}");
    let (from, to) = (ends(&found, "from"), ends(&found, "to"));
    assert!(from.iter().all(|(_, by)| ["dark", "moonless"].contains(&by.as_str())), "{from:?}");
    assert!(to.iter().all(|(_, by)| ["gc.alt>10", "moonless"].contains(&by.as_str())), "{to:?}");
    let sigma = number(&found[0]["to"]["accuracy"]["sigma"]);
    assert!((0.01..60.0).contains(&sigma) && found[0]["from"]["local"].is_string(), "{}", found[0]);
    let duration_s = (to[0].0 - from[0].0) / 1000.0;
    assert!((number(&found[0]["durationSec"]) - duration_s).abs() < 1e-6);
    let midnight = windows("2026-08-12/2026-08-13", "when=dark");
    assert_eq!(midnight[0]["from"]["reason"], "range-start", "{midnight:?}");
    assert!(midnight[0]["from"]["condition"].is_null() && midnight[0]["to"]["reason"].is_null());
    let polar = list("/windows/2026-12-01/2026-12-11?obs=90,0&when=sun.alt%3C-18,moon.alt%3C0");
    assert_eq!((polar.len(), &polar[0]["from"]["condition"]), (1, &Value::from("moon.alt<0")), "{polar:?}");
    assert_eq!(polar[0]["to"]["reason"], "range-end", "{polar:?}");
}

#[test]
fn limits_are_written_in_several_ways() {
    let of = |when: &str| windows("2026-08-01/2026-09-01", &format!("when={when}"));
    let instants = |found: &[Value]| [ends(found, "from"), ends(found, "to")].concat();
    for [one, other] in [
        ["gc.alt%3E10", "gc.alt=10.."],
        ["moon.ill%3C0.3", "moon.ill=..0.3"],
        ["sun-moon.sep%3E=60", "moon-sun.sep=60.."],
        ["moon.ha=-2h..2h", "moon.ha=-30..30"],
        ["moon.az=350..10", "moon.az=350..10,moon.az=300..60"],
        ["sun.alt=-90..-18", "dark"],
        ["sun.az=90..270", "sun.az%3E90,sun.az%3C270"],
        ["dark,moonless,gc.alt=10..", "milky-way"],
        ["star.alt=10..&star=266.41683,-29.00781", "gc.alt=10..&ref=parallax"],
    ] {
        let [found, expected] = [of(one), of(other)];
        assert!(!found.is_empty(), "{one}");
        let [found, expected] = [&found, &expected].map(|all| instants(all));
        let are_same = found.iter().zip(&expected).all(|((a, _), (b, _))| (a - b).abs() < SAME_MS);
        assert!(found.len() == expected.len() && are_same, "{one} {other}: {found:?} {expected:?}");
    }
    // A direction is in a range or in the rest of the circle.
    let total_s = |when: &str| of(when).iter().map(|w| number(&w["durationSec"])).sum::<f64>();
    let all_s = total_s("moon.az=115..125") + total_s("moon.az=125..115");
    assert!((all_s - 31.0 * 86_400.0).abs() < 10.0, "{all_s}");
    // The Moon is transiting in the middle of its hour angles.
    let transit = response(&format!("/rise-transit-set/2026-08-12?{PLACE}&body=moon"));
    let transit = transit["2026-08-12T00:00:00.000Z"].as_array().expect("events").clone();
    let transit = transit.iter().find(|event| event["key"] == "lunar_transit").expect("a transit");
    let found = windows("2026-08-12", "when=moon.ha=-0.01..0.01&ref=true");
    let [from, to] = ["from", "to"].map(|end| unix_ms(&found[0][end]["date"]));
    assert!(((from + to) / 2.0 - unix_ms(&transit["date"])).abs() < 500.0, "{found:?} {transit}");
}

#[test]
fn what_never_changes_takes_no_time_and_whole_circles_always_hold() {
    let refused = demo().get("/windows/2026-08-12?obs=0,0&star=10,10&when=gc-star.sep=5..");
    assert_eq!(refused.status, 400, "{}", refused.text());
    // A star that stays on the limit, or on the skyline.
    for query in [
        "obs=90,0,0&star=90,45&when=star.alt=44.99936585553..",
        "obs=90,0&star=0,15&when=star.alt%3Ehorizon&profile=15.2088,15.2088,15.2088,15.2088",
        "obs=45,0&star=0,90&when=star.az=0..90",
    ] {
        let found = list(&format!("/windows/2026-08-12?days=30&{query}"));
        assert!(found.len() < 100, "{query}: {}", found.len());
    }
    let whole = windows("2026-08-12", "when=sun.az=0..360,moon.ha=-180..180");
    assert_eq!((whole.len(), &whole[0]["durationSec"]), (1, &86400.into()));
    assert_eq!(windows("2027/2027", "when=milky-way"), windows("2027", "when=milky-way"));
}

#[test]
fn short_windows_are_left_out() {
    let all = windows("2026-08-01/2026-09-01", "when=milky-way");
    let long = windows("2026-08-01/2026-09-01", "when=milky-way&min=1h");
    let expected: Vec<_> = all.iter().filter(|w| number(&w["durationSec"]) >= 3600.0).cloned().collect();
    assert!(long.len() < all.len() && long == expected);
    for same in ["min=60m", "min=3600s"] {
        assert_eq!(windows("2026-08-01/2026-09-01", &format!("when=milky-way&{same}")), long);
    }
}

#[test]
fn a_profile_replaces_the_horizon() {
    let of = |query: &str| windows("2026-08-12", &format!("when=sun.alt%3E{query}"));
    let [level, hills] = [of("horizon"), of("horizon&profile=10,10,10,10")];
    assert!(number(&hills[0]["durationSec"]) < number(&level[0]["durationSec"]) - 3600.0);
    assert_eq!(of("level&profile=10,10,10,10")[0]["from"]["date"], level[0]["from"]["date"]);
    // The upper limb with refraction, as /rise-transit-set has it from the height of the eye.
    let mut worst_ms = 0.0f64;
    for (obs, body) in [("46.5475,7.9854,3571", "sun"), ("46,7.7", "sun"), ("-16.5,-68.15", "moon")] {
        let range = format!("2026-08-12?days=10&obs={obs}&horizon=coarse");
        let of_events = events(&format!("/rise-transit-set/{range}&body={body}"));
        let rises: Vec<_> = of_events
            .iter()
            .filter(|event| event["key"].as_str().is_some_and(|key| key.ends_with("rise")))
            .map(|event| unix_ms(&event["date"]))
            .collect();
        let found = list(&format!("/windows/{range}&when={body}.alt%3Ehorizon"));
        let begun: Vec<_> = found
            .iter()
            .filter(|window| window["from"]["condition"].is_string())
            .map(|window| unix_ms(&window["from"]["date"]))
            .collect();
        assert_eq!(begun.len(), rises.len(), "{obs}: {found:?}");
        worst_ms = begun.iter().zip(&rises).map(|(a, b)| (a - b).abs()).fold(worst_ms, f64::max);
    }
    println!("worst {worst_ms} ms");
    assert!(worst_ms < SAME_MS, "{worst_ms}");
}

#[test]
fn refraction_is_that_of_the_reference_and_a_note_says_so() {
    let note = |query: &str| {
        let json = good(&format!("/windows/2026-08-12?{PLACE}&{query}")).json();
        json["query"]["note"].as_str().unwrap_or_default().to_owned()
    };
    assert!(note("when=gc.alt=10..").contains("ref=apparent adds refraction"));
    assert_eq!(note("when=gc.alt=10..&ref=parallax"), "");
    assert_eq!(note("when=sun.alt=..-18"), "");
    assert!(note("when=sun.alt=..-18&ref=apparent").contains("twilights are defined without refraction"));
    assert_eq!(note("when=dark&ref=apparent"), "");
    let rise = |query: &str| {
        unix_ms(&windows("2026-08-12", &format!("when=sun.alt=0..&{query}"))[0]["from"]["date"])
    };
    assert!((150e3..300e3).contains(&(rise("ref=parallax") - rise("ref=apparent"))));
    assert!((rise("ref=parallax") - rise("ref=true")).abs() < 2e3);
    assert_eq!(windows("2026-08-12", "when=dark&ref=apparent"), windows("2026-08-12", "when=dark"));
}

#[test]
fn windows_are_calendars_and_rows_too() {
    let path = format!("/windows/2026-08-01/2026-08-11?{PLACE}&when=milky-way");
    let found = list(&path);
    let calendar = good(&format!("{path}&format=ics&tz=auto")).text();
    assert_eq!(calendar.matches("BEGIN:VEVENT").count(), found.len());
    assert!(calendar.contains("SUMMARY:dark\\, moonless\\, gc.alt>10") && calendar.contains("UTC+02:00: "));
    let csv = good(&format!("{path}&format=csv"));
    assert_eq!((csv.header("content-type"), csv.text().lines().count()), (Some("text/csv"), found.len() + 1));
    assert_eq!(demo().get(&format!("{path}&format=csv&tz=auto")).status, 400);
    let body =
        "[{\"lat\":43.36,\"lng\":-8.41,\"height\":20},{\"lat\":95,\"lng\":0},{\"lat\":-33.9,\"lng\":18.4}]";
    let headers = [("content-type", "application/json")];
    let rows =
        demo().send("POST", "/windows/2026-08-01/2026-08-11?when=milky-way&extras=accuracy", &headers, body);
    let rows = rows.json();
    let rows = rows.as_array().expect("rows");
    let first: Vec<_> = rows.iter().filter(|row| row["place"] == 0).collect();
    assert_eq!(first.len(), found.len(), "{rows:?}");
    for (row, window) in first.iter().zip(&found) {
        assert_eq!(row["to_condition"], window["to"]["condition"]);
        assert_eq!(number(&row["duration_s"]), number(&window["durationSec"]));
        assert!(number(&row["to_sigma_s"]) > 0.0);
    }
    assert!(rows.iter().any(|row| row["place"] == 1 && row["error"].is_string()), "{rows:?}");
    assert!(rows.iter().any(|row| row["place"] == 2 && row["duration_s"].is_number()), "{rows:?}");
}

#[test]
fn wrong_conditions_are_named_with_right_ones() {
    for (query, parameter, detail) in [
        ("when=sun.alt", "when", "a condition BODY.QUANTITY"),
        ("when=dark,mars.alt=0..", "when", "\\\"mars.alt=0..\\\""),
        ("when=star.alt=20..", "star", "star=83.82,-5.39"),
        (
            "when=golden,blue,milky-way,sun.alt=0..,sun.az=1..2,gc.az=1..2,moon.ill=0..1",
            "when",
            "maximum is 8",
        ),
        ("when=dark&min=30", "min", "30m"),
        ("when=dark&ref=best", "ref", "parallax"),
        ("when=dark&horizon=coarse&profile=1,2,3,4", "profile", "cannot be combined"),
    ] {
        let refused = demo().get(&format!("/windows/2026-08-12?{PLACE}&{query}"));
        assert_eq!(refused.status, 400, "{query}");
        assert_eq!(refused.json()["errors"][0]["parameter"], parameter, "{query}: {}", refused.text());
        assert!(refused.text().contains(detail), "{query}: {}", refused.text());
    }
    assert_eq!(demo().get(&format!("/windows/2026-08-12/2046-08-12?{PLACE}&when=dark")).status, 400);
}

#[test]
fn a_day_has_the_windows_of_its_night() {
    let night = &response(&format!("/day/2026-08-12?{PLACE}"))["night"];
    for (key, set) in [("dark", "dark"), ("milkyWay", "milky-way")] {
        let windows = windows("2026-08-12T10:00/2026-08-13T10:00", &format!("when={set}&tz=auto"));
        let found = night[key].as_array().expect("windows");
        assert_eq!(found.len(), windows.len(), "{night}");
        let instants = |all: &[Value]| [ends(all, "from"), ends(all, "to")].concat();
        for ((a, by), (b, expected)) in instants(found).iter().zip(&instants(&windows)) {
            assert!((a - b).abs() < SAME_MS && by == expected, "{night}");
        }
    }
    let midsummer = &response("/day/2026-06-21?obs=60.17,24.94")["night"];
    assert_eq!(midsummer["dark"].as_array().map(Vec::len), Some(0), "{midsummer}");
}
