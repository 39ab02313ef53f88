//! Do the eclipses correspond to the published canon, record by record?

use artifacts::reader::Generation;
use artifacts::tables::eclipses;
use builder::verify::{Against, verify};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The canon prints whole kilometres.
const PATH_WIDTH_TOLERANCE_KM: f64 = 1.0;

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
                (next.gamma - e.gamma).abs() < 0.15,
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
    assert!((e.path_width_km.expect("central") - 198.0).abs() < PATH_WIDTH_TOLERANCE_KM);
    assert!((e.gamma - 0.3431).abs() < 1e-4 && (e.magnitude - 1.0566).abs() < 1e-4);
    assert!((e.latitude_deg - 25.3).abs() < 0.06 && (e.longitude_deg + 104.1).abs() < 0.06);
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
    assert!(e.path_width_km.expect("central") < 1.5);
    assert!(e.central_duration_s.expect("central") < 1.0);
}
