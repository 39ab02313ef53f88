//! Rings whose sides are meridians and parallels on a grid, so that the antimeridian runs along sides,
//! through corners and past them.

use super::{area, contains, planar, problem, run};
use crate::cut::{ring, unrolled_ring};
use proptest::prelude::*;
use std::f64::consts::PI;

const COLUMN_DEG: f64 = 10.0;
const BASE_DEG: f64 = -40.0;

/// The outline of columns side by side on one base.
fn outline(west_deg: f64, heights: &[i32]) -> Vec<(f64, f64)> {
    let east = |column: usize| west_deg + COLUMN_DEG * column as f64;
    let tops = heights.iter().enumerate().flat_map(|(column, &height)| {
        let top = BASE_DEG + 10.0 * f64::from(height);
        [(east(column), top), (east(column + 1), top)]
    });
    let base = (1..heights.len()).rev().map(|column| (east(column), BASE_DEG));
    let corners = [(east(heights.len()), BASE_DEG)];
    std::iter::once((west_deg, BASE_DEG)).chain(tops).chain(corners).chain(base).collect()
}

/// Area of the columns on a unit sphere.
fn columns_area(heights: &[i32]) -> f64 {
    let sine = |latitude_deg: f64| latitude_deg.to_radians().sin();
    let column = |&height: &i32| sine(BASE_DEG + 10.0 * f64::from(height)) - sine(BASE_DEG);
    COLUMN_DEG.to_radians() * heights.iter().map(column).sum::<f64>()
}

proptest! {
    #[test]
    fn columns_and_all_but_columns_keep_their_points(
        west in -18i32..=18,
        heights in prop::collection::vec(1i32..=12, 1..=35),
        shift in 0usize..40,
        is_reversed: bool,
    ) {
        let west_deg = 10.0 * f64::from(west);
        let mut vertices = outline(west_deg, &heights);
        let count = vertices.len();
        vertices.rotate_left(shift % count);
        if is_reversed {
            vertices.reverse();
        }
        let vertices = run(&vertices);
        let columns = ring(&vertices, (west_deg, -60.0)).expect("a ring");
        let rest = ring(&vertices, (west_deg + 5.0, BASE_DEG + 5.0)).expect("a ring");
        let unrolled = unrolled_ring(&vertices, (west_deg, -60.0)).expect("a ring");
        prop_assert_eq!(problem(&columns), None);
        prop_assert_eq!(problem(&rest), None);
        let expected = columns_area(&heights);
        prop_assert!((area(&columns) - expected).abs() < 1e-12);
        prop_assert!((area(&unrolled) - expected).abs() < 1e-12);
        prop_assert!((area(&rest) - (4.0 * PI - expected)).abs() < 1e-12);
        let (columns, rest) = (planar(&columns), planar(&rest));
        for column in 0..36 {
            let longitude = west_deg + COLUMN_DEG * (column as f64 + 0.5);
            let longitude = (longitude + 180.0).rem_euclid(360.0) - 180.0;
            let height = heights.get(column).copied().unwrap_or(0);
            for row in -4..13 {
                let place = (longitude, BASE_DEG + 10.0 * (f64::from(row) + 0.5));
                let is_inside = (0..height).contains(&row);
                prop_assert_eq!(contains(&columns, place), is_inside, "{:?}", place);
                prop_assert_eq!(contains(&rest, place), !is_inside, "{:?}", place);
            }
        }
    }
}
