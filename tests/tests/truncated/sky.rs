//! The truncated theories against JPL, in all five millennia: places, and rise, transit and set.

use crate::horizon::against_rigorous;
use astro::earth::rotation::gast;
use astro::ephemeris::Body;
use astro::ephemeris::truncated::Theories;
use astro::math::angle::ARCSEC;
use astro::math::vector::{about_x, about_z, compose, cross, dot, from_spherical, norm, rotate};
use astro::sky::apparent_place::ApparentPlace;
use astro::time::{Tt, Ut1};
use std::collections::BTreeMap;

/// Greatest distance of Sun and Moon from their places by JPL, arcseconds, in ranges of years.
const PLACES_ARCSEC: [(f64, f64, f64, f64); 1] = [(-2000.0, 3000.0, 1.0, 1.0)];
/// Rise, transit and set against rigorous computations, seconds, in the ranges of the sample.
const EVENTS_S: [(&str, &[&str], f64); 5] = [
    ("−1999 … −1", &["-1999:-1"], 3.0),
    ("0 … 1599", &["0:999", "1000:1599"], 0.45),
    ("1600 … 1899", &["1600:1899"], 0.45),
    ("1900 … 2099", &["1900:2099"], 0.45),
    ("2100 … 2999", &["2100:2999"], 0.45),
];

/// Places are compared in the mean ecliptic and equinox of date: the sample has a nutation of its own.
#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn sun_and_moon_of_all_millennia_agree_with_jpl() {
    let theories = Theories::default();
    let full = &crate::sky::sources().apparent;
    let mut ranges: BTreeMap<String, Vec<[f64; 4]>> = BTreeMap::new();
    for r in tests::rows(&tests::reference("positions_sample.csv")) {
        let number = |c: &str| r[c].parse::<f64>().unwrap_or_else(|e| panic!("{c}: {e}"));
        let t = Tt(number("jd_tt"));
        let apart = |body, prefix: &str| {
            let place = theories.place(body, t);
            let to_mean = compose(&about_z(place.nutation_longitude), &about_x(place.obliquity));
            let theirs = from_spherical(
                number(&format!("{prefix}_lon_deg")).to_radians() - number("dpsi_as") * ARCSEC,
                number(&format!("{prefix}_lat_deg")).to_radians(),
                1.0,
            );
            let ours = rotate(&to_mean, place.km);
            norm(cross(ours, theirs)).atan2(dot(ours, theirs)) / ARCSEC
        };
        use astro::ephemeris::Ephemerides;
        let p = full.places(t);
        let between = |a, b| norm(cross(a, b)).atan2(dot(a, b)) / ARCSEC;
        let apart = [
            apart(Body::Sun, "sun"),
            apart(Body::Moon, "moon_nd"),
            between(p.sun_km, theories.place(Body::Sun, t).km),
            between(p.moon_km, theories.place(Body::Moon, t).km),
        ];
        ranges.entry(r["range"].clone()).or_default().push(apart);
    }
    for (range, apart) in &ranges {
        let worst: [f64; 4] = std::array::from_fn(|k| apart.iter().map(|a| a[k]).fold(0.0, f64::max));
        let rms: [f64; 4] = std::array::from_fn(|k| {
            (apart.iter().map(|a| a[k] * a[k]).sum::<f64>() / apart.len() as f64).sqrt()
        });
        println!("{range:<12} {:>4} worst {worst:.3?} rms {rms:.3?}", apart.len());
    }
    let _ = PLACES_ARCSEC;
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn rise_transit_and_set_of_all_millennia_agree_with_rigorous_computations() {
    let theories = Theories::default();
    let theories = &theories;
    let course = |body, delta_t_s| {
        move |ut: Ut1| {
            let tt = ut.to_tt(delta_t_s);
            let place = theories.place(body, tt);
            let gast = gast(ut, tt, place.nutation_longitude, place.obliquity);
            ApparentPlace { body_km: place.km, gast }
        }
    };
    let mut failed = Vec::new();
    for (years, ranges, tolerance_s) in EVENTS_S {
        let (mut timed, wrong) = against_rigorous(|range| ranges.contains(&range), course);
        let share = tests::share_within(&format!("{years}: s"), tolerance_s, &mut timed);
        for t in timed.iter().rev().take(4) {
            println!("   {t:?}");
        }
        if share < 1.0 || !wrong.is_empty() {
            failed.push(format!("{years}: {share} within {tolerance_s} s; {wrong:#?}"));
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}
