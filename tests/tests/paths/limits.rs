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

/// The distance of a cone's edge from an observer, positive outside; Earth radii.
type Edge = fn(&Circumstances, f64) -> f64;

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
        let umbra: Edge = |c, _| c.m - c.umbra.abs();
        hold(paths.central_limits().expect("limits"), umbra, 1.0);
        let edge: Edge = |c, magnitude| c.m - (c.penumbra - magnitude * (c.penumbra + c.umbra));
        for magnitude in [0.0, 0.25, 0.5, 0.75, 0.97] {
            hold(paths.limits(magnitude).expect("limits"), edge, magnitude);
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

/// Points of the outlines of the shadow from their cones, km: 1 mm.
const OUTLINE_KM: f64 = 1e-6;
/// Altitude of the Sun at points within their cones, degrees.
const HORIZON_DEG: f64 = 1e-7;

/// Each point lies on the cone, or within it with the Sun on the horizon.
#[test]
fn outlines_of_the_shadow_lie_on_their_cones() {
    let worst = of_some(|row| {
        let elements = row.polynomials();
        let paths = Paths::new(&elements, within(3.0), 0.0).expect("greatest eclipse");
        let (mut worst, mut count) = ([0.0f64; 2], 0);
        for t in (-28..=28).step_by(4).map(|k| f64::from(k) / 8.0) {
            for (ring, is_umbra) in [(paths.outline(t), true), (paths.penumbra_outline(t), false)] {
                for vertex in ring.expect("an outline").iter().flat_map(|ring| &ring.vertices) {
                    let (latitude, longitude) = (vertex.latitude, vertex.longitude);
                    let observer = Observer { latitude, longitude, height_m: 0.0 };
                    let c = ObservedEclipse::new(&elements, observer, 0.0).at(t);
                    let radius = if is_umbra { c.umbra.abs() } else { c.penumbra };
                    let outside_km = (c.m - radius) * EQUATORIAL_RADIUS_KM;
                    let sine = latitude.sin() * c.sin_d + latitude.cos() * c.cos_d * c.cos_theta;
                    match outside_km < -OUTLINE_KM {
                        true => worst[1] = worst[1].max(sine.asin().to_degrees().abs()),
                        false => worst[0] = worst[0].max(outside_km),
                    }
                    count += 1;
                }
            }
        }
        (worst, count, date(row))
    });
    let points: usize = worst.iter().map(|w| w.1).sum();
    for (k, (what, most)) in [("km", OUTLINE_KM), ("°", HORIZON_DEG)].into_iter().enumerate() {
        let (off, at) = worst.iter().map(|w| (w.0[k], &w.2)).max_by(|a, b| a.0.total_cmp(&b.0)).expect("any");
        println!("{points} points of outlines, worst {off:.1e} {what} ({at})");
        assert!(points > 200_000 && off < most, "{off} {what} ({at})");
    }
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
