//! Lunar eclipses over HTTP: against the published canon, and contacts against JPL's ephemeris.

use super::*;
use crate::figures::{
    LUNAR_CONTACT_S, LUNAR_FROM_CATALOG_MIN, LUNAR_FROM_CATALOG_S, LUNAR_GRAZE_S, LUNAR_GREATEST_S,
    LUNAR_MAGNITUDE_DIRECT,
};

/// Names of contacts and greatest eclipse, here and in the sample.
const NAMES: [&str; 7] = ["P1", "U1", "U2", "greatest", "U3", "U4", "P4"];
/// Names of magnitudes here and in the sample.
const MAGNITUDES: [(&str, &str); 2] =
    [("umbralMagnitude", "umbral_magnitude"), ("penumbralMagnitude", "penumbral_magnitude")];
/// All lunar eclipses of 1900–2100.
const ECLIPSES: usize = 459;
fn allowed_s(jd: &str, name: &str) -> f64 {
    match name {
        "greatest" => LUNAR_GREATEST_S,
        "U2" | "U3" if jd == LUNAR_GRAZE_S.0 => LUNAR_GRAZE_S.1,
        _ => LUNAR_CONTACT_S,
    }
}

/// Returns the delay of each contact against a row of the sample, seconds, and the excess of the magnitudes.
fn differences(row: &HashMap<String, String>) -> Vec<(&'static str, f64)> {
    let jd = &row["jd"];
    let response = response(&format!("/lunar-eclipse/local-circumstances/{jd}?obs=0,0&deltaT=0"));
    let contacts = response["contacts"].as_array().expect("contacts");
    let expected = NAMES.into_iter().filter(|name| !row[*name].is_empty());
    let names = contacts.iter().filter_map(|c| c["contact"].as_str());
    assert!(names.eq(expected.clone()), "{jd}: {response}");
    let midnight_s = (jd.parse::<f64>().expect("a number") - 2_440_587.5) * 86_400.0;
    let late = contacts.iter().zip(expected).map(|(contact, name)| {
        let expected_s = row[name].parse::<f64>().expect("a number");
        (name, unix_ms(&contact["date"]) / 1000.0 - midnight_s - expected_s)
    });
    let greater = MAGNITUDES.map(|(ours, theirs)| {
        (theirs, number(&response[ours]) - row[theirs].parse::<f64>().expect("a number"))
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
            if difference.is_nan() || difference.abs() > allowed {
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
    let response = response(&format!("/lunar-eclipse/local-circumstances/{date}?obs=0,0&deltaT=0"));
    let mut contacts = response["contacts"].as_array().expect("contacts").iter();
    let greatest = contacts.find(|contact| contact["contact"] == "greatest").expect("greatest eclipse");
    let ms = unix_ms(&greatest["date"]) - unix_ms(&record["isoDate"]);
    let late_s = ms / 1000.0 - number(&record["greatestTD"]) * 86_400.0;
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
    let records = list("/lunar-eclipse/catalog/1702/2108");
    let mut worst: [(f64, String); 4] = Default::default();
    for record in &records {
        for (worst, off) in worst.iter_mut().zip(from_catalog(record)) {
            assert!(off.is_finite(), "{record}");
            if off.abs() > worst.0.abs() {
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
fn the_whole_lunar_catalog_is_one_answer_in_order() {
    let records = list("/lunar-eclipse/catalog/-1999/3000");
    assert_eq!(records.len(), 12_064);
    for (i, record) in records.iter().enumerate() {
        assert_eq!(record["catalog"].as_u64(), Some(i as u64 + 1));
        let letter = record["eclipseTypePrimary"].as_str();
        assert_eq!(record["parDurationMin"].is_null(), letter == Some("N"), "{record}");
        assert_eq!(record["totalDurationMin"].is_null(), letter != Some("T"), "{record}");
    }
    let part = list("/lunar-eclipse/catalog/-1000/2000?saros=119&type=P");
    let is_match = |r: &&Value| r["saros"] == 119 && r["eclipseTypePrimary"] == "P";
    let is_between = |r: &&Value| (-1000.0..=2000.0).contains(&number(&r["year"]));
    assert!(!part.is_empty() && part.iter().eq(records.iter().filter(is_match).filter(is_between)));
}
