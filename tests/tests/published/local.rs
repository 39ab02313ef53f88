//! Contacts of solar eclipses in cities, as NASA's bulletins and pages have them.

use super::{agrees, answer, degrees, number, seconds};

/// Bulletins of the 1990s: another ephemeris, and a ΔT that was still predicted.
const BULLETIN_TOLERANCE_S: f64 = 2.0;
/// A table that names a minute, not where in the city: half a minute, and ten seconds for ten kilometres.
const CITY_TOLERANCE_S: f64 = 40.0;

/// Instants of the contacts of a place that has them (0 is greatest), and the greatest magnitude.
fn contacts(jd: f64, latitude: f64, longitude: f64, height_m: f64) -> (impl Fn(u64) -> f64, f64) {
    let place = format!("{latitude},{longitude},{height_m}");
    let all = answer(&format!("/solar-eclipse/local-circumstances/details/{jd}?obs={place}"));
    let magnitude = number(&all, "/magnitude");
    let instant = move |contact: u64| {
        let list = all["contacts"].as_array().expect("contacts");
        let found = list.iter().find(|c| c["contact"] == contact).expect("the contact");
        seconds(found["date"].as_str().expect("a date"))
    };
    (instant, magnitude)
}

/// A row of the tables of NASA Reference Publication 1398 (Espenak and Anderson 1997), Total Solar Eclipse of
/// 1999 August 11: https://eclipse.gsfc.nasa.gov/SEpubs/19990811/tables/table_21.html.
fn agrees_with_bulletin(
    (latitude, longitude, height_m): (f64, f64, f64),
    [first, greatest, fourth]: [&str; 3],
    magnitude: f64,
) {
    let (instant, reached) = contacts(2_451_401.5, latitude, longitude, height_m);
    for (contact, published) in [(1, first), (0, greatest), (4, fourth)] {
        let late = instant(contact) - seconds(&format!("1999-08-11T{published}Z"));
        agrees(&format!("contact {contact}, s"), late, 0.0, BULLETIN_TOLERANCE_S);
    }
    // Printed to three decimals.
    agrees("magnitude", reached, magnitude, 0.001);
}

#[test]
fn the_eclipse_of_1999_passes_bergen_as_nasas_bulletin_says() {
    let place = (degrees(60.0, 23.0, 0.0), degrees(5.0, 20.0, 0.0), 43.0);
    agrees_with_bulletin(place, ["09:19:41.7", "10:29:34.5", "11:41:01.6"], 0.722);
}

#[test]
fn the_eclipse_of_1999_passes_oslo_as_nasas_bulletin_says() {
    let place = (degrees(59.0, 55.0, 0.0), degrees(10.0, 45.0, 0.0), 94.0);
    agrees_with_bulletin(place, ["09:24:38.1", "10:35:29.3", "11:47:14.0"], 0.718);
}

#[test]
fn the_eclipse_of_1999_passes_gdansk_as_nasas_bulletin_says() {
    let place = (degrees(54.0, 23.0, 0.0), degrees(18.0, 40.0, 0.0), 11.0);
    agrees_with_bulletin(place, ["09:29:46.7", "10:46:50.9", "12:03:27.7"], 0.818);
}

#[test]
fn the_eclipse_of_1999_passes_bielsko_biala_as_nasas_bulletin_says() {
    let place = (degrees(49.0, 49.0, 0.0), degrees(19.0, 2.0, 0.0), 0.0);
    agrees_with_bulletin(place, ["09:28:29.2", "10:50:01.0", "12:10:38.9"], 0.931);
}

/// A row of NASA's tables for cities, which name the minute in which totality begins and ends.
fn totality_agrees(jd: f64, latitude: f64, longitude: f64, begins: &str, ends: &str) {
    let (instant, magnitude) = contacts(jd, latitude, longitude, 0.0);
    assert!(magnitude > 1.0, "{magnitude}");
    for (contact, minute) in [(2, begins), (3, ends)] {
        let middle = seconds(minute) + 30.0;
        agrees(&format!("contact {contact}, s"), instant(contact) - middle, 0.0, CITY_TOLERANCE_S);
    }
}

// https://science.nasa.gov/eclipses/future-eclipses/eclipse-2024/where-when, in UT.
const ECLIPSE_OF_2024_JD: f64 = 2_460_408.5;

#[test]
fn totality_of_2024_comes_to_dallas_in_nasas_minute() {
    totality_agrees(ECLIPSE_OF_2024_JD, 32.779, -96.808, "2024-04-08T18:40Z", "2024-04-08T18:44Z");
}

#[test]
fn totality_of_2024_comes_to_cleveland_in_nasas_minute() {
    totality_agrees(ECLIPSE_OF_2024_JD, 41.499, -81.694, "2024-04-08T19:13Z", "2024-04-08T19:17Z");
}

#[test]
fn totality_of_2024_comes_to_buffalo_in_nasas_minute() {
    totality_agrees(ECLIPSE_OF_2024_JD, 42.886, -78.878, "2024-04-08T19:18Z", "2024-04-08T19:22Z");
}

#[test]
fn totality_of_2024_comes_to_burlington_in_nasas_minute() {
    totality_agrees(ECLIPSE_OF_2024_JD, 44.476, -73.212, "2024-04-08T19:26Z", "2024-04-08T19:29Z");
}

// https://eclipse2017.nasa.gov/eclipse-who-what-where-when-and-how, in UT.
const ECLIPSE_OF_2017_JD: f64 = 2_457_986.5;

#[test]
fn totality_of_2017_comes_to_madras_in_nasas_minute() {
    totality_agrees(ECLIPSE_OF_2017_JD, 44.633, -121.129, "2017-08-21T17:19Z", "2017-08-21T17:21Z");
}

#[test]
fn totality_of_2017_comes_to_casper_in_nasas_minute() {
    totality_agrees(ECLIPSE_OF_2017_JD, 42.850, -106.325, "2017-08-21T17:42Z", "2017-08-21T17:45Z");
}

#[test]
fn totality_of_2017_comes_to_carbondale_in_nasas_minute() {
    totality_agrees(ECLIPSE_OF_2017_JD, 37.727, -89.217, "2017-08-21T18:20Z", "2017-08-21T18:22Z");
}
