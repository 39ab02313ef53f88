//! The terms of the truncated theories are those of `catalog-src`, picked by one rule.
//!
//! With `UMBRA_TERMS=write` the test writes them anew.

use std::collections::HashMap;
use std::fmt::Write;
use tests::number;

/// Least amplitude of an angle of the Moon, arcseconds, and of its distance, km; of a term with a power of
/// the time at twenty centuries from J2000.0.
const LEAST_OF_MOON: [f64; 3] = [0.01, 0.01, 0.2];
const CENTURIES: f64 = 20.0;
/// Least amplitude of an angle of the Earth, radians, and of its distance, au; two millennia from J2000.0.
const LEAST_OF_EARTH: [f64; 3] = [5e-8, 5e-8, 2e-7];
const MILLENNIA: f64 = 2.0;

type Row = HashMap<String, String>;

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

/// A table of terms: the given columns of the rows, numbers in their shortest form.
fn table(rows: &[Row], columns: &[&str]) -> String {
    let mut text = columns.join(",") + "\n";
    for row in rows {
        let field = |column: &&str| match *column {
            "coordinate" => coordinate(row).to_string(),
            column if column.starts_with("amplitude") || column.contains("_rad") => {
                format!("{:?}", number(row, column))
            }
            column => row[column].clone(),
        };
        writeln!(text, "{}", columns.iter().map(field).collect::<Vec<_>>().join(",")).expect("text");
    }
    text
}

#[test]
fn the_terms_of_the_truncated_theories_are_the_leading_ones_of_the_sources() {
    let moon = |file| leading(file, LEAST_OF_MOON, CENTURIES);
    let planetary = ["amplitude", "phase_rad", "planetary_rate_rad_per_century"];
    let tables = [
        (
            "elp_mpp02/main_problem.csv",
            table(&moon("elp-mpp02/main_problem.csv"), &["coordinate", "d", "f", "l", "l_sun", "amplitude"]),
        ),
        (
            "elp_mpp02/perturbations.csv",
            table(
                &moon("elp-mpp02/perturbations.csv"),
                &[&["coordinate", "power", "d", "f", "l", "l_sun", "zeta"][..], &planetary].concat(),
            ),
        ),
        (
            "vsop87b.csv",
            table(
                &leading("vsop87/vsop87b_earth.csv", LEAST_OF_EARTH, MILLENNIA),
                &["coordinate", "power", "amplitude", "phase_rad", "rate_rad_per_millennium"],
            ),
        ),
    ];
    let folder = tests::root().join("astro/src/theory");
    for (file, text) in tables {
        let path = folder.join(file);
        println!("{file}: {} terms", text.lines().count() - 1);
        if std::env::var_os("UMBRA_TERMS").is_some_and(|word| word == "write") {
            std::fs::write(&path, &text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        }
        assert!(
            std::fs::read_to_string(&path).is_ok_and(|there| there == text),
            "{file} is not the leading terms of catalog-src: UMBRA_TERMS=write cargo test --release -p tests \
             --test main truncated::terms writes it"
        );
    }
}
