//! Is the ephemeris closest to the sky? Against JPL DE440 (reference sample), and against its own series
//! everywhere.

use astro::ephemeris::Ephemerides;
use astro::math::angle::ARCSEC;
use astro::math::vector::{Vector, cross, dot, from_spherical, norm, sub};
use astro::time::Tt;
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;
use tests::number;

// The figures of ACCURACY.md for the ephemeris, each × 1.5.
/// Places against DE440 in 1800–2200, arcseconds: 0.007″.
const ARCSEC_1800_2200: f64 = 0.0105;
/// Places against DE440 in 1550–2650, arcseconds: 0.032″.
const ARCSEC_1550_2650: f64 = 0.048;
/// Published ephemeris against its series, arcseconds: 0.000049″, the worst residual that a build prints.
const FIT_TOLERANCE_ARCSEC: f64 = 7.4e-5;
/// Tolerance of the Moon's distance, metres: the build prints 0.00 m, the test found 0.001 m.
const FIT_TOLERANCE_M: f64 = 0.0015;
// Distances are here those of the instant at which the light left, the table's those at its arrival.
/// The Moon, km: the Earth moves with 30 km/s for 1.35 s; 40.6 km.
const MOON_LIGHT_TIME_KM: f64 = 60.9;
/// The Sun, km: the Earth moves towards it with at most 0.5 km/s for 508 s; 259.9 km.
const SUN_LIGHT_TIME_KM: f64 = 389.9;

/// The series, read once for all tests.
pub(crate) fn sources() -> &'static builder::sources::Sources {
    static SOURCES: OnceLock<builder::sources::Sources> = OnceLock::new();
    SOURCES.get_or_init(|| builder::sources::read(&tests::sources_folder(), None).expect("sources"))
}

fn angle_arcsec(a: Vector, b: Vector) -> f64 {
    norm(cross(a, b)).atan2(dot(a, b)) / ARCSEC
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn sun_and_moon_agree_with_jpl_de440() {
    let path = tests::reference("positions_sample.csv");
    let sources = sources();
    let direction = |r: &HashMap<String, String>, body: &str| {
        let d = |c: &str| number(r, &format!("{body}_{c}_deg")).to_radians();
        from_spherical(d("ra"), d("dec"), 1.0)
    };
    let mut differences: BTreeMap<(&str, &str), Vec<(f64, String)>> = BTreeMap::new();
    for r in tests::rows(&path).iter().filter(|r| r["kernel"] == "de440") {
        let t = Tt(number(r, "jd_tt"));
        let year = 2000.0 + t.centuries() * 100.0;
        if !(1550.0..=2650.0).contains(&year) {
            continue;
        }
        let places = sources.apparent.places(t);
        let range = if (1800.0..=2200.0).contains(&year) { "1800–2200, ″" } else { "1550–2650, ″" };
        for (body, ours) in [("sun", places.sun_km), ("moon", places.moon_km)] {
            let km = norm(ours) - number(r, &format!("{body}_dist_km"));
            for (what, off) in [(range, angle_arcsec(ours, direction(r, body))), ("distance, km", km)] {
                differences.entry((body, what)).or_default().push((off, r["iso_tt"].clone()));
            }
        }
    }
    assert_eq!(differences.len(), 6, "the sample has too few rows of DE440");
    for ((body, what), mut differences) in differences {
        let limit = match what {
            "1800–2200, ″" => ARCSEC_1800_2200,
            "1550–2650, ″" => ARCSEC_1550_2650,
            _ if body == "sun" => SUN_LIGHT_TIME_KM,
            _ => MOON_LIGHT_TIME_KM,
        };
        assert_eq!(tests::share_within(&format!("{body}, {what}"), limit, &mut differences), 1.0);
    }
}

#[test]
fn the_published_ephemeris_agrees_with_the_full_series() {
    let sources = sources();
    let published = artifacts::tables::ephemeris::Ephemeris::open(crate::generation()).expect("columns");
    let ephemeris = published.columns();
    let (mut worst_arcsec, mut worst_m) = (0.0f64, 0.0f64);
    let days = ephemeris.segments() as f64 * astro::ephemeris::chebyshev_table::SEGMENT_DAYS;
    const INSTANTS: usize = 2000;
    for i in 0..INSTANTS {
        // An irrational step meets every phase of a segment.
        let t = Tt(ephemeris.start_jd_tt + (i as f64 * 0.618_033_988_749_895).fract() * days);
        let (series, fitted) = (sources.apparent.places(t), ephemeris.places(t).expect("in range"));
        for (a, b) in [(series.sun_km, fitted.sun_km), (series.moon_km, fitted.moon_km)] {
            worst_arcsec = worst_arcsec.max(norm(sub(a, b)) / norm(a) / ARCSEC);
        }
        worst_m = worst_m.max((norm(series.moon_km) - norm(fitted.moon_km)).abs() * 1000.0);
        worst_arcsec =
            worst_arcsec.max((series.nutation_longitude - fitted.nutation_longitude).abs() / ARCSEC);
    }
    println!("{INSTANTS} instants: worst {worst_arcsec:.6} arcsec, {worst_m:.3} m");
    assert!(worst_arcsec < FIT_TOLERANCE_ARCSEC && worst_m < FIT_TOLERANCE_M);
}

/// Compares functions of the server that need no table with the full series and the long-term precession that
/// the ephemeris is made of. The docstrings of these functions give the figures printed here.
#[test]
fn what_needs_no_table_agrees_with_the_full_series() {
    use astro::earth::precession::{equatorial_2006, obliquity_2006};
    use astro::math::vector::{Rotation, rotate};
    let sources = sources();
    let precession = &sources.apparent.precession;
    let truncated = astro::theory::vsop87::Earth::truncated();
    let wrapped = |x: f64| (astro::math::angle::normalize_signed(x) / ARCSEC).abs();
    // Sidereal time beside the Earth rotation angle is the turn of the frame of date about its own pole,
    // integrated from J2000.0 with the midpoint rule.
    const STEP: f64 = 0.005;
    let turn = |t: f64| {
        let [before, after]: [Rotation; 2] =
            [t - STEP / 2.0, t + STEP / 2.0].map(|t| precession.equatorial(t));
        // Row 0 of the earlier frame is its equinox in J2000.0.
        let moved = rotate(&after, before[0]);
        moved[1].atan2(moved[0])
    };
    // The constant of the published polynomial belongs to the origin of the complementary terms.
    let published = |t: f64| {
        let (ut, tt) = (
            astro::time::Ut1(astro::constants::J2000),
            Tt(astro::constants::J2000 + t * astro::constants::DAYS_PER_CENTURY),
        );
        astro::earth::rotation::gmst(ut, tt)
            - astro::earth::rotation::earth_rotation_angle(ut)
            - 0.014_506 * ARCSEC
    };
    println!(
        "worst difference, arcseconds: longitude and latitude of the truncated VSOP87D (and its distance, \
         1e-6 au), precession, obliquity, sidereal time of IAU 2006"
    );
    for (from, to, limits) in [
        (-40.0, 10.0, [3.5, 0.4, 13.0, 5.1, 4.8, 4.1]),
        (-10.0, 10.0, [0.6, 0.3, 2.2, 0.06, 0.04, 0.09]),
        (-5.0, 5.0, [0.6, 0.3, 2.2, 0.02, 0.01, 0.03]),
    ] {
        let mut worst = [0.0f64; 6];
        for direction in [-1.0, 1.0] {
            let mut accumulated = 0.0;
            let steps = (if direction < 0.0 { -from } else { to } / STEP).round() as usize;
            for i in 0..steps {
                accumulated += direction * turn(direction * (i as f64 + 0.5) * STEP);
                let t = direction * (i as f64 + 1.0) * STEP;
                let (full, short) = (sources.canon.earth.value(t), truncated.value(t));
                let turned = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|v| {
                    angle_arcsec(rotate(&equatorial_2006(t), v), rotate(&precession.equatorial(t), v))
                });
                let differences = [
                    wrapped(full[0] - short[0]),
                    wrapped(full[1] - short[1]),
                    (full[2] - short[2]).abs() * 1e6,
                    turned.into_iter().fold(0.0, f64::max),
                    wrapped(precession.obliquity(t) - obliquity_2006(t)),
                    wrapped(accumulated - published(t)),
                ];
                worst = std::array::from_fn(|k| worst[k].max(differences[k]));
            }
        }
        println!("{:>6} … {:<5} {worst:.3?}", 2000.0 + from * 100.0, 2000.0 + to * 100.0);
        assert!(worst.iter().zip(limits).all(|(w, limit)| *w < limit), "the docstrings promise {limits:?}");
    }
}
