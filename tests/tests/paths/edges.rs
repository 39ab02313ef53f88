//! Straight edges between vertices: how far are they from their curve?

use super::*;
use crate::figures::EDGE_M;
use astro::constants::EQUATORIAL_RADIUS_KM;
use astro::eclipse::path::CurveVertex;
use astro::math::angle::normalize_signed;
use astro::math::search;
use std::ops::Range;

/// The tolerance that is tried, km.
const TOLERANCE_KM: f64 = 0.1;
/// Tolerance of the vertices that represent the curve, km: about five per edge.
const CURVE_KM: f64 = 0.004;
/// The search for the nearest edge covers this many edges around the last one, and then all.
const NEAR: usize = 4;

/// The usual curves, a line of equal magnitude and the regions, as runs of vertices.
fn runs(row: &Row, km: f64) -> Vec<Vec<CurveVertex>> {
    let elements = row.polynomials();
    let paths = Paths::new(&elements, within(km), 0.0).expect("greatest eclipse");
    let mut runs = Vec::new();
    for lines in [
        paths.central_line(),
        paths.central_limits(),
        paths.limits(0.0),
        paths.limits(0.5),
        paths.maximum_on_horizon(),
    ] {
        runs.extend(lines.expect("lines").into_iter().map(|line| line.vertices));
    }
    runs.extend(paths.rise_set().expect("curves").into_iter().map(|line| line.vertices));
    runs.extend(paths.central_area().expect("an area").into_iter().map(|ring| ring.vertices));
    runs.extend(paths.region(0.0).expect("a region").into_iter().map(|ring| ring.vertices));
    runs
}

/// Distance of a vertex from the point at `share` of an edge that is straight in longitude and latitude, m.
fn distance_m(vertex: &CurveVertex, edge: &[CurveVertex], share: f64) -> f64 {
    let [a, b] = [edge[0], edge[1]];
    let latitude = a.latitude + share * (b.latitude - a.latitude);
    let longitude = a.longitude + share * normalize_signed(b.longitude - a.longitude);
    let (dp, dl) = (latitude - vertex.latitude, longitude - vertex.longitude);
    let h = (dp / 2.0).sin().powi(2) + vertex.latitude.cos() * latitude.cos() * (dl / 2.0).sin().powi(2);
    2000.0 * EQUATORIAL_RADIUS_KM * h.sqrt().asin()
}

/// Returns the point of an edge nearest to a vertex on a flat map about it: the share of the edge, and the
/// square of the distance in radians.
fn foot(vertex: &CurveVertex, edge: &[CurveVertex]) -> (f64, f64) {
    let east = vertex.latitude.cos();
    let flat = |p: &CurveVertex| {
        (normalize_signed(p.longitude - vertex.longitude) * east, p.latitude - vertex.latitude)
    };
    let ((xa, ya), (xb, yb)) = (flat(&edge[0]), flat(&edge[1]));
    let (dx, dy) = (xb - xa, yb - ya);
    let square = dx * dx + dy * dy;
    let share = if square > 0.0 { (-(xa * dx + ya * dy) / square).clamp(0.0, 1.0) } else { 0.0 };
    let (x, y) = (xa + share * dx, ya + share * dy);
    (share, x * x + y * y)
}

/// Distance of a vertex from the nearest of some edges, m, and the index of that edge. The distance is
/// measured on a sphere. If the foot from the flat map is far away, it is searched again on the sphere.
fn nearest(vertex: &CurveVertex, edges: &[CurveVertex], among: Range<usize>) -> (f64, usize) {
    let feet = among.map(|k| (k, foot(vertex, &edges[k..k + 2])));
    let (k, (share, _)) = feet.min_by(|a, b| a.1.1.total_cmp(&b.1.1)).expect("an edge");
    let edge = &edges[k..k + 2];
    let distance = distance_m(vertex, edge, share);
    if distance < 1000.0 * TOLERANCE_KM / 2.0 {
        return (distance, k);
    }
    let share = search::minimum(|share| distance_m(vertex, edge, share), 0.0, 1.0, 1e-6).expect("finite");
    (distance.min(distance_m(vertex, edge, share)), k)
}

/// Greatest distance of the vertices of a curve from the nearest of some straight edges, m.
fn farthest_m(curve: &[CurveVertex], edges: &[CurveVertex]) -> f64 {
    let count = edges.len() - 1;
    let (mut at, mut farthest) = (0, 0.0f64);
    for vertex in curve {
        let mut found = nearest(vertex, edges, at..count.min(at + NEAR));
        if found.0 > 1000.0 * TOLERANCE_KM {
            found = nearest(vertex, edges, 0..count);
        }
        at = found.1;
        farthest = farthest.max(found.0);
    }
    farthest
}

#[test]
fn straight_edges_keep_within_the_tolerance_of_their_curves() {
    let worst = of_some(|row| {
        let (edges, curves) = (runs(row, TOLERANCE_KM), runs(row, CURVE_KM));
        assert_eq!(edges.len(), curves.len(), "{}", date(row));
        let farthest = edges.iter().zip(&curves).map(|(edges, curve)| farthest_m(curve, edges));
        (farthest.fold(0.0, f64::max), edges.iter().map(Vec::len).sum::<usize>(), date(row))
    });
    let vertices: usize = worst.iter().map(|w| w.1).sum();
    let (distance, _, at) = worst.iter().max_by(|a, b| a.0.total_cmp(&b.0)).expect("any");
    println!("{vertices} vertices at 100 m, worst edge {distance:.1} m from its curve ({at})");
    assert!(vertices > 1_000_000 && *distance < EDGE_M, "{distance} m ({at})");
}
