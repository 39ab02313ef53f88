//! Every limit, put back through local circumstances.

use super::{date, of_some, within};
use crate::figures::{LIMIT_M, LIMIT_TIME_S, OBSCURATION};
use astro::constants::EQUATORIAL_RADIUS_KM;
use astro::earth::Observer;
use astro::eclipse::besselian::Polynomials;
use astro::eclipse::local::{Circumstances, ObservedEclipse};
use astro::eclipse::path::{CurveVertex, PathLine, Paths};
use astro::math::search;

/// Half width of the search for the maximum at a vertex, hours.
const AROUND_HOURS: f64 = 0.3;

/// How far the edge of a cone is from an observer, positive outside; Earth radii.
type Edge = fn(&Circumstances, f64) -> f64;

fn magnitude_edge(c: &Circumstances, magnitude: f64) -> f64 {
    c.m - (c.penumbra - magnitude * (c.penumbra + c.umbra))
}

fn umbra_edge(c: &Circumstances, _: f64) -> f64 {
    c.m - c.umbra.abs()
}

/// Distance from the limit (m) and from the instant (s) of a vertex at its own maximum.
fn off(elements: &Polynomials, vertex: &CurveVertex, edge: Edge, magnitude: f64) -> (f64, f64) {
    let observer = Observer { latitude: vertex.latitude, longitude: vertex.longitude, height_m: 0.0 };
    let here = ObservedEclipse::new(elements, observer, 0.0);
    let distance = |t: f64| edge(&here.at(t), magnitude);
    let t =
        search::minimum(distance, vertex.t - AROUND_HOURS, vertex.t + AROUND_HOURS, 1e-7).expect("finite");
    (distance(t).abs() * EQUATORIAL_RADIUS_KM * 1000.0, (t - vertex.t).abs() * 3600.0)
}

#[test]
fn observers_on_a_limit_see_its_magnitude_at_their_maximum() {
    let worst = of_some(|row| {
        let elements = row.polynomials();
        let paths = Paths::new(&elements, within(1.0), 0.0).expect("greatest eclipse");
        let mut worst = (0.0f64, 0.0f64, 0usize);
        let mut hold = |lines: Vec<PathLine>, edge: Edge, magnitude: f64| {
            for vertex in lines.iter().flat_map(|line| &line.vertices) {
                let (m, s) = off(&elements, vertex, edge, magnitude);
                worst = (worst.0.max(m), worst.1.max(s), worst.2 + 1);
            }
        };
        hold(paths.central_limits().expect("limits"), umbra_edge, 1.0);
        for magnitude in [0.0, 0.25, 0.5, 0.75, 0.97] {
            hold(paths.limits(magnitude).expect("limits"), magnitude_edge, magnitude);
        }
        (worst, date(row))
    });
    let vertices: usize = worst.iter().map(|w| w.0.2).sum();
    let (distance, at) = worst.iter().map(|w| (w.0.0, &w.1)).max_by(|a, b| a.0.total_cmp(&b.0)).expect("any");
    println!("{vertices} vertices of limits, worst {distance:.6} m ({at})");
    let (time, at) = worst.iter().map(|w| (w.0.1, &w.1)).max_by(|a, b| a.0.total_cmp(&b.0)).expect("any");
    println!("their instants, worst {time:.6} s ({at})");
    assert!(vertices > 200_000 && distance < LIMIT_M && time < LIMIT_TIME_S);
}

/// The line is named after the covered part of the Sun.
#[test]
fn observers_on_a_line_of_obscuration_see_it() {
    use astro::eclipse::local::obscuration;
    let worst = of_some(|row| {
        let elements = row.polynomials();
        let paths = Paths::new(&elements, within(5.0), 0.0).expect("greatest eclipse");
        let mut worst = 0.0f64;
        for share in [0.1, 0.5, 0.9] {
            for vertex in paths.obscuration_limits(share).expect("limits").iter().flat_map(|l| &l.vertices) {
                let observer =
                    Observer { latitude: vertex.latitude, longitude: vertex.longitude, height_m: 0.0 };
                let c = ObservedEclipse::new(&elements, observer, 0.0).at(vertex.t);
                let ratio = (c.penumbra - c.umbra) / (c.penumbra + c.umbra);
                let seen = obscuration(1.0, ratio, 1.0 + ratio - 2.0 * c.magnitude());
                worst = worst.max((seen - share).abs());
            }
        }
        worst
    });
    let worst = worst.into_iter().fold(0.0, f64::max);
    println!("obscuration on its lines, worst {worst:.2e}");
    assert!(worst < OBSCURATION);
}
