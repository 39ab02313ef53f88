//! Lines of equal duration: is their work in proportion to their vertices?

use super::*;
use astro::eclipse::besselian::{Polynomials, Radii};
use astro::eclipse::path::TrueEdge;
use std::ops::RangeInclusive;

const YEARS: RangeInclusive<i32> = 2001..=2100;
/// Eclipses of these years whose umbra meets the Earth.
const ECLIPSES: usize = 147;
const DURATIONS_S: [f64; 3] = [1.0, 10.0, 60.0];
/// A Moon so small that hybrid eclipses are total for hardly a second.
const SMALL_MOON: Radii = Radii { k1: 0.27251, k2: 0.27223, ..Radii::CANON };
/// Tolerance of the lines, km.
const TOLERANCE_KM: f64 = 1.0;
/// Most looks for a vertex, a little more than the worst line needs.
const LOOKS_FOR_VERTEX: f64 = 700.0;
/// Most looks for a line that has no vertices, which is looked for every 64 km.
const LOOKS_FOR_NONE: f64 = 35_000.0;

#[test]
fn the_work_for_lines_of_equal_duration_is_in_proportion_to_their_vertices() {
    let is_central = |row: &&Row| YEARS.contains(&row.year) && row.eclipse_type_code.unsigned_abs() > 4;
    let eclipses: Vec<&Row> = all().iter().filter(is_central).collect();
    assert_eq!(eclipses.len(), ECLIPSES);
    let cases =
        DURATIONS_S.map(|duration_s| (duration_s, Radii::CANON)).into_iter().chain([(1.0, SMALL_MOON)]);
    for (duration_s, radii) in cases {
        let work = |row: &&Row| {
            let (looks, vertices) = looks_and_vertices(&row.polynomials().with_radii(radii), duration_s);
            let share = f64::from(looks) / (LOOKS_FOR_NONE + LOOKS_FOR_VERTEX * vertices as f64);
            (share, looks, vertices, date(row))
        };
        let worst = eclipses.par_iter().map(work).max_by(|a, b| a.0.total_cmp(&b.0)).expect("an eclipse");
        let (share, looks, vertices, date) = worst;
        println!(
            "{duration_s} s, k2 = {}: worst {share:.2}, {looks} looks, {vertices} vertices ({date})",
            radii.k2
        );
        assert!(share < 1.0);
    }
}

fn looks_and_vertices(elements: &Polynomials, duration_s: f64) -> (u32, usize) {
    let paths = Paths::new(elements, within(TOLERANCE_KM), 0.0).expect("greatest eclipse");
    let edge = TrueEdge::smooth(elements, 0.0);
    let lines = paths.edge_durations(&edge, duration_s).expect("lines");
    (edge.looks(), lines.iter().map(|line| line.vertices.len()).sum())
}
