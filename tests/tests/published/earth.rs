//! The Earth's rotation as the International Astronomical Union has it, and ΔT.

use super::{agrees, agrees_deg, answer, number};
use astro::earth::rotation::{earth_rotation_angle, gast, gmst};
use astro::ephemeris::Ephemerides;
use astro::time::{Tt, Ut1};

/// Sidereal time and rotation angle against their standards, radians: 1e-9 is 0.0002″, and the service uses
/// two of the 33 complementary terms.
const ROTATION_TOLERANCE_RAD: f64 = 1e-9;
/// ΔT as the Astronomical Almanac prints it, seconds: before 2005 the service has a table of tenths.
const DELTA_T_TOLERANCE_S: f64 = 0.05;

// The International Astronomical Union's Standards of Fundamental Astronomy, test program t_sofa_c.c,
// functions t_era00, t_gmst06 and t_gst06a.

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

/// The sample calculations of NOVAS (`places.rs`). An f64 holds a Julian date to 0.00004 s.
#[test]
fn the_sample_of_novas_has_the_sidereal_time_and_the_rotation_angle() {
    let ut = Ut1(2_454_580.5 + 38_177.612_155 / 86_400.0);
    let tt = ut.to_tt(65.571_845);
    let places = crate::sky::sources().apparent.places(tt);
    let apparent_deg = gast(ut, tt, places.nutation_longitude, places.obliquity).to_degrees();
    agrees_deg("apparent sidereal time", apparent_deg, 15.0 * 0.793_621_341_48, 0.000_05 / 240.0);
    agrees_deg("rotation angle", earth_rotation_angle(ut).to_degrees(), 11.795_615_846_2, 0.000_05 / 240.0);
}

#[test]
fn delta_t_is_that_of_the_astronomical_almanac() {
    // Astronomical Almanac, pp. K8 and K9, ΔT = TT − UT at the beginning of the year.
    for (year, published) in [(1970, 40.18), (1980, 50.54), (1990, 56.86), (2000, 63.83), (2010, 66.07)] {
        let all = answer(&format!("/delta-t/{year}-01-01"));
        agrees(&format!("ΔT of {year}"), number(&all, "/deltaT"), published, DELTA_T_TOLERANCE_S);
    }
}
