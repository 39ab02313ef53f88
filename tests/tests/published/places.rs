//! Sun and Moon where JPL and the Naval Observatory have them.

use super::{PLACE_TOLERANCE_DEG, agrees, agrees_deg, answer, body, number};
use crate::figures::HORIZONTAL_DEG;
use astro::constants::AU_KM;

/// Distance of the Moon against JPL, km: 0.15″ of its place seen from the side.
const MOON_DISTANCE_TOLERANCE_KM: f64 = 0.3;

// Sun and Moon of JPL DE405 as the Naval Observatory's NOVAS C 3.1 reduces them; printed in
// skyfield/tests/test_against_novas.py of https://github.com/skyfielders/python-skyfield, functions
// test_sun_geocentric_date0 … 3 and test_moon_geocentric_date0 … 3 (apparent, epoch of date).

/// Body, instant of TD, right ascension in hours, declination in degrees.
const NOVAS: [(&str, &str, f64, f64); 8] = [
    ("sun", "1969-07-20T20:18:00Z", 8.000_108_116_572, 20.584_930_935_996),
    ("moon", "1969-07-20T20:18:00Z", 12.446_262_111_681, -4.378_227_942_512),
    ("sun", "1990-05-20T00:00:00Z", 3.766_629_204_582, 19.879_173_772_310),
    ("moon", "1990-05-20T00:00:00Z", 23.668_278_096_874, 1.805_189_185_727),
    ("sun", "2000-01-01T12:00:00Z", 18.751_837_974_779, -23.032_488_638_723),
    ("moon", "2000-01-01T12:00:00Z", 14.829_573_271_761, -10.897_905_576_905),
    ("sun", "2012-08-25T00:00:00Z", 10.279_264_504_672, 10.688_507_865_341),
    ("moon", "2012-08-25T00:00:00Z", 16.403_831_131_432, -20.965_089_135_585),
];

#[test]
fn sun_and_moon_agree_with_jpl_as_novas_reduces_them() {
    for (name, td, right_ascension_h, declination_deg) in NOVAS {
        let place = body(name, "precise", td);
        let cos = declination_deg.to_radians().cos();
        let (what, ra) = (format!("{name} of {td}"), number(&place, "/apparentCoordinates/ra"));
        agrees_deg(&what, ra, 15.0 * right_ascension_h, PLACE_TOLERANCE_DEG / cos);
        let declination = number(&place, "/apparentCoordinates/decl");
        agrees(&what, declination, declination_deg, PLACE_TOLERANCE_DEG);
    }
}

// The sample calculations of NOVAS C 3.1, file example-usno.txt: 2008 April 24, 10:36:18 UTC, UT1 − UTC
// −0.387845 s, TT − UT1 65.571845 s, 42° N 70° W.

const NOVAS_UT1: &str = "2008-04-24T10:36:17.612Z";
const NOVAS_DELTA_T_S: f64 = 65.571_845;

#[test]
fn the_sample_of_novas_has_the_moon_in_its_place_and_azimuth() {
    let path = format!(
        "/body-position/{NOVAS_UT1}?body=moon&alg=precise&deltaT={NOVAS_DELTA_T_S}&obs=42,-70,0&extras=all"
    );
    let all = answer(&path);
    let moon = &all.as_object().and_then(|o| o.values().next()).expect("one instant")["moon"];
    let ra = number(moon, "/apparentCoordinates/ra");
    agrees_deg("right ascension", ra, 15.0 * 17.139_077_426_4, PLACE_TOLERANCE_DEG / 0.886_7);
    agrees("declination", number(moon, "/apparentCoordinates/decl"), -27.537_444_886_9, PLACE_TOLERANCE_DEG);
    let azimuth = number(moon, "/localHorizontal/parallax/azimuth");
    agrees_deg("azimuth", azimuth, 219.270_890_340_5, HORIZONTAL_DEG);
    let km = number(moon, "/distanceToEarth");
    agrees("distance, km", km, 0.002_710_296_515 * AU_KM, MOON_DISTANCE_TOLERANCE_KM);
}
