//! The uncertainties in responses.

use super::*;

/// The uncertainty of the first event with a key.
fn accuracy(path: &str, key: &str) -> Value {
    let mut events = events(path).into_iter();
    events.find(|event| event["key"] == key).expect("an event of that key")["accuracy"].take()
}

const DAY: &str = "/rise-transit-set/2024-04-08/2024-04-08?observer=38.9,-77.04,20&body=sun,moon";

#[test]
fn specified_answers_contain_uncertainties_only_on_request() {
    for path in [
        "/body-position/2024-04-08?body=sun,moon&extras=all",
        DAY,
        "/lunar-libration/2024-04-08?obs=38.9,-77.04",
    ] {
        let text = demo().get(path).text();
        assert!(!text.contains("\"accuracy\":"), "{path}");
        let link = if path.contains("extras=all") { ",accuracy" } else { "&extras=accuracy" };
        let answer = good(&format!("{path}{link}"));
        assert!(answer.text().contains("\"accuracy\":{\"deltaT\":"), "{path}");
        let cost = |text: &str| serde_json::from_str::<Value>(text).expect("JSON")["query"]["cost"].clone();
        assert_eq!(cost(&text), cost(&answer.text()), "{path}");
    }
}

#[test]
fn sunrise_is_as_unsure_as_refraction_and_noon_is_not() {
    let path = format!("{DAY}&extras=accuracy&events=civil_dawn");
    let rise = accuracy(&path, "sunrise");
    // 0.16° at 15″ a second and the slant of 39° north.
    assert!((40.0..60.0).contains(&number(&rise["sigma"])), "{rise}");
    assert!((number(&rise["refractionSigmaArcsec"]) - 580.0).abs() < 10.0, "{rise}");
    for key in ["solar_transit", "civil_dawn", "lunar_transit"] {
        let accuracy = accuracy(&path, key);
        assert!(number(&accuracy["sigma"]) < 0.1, "{key}: {accuracy}");
        assert!(accuracy["refractionSigmaArcsec"].is_null(), "{key}: {accuracy}");
    }
    let always = "/rise-transit-set/2005-06-21/2005-06-21?observer=80,15&body=sun&extras=accuracy";
    assert!(accuracy(always, "sun_always_above").is_null());
}

#[test]
fn each_cause_of_uncertainty_appears_where_it_applies() {
    let places = response("/body-position/2024-04-08T12:00Z?body=sun,gc&obs=38.9,-77.04,20&extras=accuracy");
    let at = &places["2024-04-08T12:00:00.000Z"];
    assert_eq!((at["sun"]["accuracy"]["theory"].as_str()), Some("standard"));
    assert_eq!((at["gc"]["accuracy"]["theory"].as_str()), Some("precession"));
    assert!(at["sun"]["accuracy"]["sigma"].is_null(), "a position is no instant");
    let matches = response("/az-alt-search/2024-04-08/2024-04-09?obs=38.9,-77.04,20&body=sun&alt=2");
    assert!(number(&matches[0]["accuracy"]["refractionSigmaArcsec"]) > 50.0, "{matches}");
    let airless = "/az-alt-search/2024-04-08/2024-04-09?obs=38.9,-77.04,20&body=sun&alt=2&ref=parallax";
    assert!(response(airless)[0]["accuracy"]["refractionSigmaArcsec"].is_null());
    let moon = response("/lunar-eclipse/local-circumstances/2460748.5?obs=38.9,-77.04,20");
    let sigma = |k: usize| number(&moon["contacts"][k]["sigma"]);
    assert!((0..7).all(|k| (1e-6..1.0).contains(&sigma(k))), "{moon}");
    let moon = &response("/celestial-events/2090-01-01/2090-02-01?body=moon&events=full_moon")[0]["accuracy"];
    let ratio = number(&moon["sigma"]) / number(&moon["deltaTSigma"]);
    assert!((1.0..1.1).contains(&ratio), "all of the error of ΔT: {moon}");
    let showers = response("/meteor-showers/2025-08-12/2025-08-13?shower=PER");
    // The list has 140.0°.
    assert!((2000.0..3000.0).contains(&number(&showers[0]["accuracy"]["sigma"])), "{showers}");
}

#[test]
fn calendars_contain_uncertainties_on_request() {
    let calendar = demo().get(&format!("{DAY}&extras=accuracy&format=ics")).text();
    assert!(calendar.contains("Accurate to ± "), "{calendar}");
    assert!(!demo().get(&format!("{DAY}&format=ics")).text().contains("Accurate to"));
}
