//! Lines cut at the antimeridian.

use super::edges::{Edge, checked, edges, is_along_antimeridian};
use super::vertex::Vertex;
use crate::Error;

/// Cuts a line at the antimeridian, as RFC 7946, section 3.1.9, requires. Returns its pieces in order.
///
/// Both pieces contain the crossing, at −180 and at 180, with the same latitude and `t`. A line is also cut
/// at a pole. It stays whole where it touches the antimeridian or runs along it without crossing. Every piece
/// has at least two vertices; a line of one point has no pieces. The error is [`Error::Coordinates`].
pub fn line(vertices: &[Vertex]) -> Result<Vec<Vec<Vertex>>, Error> {
    let mut edges = edges(&checked(vertices)?);
    choose_sides(&mut edges);
    let mut pieces: Vec<Vec<Vertex>> = Vec::new();
    for [a, b] in edges {
        match pieces.last_mut() {
            Some(piece) if piece.last().is_some_and(|last| last.has_place_of(a)) => piece.push(b),
            _ => pieces.push(vec![a, b]),
        }
    }
    Ok(pieces)
}

/// Moves edges along the antimeridian to the side from which the line arrives, or, at the beginning of the
/// line, to the side on which it leaves.
fn choose_sides(edges: &mut [Edge]) {
    let inside = edges.iter().find(|edge| !is_along_antimeridian(edge));
    let begins = [inside, edges.first()].into_iter().flatten().map(|[a, _]| *a);
    // A line that arrives from a pole has no side; 180 is as good as −180.
    let mut side_deg =
        begins.filter(|a| a.is_on_antimeridian()).map(|a| a.longitude_deg).next().unwrap_or(180.0);
    for edge in edges {
        if is_along_antimeridian(edge) {
            *edge = edge.map(|end| end.at_longitude(side_deg));
        } else if edge[1].is_on_antimeridian() {
            side_deg = edge[1].longitude_deg;
        }
    }
}
