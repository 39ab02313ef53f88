//! Rings: named cases.

use super::{area, places, planar, problem, run};
use crate::Error;
use crate::cut::{Polygon, ring, unrolled_ring};
use geo::Validation;
use std::f64::consts::PI;

/// Cuts a ring in both directions, checks the polygons and that the direction does not matter.
fn cut(vertices: &[(f64, f64)], outside: (f64, f64)) -> Vec<Polygon> {
    let mut vertices = run(vertices);
    let polygons = ring(&vertices, outside).expect("a ring");
    assert_eq!(problem(&polygons), None);
    vertices.reverse();
    let reversed = ring(&vertices, outside).expect("a ring");
    assert_eq!(problem(&reversed), None);
    assert_eq!(polygons.len(), reversed.len());
    assert!((area(&polygons) - area(&reversed)).abs() < 1e-12);
    polygons
}

fn outlines(polygons: &[Polygon]) -> Vec<Vec<(f64, f64)>> {
    assert!(polygons.iter().all(|p| p.holes.is_empty()), "{polygons:?}");
    polygons.iter().map(|p| places(&p.outer)).collect()
}

/// Area of the sphere between two parallels over some longitude.
fn zone(longitude_deg: f64, south_deg: f64, north_deg: f64) -> f64 {
    longitude_deg.to_radians() * (north_deg.to_radians().sin() - south_deg.to_radians().sin())
}

/// A parallel with equally spaced vertices, eastward.
fn parallel(latitude_deg: f64, step: usize) -> Vec<(f64, f64)> {
    (-180..180).step_by(step).map(|longitude| (f64::from(longitude), latitude_deg)).collect()
}

#[test]
fn a_ring_across_the_antimeridian_is_two_polygons_with_equal_latitudes() {
    let polygons = cut(&[(170.0, 0.0), (-170.0, 2.0), (-170.0, 9.0), (170.0, 7.0)], (0.0, 0.0));
    assert_eq!(
        outlines(&polygons),
        [
            vec![(180.0, 8.0), (170.0, 7.0), (170.0, 0.0), (180.0, 1.0), (180.0, 5.0), (180.0, 8.0)],
            vec![(-180.0, 1.0), (-170.0, 2.0), (-170.0, 9.0), (-180.0, 8.0), (-180.0, 5.0), (-180.0, 1.0)]
        ]
    );
    assert_eq!(polygons[1].outer[0].t, 0.5);
}

#[test]
fn a_ring_round_a_pole_is_led_along_the_antimeridian_and_the_pole() {
    for sign in [1.0, -1.0] {
        let polygons = cut(&parallel(60.0 * sign, 20), (0.0, 0.0));
        assert_eq!(polygons.len(), 1);
        assert!((area(&polygons) - zone(360.0, 60.0, 90.0)).abs() < 1e-12);
        let at_pole = polygons[0].outer.iter().filter(|v| v.is_at_pole());
        assert_eq!(at_pole.count(), 73);
        let on_antimeridian = polygons[0].outer.iter().filter(|v| v.longitude_deg == 180.0);
        // 60° (twice if the outline begins there), 65° … 90°.
        assert!((7..=8).contains(&on_antimeridian.count()));
    }
}

#[test]
fn a_ring_that_touches_the_antimeridian_or_runs_along_it_stays_on_its_side() {
    for x in [180.0, -180.0] {
        assert_eq!(cut(&[(x, 4.0), (160.0, 9.0), (160.0, 0.0)], (0.0, 0.0)).len(), 1);
        assert_eq!(cut(&[(x, 4.0), (-160.0, 9.0), (-160.0, 0.0)], (0.0, 0.0)).len(), 1);
        let polygons = cut(&[(x, 0.0), (x, 4.0), (-x, 9.0), (160.0, 9.0), (160.0, 0.0)], (0.0, 0.0));
        assert_eq!(polygons.len(), 1);
        assert!((area(&polygons) - zone(20.0, 0.0, 9.0)).abs() < 1e-12);
        assert!(polygons[0].outer.iter().all(|v| v.longitude_deg > 0.0));
    }
}

#[test]
fn the_outside_may_touch_the_antimeridian_between_two_crossings() {
    let bay = [(170.0, 0.0), (-170.0, 0.0), (-170.0, 20.0), (170.0, 20.0), (180.0, 10.0)];
    let polygons = cut(&bay, (0.0, 0.0));
    // East of it one polygon, west of it one above and one below the bay.
    assert_eq!(polygons.len(), 3);
    assert_eq!(polygons.iter().filter(|p| p.outer[0].longitude_deg > 0.0).count(), 2);
}

#[test]
fn a_ring_through_a_pole_is_led_along_it_on_the_side_of_its_inside() {
    for sign in [1.0, -1.0] {
        // Wedges of 100° and 260° between two meridians, with the pole as a corner.
        for (west, east) in [(-50.0, 50.0), (-130.0, 130.0), (130.0, 230.0), (50.0, 310.0)] {
            let steps = (east - west) / 10.0;
            let arc = (0..=steps as usize).map(|i| (west + 10.0 * i as f64, 70.0 * sign));
            let wedge: Vec<_> = std::iter::once((0.0, 90.0 * sign)).chain(arc).collect();
            let polygons = cut(&wedge, (0.0, 0.0));
            let expected = zone(east - west, 70.0, 90.0);
            assert!((area(&polygons) - expected).abs() < 1e-12, "{west} … {east}: {polygons:?}");
            let unrolled = unrolled_ring(&run(&wedge), (0.0, 0.0)).expect("a ring");
            assert!((area(&unrolled) - expected).abs() < 1e-12, "{west} … {east}: {unrolled:?}");
        }
    }
    // A lune from pole to pole, and the rest of the sphere.
    let lune = [(0.0, -90.0), (40.0, 0.0), (0.0, 90.0), (-40.0, 0.0)];
    assert!((area(&cut(&lune, (90.0, 0.0))) - zone(80.0, -90.0, 90.0)).abs() < 1e-12);
    let both = area(&cut(&lune, (90.0, 0.0))) + area(&cut(&lune, (0.0, 0.0)));
    assert!((both - 4.0 * PI).abs() < 1e-12);
}

#[test]
fn a_ring_led_along_the_antimeridian_to_the_pole_is_kept_as_it_is() {
    let mut antarctica: Vec<_> = (-180..=180).step_by(20).map(|x| (f64::from(x), -70.0)).collect();
    antarctica.extend([(180.0, -90.0), (0.0, -90.0), (-180.0, -90.0), (-180.0, -70.0)]);
    let polygons = cut(&antarctica, (0.0, 0.0));
    assert_eq!(polygons.len(), 1);
    assert!((area(&polygons) - zone(360.0, 70.0, 90.0)).abs() < 1e-12);
}

#[test]
fn unrolled_rings_run_on_beyond_180() {
    let across = [(170.0, 0.0), (-170.0, 2.0), (-170.0, 9.0), (170.0, 7.0)];
    let polygons = unrolled_ring(&run(&across), (0.0, 0.0)).expect("a ring");
    assert_eq!(outlines(&polygons), [[(170.0, 0.0), (190.0, 2.0), (190.0, 9.0), (170.0, 7.0), (170.0, 0.0)]]);
    // What holds both poles is cut.
    let rest = unrolled_ring(&run(&across), (180.0, 5.0)).expect("a ring");
    assert_eq!(Ok(rest), ring(&run(&across), (180.0, 5.0)));
}

/// Round a pole, with an arm of the ring between its first vertex and the pole.
#[test]
fn an_unrolled_ring_goes_to_the_pole_where_it_crosses_nothing() {
    let round = [(0.0, 50.0), (90.0, 50.0), (180.0, 50.0), (-90.0, 50.0), (-40.0, 50.0), (-40.0, 75.0)];
    let arm = [(30.0, 75.0), (30.0, 60.0), (-20.0, 60.0), (-20.0, 50.0)];
    // North of 75° all; down to 50° all but 40° west of the arm's root; the arm is notched up to 60°.
    let expected = zone(360.0, 75.0, 90.0) + zone(290.0, 50.0, 75.0) + zone(50.0, 50.0, 60.0);
    for sign in [1.0, -1.0] {
        let mut vertices: Vec<_> = round.iter().chain(&arm).map(|(x, y)| (*x, y * sign)).collect();
        for _ in 0..vertices.len() {
            let polygons = unrolled_ring(&run(&vertices), (0.0, 0.0)).expect("a ring");
            assert_eq!(planar(&polygons).check_validation(), Ok(()), "{polygons:?}");
            assert!((area(&polygons) - expected).abs() < 1e-12, "{}", area(&polygons));
            assert!(polygons[0].outer[0].longitude_deg.abs() <= 180.0);
            vertices.rotate_left(1);
        }
    }
}

#[test]
fn less_than_a_triangle_is_no_ring_and_bad_coordinates_an_error() {
    let two = [(1.0, 1.0), (2.0, 2.0), (1.0, 1.0)];
    for too_few in [&[][..], &two[..1], &two, &[(180.0, 1.0), (-180.0, 1.0), (180.0, 5.0)]] {
        assert_eq!(ring(&run(too_few), (9.0, 9.0)), Ok(vec![]), "{too_few:?}");
        assert_eq!(unrolled_ring(&run(too_few), (9.0, 9.0)), Ok(vec![]), "{too_few:?}");
    }
    // All of it on the antimeridian.
    assert_eq!(ring(&run(&[(180.0, 1.0), (180.0, 2.0), (180.0, 5.0)]), (9.0, 9.0)), Ok(vec![]));
    let square = run(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0)]);
    assert!(matches!(ring(&square, (f64::NAN, 0.0)), Err(Error::Coordinates { .. })));
    assert!(matches!(ring(&run(&[(0.0, 91.0)]), (0.0, 0.0)), Err(Error::Coordinates { .. })));
}

#[test]
fn a_ring_that_crosses_itself_at_the_antimeridian_is_refused() {
    let twice_round = [&parallel(60.0, 40)[..], &parallel(70.0, 40)].concat();
    assert_eq!(ring(&run(&twice_round), (0.0, 0.0)), Err(Error::RingCrossesItself));
    assert_eq!(unrolled_ring(&run(&twice_round), (0.0, 0.0)), Err(Error::RingCrossesItself));
}
