//! The terms of the truncated theories are those of `catalog-src`, picked by one rule.
//!
//! With `UMBRA_TERMS=write` the test writes them anew.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

/// Least amplitude of an angle of the Moon, arcseconds, and of its distance, km; of a term with a power of
/// the time at twenty centuries from J2000.0.
const LEAST_OF_MOON: [f64; 3] = [0.01, 0.01, 0.2];
const CENTURIES: f64 = 20.0;
/// Least amplitude of an angle of the Earth, radians, and of its distance, au; two millennia from J2000.0.
const LEAST_OF_EARTH: [f64; 3] = [5e-8, 5e-8, 2e-7];
const MILLENNIA: f64 = 2.0;

const HEAD_OF_MOON: &str = "\
//! The leading terms of ELP/MPP02: those of 0.01″ and 0.2 km and more, terms with a power of the time twenty
//! centuries from J2000.0.
//!
//! Source: Chapront & Francou (2003), Astron. Astrophys. 404, 735; a part of `catalog-src/elp-mpp02`,
//! written by `tests/tests/truncated/terms.rs`.

/// Coordinate (longitude, latitude, distance: 0, 1, 2), multiples of D, F, l, l′, amplitude, in the units of
/// `elp_mpp02::MainTerm`.
pub(crate) type Main = (usize, [i8; 4], f64);

/// Coordinate, power of the time, multiples of D, F, l, l′, ζ, amplitude, phase and planetary rate, in the
/// units of `elp_mpp02::PerturbationTerm`.
pub(crate) type Perturbation = (usize, u8, [i8; 5], f64, f64, f64);

/// The main problem.
#[rustfmt::skip]
pub(crate) const MAIN: &[Main] = &[
";
const HEAD_OF_PERTURBATIONS: &str = "\
];

/// The perturbations.
#[rustfmt::skip]
#[expect(clippy::approx_constant, reason = \"the digits are the source's\")]
pub(crate) const PERTURBATIONS: &[Perturbation] = &[
";
const HEAD_OF_EARTH: &str = "\
//! The leading terms of VSOP87B for the Earth: those of 5e-8 radians and 2e-7 au and more, two millennia from
//! J2000.0.

/// Coordinate (longitude, latitude, distance: 0, 1, 2), power of the time, amplitude, phase and rate, in the
/// units of `vsop87::Row`.
///
/// Source: Bretagnon & Francou (1988), Astron. Astrophys. 202, 309; a part of
/// `catalog-src/vsop87/vsop87b_earth.csv`, written by `tests/tests/truncated/terms.rs`.
#[rustfmt::skip]
#[expect(clippy::approx_constant, reason = \"the digits are the source's\")]
pub(crate) const TRUNCATED_B: &[(usize, u8, f64, f64, f64)] = &[
";

type Row = HashMap<String, String>;

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|e| panic!("{column} = \"{}\": {e}", row[column]))
}

fn coordinate(row: &Row) -> usize {
    let name = row["coordinate"].as_str();
    ["longitude", "latitude", "distance"].iter().position(|c| *c == name).expect("a coordinate")
}

fn power(row: &Row) -> i32 {
    row.get("power").map_or(0, |p| p.parse().expect("a power"))
}

/// The rows with at least the minimum amplitude at `span` from J2000.0.
fn leading(file: &str, least: [f64; 3], span: f64) -> Vec<Row> {
    let mut rows = tests::rows(&tests::sources_folder().join(file));
    rows.retain(|r| number(r, "amplitude").abs() * span.powi(power(r)) >= least[coordinate(r)]);
    rows
}

fn multiples(row: &Row, columns: &[&str]) -> String {
    columns.iter().map(|c| row[*c].as_str()).collect::<Vec<_>>().join(", ")
}

/// The text of `astro/src/theory/elp_mpp02/leading_terms.rs`.
fn of_moon() -> String {
    let mut text = String::from(HEAD_OF_MOON);
    for r in leading("elp-mpp02/main_problem.csv", LEAST_OF_MOON, CENTURIES) {
        let multiples = multiples(&r, &["d", "f", "l", "l_sun"]);
        let amplitude = number(&r, "amplitude");
        writeln!(text, "    ({}, [{multiples}], {amplitude:?}),", coordinate(&r)).expect("text");
    }
    text.push_str(HEAD_OF_PERTURBATIONS);
    for r in leading("elp-mpp02/perturbations.csv", LEAST_OF_MOON, CENTURIES) {
        let multiples = multiples(&r, &["d", "f", "l", "l_sun", "zeta"]);
        let [amplitude, phase, rate] =
            ["amplitude", "phase_rad", "planetary_rate_rad_per_century"].map(|c| number(&r, c));
        let (coordinate, power) = (coordinate(&r), power(&r));
        writeln!(text, "    ({coordinate}, {power}, [{multiples}], {amplitude:?}, {phase:?}, {rate:?}),")
            .expect("text");
    }
    text.push_str("];\n");
    text
}

/// The text of `astro/src/theory/vsop87b_terms.rs`.
fn of_earth() -> String {
    let mut text = String::from(HEAD_OF_EARTH);
    for r in leading("vsop87/vsop87b_earth.csv", LEAST_OF_EARTH, MILLENNIA) {
        let [amplitude, phase, rate] =
            ["amplitude", "phase_rad", "rate_rad_per_millennium"].map(|c| number(&r, c));
        let (coordinate, power) = (coordinate(&r), power(&r));
        writeln!(text, "    ({coordinate}, {power}, {amplitude:?}, {phase:?}, {rate:?}),").expect("text");
    }
    text.push_str("];\n");
    text
}

#[test]
fn the_terms_of_the_truncated_theories_are_the_leading_ones_of_the_sources() {
    let folder = tests::root().join("astro/src/theory");
    for (file, text) in [("elp_mpp02/leading_terms.rs", of_moon()), ("vsop87b_terms.rs", of_earth())] {
        let path = folder.join(file);
        println!("{file}: {} terms", text.lines().filter(|l| l.starts_with("    (")).count());
        if std::env::var_os("UMBRA_TERMS").is_some_and(|word| word == "write") {
            std::fs::write(&path, &text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        }
        assert!(
            read(&path) == text,
            "{file} is not the leading terms of catalog-src: UMBRA_TERMS=write cargo test --release -p tests \
             --test main truncated::terms writes it"
        );
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}
