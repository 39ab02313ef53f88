//! Lunar eclipses over HTTP: against the published canon, and contacts against JPL's ephemeris.

use super::demo;
use crate::figures::{
    LUNAR_CONTACT_S, LUNAR_FROM_CATALOG_MIN, LUNAR_FROM_CATALOG_S, LUNAR_GAMMA_EARTH_RADII, LUNAR_GRAZE_S,
    LUNAR_GREATEST_S, LUNAR_MAGNITUDE, LUNAR_MAGNITUDE_DIRECT, LUNAR_QUALIFIERS, LUNAR_TIME_S,
    PENUMBRAL_DURATION_MIN, UMBRAL_DURATION_MIN,
};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

/// Names of contacts and greatest eclipse, here and in the sample.
const NAMES: [&str; 7] = ["P1", "U1", "U2", "greatest", "U3", "U4", "P4"];
/// Names of magnitudes here and in the sample.
const MAGNITUDES: [(&str, &str); 2] =
    [("umbralMagnitude", "umbral_magnitude"), ("penumbralMagnitude", "penumbral_magnitude")];
/// All lunar eclipses of 1900–2100.
const ECLIPSES: usize = 459;
/// The place that has the Moon in its zenith, degrees: it is printed to the degree on both sides.
const ZENITH_DEG: f64 = 1.0;
/// Durations are answered in tenths of a minute: half of one is rounding here, beside that of the canon.
const ANSWERED_MIN: f64 = 0.05;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

fn number_in(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// Tolerance of a contact, s.
fn allowed_s(jd: &str, name: &str) -> f64 {
    match name {
        "greatest" => LUNAR_GREATEST_S,
        "U2" | "U3" if jd == LUNAR_GRAZE_S.0 => LUNAR_GRAZE_S.1,
        _ => LUNAR_CONTACT_S,
    }
}

/// How much later than in a row of the sample each contact is answered, seconds, and how much greater the
/// magnitudes are.
fn differences(row: &HashMap<String, String>) -> Vec<(&'static str, f64)> {
    let jd = &row["jd"];
    let answer = demo().get(&format!("/lunar-eclipse/local-circumstances/{jd}?obs=0,0&deltaT=0"));
    assert_eq!(answer.status, 200, "{jd}: {}", answer.text());
    let response = answer.json()["response"].clone();
    let contacts = response["contacts"].as_array().expect("contacts");
    let expected = NAMES.into_iter().filter(|name| !row[*name].is_empty());
    let names = contacts.iter().filter_map(|c| c["contact"].as_str());
    assert!(names.eq(expected.clone()), "{jd}: {response}");
    let midnight_s = (jd.parse::<f64>().expect("a number") - 2_440_587.5) * 86_400.0;
    let late = contacts.iter().zip(expected).map(|(contact, name)| {
        let date = contact["date"].as_str().expect("a date");
        let unix_ms = server::testing::date_time::parse(date).expect("a date") as f64;
        (name, unix_ms / 1000.0 - midnight_s - row[name].parse::<f64>().expect("a number"))
    });
    let greater = MAGNITUDES.map(|(ours, theirs)| {
        let found = response[ours].as_f64().expect("a magnitude");
        (theirs, found - row[theirs].parse::<f64>().expect("a number"))
    });
    late.chain(greater).collect()
}

#[test]
fn contacts_are_those_of_direct_geometry() {
    let rows = tests::rows(&tests::root().join("tests/data/lunar_contacts_de440.csv"));
    assert_eq!(rows.len(), ECLIPSES);
    let mut worst: BTreeMap<&str, (f64, String)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for row in &rows {
        let jd = &row["jd"];
        for (name, difference) in differences(row) {
            let is_magnitude = MAGNITUDES.iter().any(|m| m.1 == name);
            let allowed = if is_magnitude { LUNAR_MAGNITUDE_DIRECT } else { allowed_s(jd, name) };
            if difference.abs() > allowed {
                wrong.push(format!("{name} of {jd}: {difference}, not {allowed}"));
            }
            let so_far = worst.entry(name).or_default();
            if difference.abs() >= so_far.0.abs() {
                *so_far = (difference, jd.clone());
            }
        }
    }
    println!("{} lunar eclipses against JPL DE440; worst {worst:?}", rows.len());
    assert_eq!(worst.len(), NAMES.len() + MAGNITUDES.len());
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// By how much the eclipse of a record of the catalog is later, seconds, and its phases longer, minutes.
fn from_catalog(record: &Value) -> [f64; 4] {
    let date = record["isoDate"].as_str().and_then(|date| date.get(..10)).expect("a date");
    let path = format!("/lunar-eclipse/local-circumstances/{date}?obs=0,0&deltaT=0");
    let response = demo().get(&path).json()["response"].clone();
    let contacts = response["contacts"].as_array().unwrap_or_else(|| panic!("{path}: {response}"));
    let greatest =
        contacts.iter().find(|contact| contact["contact"] == "greatest").expect("greatest eclipse");
    let unix_ms = |text: &Value| server::testing::date_time::parse(text.as_str()?);
    let ms = unix_ms(&greatest["date"]).zip(unix_ms(&record["isoDate"])).map(|(at, day)| at - day);
    let late_s = ms.map_or(f64::NAN, |ms| ms as f64 / 1000.0) - number(&record["greatestTD"]) * 86_400.0;
    let longer_min = |ours: &str, record_s: &str| match response[ours].as_f64() {
        Some(seconds) => seconds / 60.0 - number(&record[record_s]),
        None => 0.0,
    };
    [
        late_s,
        longer_min("penumbralDuration", "penDurationMin"),
        longer_min("partialDuration", "parDurationMin"),
        longer_min("totalDuration", "totalDurationMin"),
    ]
}

#[test]
fn the_catalog_differs_from_geometry_as_documented() {
    // The years of the ephemeris here.
    let catalog = demo().get("/lunar-eclipse/catalog/1702/2108").json();
    let mut worst = [(0.0, String::new()), Default::default(), Default::default(), Default::default()];
    let records = catalog["response"].as_array().expect("records");
    for record in records {
        for (worst, off) in worst.iter_mut().zip(from_catalog(record)) {
            assert!(off.is_finite(), "{record}");
            if off.abs() > f64::abs(worst.0) {
                *worst = (off, record["isoDate"].to_string());
            }
        }
    }
    println!("{} lunar eclipses, geometry from the catalog: s, min {worst:?}", records.len());
    let [penumbral, partial, total] = LUNAR_FROM_CATALOG_MIN;
    for ((off, at), most) in worst.into_iter().zip([LUNAR_FROM_CATALOG_S, penumbral, partial, total]) {
        assert!(off.abs() < most, "{off} at {at}, not {most}");
    }
}

#[test]
fn what_is_above_the_horizon_is_said() {
    // 2025 March 14 at the Moon's zenith at greatest eclipse, and at the other end of the Earth.
    let path = |lat: f64, lng: f64| {
        let address = format!("/lunar-eclipse/local-circumstances/2460748.5?obs={lat},{lng}");
        demo().get(&address).json()["response"]["contacts"].as_array().expect("contacts").clone()
    };
    let zenith = path(0.0, 0.0)[3]["zenith"].clone();
    let (lat, lng) = (number(&zenith["lat"]), number(&zenith["lng"]));
    let there = path(lat, lng);
    assert!(number(&there[3]["altitude"]) > 89.999, "{}", there[3]);
    assert!(there.iter().all(|c| c["visible"] == true && number(&c["altitude"]) < 90.0));
    assert!(path(-lat, lng + if lng < 0.0 { 180.0 } else { -180.0 }).iter().all(|c| c["visible"] == false));
    assert_eq!(there.len(), 7);
}

#[test]
fn the_whole_lunar_catalog_is_one_answer_in_order() {
    let catalog = demo().get("/lunar-eclipse/catalog/-1999/3000").json();
    let records = catalog["response"].as_array().expect("records");
    assert_eq!(records.len(), 12_064);
    for (i, record) in records.iter().enumerate() {
        assert_eq!(record["catalog"].as_u64(), Some(i as u64 + 1));
        let letter = record["eclipseTypePrimary"].as_str();
        assert_eq!(record["parDurationMin"].is_null(), letter == Some("N"), "{record}");
        assert_eq!(record["totalDurationMin"].is_null(), letter != Some("T"), "{record}");
    }
    let part = demo().get("/lunar-eclipse/catalog/-1000/2000?saros=119&type=P").json();
    let expected: Vec<&Value> = records
        .iter()
        .filter(|r| r["saros"] == 119 && r["eclipseTypePrimary"] == "P")
        .filter(|r| r["year"].as_i64().is_some_and(|year| (-1000..=2000).contains(&year)))
        .collect();
    assert!(!expected.is_empty());
    assert!(part["response"].as_array().expect("a list").iter().eq(expected));
    assert_eq!((&part["query"]["saros"], &part["query"]["type"]), (&119.into(), &"P".into()));
}

/// A difference of angles or times of day, about zero.
fn turn(difference: f64, whole: f64) -> f64 {
    (difference + 1.5 * whole).rem_euclid(whole) - whole / 2.0
}

/// By how much a record of the catalog is more than the canon's row: time in seconds, γ, magnitudes,
/// durations in minutes, place of the zenith in degrees. Infinite where only one of the two has a figure.
fn from_canon(ours: &Value, row: &HashMap<String, String>) -> [f64; 8] {
    let number_of = |column: &str| number_in(&row[column]);
    let clock = |text: &str| text.split(':').fold(0.0, |s, part| s * 60.0 + number_in(part));
    let angle = |text: &str| {
        let (digits, sign) = text.split_at(text.len() - 1);
        number_in(digits) * if ["S", "W"].contains(&sign) { -1.0 } else { 1.0 }
    };
    let minutes = |column: &str, ours: &Value| match number_of(column) {
        theirs if theirs.is_nan() && ours.is_null() => 0.0,
        theirs => number(ours) - theirs,
    };
    [
        turn(number(&ours["greatestTD"]) * 86_400.0 - clock(&row["Eclipse Time"]), 86_400.0),
        number(&ours["gamma"]) - number_of("Gamma"),
        number(&ours["penMag"]) - number_of("Penumbral Magnitude"),
        number(&ours["umMag"]) - number_of("Umbral Magnitude"),
        minutes("Penumbral Eclipse Duration (m)", &ours["penDurationMin"]),
        minutes("Partial Eclipse Duration (m)", &ours["parDurationMin"]),
        minutes("Total Eclipse Duration (m)", &ours["totalDurationMin"]),
        turn(number(&ours["lng"]) - angle(&row["Longitude"]), 360.0)
            .abs()
            .max((number(&ours["lat"]) - angle(&row["Latitude"])).abs()),
    ]
    .map(|difference| if difference.is_nan() { f64::INFINITY } else { difference })
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn the_lunar_catalog_agrees_with_the_canon() {
    let catalog = demo().get("/lunar-eclipse/catalog/-1999/3000").json();
    let records = catalog["response"].as_array().expect("records");
    let rows = tests::rows(&tests::reference("nasa_lunar_sample.csv"));
    let mut differences: [(f64, String); 8] = Default::default();
    let mut same = [0usize; 4];
    for row in &rows {
        let ours = &records[number_in(&row["Catalog Number"]) as usize - 1];
        for (worst, difference) in differences.iter_mut().zip(from_canon(ours, row)) {
            if difference.abs() >= worst.0.abs() {
                *worst = (difference, row["Calendar Date"].clone());
            }
        }
        let words = [
            (ours["saros"].as_i64().map(|n| n.to_string()), &row["Saros Number"]),
            (ours["lunation"].as_i64().map(|n| n.to_string()), &row["Lunation Number"]),
            (ours["eclipseType"].as_str().map(str::to_owned), &row["Eclipse Type"]),
            (ours["qse"].as_str().map(str::to_owned), &row["Quincena Solar Eclipse"]),
        ];
        for (count, (ours, theirs)) in same.iter_mut().zip(words) {
            *count += usize::from(ours.as_ref() == Some(theirs));
        }
    }
    println!("{} rows; worst {differences:?}; same {same:?}", rows.len());
    let limits = [
        LUNAR_TIME_S,
        LUNAR_GAMMA_EARTH_RADII,
        LUNAR_MAGNITUDE,
        LUNAR_MAGNITUDE,
        PENUMBRAL_DURATION_MIN + ANSWERED_MIN,
        UMBRAL_DURATION_MIN + ANSWERED_MIN,
        UMBRAL_DURATION_MIN + ANSWERED_MIN,
        ZENITH_DEG,
    ];
    for ((difference, at), limit) in differences.iter().zip(limits) {
        assert!(difference.abs() <= limit, "{difference} at {at}, not {limit}");
    }
    let [saros, lunation, kind, neighbours] = same;
    assert_eq!([saros, lunation, neighbours], [rows.len(); 3], "Saros, lunation, eclipses before and after");
    assert!(kind + LUNAR_QUALIFIERS >= rows.len(), "type: {kind}");
}
