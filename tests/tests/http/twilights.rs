//! Are twilights where JPL DE440 has them, as many as it has?

use super::*;
use crate::figures::TWILIGHT_S;

/// Twilights of a day, in order: key, and seconds of UT1 from its beginning.
type Day = Vec<(String, f64)>;

const KEYS: [&str; 6] =
    ["civil_dawn", "civil_dusk", "nautical_dawn", "nautical_dusk", "astronomical_dawn", "astronomical_dusk"];

/// The days of the sample, by their date and the question for them.
fn days_of_sample() -> BTreeMap<(String, String), Day> {
    let mut days: BTreeMap<(String, String), Day> = BTreeMap::new();
    for row in tests::rows(&tests::root().join("tests/data/twilights_de440.csv")) {
        let (date, place) = (&row["date"], [&row["latitude"], &row["longitude"], &row["height_m"]]);
        let question = format!(
            "/rise-transit-set/{date}/{date}?observer={},{},{}&body=sun&events=twilights&deltaT={}",
            place[0], place[1], place[2], row["delta_t_s"]
        );
        let twilight = (row["key"].clone(), row["ut1_s"].parse().expect("a number"));
        days.entry((date.clone(), question)).or_default().push(twilight);
    }
    days.values_mut().for_each(|day| day.sort_by(|a, b| a.1.total_cmp(&b.1)));
    days
}

fn answered(date: &str, question: &str) -> Day {
    let midnight_ms = unix_ms(&date.into());
    let twilight = |entry: Value| {
        let key = entry["key"].as_str().filter(|key| KEYS.contains(key))?.to_owned();
        Some((key, (unix_ms(&entry["date"]) - midnight_ms) / 1000.0))
    };
    events(question).into_iter().filter_map(twilight).collect()
}

#[test]
fn twilights_are_where_jpl_de440_has_them() {
    let days = days_of_sample();
    let (mut worst, mut compared) = ((0.0f64, String::new()), 0);
    let mut kinds = BTreeSet::new();
    for ((date, question), expected) in &days {
        let found = answered(date, question);
        let keys = |day: &Day| day.iter().map(|twilight| twilight.0.clone()).collect::<Vec<_>>();
        assert_eq!(keys(&found), keys(expected), "{question}");
        for ((key, found_s), (_, expected_s)) in found.iter().zip(expected) {
            let late_s = found_s - expected_s;
            assert!(late_s.is_finite(), "every twilight has a date");
            if late_s.abs() >= worst.0.abs() {
                worst = (late_s, format!("{key} of {question}"));
            }
            kinds.insert(key.clone());
            compared += 1;
        }
    }
    println!("{compared} twilights of {} days, worst {:.4} s: {}", days.len(), worst.0, worst.1);
    assert_eq!(kinds.len(), KEYS.len());
    assert!(worst.0.abs() <= TWILIGHT_S, "{worst:?}");
}
