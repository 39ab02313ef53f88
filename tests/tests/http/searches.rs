//! Searches by azimuth and altitude, sunlight, and days of a place: the consistency of answers.

use super::demo;
use serde_json::Value;

fn response(path: &str) -> Value {
    demo().get(path).json()["response"].clone()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// Sun and Moon over a summit, for a year and in four parts.
#[test]
fn ranges_that_follow_each_other_give_every_match_once() {
    const PLACE: &str = "obs=46.58,7.91,800&body=moon,sun&az=140&azTol=3&alt=25&altTol=4";
    let dates = ["2025-01-01", "2025-03-17T07:31:00Z", "2025-03-18", "2025-09-02T20:00:00Z", "2026-01-01"];
    let all = response(&format!("/az-alt-search/{}/{}?{PLACE}", dates[0], dates[4]));
    let all = all.as_array().expect("a list");
    let parts: Vec<Value> = dates
        .windows(2)
        .flat_map(|pair| {
            // A part includes its whole last day. Drop the moments that belong to the next part.
            let part = response(&format!("/az-alt-search/{}/{}?{PLACE}", pair[0], pair[1]));
            let part = part.as_array().expect("a list").clone();
            let next = demo().get(&format!("/julian-day/{}", pair[1])).json()["query"]["date"].clone();
            part.into_iter().filter(move |m| m["date"].as_str() < next.as_str())
        })
        .collect();
    println!("{} matches", all.len());
    assert!(all.len() > 10);
    let dates = |list: &[Value]| list.iter().map(|m| m["date"].to_string()).collect::<Vec<_>>();
    assert_eq!(dates(all), dates(&parts));
    assert!(dates(all).is_sorted(), "in order of time");
    for found in all {
        assert!(found["from"].as_str() <= found["date"].as_str(), "{found}");
        assert!(found["date"].as_str() <= found["to"].as_str(), "{found}");
        let apparent = &found["azAlt"]["apparent"];
        assert!((number(&apparent["azimuth"]) - 140.0).abs() <= 3.001, "{found}");
        assert!((number(&apparent["altitude"]) - 25.0).abs() <= 4.001, "{found}");
        assert_eq!(found["illuminatedFraction"].is_number(), found["body"] == "moon", "{found}");
    }
}

#[test]
fn one_quantity_is_met_and_the_conditions_hold_then() {
    let found = response(
        "/az-alt-search/2025-01-01/2026-01-01?obs=46.58,7.91,800&body=moon&az=220.5&minAlt=20&ill=0.9,1\
         &sun=-90,-12&ref=parallax",
    );
    let found = found.as_array().expect("a list");
    println!("{} matches", found.len());
    assert!(found.len() > 5);
    for found in found {
        let place = &found["azAlt"]["parallax"];
        let (off, altitude) = (number(&place["azimuth"]) - 220.5, number(&place["altitude"]));
        // A passage that ends at the least altitude before the azimuth is met has its nearest instant there.
        assert!(off.abs() < 1e-3 || (off.abs() <= 0.5 && altitude < 20.001), "{found}");
        assert!(altitude >= 20.0 - 1e-5, "{found}");
        assert!(number(&found["illuminatedFraction"]) >= 0.9 && number(&found["sunAltitude"]) <= -12.0);
        assert!(found["separation"].is_null(), "{found}");
    }
}

#[test]
fn months_are_the_sums_of_their_days_and_an_eclipse_takes_from_both() {
    let sums = |path: &str, key: &str| -> f64 {
        let all = response(path);
        all.as_object().expect("days or months").values().map(|v| number(&v[key])).sum()
    };
    for rest in
        ["obs=32.78,-96.8,140&tilt=40&azimuth=200", "obs=32.78,-96.8,140&tilt=40&azimuth=200&eclipse=1"]
    {
        for key in ["extraterrestrial", "direct", "diffuse", "global", "surface"] {
            let [days, months] = ["daily", "monthly"]
                .map(|sum| sums(&format!("/insolation/{sum}/2024-03-20/2024-05-03?{rest}"), key));
            assert!((days - months).abs() < 1e-6 && days > 10.0, "{key}: {days} {months}");
        }
    }
    let day = |rest: &str| {
        sums(&format!("/insolation/daily/2024-04-08T06:00Z/2024-04-09?obs=32.78,-96.8{rest}"), "global")
    };
    let (without, with) = (day(""), day("&eclipse=1"));
    // Totality at noon: a partial eclipse of 2 h 40 min that takes half of its light.
    assert!((0.78..0.9).contains(&(with / without)), "{with} {without}");
    let with_eclipse = response("/insolation/solar-intensity/2024-04-08T18:42:00Z?obs=32.78,-96.8&eclipse=1");
    assert_eq!((number(&with_eclipse["eclipsed"]), number(&with_eclipse["global"])), (1.0, 0.0));
}

#[test]
fn a_calendar_has_an_event_for_each_entry_with_a_date() {
    let path = "/rise-transit-set/2024-06-01/2024-06-08?observer=60,25&body=sun,moon&events=all&tz=auto";
    let entries = response(path);
    let entries: Vec<Value> = entries
        .as_object()
        .expect("days")
        .values()
        .flat_map(|d| d.as_array().cloned().unwrap_or_default())
        .collect();
    let dated = entries.iter().filter(|e| e["date"].is_string()).count();
    assert!(entries.len() > dated, "no astronomical twilight in June");
    assert!(entries.iter().all(|e| e["local"].is_string() == e["date"].is_string()));
    let calendar = demo().get(&format!("{path}&format=ics"));
    assert_eq!(calendar.header("content-type"), Some("text/calendar; charset=utf-8"));
    assert_eq!(calendar.text().matches("BEGIN:VEVENT").count(), dated);
    assert_eq!(demo().get_with(path, &[("Accept", "text/calendar")]).text(), calendar.text());
}

#[test]
fn a_plus_sign_in_a_zone_is_accepted() {
    let day = |tz: &str| {
        let path = format!("/rise-transit-set/2026-06-01/2026-06-02?observer=0,-75&body=sun&tz={tz}");
        response(&path)
    };
    assert_eq!(day("Etc/GMT+5"), day("Etc/GMT%2B5"));
}

#[test]
fn local_days_are_requested_by_their_dates() {
    let answer = |start: &str| {
        let path = format!("/rise-transit-set/{start}/2026-06-22?observer=35,139&body=sun&tz=auto&day=local");
        demo().get(&path)
    };
    assert_eq!(answer("2026-06-22").status, 200);
    let refused = answer("2026-06-21T15:00Z");
    assert_eq!(refused.status, 400);
    assert!(refused.text().contains("for example 2026-06-21"), "{}", refused.text());
}
