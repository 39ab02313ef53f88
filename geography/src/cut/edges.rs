//! The straight edges of a curve, routed over the poles and cut at the antimeridian.

use super::vertex::Vertex;
use crate::Error;

/// A straight edge in longitude and latitude.
pub(crate) type Edge = [Vertex; 2];

/// Vertices nearer than this to the antimeridian or to a pole are moved onto it: half of the last decimal in
/// files.
const ON_IT_DEG: f64 = 5e-7;

/// Returns the vertices with longitudes within −180 … 180 and without repetitions. The error is
/// [`Error::Coordinates`].
pub(super) fn checked(vertices: &[Vertex]) -> Result<Vec<Vertex>, Error> {
    let mut places: Vec<Vertex> = Vec::with_capacity(vertices.len() + 1);
    for &vertex in vertices {
        let vertex = normalised(vertex)?;
        if places.last().is_none_or(|&last| !is_same_place(last, vertex)) {
            places.push(vertex);
        }
    }
    Ok(places)
}

/// Returns the vertex with a longitude within −180 … 180, moved onto the antimeridian or a pole if it is next
/// to it.
pub(super) fn normalised(vertex: Vertex) -> Result<Vertex, Error> {
    let Vertex { longitude_deg, latitude_deg, t } = vertex;
    if !(-90.0..=90.0).contains(&latitude_deg) || !longitude_deg.is_finite() {
        return Err(Error::Coordinates { latitude_deg, longitude_deg });
    }
    let snapped = |angle: f64, limit: f64| {
        if limit - angle.abs() < ON_IT_DEG { limit.copysign(angle) } else { angle }
    };
    let longitude_deg = snapped(within_half_turn_deg(longitude_deg), 180.0);
    Ok(Vertex { longitude_deg, latitude_deg: snapped(latitude_deg, 90.0), t })
}

/// Returns the angle within −180 … 180 that differs by whole turns; exact.
pub(super) fn within_half_turn_deg(angle_deg: f64) -> f64 {
    // Almost all angles are in range already, and the remainder of a division is slow.
    if angle_deg.abs() <= 180.0 {
        return angle_deg;
    }
    match angle_deg % 360.0 {
        angle if angle > 180.0 => angle - 360.0,
        angle if angle < -180.0 => angle + 360.0,
        angle => angle,
    }
}

/// Returns whether two normalised vertices are the same point of the Earth.
pub(super) fn is_same_place(a: Vertex, b: Vertex) -> bool {
    a.latitude_deg == b.latitude_deg
        && (a.longitude_deg == b.longitude_deg
            || a.is_at_pole()
            || (a.is_on_antimeridian() && b.is_on_antimeridian()))
}

/// Returns the edges between normalised vertices, each within −180 … 180.
///
/// An edge that crosses the antimeridian becomes two edges. An edge along the antimeridian may be on either
/// side.
pub(super) fn edges(places: &[Vertex]) -> Vec<Edge> {
    let mut edges = Vec::with_capacity(places.len() + 8);
    for [a, b] in steps(places) {
        if (a.longitude_deg - b.longitude_deg).abs() <= 180.0 {
            edges.push([a, b]);
            continue;
        }
        let (before, after) = (180.0 - a.longitude_deg.abs(), 180.0 - b.longitude_deg.abs());
        let crossing = a.towards(b, before / (before + after));
        edges.push([a, crossing.at_longitude(180f64.copysign(a.longitude_deg))]);
        edges.push([crossing.at_longitude(180f64.copysign(b.longitude_deg)), b]);
    }
    edges
}

/// Returns the edges between normalised vertices before cutting: longitudes more than 180° apart mean an edge
/// across the antimeridian.
///
/// An end at a pole gets the longitude of the other end, and an end on the antimeridian the sign of the
/// other. An edge between opposite meridians goes over the nearer pole.
pub(super) fn steps(places: &[Vertex]) -> Vec<Edge> {
    let mut steps = Vec::with_capacity(places.len() + 8);
    for pair in places.windows(2) {
        let [a, b] = with_common_longitudes(pair[0], pair[1]);
        let apart_deg = (a.longitude_deg - b.longitude_deg).abs();
        if (apart_deg - 180.0).abs() < 2.0 * ON_IT_DEG {
            let [to_pole, from_pole] = over_the_pole(a, b);
            steps.extend([to_pole, from_pole].into_iter().filter(|[a, b]| !a.has_place_of(*b)));
        } else {
            steps.push([a, b]);
        }
    }
    steps
}

/// Returns two neighbours with consistent longitudes at poles and on the antimeridian.
fn with_common_longitudes(a: Vertex, b: Vertex) -> Edge {
    if a.is_at_pole() && !b.is_at_pole() {
        return [a.at_longitude(b.longitude_deg), b];
    }
    if b.is_at_pole() || (a.is_on_antimeridian() && b.is_on_antimeridian()) {
        return [a, b.at_longitude(a.longitude_deg)];
    }
    if a.is_on_antimeridian() {
        return [a.at_longitude(180f64.copysign(b.longitude_deg)), b];
    }
    if b.is_on_antimeridian() {
        return [a, b.at_longitude(180f64.copysign(a.longitude_deg))];
    }
    [a, b]
}

/// Returns the two edges along opposite meridians up to the nearer pole and down from it.
fn over_the_pole(a: Vertex, b: Vertex) -> [Edge; 2] {
    let pole_deg = 90f64.copysign(a.latitude_deg + b.latitude_deg);
    let (up, down) = ((pole_deg - a.latitude_deg).abs(), (pole_deg - b.latitude_deg).abs());
    let pole = Vertex { latitude_deg: pole_deg, ..a.towards(b, up / (up + down)) };
    [[a, pole.at_longitude(a.longitude_deg)], [pole.at_longitude(b.longitude_deg), b]]
}

pub(super) fn is_along_antimeridian([a, b]: &Edge) -> bool {
    a.is_on_antimeridian() && a.longitude_deg == b.longitude_deg
}
