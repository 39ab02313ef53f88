//! The examples of Meeus, *Astronomical Algorithms*, second edition (1998).

use super::lunar_eclipses::lunar;
use super::solar_eclipses::solar;
use super::{PLACE_TOLERANCE_DEG, agrees, agrees_deg, answer, body, degrees, hours, number};
use astro::constants::{AU_KM, SECONDS_PER_DAY};

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
fn eclipses_are_those_of_examples_54_a_to_54_d() {
    // Pp. 384 to 386: JDE 2449129.0979, partial; 2455034.6088, total; of the Moon 2441849.3687, penumbral;
    // 2450708.2835, total.
    for (year, month, day, published, kind) in
        [("1993", "May", 21, 0.597_9, "P"), ("2009", "Jul", 22, 0.108_8, "T")]
    {
        let e = solar(year, month, day);
        assert_eq!(e["eclipseTypePrimary"], kind);
        let ours_s = number(&e, "/greatestTD") * SECONDS_PER_DAY;
        agrees("greatest, s", ours_s, published * SECONDS_PER_DAY, SHORT_METHOD_S);
    }
    for (date, jde, kind) in [((1973, 6, 15), 2_441_849.368_7, "N"), ((1997, 9, 16), 2_450_708.283_5, "T")] {
        let e = lunar(date);
        assert_eq!(&e.eclipse_type[..1], kind);
        agrees("greatest, s", (e.jd_tt - jde) * SECONDS_PER_DAY, 0.0, SHORT_METHOD_S);
    }
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
