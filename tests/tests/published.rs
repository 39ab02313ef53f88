//! Does the service say what was published? Single cases from books and tables, each with its address, so
//! that the science is held where the reference tables are absent. They are asked of the running server.

use crate::http::demo;
use artifacts::tables::lunar_eclipses;
use astro::constants::{AU_KM, SECONDS_PER_DAY};
use astro::earth::nutation::Nutation;
use astro::earth::rotation::{earth_rotation_angle, gast, gmst};
use astro::ephemeris::Ephemerides;
use astro::math::angle::{ARCSEC, normalize_signed};
use astro::time::{Tt, Ut1};
use serde_json::Value;
use server::testing::date_time;

/// Sun and Moon against JPL, degrees. README: within 0.1″ of DE440 in 1800–2200; × 1.5.
const PLACE_TOLERANCE_DEG: f64 = 0.15 / 3600.0;
/// Distance of the Moon against JPL, km: 0.15″ of its place seen from the side.
const MOON_DISTANCE_TOLERANCE_KM: f64 = 0.3;
/// Azimuth against JPL, degrees. README: 0.00002°; × 1.5.
const AZIMUTH_TOLERANCE_DEG: f64 = 0.000_03;
/// Sidereal time and rotation angle against their standards, radians: 1e-9 is 0.0002″, and two of 33 of the
/// complementary terms are taken.
const ROTATION_TOLERANCE_RAD: f64 = 1e-9;
/// Nutation against IAU 2000A, radians: the tolerance of the standard's own test program is 1e-13; the tables
/// give ten decimals of an arcsecond.
const NUTATION_TOLERANCE_RAD: f64 = 1e-12;
/// The distance is here that of the instant at which the light left: the Earth moves towards or from the Sun
/// with up to 0.5 km/s for 499 s meanwhile.
const LIGHT_TIME_AU: f64 = 0.5 * 499.0 / AU_KM;
/// Examples that the book prints to its last digit, degrees.
const MEEUS_TOLERANCE_DEG: f64 = 0.000_01;
/// The book prints hundredths of a degree.
const HUNDREDTH_DEG: f64 = 0.005;
/// Greatest eclipse by the short method of Meeus (1998), chapter 54, seconds: within 1.1 minutes from 1951 to
/// 2050.
const SHORT_METHOD_S: f64 = 66.0;
/// USNO prints whole minutes, takes a spherical Earth for the parallax and 16′ for the Sun's semidiameter.
const USNO_TOLERANCE_S: f64 = 35.0;
/// ΔT as the Astronomical Almanac prints it, seconds: before 2005 the service has a table of tenths.
const DELTA_T_TOLERANCE_S: f64 = 0.05;
/// Time of greatest eclipse against the canon, seconds. README: 0.8 s in 1500–2500; × 1.5.
const GREATEST_TOLERANCE_S: f64 = 1.2;
/// γ against the canon, Earth radii. README: 8e-5; × 1.5.
const GAMMA_TOLERANCE: f64 = 1.2e-4;
/// Magnitude against the canon. README: 1.0e-4; × 1.5.
const MAGNITUDE_TOLERANCE: f64 = 1.5e-4;
/// Duration on the central line, seconds. README: 0.7 s; × 1.5.
const DURATION_TOLERANCE_S: f64 = 1.05;
/// Path width, km. README: 0.9 km; × 1.5.
const WIDTH_TOLERANCE_KM: f64 = 1.35;
/// Time of greatest lunar eclipse, seconds. README: 2.8 s in 1500–2500; × 1.5.
const LUNAR_GREATEST_TOLERANCE_S: f64 = 4.2;
/// Magnitudes of lunar eclipses. README: 2.3e-4; × 1.5.
const LUNAR_MAGNITUDE_TOLERANCE: f64 = 3.45e-4;
/// Durations of lunar eclipses, minutes: the canon prints tenths, others whole seconds of the same.
const LUNAR_DURATION_TOLERANCE_MIN: f64 = 0.1;
/// Bulletins of the 1990s: another ephemeris, and a ΔT that was still predicted.
const BULLETIN_TOLERANCE_S: f64 = 2.0;
/// A table that names a minute, not where in the city: half a minute, and ten seconds for ten kilometres.
const CITY_TOLERANCE_S: f64 = 40.0;
/// Besselian elements over t0 ± 2 h: x, y, d (°), l1, l2, µ (°).
/// README: 7e-5, 4e-5, 3e-5, 1e-6, 1e-6, 6e-5; × 1.5.
const ELEMENT_TOLERANCES: [f64; 6] = [1.05e-4, 6e-5, 4.5e-5, 1.5e-6, 1.5e-6, 9e-5];

/// Asserts and prints how far a value is from what was published.
fn agrees(what: &str, value: f64, published: f64, tolerance: f64) {
    println!(
        "{what}: {value} for {published}, {:.3} of the tolerance",
        (value - published).abs() / tolerance
    );
    assert!((value - published).abs() <= tolerance, "{what}: {value}, published {published} ± {tolerance}");
}

/// The same for angles in degrees, whatever their turn.
fn agrees_deg(what: &str, value: f64, published: f64, tolerance: f64) {
    let apart = normalize_signed((value - published).to_radians()).to_degrees();
    agrees(what, published + apart, published, tolerance);
}

fn answer(path: &str) -> Value {
    let answer = demo().get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.json()["response"].clone()
}

fn number(value: &Value, pointer: &str) -> f64 {
    value.pointer(pointer).and_then(Value::as_f64).unwrap_or_else(|| panic!("no number {pointer}: {value}"))
}

/// Seconds since 1970 of a date as text.
fn seconds(date: &str) -> f64 {
    date_time::parse(date).unwrap_or_else(|| panic!("{date} is no date")) as f64 / 1000.0
}

fn degrees(d: f64, m: f64, s: f64) -> f64 {
    d.signum() * (d.abs() + m / 60.0 + s / 3600.0)
}

fn hours(h: f64, m: f64, s: f64) -> f64 {
    15.0 * degrees(h, m, s)
}

/// A body at an instant of TD.
fn body(name: &str, theory: &str, td: &str) -> Value {
    let all = answer(&format!("/body-position/{td}?body={name}&alg={theory}&deltaT=0"));
    let first = all.as_object().and_then(|o| o.values().next()).expect("one instant");
    first[name].clone()
}

// Sun and Moon of JPL DE405 as the Naval Observatory's NOVAS C 3.1 reduces them; printed in
// skyfield/tests/test_against_novas.py of https://github.com/skyfielders/python-skyfield, functions
// test_sun_geocentric_date0 … 3 and test_moon_geocentric_date0 … 3 (apparent, epoch of date).

fn agrees_with_novas(name: &str, td: &str, right_ascension_h: f64, declination_deg: f64) {
    let place = body(name, "precise", td);
    let cos = declination_deg.to_radians().cos();
    let ra = number(&place, "/apparentCoordinates/ra");
    agrees_deg("right ascension", ra, 15.0 * right_ascension_h, PLACE_TOLERANCE_DEG / cos);
    let declination = number(&place, "/apparentCoordinates/decl");
    agrees("declination", declination, declination_deg, PLACE_TOLERANCE_DEG);
}

#[test]
fn the_sun_stands_where_jpl_has_it_at_the_landing_of_apollo_11() {
    agrees_with_novas("sun", "1969-07-20T20:18:00Z", 8.000_108_116_572, 20.584_930_935_996);
}

#[test]
fn the_moon_stands_where_jpl_has_it_at_the_landing_of_apollo_11() {
    agrees_with_novas("moon", "1969-07-20T20:18:00Z", 12.446_262_111_681, -4.378_227_942_512);
}

#[test]
fn the_sun_stands_where_jpl_has_it_on_1990_may_20() {
    agrees_with_novas("sun", "1990-05-20T00:00:00Z", 3.766_629_204_582, 19.879_173_772_310);
}

#[test]
fn the_moon_stands_where_jpl_has_it_on_1990_may_20() {
    agrees_with_novas("moon", "1990-05-20T00:00:00Z", 23.668_278_096_874, 1.805_189_185_727);
}

#[test]
fn the_sun_stands_where_jpl_has_it_at_j2000() {
    agrees_with_novas("sun", "2000-01-01T12:00:00Z", 18.751_837_974_779, -23.032_488_638_723);
}

#[test]
fn the_moon_stands_where_jpl_has_it_at_j2000() {
    agrees_with_novas("moon", "2000-01-01T12:00:00Z", 14.829_573_271_761, -10.897_905_576_905);
}

#[test]
fn the_sun_stands_where_jpl_has_it_on_2012_august_25() {
    agrees_with_novas("sun", "2012-08-25T00:00:00Z", 10.279_264_504_672, 10.688_507_865_341);
}

#[test]
fn the_moon_stands_where_jpl_has_it_on_2012_august_25() {
    agrees_with_novas("moon", "2012-08-25T00:00:00Z", 16.403_831_131_432, -20.965_089_135_585);
}

// The sample calculations of NOVAS C 3.1, file example-usno.txt: 2008 April 24, 10:36:18 UTC, UT1 − UTC
// −0.387845 s, TT − UT1 65.571845 s, 42° N 70° W.

const NOVAS_UT1: &str = "2008-04-24T10:36:17.612Z";
const NOVAS_JD_UT1: Ut1 = Ut1(2_454_580.5 + 38_177.612_155 / SECONDS_PER_DAY);
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
    agrees_deg("azimuth", azimuth, 219.270_890_340_5, AZIMUTH_TOLERANCE_DEG);
    let km = number(moon, "/distanceToEarth");
    agrees("distance, km", km, 0.002_710_296_515 * AU_KM, MOON_DISTANCE_TOLERANCE_KM);
}

#[test]
fn the_sample_of_novas_has_the_sidereal_time_and_the_rotation_angle() {
    let ut = NOVAS_JD_UT1;
    let tt = ut.to_tt(NOVAS_DELTA_T_S);
    // An f64 holds a Julian date to 0.00004 s.
    const JULIAN_DATE_S: f64 = 0.000_05;
    let places = crate::sky::sources().apparent.places(tt);
    let gast_s = gast(ut, tt, places.nutation_longitude, places.obliquity).to_degrees() * 240.0;
    agrees(
        "apparent sidereal time, s",
        gast_s.rem_euclid(SECONDS_PER_DAY),
        3600.0 * 0.793_621_341_48,
        JULIAN_DATE_S,
    );
    let angle_s = earth_rotation_angle(ut).to_degrees() * 240.0;
    agrees("rotation angle, s", angle_s, 240.0 * 11.795_615_846_2, JULIAN_DATE_S);
}

// The International Astronomical Union's Standards of Fundamental Astronomy, test program t_sofa_c.c,
// functions t_era00, t_gmst06, t_gst06a and t_nut00a.

#[test]
fn the_rotation_of_the_earth_is_that_of_the_iau() {
    let (ut, tt) = (Ut1(2_453_736.5), Tt(2_453_736.5));
    let angle = earth_rotation_angle(Ut1(2_454_388.5));
    agrees("rotation angle", angle, 0.402_283_724_002_815_8, ROTATION_TOLERANCE_RAD);
    agrees("mean sidereal time", gmst(ut, tt), 1.754_174_971_870_091, ROTATION_TOLERANCE_RAD);
    let places = crate::sky::sources().apparent.places(tt);
    let apparent = gast(ut, tt, places.nutation_longitude, places.obliquity);
    agrees("apparent sidereal time", apparent, 1.754_166_137_675_019, ROTATION_TOLERANCE_RAD);
}

#[test]
fn nutation_is_that_of_iau_2000a() {
    let t = Tt(2_453_736.5).centuries();
    let Nutation { longitude, obliquity } = crate::sky::sources().apparent.nutation.value(t);
    agrees("longitude", longitude, -0.963_090_910_711_551_8e-5, NUTATION_TOLERANCE_RAD);
    agrees("obliquity", obliquity, 0.406_323_917_400_167_9e-4, NUTATION_TOLERANCE_RAD);
}

// Meeus, Astronomical Algorithms, second edition (1998).

#[test]
fn nutation_and_obliquity_are_those_of_example_22_a() {
    // P. 148, 1987 April 10, 0h TD, IAU 1980, printed to 0.001″.
    const TOLERANCE_ARCSEC: f64 = 0.000_6;
    let t = Tt(2_446_895.5);
    let Nutation { longitude, obliquity } = astro::theory::meeus::nutation(t);
    agrees("longitude, ″", longitude / ARCSEC, -3.788, TOLERANCE_ARCSEC);
    agrees("obliquity, ″", obliquity / ARCSEC, 9.443, TOLERANCE_ARCSEC);
    let mean = astro::theory::meeus::sun(t).mean_obliquity.to_degrees();
    agrees("mean obliquity, ″", mean * 3600.0, degrees(23.0, 26.0, 27.407) * 3600.0, TOLERANCE_ARCSEC);
}

#[test]
fn sidereal_time_is_that_of_examples_12_a_and_12_b() {
    // Pp. 88 and 89, by the expression of 1982, printed to 0.0001 s.
    const TOLERANCE_S: f64 = 0.000_1;
    let seconds = |ut: f64| astro::earth::rotation::gmst_1982(Ut1(ut)).to_degrees().rem_euclid(360.0) * 240.0;
    agrees("12.a", seconds(2_446_895.5), hours(13.0, 10.0, 46.3668) * 240.0, TOLERANCE_S);
    agrees("12.b", seconds(2_446_896.306_25), hours(8.0, 34.0, 57.0896) * 240.0, TOLERANCE_S);
}

#[test]
fn the_low_accuracy_sun_is_that_of_example_25_a() {
    // P. 165, 1992 October 13, 0h TD: λ 199.90895°, R 0.99766, α 198.38083°, δ −7.78507°.
    let sun = body("sun", "standard", "1992-10-13");
    agrees("longitude", number(&sun, "/apparentLongitude"), 199.908_95, MEEUS_TOLERANCE_DEG);
    agrees("radius vector", number(&sun, "/radiusVector"), 0.997_66, 0.000_005);
    agrees_deg("right ascension", number(&sun, "/apparentCoordinates/ra"), 198.380_83, MEEUS_TOLERANCE_DEG);
    agrees("declination", number(&sun, "/apparentCoordinates/decl"), -7.785_07, MEEUS_TOLERANCE_DEG);
}

#[test]
fn the_exact_sun_is_that_below_example_25_a() {
    // P. 165, of the whole VSOP87: λ 199°54′21.56″, α 13h13m30.749s, δ −7°47′01.74″,
    // R 0.99760853.
    let sun = body("sun", "precise", "1992-10-13");
    let ra = number(&sun, "/apparentCoordinates/ra");
    agrees_deg("right ascension", ra, hours(13.0, 13.0, 30.749), PLACE_TOLERANCE_DEG);
    let declination = degrees(-7.0, 47.0, 1.74);
    agrees("declination", number(&sun, "/apparentCoordinates/decl"), declination, PLACE_TOLERANCE_DEG);
    let longitude = number(&sun, "/apparentLongitude");
    agrees_deg("longitude", longitude, degrees(199.0, 54.0, 21.56), PLACE_TOLERANCE_DEG);
    agrees("radius vector", number(&sun, "/radiusVector"), 0.997_608_53, LIGHT_TIME_AU);
}

#[test]
fn the_moon_is_that_of_example_47_a() {
    // P. 342, 1992 April 12, 0h TD. The interface multiplies terms in 2M by E where the book has E².
    let moon = body("moon", "standard", "1992-04-12");
    agrees("longitude", number(&moon, "/eclipticCoordinates/λ"), 133.162_655, MEEUS_TOLERANCE_DEG);
    agrees("latitude", number(&moon, "/eclipticCoordinates/β"), -3.229_126, MEEUS_TOLERANCE_DEG);
    agrees("distance, km", number(&moon, "/geocentricSphericalCoordinates/Δ"), 368_409.7, 0.1);
    agrees("parallax", number(&moon, "/equatorialHorizontalParallax"), 0.991_990, 1e-6);
    agrees("right ascension", number(&moon, "/apparentCoordinates/ra"), 134.688_470, MEEUS_TOLERANCE_DEG);
    agrees("declination", number(&moon, "/apparentCoordinates/decl"), 13.768_368, MEEUS_TOLERANCE_DEG);
}

#[test]
fn the_exact_moon_is_that_below_example_47_a() {
    // P. 343, of the whole ELP-2000/82: λ 133°10′00″, β −3°13′45″, δ +13°46′06″, rounded
    // to the arcsecond, and Δ 368 405.6 km.
    const HALF_ARCSEC_DEG: f64 = 0.6 / 3600.0;
    let moon = body("moon", "precise", "1992-04-12");
    agrees("longitude", number(&moon, "/apparentLongitude"), degrees(133.0, 10.0, 0.0), HALF_ARCSEC_DEG);
    agrees("latitude", number(&moon, "/eclipticCoordinates/β"), degrees(-3.0, 13.0, 45.0), HALF_ARCSEC_DEG);
    let declination = number(&moon, "/apparentCoordinates/decl");
    agrees("declination", declination, degrees(13.0, 46.0, 6.0), HALF_ARCSEC_DEG);
    agrees("distance, km", number(&moon, "/geocentricSphericalCoordinates/Δ"), 368_405.6, 0.3);
}

#[test]
fn libration_is_that_of_example_53_a() {
    // P. 377, 1992 April 12, 0h TD.
    let all = answer("/lunar-libration/1992-04-12?deltaT=0");
    for (part, published, tolerance) in [
        ("opticalLibration/lng", -1.206, 0.001),
        ("opticalLibration/lat", 4.194, 0.001),
        ("physicalLibration/lng", -0.025, 0.001),
        ("physicalLibration/lat", 0.006, 0.001),
        ("totalLibration/lng", -1.23, HUNDREDTH_DEG),
        ("totalLibration/lat", 4.20, HUNDREDTH_DEG),
        ("positionAngle", 15.08, HUNDREDTH_DEG),
        ("selenographicPosition/lat", 1.46, HUNDREDTH_DEG),
    ] {
        agrees_deg(part, number(&all, &format!("/physicalObservations/{part}")), published, tolerance);
    }
}

#[test]
fn the_partial_eclipse_of_1993_may_21_is_that_of_example_54_a() {
    // P. 384: JDE 2449129.0979, partial.
    let e = solar("1993", "May", 21);
    assert_eq!(e["eclipseTypePrimary"], "P");
    let day = number(&e, "/greatestTD");
    agrees("greatest, s", day * SECONDS_PER_DAY, 0.597_9 * SECONDS_PER_DAY, SHORT_METHOD_S);
}

#[test]
fn the_total_eclipse_of_2009_july_22_is_that_of_example_54_b() {
    // P. 385: JDE 2455034.6088, total.
    let e = solar("2009", "Jul", 22);
    assert_eq!(e["eclipseTypePrimary"], "T");
    agrees(
        "greatest, s",
        number(&e, "/greatestTD") * SECONDS_PER_DAY,
        0.108_8 * SECONDS_PER_DAY,
        SHORT_METHOD_S,
    );
}

#[test]
fn the_lunar_eclipses_of_1973_june_and_1997_september_are_those_of_examples_54_c_and_54_d() {
    // Pp. 385 and 386: JDE 2441849.3687, penumbral; JDE 2450708.2835, total.
    for (date, jde, kind) in [((1973, 6, 15), 2_441_849.368_7, "N"), ((1997, 9, 16), 2_450_708.283_5, "T")] {
        let generation = lunar_generation();
        let e = lunar(&generation, date);
        assert_eq!(&e.eclipse_type[..1], kind);
        agrees("greatest, s", (e.jd_tt - jde) * SECONDS_PER_DAY, 0.0, SHORT_METHOD_S);
    }
}

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

#[test]
fn at_fredonia_the_sun_rises_and_sets_at_the_naval_observatorys_minutes() {
    for (rise, set) in [
        ("2023-03-20T13:34Z", "2023-03-21T01:42Z"),
        ("2023-06-21T12:11Z", "2023-06-22T02:53Z"),
        ("2023-09-23T13:19Z", "2023-09-24T01:26Z"),
        ("2023-12-21T14:39Z", "2023-12-22T00:17Z"),
    ] {
        agrees_with_usno("sun", "sunrise", FREDONIA, rise);
        agrees_with_usno("sun", "sunset", FREDONIA, set);
    }
}

#[test]
fn at_fredonia_the_moon_rises_and_sets_at_the_naval_observatorys_minutes() {
    for (rise, set) in [
        ("2023-01-07T00:11Z", "2023-01-06T14:52Z"),
        ("2023-07-03T02:48Z", "2023-07-02T10:59Z"),
        ("2023-10-14T13:31Z", "2023-10-15T00:59Z"),
    ] {
        agrees_with_usno("moon", "moonrise", FREDONIA, rise);
        agrees_with_usno("moon", "moonset", FREDONIA, set);
    }
}

#[test]
fn at_seventy_north_the_moon_rises_and_sets_at_the_naval_observatorys_minutes() {
    for (rise, set) in
        [("2023-01-15T01:29Z", "2023-01-14T10:37Z"), ("2023-05-03T17:34Z", "2023-05-03T03:32Z")]
    {
        agrees_with_usno("moon", "moonrise", SEVENTY_NORTH, rise);
        agrees_with_usno("moon", "moonset", SEVENTY_NORTH, set);
    }
}

#[test]
fn delta_t_is_that_of_the_astronomical_almanac() {
    // Astronomical Almanac, pp. K8 and K9, ΔT = TT − UT at the beginning of the year.
    for (year, published) in [(1970, 40.18), (1980, 50.54), (1990, 56.86), (2000, 63.83), (2010, 66.07)] {
        let all = answer(&format!("/delta-t/{year}-01-01"));
        agrees(&format!("ΔT of {year}"), number(&all, "/deltaT"), published, DELTA_T_TOLERANCE_S);
    }
}

// Solar eclipses: Espenak and Meeus, Five Millennium Canon of Solar Eclipses (2006), and its pages
// https://eclipse.gsfc.nasa.gov/SEsearch/SEdata.php?Ecl=YYYYMMDD.

/// A record of the catalog.
fn solar(year: &str, month: &str, day: u32) -> Value {
    let all = answer(&format!("/solar-eclipse/catalog/{year}/{year}"));
    let mut records = all.as_array().expect("records").iter();
    records.find(|r| r["month"] == month && r["day"] == day).expect("an eclipse on that date").clone()
}

/// What the canon prints of a central eclipse.
struct Printed {
    saros: u32,
    greatest_s: f64,
    gamma: f64,
    magnitude: f64,
    width_km: f64,
    duration_s: f64,
}

fn agrees_with_canon(e: &Value, p: &Printed) {
    assert_eq!(e["saros"], p.saros);
    agrees(
        "greatest, s of TD",
        number(e, "/greatestTD") * SECONDS_PER_DAY,
        p.greatest_s,
        GREATEST_TOLERANCE_S,
    );
    agrees("γ", number(e, "/gamma"), p.gamma, GAMMA_TOLERANCE);
    agrees("magnitude", number(e, "/mag"), p.magnitude, MAGNITUDE_TOLERANCE);
    let width: f64 = e["pathWidthKM"].as_str().and_then(|w| w.parse().ok()).expect("a width");
    agrees("width, km", width, p.width_km, WIDTH_TOLERANCE_KM);
    agrees("duration, s", number(e, "/centraDurationSec"), p.duration_s, DURATION_TOLERANCE_S);
}

#[test]
fn totality_of_2017_august_21_lasts_2m40s_on_a_path_of_115_km() {
    let p = Printed {
        saros: 145,
        greatest_s: 66_400.2,
        gamma: 0.4367,
        magnitude: 1.0306,
        width_km: 114.7,
        duration_s: 160.2,
    };
    agrees_with_canon(&solar("2017", "Aug", 21), &p);
}

#[test]
fn totality_of_1999_august_11_lasts_2m23s_on_a_path_of_112_km() {
    let p = Printed {
        saros: 145,
        greatest_s: 39_849.0,
        gamma: 0.5062,
        magnitude: 1.0286,
        width_km: 112.3,
        duration_s: 143.0,
    };
    agrees_with_canon(&solar("1999", "Aug", 11), &p);
}

#[test]
fn the_greatest_darkness_of_five_millennia_falls_on_2186_july_16_and_lasts_7m29s() {
    let e = solar("2186", "Jul", 16);
    assert_eq!((e["saros"].as_u64(), e["eclipseTypePrimary"].as_str()), (Some(139), Some("T")));
    agrees("duration, s", number(&e, "/centraDurationSec"), 449.0, DURATION_TOLERANCE_S);
    agrees("magnitude", number(&e, "/mag"), 1.0805, MAGNITUDE_TOLERANCE);
}

#[test]
fn einsteins_eclipse_of_1919_may_29_lasts_6m51s() {
    let e = solar("1919", "May", 29);
    assert_eq!((e["saros"].as_u64(), e["eclipseTypePrimary"].as_str()), (Some(136), Some("T")));
    agrees("duration, s", number(&e, "/centraDurationSec"), 411.0, DURATION_TOLERANCE_S);
    agrees("magnitude", number(&e, "/mag"), 1.0719, MAGNITUDE_TOLERANCE);
}

// Besselian elements: https://eclipse.gsfc.nasa.gov/SEbeselm/SEbeselm2001/SE2017Aug21Tbeselm.html and
// SEsearch/SEdata.php?Ecl=20240408, Ecl=19990811.

/// Polynomials in hours from t0: x, y, d, l1, l2, µ.
type Published = [[f64; 4]; 6];

fn elements_agree(jd: f64, published: &Published) {
    let e = answer(&format!("/solar-eclipse/elements/{jd}"));
    let value = |c: &dyn Fn(usize) -> f64, t: f64| ((c(3) * t + c(2)) * t + c(1)) * t + c(0);
    for ((name, theirs), tolerance) in
        ["x", "y", "d", "l1", "l2", "mu"].into_iter().zip(published).zip(ELEMENT_TOLERANCES)
    {
        for t in [-2.0, 0.0, 2.0] {
            let ours = value(&|i| number(&e, &format!("/{name}/{i}")), t);
            agrees(&format!("{name} at {t} h"), ours, value(&|i| theirs[i], t), tolerance);
        }
    }
}

#[test]
fn the_elements_of_2017_august_21_are_those_of_nasa() {
    elements_agree(
        2_457_986.5,
        &[
            [-0.129_571, 0.540_642_6, -0.000_029_4, -0.000_008_1],
            [0.485_416, -0.141_640_0, -0.000_090_5, 0.000_002_0],
            [11.866_959_6, -0.013_622, -0.000_002, 0.0],
            [0.542_093, 0.000_124_1, -0.000_011_8, 0.0],
            [-0.004_025, 0.000_123_4, -0.000_011_7, 0.0],
            [89.245_43, 15.003_937, 0.0, 0.0],
        ],
    );
}

#[test]
fn the_elements_of_2024_april_8_are_those_of_nasa() {
    elements_agree(
        2_460_408.5,
        &[
            [-0.318_244, 0.511_711_6, 0.000_032_6, -0.000_008_4],
            [0.219_764, 0.270_958_9, -0.000_059_5, -0.000_004_7],
            [7.586_200_2, 0.014_844, -0.000_002, 0.0],
            [0.535_814, 0.000_061_8, -0.000_012_8, 0.0],
            [-0.010_272, 0.000_061_5, -0.000_012_7, 0.0],
            [89.591_217, 15.004_080, 0.0, 0.0],
        ],
    );
}

#[test]
fn the_elements_of_1999_august_11_are_those_of_nasa() {
    elements_agree(
        2_451_401.5,
        &[
            [0.070_042, 0.544_303_5, -0.000_040_6, -0.000_008_1],
            [0.502_841, -0.118_492_9, -0.000_115_8, 0.000_001_7],
            [15.327_340_1, -0.012_035, -0.000_003, 0.0],
            [0.542_469, 0.000_116_8, -0.000_011_7, 0.0],
            [-0.003_650, 0.000_116_3, -0.000_011_6, 0.0],
            [343.687_408, 15.002_980, 0.0, 0.0],
        ],
    );
}

// Local circumstances.

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

// Lunar eclipses: Espenak and Meeus, Five Millennium Canon of Lunar Eclipses (2009), and its pages
// https://eclipse.gsfc.nasa.gov/LEcat5.

fn lunar_generation() -> artifacts::reader::Generation {
    artifacts::reader::Generation::current(tests::built()).expect("a generation")
}

fn lunar(
    generation: &artifacts::reader::Generation,
    (year, month, day): (i32, i32, i32),
) -> lunar_eclipses::Row<'_> {
    let rows = lunar_eclipses::read(generation).expect("rows");
    let on = |e: &lunar_eclipses::Row| (e.year, i32::from(e.month), i32::from(e.day)) == (year, month, day);
    rows.iter().find(on).expect("an eclipse on that date")
}

/// Saros, γ, magnitude in the umbra, and durations in the umbra and of totality, minutes.
fn agrees_with_lunar_canon(date: (i32, i32, i32), saros: i32, gamma: f64, magnitude: f64, minutes: [f64; 2]) {
    let generation = lunar_generation();
    let e = lunar(&generation, date);
    assert_eq!((&e.eclipse_type[..1], i32::from(e.saros)), ("T", saros));
    agrees("γ", e.gamma, gamma, GAMMA_TOLERANCE);
    agrees("magnitude", e.umbral_magnitude, magnitude, LUNAR_MAGNITUDE_TOLERANCE);
    let ours = [e.partial_duration_min, e.total_duration_min];
    for ((what, ours), theirs) in ["partial", "total"].into_iter().zip(ours).zip(minutes) {
        agrees(what, ours.expect("a duration"), theirs, LUNAR_DURATION_TOLERANCE_MIN);
    }
}

fn minutes(m: f64, s: f64) -> f64 {
    m + s / 60.0
}

#[test]
fn the_longest_lunar_eclipse_of_the_century_on_2018_july_27_is_total_for_102m57s() {
    let durations = [minutes(234.0, 33.0), minutes(102.0, 57.0)];
    agrees_with_lunar_canon((2018, 7, 27), 129, 0.1168, 1.6087, durations);
    let greatest = (lunar(&lunar_generation(), (2018, 7, 27)).jd_tt + 0.5).rem_euclid(1.0) * SECONDS_PER_DAY;
    agrees("greatest, s of TD", greatest, 73_374.0, LUNAR_GREATEST_TOLERANCE_S);
}

#[test]
fn the_lunar_eclipse_of_2019_january_21_is_total_for_61m59s() {
    let durations = [minutes(196.0, 45.0), minutes(61.0, 59.0)];
    agrees_with_lunar_canon((2019, 1, 21), 134, 0.3684, 1.1953, durations);
}

#[test]
fn the_lunar_eclipse_of_2022_november_8_is_total_for_84m58s() {
    let durations = [minutes(219.0, 51.0), minutes(84.0, 58.0)];
    agrees_with_lunar_canon((2022, 11, 8), 136, 0.2570, 1.3589, durations);
}

#[test]
fn the_lunar_eclipse_of_columbus_on_1504_march_1_is_total_for_47m36s() {
    let durations = [minutes(205.0, 45.0), minutes(47.0, 36.0)];
    agrees_with_lunar_canon((1504, 3, 1), 105, 0.4057, 1.0956, durations);
}
