//! Lines.

use super::{places, run};
use crate::Error;
use crate::cut::{Vertex, line, unrolled_line};
use proptest::prelude::*;

fn cut(vertices: &[(f64, f64)]) -> Vec<Vec<(f64, f64)>> {
    line(&run(vertices)).expect("coordinates").iter().map(|piece| places(piece)).collect()
}

fn unrolled(vertices: &[(f64, f64)]) -> Vec<(f64, f64)> {
    places(&unrolled_line(&run(vertices)).expect("coordinates"))
}

#[test]
fn a_line_that_only_touches_the_antimeridian_stays_whole() {
    for sign in [180.0, -180.0, 540.0] {
        let touching = cut(&[(170.0, 0.0), (sign, 1.0), (170.0, 2.0)]);
        assert_eq!(touching, [[(170.0, 0.0), (180.0, 1.0), (170.0, 2.0)]]);
        assert_eq!(cut(&[(-170.0, 0.0), (sign, 1.0)]), [[(-170.0, 0.0), (-180.0, 1.0)]]);
        assert_eq!(cut(&[(sign, 0.0), (-170.0, 1.0)]), [[(-180.0, 0.0), (-170.0, 1.0)]]);
    }
}

#[test]
fn a_crossing_at_a_vertex_inserts_nothing() {
    let expected = vec![vec![(170.0, 0.0), (180.0, 1.0)], vec![(-180.0, 1.0), (-170.0, 2.0)]];
    assert_eq!(cut(&[(170.0, 0.0), (-180.0, 1.0), (-170.0, 2.0)]), expected);
    assert_eq!(cut(&[(170.0, 0.0), (179.999_999_8, 1.0), (-170.0, 2.0)]), expected);
}

#[test]
fn a_run_along_the_antimeridian_belongs_to_the_side_from_which_it_is_reached() {
    assert_eq!(
        cut(&[(170.0, 0.0), (-180.0, 1.0), (180.0, 2.0), (-180.0, 3.0), (-170.0, 4.0)]),
        [vec![(170.0, 0.0), (180.0, 1.0), (180.0, 2.0), (180.0, 3.0)], vec![(-180.0, 3.0), (-170.0, 4.0)]]
    );
    let along = cut(&[(180.0, 0.0), (180.0, 1.0), (-170.0, 2.0)]);
    assert_eq!(along, [[(-180.0, 0.0), (-180.0, 1.0), (-170.0, 2.0)]]);
    assert_eq!(cut(&[(-180.0, 0.0), (180.0, 1.0)]), [[(-180.0, 0.0), (-180.0, 1.0)]]);
}

#[test]
fn over_a_pole_a_line_goes_up_one_meridian_and_down_another() {
    let expected = vec![vec![(20.0, 89.0), (20.0, 90.0)], vec![(-150.0, 90.0), (-150.0, 88.0)]];
    assert_eq!(cut(&[(20.0, 89.0), (0.0, 90.0), (-150.0, 88.0)]), expected);
    // Down the antimeridian it stays there.
    for end in [180.0, -180.0] {
        let expected =
            vec![vec![(0.0, 89.0), (0.0, 90.0)], vec![(180.0, 90.0), (180.0, 88.0), (180.0, 20.0)]];
        assert_eq!(cut(&[(0.0, 89.0), (end, 88.0), (end, 20.0)]), expected);
    }
    assert_eq!(cut(&[(0.0, -90.0), (33.0, -80.0)]), [[(33.0, -90.0), (33.0, -80.0)]]);
    // Between opposite meridians the pole is inserted, nearer to the vertex that is nearer to it.
    let pieces = line(&run(&[(20.0, -89.0), (-160.0, -87.0)])).expect("coordinates");
    assert_eq!(places(&pieces[0]), [(20.0, -89.0), (20.0, -90.0)]);
    assert_eq!(places(&pieces[1]), [(-160.0, -90.0), (-160.0, -87.0)]);
    assert_eq!(pieces[0][1].t, 0.25);
    let along = unrolled(&[(20.0, 89.0), (0.0, 90.0), (150.0, 88.0)]);
    assert_eq!((&along[..2], along.len()), (&[(20.0, 89.0), (20.0, 90.0)][..], 29));
    assert_eq!(along[26..], [(145.0, 90.0), (150.0, 90.0), (150.0, 88.0)]);
}

#[test]
fn less_than_two_places_are_no_line_and_bad_coordinates_an_error() {
    for too_few in [&[][..], &[(1.0, 2.0)], &[(180.0, 2.0), (-180.0, 2.0)], &[(1.0, 90.0), (2.0, 90.0)]] {
        assert!(cut(too_few).is_empty() && unrolled(too_few).is_empty(), "{too_few:?}");
    }
    for bad in [(f64::NAN, 0.0), (f64::INFINITY, 0.0), (0.0, f64::NAN), (0.0, 90.1)] {
        let vertices = run(&[(0.0, 0.0), bad]);
        assert!(matches!(line(&vertices), Err(Error::Coordinates { .. })), "{bad:?}");
        assert!(matches!(unrolled_line(&vertices), Err(Error::Coordinates { .. })), "{bad:?}");
    }
}

/// Length in the plane, degrees.
fn planar_length(run: &[Vertex]) -> f64 {
    let step =
        |w: &[Vertex]| (w[1].longitude_deg - w[0].longitude_deg).hypot(w[1].latitude_deg - w[0].latitude_deg);
    run.windows(2).map(step).sum()
}

/// Lines by their start, steps to the east and latitudes.
fn by_steps(
    start: impl Strategy<Value = f64>,
    east: impl Strategy<Value = f64>,
    latitude: impl Strategy<Value = f64>,
) -> impl Strategy<Value = Vec<(f64, f64)>> {
    (start, prop::collection::vec((east, latitude), 1..40)).prop_map(|(mut longitude, steps)| {
        let place = |(east, latitude)| {
            longitude += east;
            (longitude, latitude)
        };
        steps.into_iter().map(place).collect()
    })
}

/// Lines on a grid of ten degrees, which often touch the antimeridian, follow it and end there.
fn on_a_grid() -> impl Strategy<Value = Vec<(f64, f64)>> {
    let tens = |most: i32| (-most..=most).prop_map(|n| f64::from(n) * 10.0);
    by_steps(tens(18), tens(3), tens(8))
}

proptest! {
    #[test]
    fn pieces_have_the_length_of_the_line_and_give_it_back(
        vertices in prop_oneof![on_a_grid(), by_steps(-180.0..180.0, -30.0..30.0, -89.0..89.0)]
    ) {
        let whole = unrolled_line(&run(&vertices)).expect("coordinates");
        let pieces = line(&run(&vertices)).expect("coordinates");
        let length: f64 = pieces.iter().map(|piece| planar_length(piece)).sum();
        prop_assert!((length - planar_length(&whole)).abs() < 1e-9, "{length}");
        let mut joined: Vec<Vertex> = Vec::new();
        for piece in &pieces {
            prop_assert!(piece.len() >= 2 && piece.iter().all(|v| v.longitude_deg.abs() <= 180.0));
            prop_assert!(piece.windows(2).all(|w| (w[1].longitude_deg - w[0].longitude_deg).abs() < 180.0));
            if let Some(end) = joined.pop() {
                // Two pieces meet on the antimeridian.
                prop_assert_eq!(end.longitude_deg, -piece[0].longitude_deg);
                prop_assert!(end.is_on_antimeridian());
                prop_assert_eq!((end.latitude_deg, end.t), (piece[0].latitude_deg, piece[0].t));
            }
            joined.extend(piece);
        }
        // Without what the cuts inserted.
        joined.retain(|v| whole.iter().any(|w| w.t == v.t));
        let joined = unrolled_line(&joined).expect("coordinates");
        prop_assert_eq!(joined.len(), whole.len());
        for (a, b) in joined.iter().zip(&whole) {
            let turns = (a.longitude_deg - b.longitude_deg) / 360.0;
            prop_assert!((turns - turns.round()).abs() < 1e-12);
            prop_assert_eq!((a.latitude_deg, a.t), (b.latitude_deg, b.t));
        }
    }

    #[test]
    fn no_finite_line_panics(
        vertices in prop::collection::vec((prop::num::f64::NORMAL, -90.0..=90.0f64), 0..9)
    ) {
        let vertices = run(&vertices);
        prop_assert!(line(&vertices).is_ok() && unrolled_line(&vertices).is_ok());
    }
}
