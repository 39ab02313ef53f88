//! The truncated theories against JPL, in all five millennia: places, azimuth and altitude, and rise, transit
//! and set.

use crate::horizon::against_rigorous;
use astro::earth::Observer;
use astro::earth::rotation::gast;
use astro::ephemeris::Body;
use astro::ephemeris::truncated::TruncatedTheories;
use astro::math::angle::{ARCSEC, normalize_signed};
use astro::math::vector::{about_x, about_z, compose, cross, dot, from_spherical, norm, rotate};
use astro::sky::apparent_place::ApparentPlace;
use astro::sky::horizon::Horizon;
use astro::time::{Tt, Ut1};
use std::collections::{BTreeMap, HashMap};
use tests::number;

// The figures of ACCURACY.md for the truncated theories, each × 1.5. Columns: first year, last
// year, figure.
/// Sun and Moon against JPL, arcseconds: 5.1″ before year 0, 1.1″ from then on.
const PLACES_ARCSEC: [(f64, f64, f64); 2] = [(-2000.0, 0.0, 7.65), (0.0, 3000.0, 1.65)];
/// Azimuth and altitude with the same ΔT, arcseconds: 3.5″ and 1.2″.
const HORIZONTAL_ARCSEC: [(f64, f64, f64); 2] = [(-2000.0, 0.0, 5.25), (0.0, 3000.0, 1.8)];
/// Rise, transit and set, seconds, in the ranges of the sample: 0.7 s before year 0, 0.2 s in 0–1599, 0.15 s
/// from then on.
const EVENTS_S: [(&str, &[&str], f64); 5] = [
    ("−1999 … −1", &["-1999:-1"], 1.05),
    ("0 … 1599", &["0:999", "1000:1599"], 0.3),
    ("1600 … 1899", &["1600:1899"], 0.225),
    ("1900 … 2099", &["1900:2099"], 0.225),
    ("2100 … 2999", &["2100:2999"], 0.225),
];
/// Rate of the altitude below which the altitude is compared instead of the time, degrees per hour.
const SLOW_DEG_H: f64 = 1.0;
/// Error of such an altitude, arcseconds: 1.5″.
const SLOW_ARCSEC: f64 = 2.25;

type Row = HashMap<String, String>;

fn apparent(theories: &TruncatedTheories, body: Body, ut: Ut1, tt: Tt) -> ApparentPlace {
    let place = theories.place(body, tt);
    ApparentPlace { body_km: place.km, gast: gast(ut, tt, place.nutation_longitude, place.obliquity) }
}

/// The differences of each range, by its first year.
#[derive(Default)]
struct Ranges(BTreeMap<i32, Vec<(f64, String)>>);

impl Ranges {
    fn push(&mut self, row: &Row, difference: f64, at: String) {
        // "-1999:-1" or the like.
        let begin = row["range"].split(':').next().and_then(|y| y.parse().ok()).expect("a range of years");
        self.0.entry(begin).or_default().push((difference, at));
    }

    /// Prints the worst of each range, and asserts the figure of the years in which it begins.
    fn assert_within(mut self, what: &str, figures: &[(f64, f64, f64)]) {
        for (begin, differences) in &mut self.0 {
            let year = f64::from(*begin);
            let figure = figures.iter().find(|f| (f.0..f.1).contains(&year)).expect("a figure for all years");
            let share = tests::share_within(&format!("{what} from {begin}"), figure.2, differences);
            assert_eq!(share, 1.0, "{what} from {begin}");
        }
    }
}

/// Places are compared in the mean ecliptic and equinox of date: the sample has a nutation of its own.
#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn sun_and_moon_of_all_millennia_agree_with_jpl() {
    let theories = TruncatedTheories::default();
    let mut ranges = [Ranges::default(), Ranges::default()];
    for r in tests::rows(&tests::reference("positions_sample.csv")) {
        let t = Tt(number(&r, "jd_tt"));
        for (k, (body, prefix)) in [(Body::Sun, "sun"), (Body::Moon, "moon_nd")].into_iter().enumerate() {
            let place = theories.place(body, t);
            let to_mean = compose(&about_z(place.nutation_longitude), &about_x(place.obliquity));
            let ours = rotate(&to_mean, place.km);
            let longitude =
                number(&r, &format!("{prefix}_lon_deg")).to_radians() - number(&r, "dpsi_as") * ARCSEC;
            let latitude = number(&r, &format!("{prefix}_lat_deg")).to_radians();
            let theirs = from_spherical(longitude, latitude, 1.0);
            let apart = norm(cross(ours, theirs)).atan2(dot(ours, theirs)) / ARCSEC;
            ranges[k].push(&r, apart, r["iso_tt"].clone());
        }
    }
    let [sun, moon] = ranges;
    sun.assert_within("Sun, ″:", &PLACES_ARCSEC);
    moon.assert_within("Moon, ″:", &PLACES_ARCSEC);
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn azimuth_and_altitude_of_all_millennia_agree_with_jpl() {
    let theories = TruncatedTheories::default();
    let mut ranges = Ranges::default();
    for r in tests::rows(&tests::reference("topocentric_sample.csv")) {
        let ut = Ut1::from_unix_ms(number(&r, "unix_ms") as i64);
        let tt = ut.to_tt(number(&r, "delta_t_s"));
        let [latitude, longitude, height] = ["lat_deg", "lon_deg", "height_m"].map(|c| number(&r, c));
        let horizon = Horizon::new(Observer::from_degrees(latitude, longitude, height));
        for (body, name) in [(Body::Sun, "sun"), (Body::Moon, "moon")] {
            let place = apparent(&theories, body, ut, tt);
            let ours = horizon.topocentric(place.body_km, place.gast).direction();
            let theirs = |c: &str| number(&r, &format!("{name}_{c}_deg")).to_radians();
            let altitude = ours.altitude - theirs("alt");
            let azimuth = normalize_signed(ours.azimuth - theirs("az")) * ours.altitude.cos();
            let at = format!("{name}, {}", r["iso_ut"]);
            ranges.push(&r, altitude.hypot(azimuth) / ARCSEC, at);
        }
    }
    ranges.assert_within("azimuth and altitude, ″:", &HORIZONTAL_ARCSEC);
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn rise_transit_and_set_of_all_millennia_agree_with_rigorous_computations() {
    let theories = &TruncatedTheories::default();
    let course = |body, delta_t_s| move |ut: Ut1| apparent(theories, body, ut, ut.to_tt(delta_t_s));
    let mut failed = Vec::new();
    for (years, ranges, tolerance_s) in EVENTS_S {
        let (timed, wrong) = against_rigorous(|range| ranges.contains(&range), course);
        let (slow, fast): (Vec<_>, Vec<_>) = timed.into_iter().partition(|t| t.speed_deg_h < SLOW_DEG_H);
        let mut fast: Vec<_> = fast.into_iter().map(|t| (t.apart_s, t.at)).collect();
        // Degrees in an hour are arcseconds in a second.
        let mut slow: Vec<_> = slow.into_iter().map(|t| (t.apart_s * t.speed_deg_h, t.at)).collect();
        let share = tests::share_within(&format!("{years}: s"), tolerance_s, &mut fast);
        let of_slow = tests::share_within(&format!("{years}, slow: ″"), SLOW_ARCSEC, &mut slow);
        let is_slow_right = slow.is_empty() || of_slow == 1.0;
        if share < 1.0 || !is_slow_right || !wrong.is_empty() {
            failed.push(format!("{years}: {share} within {tolerance_s} s; {wrong:#?}"));
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}
