//! Besselian elements of the canon, compared as functions over t0 ± 2 h.

use super::canon::turn;
use super::comparison::{Quantities, Quantity};
use super::printed::PrintedTable;
use crate::Error;
use crate::commands::day::CivilDate;
use artifacts::tables::elements;
use artifacts::tables::span::Span;
use astro::math::polynomial::value;
use std::path::Path;

/// A quantity of the canon.
struct Compared {
    /// Its name in the years that are served by default, and in the others.
    names: [&'static str; 2],
    unit: &'static str,
    /// Limits for 99 % in either.
    limits: [f64; 2],
    /// The canon's columns.
    columns: &'static [&'static str],
}

/// In antiquity the canon's obliquity is another one by up to 10″.
const QUANTITIES: [Compared; 6] = [
    compared(["x", "x, other years"], "Earth radii", [1e-4, 2e-4], &["x1", "x2", "x3", "x4"]),
    compared(["y", "y, other years"], "Earth radii", [1e-4, 2e-4], &["y1", "y2", "y3", "y4"]),
    compared(["d", "d, other years"], "°", [3e-4, 4e-3], &["d1", "d2", "d3"]),
    compared(["l1", "l1, other years"], "Earth radii", [5e-6; 2], &["l11", "l12", "l13"]),
    compared(["l2", "l2, other years"], "Earth radii", [5e-6; 2], &["l21", "l22", "l23"]),
    compared(["µ", "µ, other years"], "°", [1e-3; 2], &["m1", "m2", "m3"]),
];
const fn compared(
    names: [&'static str; 2],
    unit: &'static str,
    limits: [f64; 2],
    columns: &'static [&'static str],
) -> Compared {
    Compared { names, unit, limits, columns }
}

/// The canon prints seven decimals of the tangents.
const TANGENT_LIMIT: f64 = 1.5e-7;

/// Compares the elements of every eclipse of the file.
pub(crate) fn compare(path: &Path, ours: &elements::Rows) -> Result<Vec<Quantity>, Error> {
    let mut required = vec!["Catalog Number", "jd", "t0", "tanf1", "tanf2"];
    required.extend(QUANTITIES.iter().flat_map(|q| q.columns));
    let table = PrintedTable::read(path, &required.join(", "))?;
    let mut c = Quantities::default();
    for r in table.rows() {
        let number = r.whole("Catalog Number")?;
        let missing = || r.error(format!("we have no elements of eclipse {number}"));
        let o = ours.of_eclipse(number).ok_or_else(missing)?;
        let at = CivilDate::from(&o).to_string();
        let offset = (nearest_hour(r.number("jd")?, r.number("t0")?) - o.t0_jd_tt) * 24.0;
        let cubics = [
            [o.x0, o.x1, o.x2, o.x3],
            [o.y0, o.y1, o.y2, o.y3],
            [o.d0, o.d1, o.d2, o.d3],
            [o.l1_0, o.l1_1, o.l1_2, o.l1_3],
            [o.l2_0, o.l2_1, o.l2_2, o.l2_3],
            [o.mu0, o.mu1, o.mu2, o.mu3],
        ];
        let span = usize::from(o.span == Span::Canon);
        for (Compared { names, unit, limits, columns }, mine) in QUANTITIES.iter().zip(cubics) {
            let theirs = columns.iter().map(|n| r.number(n)).collect::<Result<Vec<f64>, _>>()?;
            let worst = (-4..=4)
                .map(|k| f64::from(k) / 2.0)
                .fold(0.0f64, |worst, t| worst.max(turn(value(&mine, t + offset) - value(&theirs, t)).abs()));
            let limit = limits[span];
            c.of(names[span], unit, 0.99).number(worst, limit, worst <= limit / 2.0, &at);
        }
        for (name, column, mine) in [("tan f1", "tanf1", o.tan_f1), ("tan f2", "tanf2", o.tan_f2)] {
            let difference = mine - r.number(column)?;
            c.of(name, "", 0.99).number(difference, TANGENT_LIMIT, difference.abs() <= 0.5e-7, &at);
        }
    }
    Ok(c.into_list())
}

/// The instant with the hour of the day given that lies nearest to `jd`.
fn nearest_hour(jd: f64, hour: f64) -> f64 {
    let midnight = (jd + 0.5).floor() - 0.5;
    let days = [-1.0, 0.0, 1.0].map(|d| midnight + d + hour / 24.0);
    let nearer = |a: &f64, b: &f64| (a - jd).abs().total_cmp(&(b - jd).abs());
    days.into_iter().min_by(nearer).expect("three days")
}
