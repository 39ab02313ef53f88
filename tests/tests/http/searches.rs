//! Searches by azimuth and altitude, sunlight, and days of a place: the consistency of responses.

use super::{list, number, response};

#[test]
fn one_quantity_is_met_and_the_conditions_hold_then() {
    let found = list(
        "/az-alt-search/2025-01-01/2026-01-01?obs=46.58,7.91,800&body=moon&az=220.5&minAlt=20&ill=0.9,1\
         &sun=-90,-12&ref=parallax",
    );
    assert!(found.len() > 5, "{} matches", found.len());
    for found in found {
        let place = &found["azAlt"]["parallax"];
        let (off, altitude) = (number(&place["azimuth"]) - 220.5, number(&place["altitude"]));
        // A passage that ends at the least altitude before the azimuth is met has its nearest instant there.
        assert!(off.abs() < 1e-3 || (off.abs() <= 0.5 && altitude < 20.001), "{found}");
        assert!(altitude >= 20.0 - 1e-5, "{found}");
        assert!(number(&found["illuminatedFraction"]) >= 0.9 && number(&found["sunAltitude"]) <= -12.0);
        assert!(["from", "date", "to"].map(|name| found[name].as_str()).is_sorted(), "{found}");
    }
}

#[test]
fn months_are_the_sums_of_their_days_and_an_eclipse_takes_from_both() {
    let sums = |path: &str, key: &str| -> f64 {
        let all = response(path);
        all.as_object().expect("days or months").values().map(|v| number(&v[key])).sum()
    };
    for eclipse in [0, 1] {
        let rest = format!("obs=32.78,-96.8,140&tilt=40&azimuth=200&eclipse={eclipse}");
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
