//! Besselian elements of the canon, compared as functions over t0 ± 2 h.

use super::canon::turn;
use super::comparison::{Column, Columns};
use super::table::Table;
use crate::Error;
use crate::published::Elements;
use astro::math::polynomial::value;
use std::collections::HashMap;
use std::path::Path;

/// A quantity: name, unit, limit for 99 %, columns of the canon.
const QUANTITIES: [(&str, &str, f64, &[&str]); 6] = [
    ("x", "Earth radii", 1e-4, &["x1", "x2", "x3", "x4"]),
    ("y", "Earth radii", 1e-4, &["y1", "y2", "y3", "y4"]),
    ("d", "°", 3e-4, &["d1", "d2", "d3"]),
    ("l1", "Earth radii", 5e-6, &["l11", "l12", "l13"]),
    ("l2", "Earth radii", 5e-6, &["l21", "l22", "l23"]),
    ("µ", "°", 1e-3, &["m1", "m2", "m3"]),
];
/// The canon prints seven decimals of the tangents.
const TANGENT_LIMIT: f64 = 1.5e-7;

/// Compares the elements of every eclipse that we publish; rows of other years are passed over.
pub fn compare(path: &Path, ours: &[Elements]) -> Result<Vec<Column>, Error> {
    let mut required = vec!["Catalog Number", "jd", "t0", "tanf1", "tanf2"];
    required.extend(QUANTITIES.iter().flat_map(|q| q.3));
    let table = Table::read(path, &required)?;
    let by_number: HashMap<i32, &Elements> = ours.iter().map(|e| (e.catalog_number, e)).collect();
    let mut c = Columns::default();
    for r in table.rows() {
        let Some(o) = by_number.get(&(r.number("Catalog Number")? as i32)) else { continue };
        let at = o.date.to_string();
        let offset = (nearest_hour(r.number("jd")?, r.number("t0")?) - o.t0_jd_tt) * 24.0;
        for ((name, unit, limit, columns), mine) in QUANTITIES.iter().zip([o.x, o.y, o.d, o.l1, o.l2, o.mu]) {
            let theirs = columns.iter().map(|n| r.number(n)).collect::<Result<Vec<f64>, _>>()?;
            let worst = (-4..=4)
                .map(|k| f64::from(k) / 2.0)
                .fold(0.0f64, |worst, t| worst.max(turn(value(&mine, t + offset) - value(&theirs, t)).abs()));
            c.of(*name, unit, 0.99).number(worst, *limit, worst <= limit / 2.0, &at);
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
    days.into_iter().min_by(|a, b| (a - jd).abs().total_cmp(&(b - jd).abs())).unwrap_or(midnight)
}
