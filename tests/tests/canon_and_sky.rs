//! The difference of the canon's Moon from the sky's. The table in SCHEMA.md is measured here.

use astro::ephemeris::canon::obliquity_of_date;
use astro::ephemeris::{Ephemerides, EphemerisArc};
use astro::math::angle::{ARCSEC, normalize_signed};
use astro::math::vector::{Vector, about_x, rotate, to_spherical};
use astro::time::{Date, Tt};

/// Instants measured in each century.
const INSTANTS: usize = 60;

fn elongation(sun: Vector, moon: Vector, obliquity: f64) -> f64 {
    let longitude = |v| to_spherical(rotate(&about_x(obliquity), v)).0;
    normalize_signed(longitude(moon) - longitude(sun))
}

#[test]
fn the_dictionary_states_the_difference_of_the_two_moons() {
    let sources = crate::sky::sources();
    let dictionary = artifacts::dictionary::schema_md();
    let mut absent = Vec::new();
    for year in (-2000..3000).step_by(100) {
        let start = Date { year, month: 1, day: 1.0 }.gregorian_jd();
        let squares: f64 = (0..INSTANTS)
            .map(|i| {
                let t = Tt(start + 36_525.0 * (i as f64 + 0.5) / INSTANTS as f64);
                let (canon, sky) = (sources.canon.arc(t).places(0.0), sources.apparent.places(t));
                let difference = elongation(canon.sun_km, canon.moon_km, obliquity_of_date(t))
                    - elongation(sky.sun_km, sky.moon_km, obliquity_of_date(t));
                (normalize_signed(difference) / ARCSEC).powi(2)
            })
            .sum();
        let rms = (squares / INSTANTS as f64).sqrt();
        let row = format!("| {year} … {} | {rms:.1}″ | {:.0} s |", year + 99, rms / 0.508);
        println!("{row}");
        if !dictionary.contains(&row) {
            absent.push(row);
        }
    }
    assert!(absent.is_empty(), "SCHEMA.md must have the rows\n{}", absent.join("\n"));
}
