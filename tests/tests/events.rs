//! Are celestial events where JPL DE440 has them, and is none missed?

use crate::accuracy::SkySources;
use crate::figures::{
    APSIS_MOON_KM, APSIS_MOON_S, APSIS_SUN_KM, APSIS_SUN_S, DECLINATION_S, GALACTIC_CENTER_S, MULTIPLES_S,
    NODE_S, PHASE_MOON_KM, PHASE_S, SEASON_S,
};
use astro::ephemeris::Body;
use astro::ephemeris::apparent::SkyTheories;
use astro::ephemeris::chebyshev_table::{ChebyshevSegment, Columns, Fits, SEGMENT_DAYS};
use astro::sky::events::{SHOWERS, SkyEvent, SunMoonCourse, between, solar_longitude};
use astro::sky::theory::{Sky, Theory};
use astro::time::{Date, Tt};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Half width of the search for an event of the table, days.
const NEAR_DAYS: f64 = 2.0;

fn course() -> SunMoonCourse<'static> {
    SunMoonCourse { sky: sources().with(Theory::Precise) }
}

fn sources() -> &'static SkySources {
    static SOURCES: OnceLock<SkySources> = OnceLock::new();
    SOURCES.get_or_init(SkySources::new)
}

/// The words of the table, their events, and tolerances: seconds, and km or degrees.
pub(crate) const KINDS: [(&str, SkyEvent, f64, f64); 18] = [
    ("march_equinox", SkyEvent::MarchEquinox, SEASON_S, 0.0),
    ("june_solstice", SkyEvent::JuneSolstice, SEASON_S, 0.0),
    ("september_equinox", SkyEvent::SeptemberEquinox, SEASON_S, 0.0),
    ("december_solstice", SkyEvent::DecemberSolstice, SEASON_S, 0.0),
    ("perihelion", SkyEvent::Perihelion, APSIS_SUN_S, APSIS_SUN_KM),
    ("aphelion", SkyEvent::Aphelion, APSIS_SUN_S, APSIS_SUN_KM),
    ("new_moon", SkyEvent::NewMoon, PHASE_S, PHASE_MOON_KM),
    ("first_quarter", SkyEvent::FirstQuarter, PHASE_S, PHASE_MOON_KM),
    ("full_moon", SkyEvent::FullMoon, PHASE_S, PHASE_MOON_KM),
    ("last_quarter", SkyEvent::LastQuarter, PHASE_S, PHASE_MOON_KM),
    ("lunar_perigee", SkyEvent::Perigee, APSIS_MOON_S, APSIS_MOON_KM),
    ("lunar_apogee", SkyEvent::Apogee, APSIS_MOON_S, APSIS_MOON_KM),
    ("lunar_ascending_node", SkyEvent::AscendingNode, NODE_S, 0.0),
    ("lunar_descending_node", SkyEvent::DescendingNode, NODE_S, 0.0),
    ("lunar_max_north", SkyEvent::MaxNorth, DECLINATION_S, DECLINATION_DEG),
    ("lunar_max_south", SkyEvent::MaxSouth, DECLINATION_S, DECLINATION_DEG),
    ("gc_solar_conjunction", SkyEvent::GalacticCenterConjunction, GALACTIC_CENTER_S, 0.0),
    ("gc_solar_opposition", SkyEvent::GalacticCenterOpposition, GALACTIC_CENTER_S, 0.0),
];

/// Greatest declination, degrees: 0.1″, the figure of all places.
const DECLINATION_DEG: f64 = crate::figures::PLACE_ARCSEC / 3600.0;

/// The value of an event, in the unit of the table.
fn value(event: SkyEvent, t: Tt) -> f64 {
    let value = match event {
        SkyEvent::Perihelion | SkyEvent::Aphelion => course().distance_km(Body::Sun, t),
        SkyEvent::MaxNorth | SkyEvent::MaxSouth => course().moon_declination(t).map(f64::to_degrees),
        _ => course().distance_km(Body::Moon, t),
    };
    value.expect("in the ephemeris")
}

#[test]
fn events_are_where_jpl_de440_has_them() {
    let rows = tests::rows(&tests::root().join("tests/data/events_de440.csv"));
    let mut worst: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for row in &rows {
        let kind = KINDS.iter().find(|kind| kind.0 == row["key"]).expect("a known kind");
        let t = Tt(row["jd_tt"].parse().expect("a number"));
        let ends = [-NEAR_DAYS, NEAR_DAYS].map(|days| t.plus_days(days));
        let found = between(&course(), &[kind.1], ends[0], ends[1]).expect("in the ephemeris");
        assert_eq!(found.len(), 1, "{} at {t:?}", kind.0);
        let seconds = found[0].1.seconds_since(t).abs();
        let difference = row["value"].parse::<f64>().map_or(0.0, |v| (value(kind.1, found[0].1) - v).abs());
        let entry = worst.entry(kind.0).or_default();
        *entry = (entry.0.max(seconds), entry.1.max(difference));
    }
    println!("{} events against JPL DE440", rows.len());
    for (key, (seconds, difference)) in &worst {
        println!("{key:<24} worst {seconds:.3} s, value {difference:.5}");
    }
    assert_eq!(worst.len(), KINDS.len());
    for (key, _, most_s, most) in KINDS {
        let (seconds, difference) = worst[key];
        assert!(seconds <= most_s, "{key}: {seconds} s");
        assert!(difference <= most, "{key}: {difference}");
    }
}

/// Columns of an ephemeris by its theories for six days on either side of an instant.
fn columns_about(theories: &SkyTheories, fits: &Fits, t: Tt) -> (Tt, [Vec<f64>; 4]) {
    let begin = t.plus_days(-1.5 * SEGMENT_DAYS);
    let mut columns: [Vec<f64>; 4] = Default::default();
    for k in 0..3 {
        let of = ChebyshevSegment::fit(theories, fits, begin.plus_days(f64::from(k) * SEGMENT_DAYS));
        columns[0].extend(of.sun.as_flattened());
        columns[1].extend(of.moon.as_flattened());
        columns[2].extend(of.nutation_longitude);
        columns[3].extend(of.obliquity);
    }
    (begin, columns)
}

/// The table is of skyfield 1.54 with JPL DE440: apparent geocentric longitudes, true equinox of date.
#[test]
fn multiples_of_angles_are_where_jpl_de440_has_them_in_eight_centuries() {
    let sources = builder::sources::read(&tests::sources_folder(), None).expect("sources");
    let fits = Fits::default();
    let mut worst: BTreeMap<(String, &str), (f64, f64)> = BTreeMap::new();
    for row in &tests::rows(&tests::root().join("tests/data/longitudes_de440.csv")) {
        let [angle_deg, jd] = ["angle_deg", "jd_tt"].map(|name| row[name].parse::<f64>().expect("a number"));
        let t = Tt(jd);
        let (begin, [sun, moon, nutation_longitude, obliquity]) = columns_about(&sources.apparent, &fits, t);
        let ephemeris = Columns {
            start_jd_tt: begin.0,
            sun: &sun,
            moon: &moon,
            nutation_longitude: &nutation_longitude,
            obliquity: &obliquity,
        };
        for theory in [Theory::Precise, Theory::Truncated] {
            let course = SunMoonCourse { sky: Sky { ephemeris, ..self::sources().with(theory) } };
            let (kind, angle): (_, fn(&SunMoonCourse, Tt) -> _) = match &*row["key"] {
                "solar_longitude:15" => (SkyEvent::SolarLongitude(15), |c, t| c.sun_longitude(t)),
                _ => (SkyEvent::LunarElongation(12), |c, t| c.elongation(t)),
            };
            let found = between(&course, &[kind], t.plus_days(-2.0), t.plus_days(2.0)).expect("covered");
            let turns = |t| (angle(&course, t).expect("covered").to_degrees() - angle_deg) / 360.0;
            let is_it = |(_, t): &&(SkyEvent, Tt)| (turns(*t) - turns(*t).round()).abs() < 1e-3;
            let at = found.iter().find(is_it).expect("the multiple").1;
            let seconds = at.seconds_since(t).abs();
            let sigma = kind.sigma(&course, at).expect("covered").seconds;
            let entry = worst
                .entry((row["key"].clone(), if theory == Theory::Precise { "precise" } else { "truncated" }));
            let entry = entry.or_default();
            *entry = (entry.0.max(seconds), entry.1.max(seconds / sigma));
        }
    }
    for ((key, theory), (seconds, sigmas)) in &worst {
        println!("{key} by {theory}: worst {seconds:.3} s, {sigmas:.2} σ");
    }
    for ((key, theory), most_s) in MULTIPLES_S {
        let (seconds, sigmas) = worst[&(key.to_owned(), theory)];
        assert!(seconds <= most_s && sigmas < 5.0, "{key} by {theory}: {seconds} s, {sigmas} σ");
    }
}

/// Sign changes of a quantity, seen hour by hour: how many rise and how many fall.
fn counted(quantity: impl Fn(Tt) -> f64, from: Tt, hours: u32) -> (usize, usize) {
    let values: Vec<f64> = (0..=hours).map(|h| quantity(from.plus_hours(f64::from(h)))).collect();
    let rising = values.windows(2).filter(|w| w[0] <= 0.0 && w[1] > 0.0).count();
    let falling = values.windows(2).filter(|w| w[0] > 0.0 && w[1] <= 0.0).count();
    (rising, falling)
}

#[test]
fn none_is_missed_and_none_is_found_twice_in_forty_years() {
    const YEARS: u32 = 40;
    let from = Tt(Date { year: 1990, month: 1, day: 1.3 }.gregorian_jd());
    let hours = YEARS * 8766;
    let to = from.plus_hours(f64::from(hours));
    let course = course();
    let of = |event| between(&course, &[event], from, to).expect("in the ephemeris").len();
    let moon_km = |t: Tt| course.distance_km(Body::Moon, t).expect("in the ephemeris");
    let elongation = |t: Tt| course.elongation(t).expect("in the ephemeris");
    let declination = |t: Tt| course.moon_declination(t).expect("in the ephemeris");
    let latitude = |t: Tt| course.moon_latitude(t).expect("in the ephemeris");
    // Differences over an hour approximate rates.
    let after = |f: &dyn Fn(Tt) -> f64, t: Tt| f(t.plus_hours(0.5)) - f(t.plus_hours(-0.5));
    for (rising, falling, scanned) in [
        (SkyEvent::NewMoon, SkyEvent::FullMoon, counted(|t| elongation(t).sin(), from, hours)),
        (SkyEvent::LastQuarter, SkyEvent::FirstQuarter, counted(|t| elongation(t).cos(), from, hours)),
        (SkyEvent::Perigee, SkyEvent::Apogee, counted(|t| after(&moon_km, t), from, hours)),
        (SkyEvent::MaxSouth, SkyEvent::MaxNorth, counted(|t| after(&declination, t), from, hours)),
        (SkyEvent::AscendingNode, SkyEvent::DescendingNode, counted(latitude, from, hours)),
    ] {
        assert_eq!((of(rising), of(falling)), scanned, "{rising:?}");
    }
    for yearly in [SkyEvent::MarchEquinox, SkyEvent::Perihelion, SkyEvent::GalacticCenterOpposition] {
        assert_eq!(of(yearly), YEARS as usize, "{yearly:?}");
    }
}

#[test]
fn showers_peak_when_their_list_says() {
    // Hours of TT on the day; the list prints tenths.
    for (code, (year, month, day), hour) in [
        ("PER", (2025, 8, 12.0), 20.0),
        ("GEM", (2024, 12, 14.0), 1.6),
        ("QUA", (2026, 1, 3.0), 21.4),
        ("LYR", (2026, 4, 22.0), 19.8),
    ] {
        let shower = SHOWERS.iter().find(|s| s.code == code).expect("listed");
        let midnight = Tt(Date { year, month, day }.gregorian_jd());
        let peak =
            solar_longitude::nearest(&course(), shower.peak_deg.to_radians(), midnight).expect("a peak");
        let found = peak.seconds_since(midnight) / 3600.0;
        assert!((found - hour).abs() <= 0.1, "{code}: {found}");
    }
}
