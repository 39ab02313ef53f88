//! Lines cut at the antimeridian.

use super::edges::{Edge, checked, edges, is_along_antimeridian};
use super::vertex::Vertex;
use crate::Error;

/// The pieces of a line between −180° and 180°, in order, as RFC 7946, section 3.1.9, wants them.
///
/// A crossing stands in both pieces, at −180 and at 180 with the same latitude and the same `t`. At a pole
/// the line is cut too: up one meridian, down another. What touches the antimeridian or runs along it without
/// crossing stays whole. Every piece has at least two places; a line of one place gives no piece. The error
/// is [`Error::Coordinates`].
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

/// Puts edges along the antimeridian on the side from which the line comes to it; at the beginning of the
/// line, on the side to which it leaves.
fn choose_sides(edges: &mut [Edge]) {
    let inside = edges.iter().find(|edge| !is_along_antimeridian(edge));
    let begins = [inside, edges.first()].into_iter().flatten().map(|[a, _]| *a);
    // A line may come to the antimeridian from a pole, from neither side.
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
