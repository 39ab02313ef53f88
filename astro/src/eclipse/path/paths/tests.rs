//! Curves against their own definitions: meridians, rows, bounds.

use super::*;
use crate::eclipse::path::Side;
use crate::eclipse::published::{APRIL_2024, AUGUST_2017};
use crate::math::vector::{norm, sub};

const SPACING: VertexSpacing = VertexSpacing::Tolerance { km: 1.0 };

#[test]
fn vertices_on_meridians_are_on_the_curve() {
    let spacing = VertexSpacing::Longitude { per_degree: 1.0, shift: 0.0 };
    for elements in [APRIL_2024, AUGUST_2017] {
        let paths = Paths::new(&elements, spacing, 0.0).expect("greatest eclipse");
        let line = paths.shared.line().expect("a line").expect("a central eclipse");
        let vertices = &paths.central_line().expect("lines")[0].vertices;
        for v in vertices {
            let (frame, point) = line.point(v.t, true);
            assert!(norm(sub(frame.earth_fixed(point), v.place())) < 1e-7, "{v:?}");
        }
        let degrees = vertices.iter().map(|v| v.longitude.to_degrees());
        let meridians = degrees.filter(|d| (d - d.round()).abs() < 1e-9).count();
        assert!(meridians > 80, "{meridians} of {}", vertices.len());
    }
}

#[test]
fn no_curve_computes_many_vertices_without_a_pause() {
    thread_local! { static PAUSES: std::cell::Cell<usize> = const { std::cell::Cell::new(0) }; }
    let spacing = VertexSpacing::Longitude { per_degree: 40.0, shift: 0.0 };
    let paths = Paths::new(&APRIL_2024, spacing, 0.0).expect("greatest eclipse");
    let paths = paths.with_pause(|| PAUSES.set(PAUSES.get() + 1));
    let all = |lines: Vec<PathLine>| lines.iter().map(|line| line.vertices.len()).sum::<usize>();
    let ring = |ring: Ring| ring.vertices.len();
    let noon = paths.greatest();
    type Vertices<'a> = &'a dyn Fn() -> Result<usize, Error>;
    let curves: [(&str, Vertices); 8] = [
        ("line", &|| Ok(all(paths.central_line()?))),
        ("limits", &|| Ok(all(paths.limits(0.0)?))),
        ("equal magnitude", &|| Ok(all(paths.limits(0.5)?))),
        ("path", &|| Ok(paths.central_area()?.into_iter().map(ring).sum())),
        ("region", &|| Ok(paths.region(0.0)?.map_or(0, ring))),
        ("rising and setting", &|| Ok(paths.rise_set()?.iter().map(|line| line.vertices.len()).sum())),
        ("isochrones", &|| Ok(all(paths.isochrones(noon)?))),
        ("outline", &|| Ok(paths.outline(noon)?.map_or(0, ring))),
    ];
    let mut worst = (0, "");
    for (name, vertices) in curves {
        PAUSES.set(0);
        let vertices = vertices().expect("a curve");
        assert!(vertices > 0, "{name}");
        worst = worst.max((vertices.div_ceil(PAUSES.get().max(1)), name));
    }
    println!("most vertices for a pause: {worst:?}");
    assert!(worst.0 <= 2, "{worst:?}");
}

#[test]
fn what_is_seen_on_the_line_is_of_the_very_point_below_the_horizon_too() {
    let paths = Paths::new(&APRIL_2024, SPACING, (-2f64).to_radians()).expect("greatest eclipse");
    let vertices = &paths.central_line().expect("lines")[0].vertices;
    let mut below = 0;
    for v in vertices {
        let (sun, seen) = (paths.sun_at(v), paths.central_at(v).expect("a line").expect("on the line"));
        assert!((sun.altitude - seen.sun.altitude).abs() < 1e-9, "{v:?}: {seen:?}");
        below += usize::from(sun.altitude < 0.0);
    }
    assert!(below >= 4, "{below}");
    // The umbra narrows as it goes: the ends below the horizon see less than those on it.
    let day = Paths::new(&APRIL_2024, SPACING, 0.0).expect("greatest eclipse");
    let on_horizon = day.central_line().expect("lines")[0].vertices[0];
    let duration =
        |paths: &Paths, v: &CurveVertex| paths.central_at(v).expect("a line").map(|c| c.duration_s);
    assert!(duration(&paths, &vertices[0]) < duration(&day, &on_horizon));
}

#[test]
fn rows_of_a_hybrid_eclipse_name_the_sides_as_the_lines_do() {
    // The umbra's vertex lies a quarter of an Earth radius under the highest ground.
    let hybrid = Polynomials { l2: [0.0022, 0.0, 0.0, 0.0], ..AUGUST_2017 };
    let paths = Paths::new(&hybrid, SPACING, 0.0).expect("greatest eclipse");
    let lines = paths.central_limits().expect("limits");
    assert_eq!(lines.len(), 6);
    for line in &lines {
        let v = line.vertices[line.vertices.len() / 2];
        let row = paths.row(v.t).expect("a row");
        let place = match line.side {
            Some(Side::North) => row.north,
            _ => row.south,
        };
        let away = place.map_or(1.0, |p| norm(sub(p.place(), v.place())));
        assert!(away < 1e-6, "{:?} {:?}: {away}", line.kind, line.side);
    }
}

#[test]
fn what_is_out_of_range_is_refused() {
    let paths = |spacing, altitude| Paths::new(&APRIL_2024, spacing, altitude);
    for km in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(paths(VertexSpacing::Tolerance { km }, 0.0).is_err(), "{km}");
        assert!(paths(VertexSpacing::Longitude { per_degree: km, shift: 0.0 }, 0.0).is_err(), "{km}");
    }
    assert!(paths(VertexSpacing::Longitude { per_degree: 1.0, shift: f64::NAN }, 0.0).is_err());
    assert!([-1.0, 1.6, f64::NAN].into_iter().all(|altitude| paths(SPACING, altitude).is_err()));
    let paths = paths(SPACING, 0.0).expect("greatest eclipse");
    for share in [-0.1, 1.1, f64::NAN] {
        assert!(paths.limits(share).is_err() && paths.region(share).is_err(), "{share}");
        assert!(paths.obscuration_limits(share).is_err(), "{share}");
    }
    for t in [f64::NAN, f64::INFINITY, -1e9, 30.0] {
        assert!(paths.isochrones(t).is_ok_and(|lines| lines.is_empty()), "{t}");
        assert!(!paths.outline(t).is_ok_and(|ring| ring.is_some()), "{t}");
        let row = paths.row(t).expect("a row");
        assert_eq!((row.north, row.south, row.central), (None, None, None), "{t}");
        let nowhere = CurveVertex { t, ..paths.outside() };
        assert_eq!(paths.central_at(&nowhere), Ok(None), "{t}");
    }
}

#[test]
fn lines_run_on_below_the_horizon_and_end_above_it() {
    let altitude = |degrees: f64| -> (f64, f64) {
        let paths = Paths::new(&APRIL_2024, SPACING, degrees.to_radians()).expect("greatest eclipse");
        let lines =
            paths.central_line().expect("a line").into_iter().chain(paths.limits(0.5).expect("limits"));
        let ends = lines.flat_map(|l| [l.vertices[0], l.vertices[l.vertices.len() - 1]]);
        let altitudes = ends.map(|v| paths.sun_at(&v).altitude.to_degrees());
        altitudes.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), a| (low.min(a), high.max(a)))
    };
    for degrees in [-2.0, -0.5, 10.0, 40.0] {
        let (low, high) = altitude(degrees);
        assert!((low - degrees).abs() < 1e-6 && (high - degrees).abs() < 1e-6, "{degrees}: {low} {high}");
    }
}
