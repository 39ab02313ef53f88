//! Do the eclipses correspond to the published canon, record by record?

use artifacts::reader::Generation;
use artifacts::tables::eclipses;
use builder::verify::{Against, Quantity, Verification, verify};
use std::collections::BTreeMap;
use std::sync::OnceLock;

// README, "How good it is": the worst of each figure over the whole sample × 1.5. The canon's rounding is
// part of every figure.
/// Time of greatest solar eclipse in 1500–2500, seconds: 0.8 s.
const SOLAR_TIME_MODERN_S: f64 = 1.2;
/// Time of greatest solar eclipse in all five millennia, seconds: 1.5 s.
const SOLAR_TIME_S: f64 = 2.25;
/// γ, Earth radii: 8e-5.
const GAMMA_EARTH_RADII: f64 = 1.2e-4;
/// Magnitude of a solar eclipse: 1.0e-4.
const SOLAR_MAGNITUDE: f64 = 1.5e-4;
/// Width of the path, km: 0.9 km.
const PATH_WIDTH_KM: f64 = 1.35;
/// Duration on the central line, seconds: 0.7 s.
const CENTRAL_DURATION_S: f64 = 1.05;
/// ΔT, seconds: within 5 ms of the limits of the printed second, which are half a second away.
const DELTA_T_S: f64 = 0.5 + 0.0075;
/// Eclipses whose ΔT may round to another second: three.
const DELTA_T_ROUNDED_OTHERWISE: usize = 4;
/// Besselian elements over t0 ± 2 h, Earth radii and degrees: x 7e-5, y 4e-5, l1 and l2 1e-6, d 3e-5°, µ
/// 6e-5°.
const ELEMENTS: [(&str, f64); 6] =
    [("x", 1.05e-4), ("y", 6e-5), ("l1", 1.5e-6), ("l2", 1.5e-6), ("d", 4.5e-5), ("µ", 9e-5)];
/// Tangents of the cones: 8e-8.
const TANGENT: f64 = 1.2e-7;
/// Time of greatest lunar eclipse in 1500–2500, seconds: 2.8 s.
const LUNAR_TIME_MODERN_S: f64 = 4.2;
/// The same in all five millennia: 3.9 s.
const LUNAR_TIME_S: f64 = 5.85;
/// γ of a lunar eclipse, Earth radii: 1.5e-4.
const LUNAR_GAMMA_EARTH_RADII: f64 = 2.25e-4;
/// Duration of the penumbral phase, minutes: 0.34 min.
const PENUMBRAL_DURATION_MIN: f64 = 0.51;
/// Durations of the partial and the total phase, minutes: 0.11 min.
const UMBRAL_DURATION_MIN: f64 = 0.165;
/// Magnitudes of a lunar eclipse: 2.3e-4.
const LUNAR_MAGNITUDE: f64 = 3.45e-4;
/// Lunar eclipses whose qualifier is not the canon's: 11, at the ends of Saros series.
const LUNAR_QUALIFIERS: usize = 16;

// Single eclipses: half a unit of the last place that the canon prints × 1.5.
/// The canon prints whole kilometres.
const PRINTED_KM: f64 = 0.75;
/// The canon prints four decimals of γ and of the magnitude.
const PRINTED_4_DECIMALS: f64 = 0.75e-4;
/// The canon prints tenths of a degree.
const PRINTED_DEG: f64 = 0.075;
/// How far γ moves from one eclipse of a Saros series to the next, Earth radii, at most. Espenak & Meeus
/// (2006), section 1.7: a series lasts some 1,300 years over a range of 2 × 1.55, so 0.04 on average.
const GAMMA_STEP_EARTH_RADII: f64 = 0.15;

fn generation() -> &'static Generation {
    static GENERATION: OnceLock<Generation> = OnceLock::new();
    GENERATION.get_or_init(|| Generation::current(tests::built()).expect("a generation"))
}

fn solar() -> Vec<eclipses::Row<'static>> {
    eclipses::read(generation()).expect("rows").iter().collect()
}

fn on(year: i32, month: i8, day: i8) -> eclipses::Row<'static> {
    solar()
        .into_iter()
        .find(|e| (e.year, e.month, e.day) == (year, month, day))
        .expect("an eclipse on that date")
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn the_published_samples_agree_in_every_column() {
    let files = ["nasa_solar_sample.csv", "nasa_elements_sample.csv", "nasa_lunar_sample.csv"];
    let [canon, elements, lunar] = files.map(tests::reference);
    let report =
        verify(tests::built(), &Against { canon: Some(canon), elements: Some(elements), lunar: Some(lunar) })
            .expect("readable");
    println!("{report}");
    assert!(report.holds(), "{report}");
    solar_figures_hold(&report);
    elements_hold(&report);
    lunar_figures_hold(&report);
}

/// A quantity that was compared, by the name of its table and its own.
fn quantity<'r>(report: &'r Verification, table: &str, name: &str) -> &'r Quantity {
    let found = report.of_table(table).iter().find(|q| q.name() == name);
    found.unwrap_or_else(|| panic!("{name} of {table} was not compared"))
}

/// Asserts that the worst difference of a quantity is within its limit.
fn worst_holds(report: &Verification, table: &str, name: &str, limit: f64) {
    let (worst, at) = quantity(report, table, name).worst().expect("something compared");
    assert!(worst <= limit, "{table}, {name}: {worst:e} at {at}, {limit:e} is allowed");
}

/// Asserts that all values of a quantity but so many are the printed ones.
fn all_equal_but(report: &Verification, table: &str, name: &str, others: usize) {
    let q = quantity(report, table, name);
    assert!(q.compared() - q.equal() <= others, "{table}, {name}: {} of {}", q.equal(), q.compared());
}

fn solar_figures_hold(report: &Verification) {
    const TABLE: &str = "solar eclipses";
    for (name, limit) in [
        ("TD 1500–2500", SOLAR_TIME_MODERN_S),
        ("TD", SOLAR_TIME_S),
        ("γ", GAMMA_EARTH_RADII),
        ("magnitude", SOLAR_MAGNITUDE),
        ("path width", PATH_WIDTH_KM),
        ("central duration", CENTRAL_DURATION_S),
        ("ΔT", DELTA_T_S),
    ] {
        worst_holds(report, TABLE, name, limit);
    }
    all_equal_but(report, TABLE, "ΔT", DELTA_T_ROUNDED_OTHERWISE);
    for name in [
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
    ] {
        all_equal_but(report, TABLE, name, 0);
    }
}

fn elements_hold(report: &Verification) {
    let tangents = ["tan f1", "tan f2"].map(|name| (name, TANGENT));
    for (name, limit) in ELEMENTS.into_iter().chain(tangents) {
        worst_holds(report, "Besselian elements", name, limit);
    }
}

fn lunar_figures_hold(report: &Verification) {
    const TABLE: &str = "lunar eclipses";
    for (name, limit) in [
        ("TD 1500–2500", LUNAR_TIME_MODERN_S),
        ("TD", LUNAR_TIME_S),
        ("γ", LUNAR_GAMMA_EARTH_RADII),
        ("ΔT", DELTA_T_S),
        ("penumbral duration", PENUMBRAL_DURATION_MIN),
        ("partial duration", UMBRAL_DURATION_MIN),
        ("total duration", UMBRAL_DURATION_MIN),
        ("penumbral magnitude", LUNAR_MAGNITUDE),
        ("umbral magnitude", LUNAR_MAGNITUDE),
    ] {
        worst_holds(report, TABLE, name, limit);
    }
    all_equal_but(report, TABLE, "type", LUNAR_QUALIFIERS);
    for name in [
        "date",
        "lunation",
        "Saros",
        "primary type",
        "solar eclipses before and after",
        "penumbral duration given or not",
        "partial duration given or not",
        "total duration given or not",
    ] {
        all_equal_but(report, TABLE, name, 0);
    }
}

#[test]
fn the_types_number_as_in_the_canon() {
    // Espenak & Meeus (2006), table 1-1: partial, annular, total, hybrid.
    let mut counts = BTreeMap::new();
    for e in solar() {
        *counts.entry(e.eclipse_type[..1].to_owned()).or_insert(0) += 1;
    }
    let expected = [("A", 3956), ("H", 569), ("P", 4200), ("T", 3173)].map(|(t, n)| (t.to_owned(), n));
    assert_eq!(counts, expected.into());
}

#[test]
fn every_solar_eclipse_has_its_next_of_the_saros_223_lunations_later() {
    let all = solar();
    let by_lunation: BTreeMap<i32, &eclipses::Row> = all.iter().map(|e| (e.lunation, e)).collect();
    for e in &all {
        if let Some(next) = by_lunation.get(&(e.lunation + 223)) {
            assert_eq!(next.saros, e.saros, "{}", e.iso_tt);
            assert!(
                (next.gamma - e.gamma).abs() < GAMMA_STEP_EARTH_RADII,
                "{}: γ jumps from {} to {}",
                e.iso_tt,
                e.gamma,
                next.gamma
            );
        }
    }
}

#[test]
fn totality_of_2024_april_8_lasts_4m28s_on_a_path_of_198_km() {
    let e = on(2024, 4, 8);
    assert_eq!((e.eclipse_type, e.saros, e.lunation, e.qle), ("T", 139, 300, "n-"));
    assert_eq!(e.central_duration_s.map(f64::round), Some(268.0));
    assert!((e.path_width_km.expect("central") - 198.0).abs() < PRINTED_KM);
    for (ours, printed) in [(e.gamma, 0.3431), (e.magnitude, 1.0566)] {
        assert!((ours - printed).abs() < PRINTED_4_DECIMALS, "{ours} {printed}");
    }
    for (ours, printed) in [(e.latitude_deg, 25.3), (e.longitude_deg, -104.1)] {
        assert!((ours - printed).abs() < PRINTED_DEG, "{ours} {printed}");
    }
}

#[test]
fn the_eclipse_of_thales_is_total_and_of_saros_57() {
    let e = on(-584, 5, 28);
    assert_eq!((&e.eclipse_type[..1], e.saros), ("T", 57));
}

#[test]
fn the_narrow_hybrid_of_1986_october_3_has_a_path_of_one_kilometre() {
    let e = on(1986, 10, 3);
    assert_eq!(e.eclipse_type, "H");
    // The canon prints a width of 1 km and a duration of 00m00s.
    assert!((e.path_width_km.expect("central") - 1.0).abs() < PRINTED_KM);
    assert!(e.central_duration_s.expect("central") < CENTRAL_DURATION_S);
}
