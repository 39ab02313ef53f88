//! Positions of Sun and Moon for an observer, and the times of rise, transit and set: against topocentric
//! places from JPL DE440 and against USNO's tables.

use crate::figures::HORIZONTAL_DEG;
use crate::generation;
use artifacts::tables::delta_t;
use artifacts::tables::ephemeris::Ephemeris;
use astro::constants::SECONDS_PER_DAY;
use astro::earth::Observer;
use astro::earth::rotation::gast;
use astro::ephemeris::Body;
use astro::math::angle::normalize_signed;
use astro::sky::apparent_place::ApparentPlace;
use astro::sky::horizon::Horizon;
use astro::sky::horizontal::Horizontal;
use astro::sky::riseset::{self, Event, Limb};
use astro::time::Ut1;
use std::collections::HashMap;
use tests::number;

// The figures of ACCURACY.md for an observer, each × 1.5.
/// Sidereal time, degrees: within a tenth of the azimuth that depends on it.
const SIDEREAL_TOLERANCE_DEG: f64 = 0.000_003;
/// Rise, transit and set against rigorous computations, seconds: 0.05 s, 0.053 s before it was rounded.
const EVENT_TOLERANCE_S: f64 = 0.08;
/// USNO prints whole minutes.
const USNO_ROUNDING_S: f64 = 30.0;
/// Events further than that from the minute: 10 of 591.
const USNO_BEYOND_ROUNDING: usize = 15;
/// USNO takes the Moon's parallax of a spherical Earth and 16′ for the Sun's semidiameter: events move by
/// seconds.
const USNO_CONVENTIONS_S: f64 = 5.0;
/// Events further than both from the minute: 1 of 591, the Moon at 85° north, which rises slowly.
const USNO_BEYOND_CONVENTIONS: usize = 1;
/// A culmination so close to the horizon may or may not count.
const GRAZE_DEG: f64 = 0.01;

fn ephemeris() -> Ephemeris {
    Ephemeris::open(generation()).expect("columns")
}

pub(crate) fn ut1(unix_ms: f64) -> Ut1 {
    Ut1::from_unix_ms(unix_ms as i64)
}

fn limb(body: Body) -> Limb {
    match body {
        Body::Sun => Limb::sun(0.0),
        Body::Moon => Limb::moon(0.0),
    }
}

fn body(row: &HashMap<String, String>) -> Body {
    if row["body"] == "sun" { Body::Sun } else { Body::Moon }
}

/// The course of a body from the published ephemeris, for one value of ΔT.
fn course(ephemeris: &Ephemeris, body: Body, delta_t_s: f64) -> impl Fn(Ut1) -> ApparentPlace {
    move |t| {
        let tt = t.to_tt(delta_t_s);
        let p = ephemeris.columns().place(body, tt).expect("in range");
        ApparentPlace { body_km: p.km, gast: gast(t, tt, p.nutation_longitude, p.obliquity) }
    }
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn azimuth_and_altitude_agree_with_jpl_de440() {
    let path = tests::reference("topocentric_sample.csv");
    let ephemeris = ephemeris();
    let mut differences: HashMap<&str, Vec<(f64, String)>> = HashMap::new();
    for r in tests::rows(&path).iter().filter(|r| r["range"] == "1900:2099") {
        let (ut, delta_t_s) = (ut1(number(r, "unix_ms")), number(r, "delta_t_s"));
        let [lat, lon, height_m] = ["lat_deg", "lon_deg", "height_m"].map(|column| number(r, column));
        let horizon = Horizon::new(Observer::from_degrees(lat, lon, height_m));
        for (kind, name) in [(Body::Sun, "sun"), (Body::Moon, "moon")] {
            let place = course(&ephemeris, kind, delta_t_s)(ut);
            let local = horizon.topocentric(place.body_km, place.gast);
            let Horizontal { azimuth, altitude } = local.direction();
            // Ours minus the sample's, degrees, across a whole turn if need be.
            let apart_deg = |ours: f64, column: &str| {
                normalize_signed(ours - number(r, column).to_radians()).to_degrees()
            };
            let turn = apart_deg(azimuth, &format!("{name}_az_deg"));
            for (what, off) in [
                ("altitude, °", altitude.to_degrees() - number(r, &format!("{name}_alt_deg"))),
                ("azimuth × cos altitude, °", turn * altitude.cos()),
                ("sidereal time, °", apart_deg(place.gast, "gast_deg")),
            ] {
                differences.entry(what).or_default().push((off, r["iso_ut"].clone()));
            }
        }
    }
    for (what, d) in &mut differences {
        let is_time = what.starts_with("sidereal");
        let tolerance = if is_time { SIDEREAL_TOLERANCE_DEG } else { HORIZONTAL_DEG };
        assert_eq!(tests::share_within(what, tolerance, d), 1.0, "{what}");
    }
}

/// An event that we and a rigorous computation have.
pub(crate) struct Timed {
    /// Ours minus theirs, seconds.
    pub(crate) apart_s: f64,
    /// Rate of the body's altitude, degrees in an hour; of a transit its turn about the sky.
    pub(crate) speed_deg_h: f64,
    /// The event, with place and time.
    pub(crate) at: String,
}

/// Compares rise, transit and set of some rows of the sample with those from the places of `course` for a
/// body and a ΔT. Returns the differences, and the events that only one of the two contains.
pub(crate) fn against_rigorous<C: Fn(Ut1) -> ApparentPlace>(
    has_range: impl Fn(&str) -> bool,
    course: impl Fn(Body, f64) -> C,
) -> (Vec<Timed>, Vec<String>) {
    let path = tests::reference("riseset_sample.csv");
    let (mut timed, mut wrong) = (Vec::new(), Vec::new());
    let numbers = |text: &str| -> Vec<f64> {
        text.split(';').filter(|s| !s.is_empty()).map(|s| s.parse().expect("a number")).collect()
    };
    for r in tests::rows(&path).iter().filter(|r| has_range(&r["range"])) {
        let from = ut1(number(r, "start_unix_ms"));
        let horizon = Horizon::new(Observer::from_degrees(number(r, "lat_deg"), number(r, "lon_deg"), 0.0));
        let course = course(body(r), number(r, "delta_t_s"));
        let day = riseset::events(course, &horizon, &limb(body(r)), from, Ut1(from.0 + 1.0));
        let at = format!("{} of {} at {} {}", r["body"], r["start_iso_ut"], r["lat_deg"], r["lon_deg"]);
        for (kind, column) in [(Event::Rise, "rise"), (Event::Set, "set"), (Event::Transit, "transit")] {
            let ours = day.events.iter().filter(|e| e.0 == kind);
            let ours: Vec<f64> = ours.map(|e| (e.1.0 - from.0) * SECONDS_PER_DAY).collect();
            let theirs = numbers(&r[&format!("{column}_s")]);
            if ours.len() != theirs.len() {
                if kind == Event::Transit || number(r, "nearest_margin_deg").abs() > GRAZE_DEG {
                    wrong.push(format!("{at}: {kind:?} {ours:?}, not {theirs:?}"));
                }
                continue;
            }
            let speeds = r.get(&format!("{column}_rate_deg_min")).map_or(Vec::new(), |text| numbers(text));
            for (k, (a, b)) in ours.iter().zip(&theirs).enumerate() {
                let speed_deg_h = speeds.get(k).map_or(15.0, |deg_min| deg_min.abs() * 60.0);
                timed.push(Timed { apart_s: a - b, speed_deg_h, at: format!("{kind:?} of the {at}") });
            }
        }
    }
    (timed, wrong)
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn rise_transit_and_set_agree_with_rigorous_computations() {
    let ephemeris = ephemeris();
    let (timed, wrong) =
        against_rigorous(|range| range == "1900:2099", |body, delta_t_s| course(&ephemeris, body, delta_t_s));
    let mut apart: Vec<_> = timed.into_iter().map(|t| (t.apart_s, t.at)).collect();
    assert_eq!(tests::share_within("rise, transit, set: s", EVENT_TOLERANCE_S, &mut apart), 1.0);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn rise_and_set_agree_with_the_minutes_that_usno_prints() {
    let path = tests::reference("usno_riseset_sample.csv");
    let (ephemeris, delta_t) = (ephemeris(), delta_t::open(generation()).expect("ΔT"));
    let (mut late, mut missing) = (Vec::new(), Vec::new());
    for r in tests::rows(&path) {
        let printed = ut1(number(&r, "unix_ms"));
        let horizon = Horizon::new(Observer::from_degrees(number(&r, "lat_deg"), number(&r, "lon_deg"), 0.0));
        let delta_t_s = delta_t.at_ut1(printed).expect("ΔT");
        let day = riseset::events(
            course(&ephemeris, body(&r), delta_t_s),
            &horizon,
            &limb(body(&r)),
            Ut1(printed.0 - 0.3),
            Ut1(printed.0 + 0.3),
        );
        let kind = if r["kind"] == "rise" { Event::Rise } else { Event::Set };
        let at =
            format!("{} {} of {} at {} {}", r["body"], r["kind"], r["iso_ut"], r["lat_deg"], r["lon_deg"]);
        let found = day.events.iter().filter(|e| e.0 == kind);
        let found = found.map(|e| (e.1.0 - printed.0) * SECONDS_PER_DAY);
        match found.min_by(|a, b| a.abs().total_cmp(&b.abs())) {
            Some(s) => late.push((s, at)),
            None => missing.push(at),
        }
    }
    for (tolerance, most_beyond) in [
        (USNO_ROUNDING_S, USNO_BEYOND_ROUNDING),
        (USNO_ROUNDING_S + USNO_CONVENTIONS_S, USNO_BEYOND_CONVENTIONS),
    ] {
        let share = tests::share_within("USNO's minute: s", tolerance, &mut late);
        let beyond = ((1.0 - share) * late.len() as f64).round() as usize;
        assert!(beyond <= most_beyond, "{beyond} events beyond {tolerance} s");
    }
    assert!(missing.is_empty(), "{missing:?}");
}
