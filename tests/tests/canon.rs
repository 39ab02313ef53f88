//! Do the eclipses correspond to the published canon, record by record?

use crate::figures::{
    CENTRAL_DURATION_S, DELTA_T_ROUNDED_OTHERWISE, DELTA_T_S, ELEMENTS, ELEMENTS_OTHER_YEARS,
    GAMMA_EARTH_RADII, LUNAR_GAMMA_EARTH_RADII, LUNAR_MAGNITUDE, LUNAR_QUALIFIERS, LUNAR_TIME_MODERN_S,
    LUNAR_TIME_S, PATH_WIDTH_KM, PENUMBRAL_DURATION_MIN, SOLAR_MAGNITUDE, SOLAR_TIME_MODERN_S, SOLAR_TIME_S,
    TANGENT, UMBRAL_DURATION_MIN,
};
use crate::generation;
use artifacts::tables::{eclipses, lunar_eclipses};
use builder::verify::{Against, Quantity, Verification, verify};
use std::collections::BTreeMap;

// Single eclipses: half a unit of the last place that the canon prints × 1.5.
/// The canon prints whole kilometres.
const PRINTED_KM: f64 = 0.75;
/// The lunar canon prints the zenith of the Moon in whole degrees.
const PRINTED_ZENITH_DEG: f64 = 1.0;
/// Greatest change of γ from one eclipse of a Saros series to the next, Earth radii. Espenak & Meeus (2006),
/// section 1.7: a series lasts some 1,300 years over a range of 2 × 1.55, so 0.04 on average.
const GAMMA_STEP_EARTH_RADII: f64 = 0.15;

fn solar() -> Vec<eclipses::Row<'static>> {
    eclipses::read(generation()).expect("rows").iter().collect()
}

fn on(year: i32, month: i8, day: i8) -> eclipses::Row<'static> {
    let is_it = |e: &eclipses::Row| (e.year, e.month, e.day) == (year, month, day);
    solar().into_iter().find(is_it).expect("an eclipse on that date")
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn the_published_samples_agree_in_every_column() {
    let files = ["nasa_solar_sample.csv", "nasa_elements_sample.csv", "nasa_lunar_sample.csv"];
    let [canon, elements, lunar] = files.map(tests::reference);
    let against = Against { canon: Some(canon), elements: Some(elements), lunar: Some(lunar) };
    let report = verify(tests::built(), &against).expect("readable");
    println!("{report}");
    assert!(report.holds(), "{report}");
    solar_figures_hold(&report);
    elements_hold(&report);
    lunar_figures_hold(&report);
}

fn quantity<'r>(report: &'r Verification, table: &str, name: &str) -> &'r Quantity {
    let found = report.of_table(table).iter().find(|q| q.name() == name);
    found.unwrap_or_else(|| panic!("{name} of {table} was not compared"))
}

/// Asserts that the worst difference of each quantity of a table is within its limit.
fn worst_hold(report: &Verification, table: &str, limits: &[(&str, f64)]) {
    for &(name, limit) in limits {
        let (worst, at) = quantity(report, table, name).worst().expect("something compared");
        assert!(worst <= limit, "{table}, {name}: {worst:e} at {at}, {limit:e} is allowed");
    }
}

/// Asserts that all but some values of a quantity equal the printed ones.
fn all_equal_but(others: usize, report: &Verification, table: &str, name: &str) {
    let q = quantity(report, table, name);
    assert!(q.compared() - q.equal() <= others, "{table}, {name}: {} of {}", q.equal(), q.compared());
}

fn all_equal(report: &Verification, table: &str, names: &[&str]) {
    names.iter().for_each(|name| all_equal_but(0, report, table, name));
}

fn solar_figures_hold(report: &Verification) {
    const TABLE: &str = "solar eclipses";
    let limits = [
        ("TD 1500–2500", SOLAR_TIME_MODERN_S),
        ("TD", SOLAR_TIME_S),
        ("γ", GAMMA_EARTH_RADII),
        ("magnitude", SOLAR_MAGNITUDE),
        ("path width", PATH_WIDTH_KM),
        ("central duration", CENTRAL_DURATION_S),
        ("ΔT", DELTA_T_S),
    ];
    worst_hold(report, TABLE, &limits);
    all_equal_but(DELTA_T_ROUNDED_OTHERWISE, report, TABLE, "ΔT");
    let printed = [
        "date",
        "lunation",
        "Saros",
        "primary type",
        "type",
        "QLE",
        "latitude, central 1500–2500",
        "longitude, central 1500–2500",
        "path width given or not",
        "duration given or not",
    ];
    all_equal(report, TABLE, &printed);
}

fn elements_hold(report: &Verification) {
    const TABLE: &str = "Besselian elements";
    worst_hold(report, TABLE, &ELEMENTS);
    worst_hold(report, TABLE, &ELEMENTS_OTHER_YEARS);
    worst_hold(report, TABLE, &[("tan f1", TANGENT), ("tan f2", TANGENT)]);
}

fn lunar_figures_hold(report: &Verification) {
    const TABLE: &str = "lunar eclipses";
    let limits = [
        ("TD 1500–2500", LUNAR_TIME_MODERN_S),
        ("TD", LUNAR_TIME_S),
        ("γ", LUNAR_GAMMA_EARTH_RADII),
        ("ΔT", DELTA_T_S),
        ("penumbral duration", PENUMBRAL_DURATION_MIN),
        ("partial duration", UMBRAL_DURATION_MIN),
        ("total duration", UMBRAL_DURATION_MIN),
        ("penumbral magnitude", LUNAR_MAGNITUDE),
        ("umbral magnitude", LUNAR_MAGNITUDE),
        ("latitude of the Moon's zenith", PRINTED_ZENITH_DEG),
        ("longitude of the Moon's zenith", PRINTED_ZENITH_DEG),
    ];
    worst_hold(report, TABLE, &limits);
    all_equal_but(LUNAR_QUALIFIERS, report, TABLE, "type");
    let printed = [
        "date",
        "lunation",
        "Saros",
        "primary type",
        "solar eclipses before and after",
        "penumbral duration given or not",
        "partial duration given or not",
        "total duration given or not",
    ];
    all_equal(report, TABLE, &printed);
}

#[test]
fn the_types_number_as_in_the_canon() {
    let counts = |types: Vec<&str>| {
        let mut counts = BTreeMap::new();
        types.iter().for_each(|kind| *counts.entry(kind[..1].to_owned()).or_insert(0) += 1);
        counts.into_iter().map(|(kind, count)| format!("{kind} {count}")).collect::<Vec<_>>()
    };
    // Espenak & Meeus (2006), table 1-1: annular, hybrid, partial, total; (2009), table 1-1: penumbral,
    // partial, total.
    let of_sun = counts(solar().iter().map(|e| e.eclipse_type).collect());
    assert_eq!(of_sun, ["A 3956", "H 569", "P 4200", "T 3173"]);
    let of_moon = lunar_eclipses::read(generation()).expect("rows");
    let of_moon = counts(of_moon.iter().map(|e| e.eclipse_type).collect());
    assert_eq!(of_moon, ["N 4378", "P 4207", "T 3479"]);
}

#[test]
fn every_solar_eclipse_has_its_next_of_the_saros_223_lunations_later() {
    let all = solar();
    let by_lunation: BTreeMap<i32, &eclipses::Row> = all.iter().map(|e| (e.lunation, e)).collect();
    for e in &all {
        if let Some(next) = by_lunation.get(&(e.lunation + 223)) {
            assert_eq!(next.saros, e.saros, "{}", e.iso_tt);
            let step = (next.gamma - e.gamma).abs();
            assert!(step < GAMMA_STEP_EARTH_RADII, "{}: γ jumps by {step}", e.iso_tt);
        }
    }
}

#[test]
fn the_eclipse_of_thales_is_total_and_the_narrow_hybrid_of_1986_october_3_a_kilometre_wide() {
    let (thales, e) = (on(-584, 5, 28), on(1986, 10, 3));
    assert_eq!((&thales.eclipse_type[..1], thales.saros, e.eclipse_type), ("T", 57, "H"));
    // The canon prints a width of 1 km and a duration of 00m00s.
    assert!((e.path_width_km.expect("central") - 1.0).abs() < PRINTED_KM);
    assert!(e.central_duration_s.expect("central") < CENTRAL_DURATION_S);
}
