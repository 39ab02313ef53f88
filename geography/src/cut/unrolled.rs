//! Lines and rings whose longitudes run on beyond ±180, for maps that repeat the world.

use super::edges::{checked, is_same_place, steps};
use super::orientation::doubled_area;
use super::polygon::Polygon;
use super::ring::{directed, ring};
use super::vertex::Vertex;
use crate::Error;
use crate::antimeridian::whole_turns_deg;

/// Distance of the vertices along a pole.
const SPACING_DEG: f64 = 5.0;

/// A line without a jump in longitude, which begins within −180 … 180.
///
/// Over a pole it runs along latitude ±90 to the meridian on which it goes on, with vertices at most five
/// degrees apart. A line of one place gives no
/// vertex. The error is [`Error::Coordinates`].
pub fn unrolled_line(vertices: &[Vertex]) -> Result<Vec<Vertex>, Error> {
    let mut line = Vec::with_capacity(vertices.len());
    for vertex in steps(&checked(vertices)?).into_iter().flatten() {
        append(&mut line, vertex, 0.0);
    }
    Ok(line)
}

/// The polygon of a simple closed ring on the sphere without a jump in longitude; it begins within −180 …
/// 180.
///
/// Ring, `outside`, direction and errors are as for [`ring`]. A ring that holds a pole goes once round the
/// world and is closed along the pole, with vertices at most five degrees apart. One that holds both has no
/// outline without a cut: it is given as [`ring`] gives it. A ring of fewer than three places gives no
/// polygon.
pub fn unrolled_ring(vertices: &[Vertex], outside: (f64, f64)) -> Result<Vec<Polygon>, Error> {
    let Some(places) = directed(vertices, outside)? else { return Ok(Vec::new()) };
    let mut outline = Vec::with_capacity(places.len() + 80);
    let steps = steps(&places);
    for vertex in steps.iter().flatten().chain(steps.first().map(|[a, _]| a)) {
        // With the inside on the left, the ring passes the north pole westward and the south pole eastward.
        append(&mut outline, *vertex, -vertex.latitude_deg.signum());
    }
    let (Some(&first), Some(&last)) = (outline.first(), outline.last()) else { return Ok(Vec::new()) };
    let turns = whole_turns_deg(last.longitude_deg - first.longitude_deg) / 360.0;
    if turns == 0.0 {
        if doubled_area(&outline) < 0.0 {
            return ring(vertices, outside);
        }
    } else if turns.abs() == 1.0 {
        let pole = |v: Vertex| Vertex { latitude_deg: 90.0 * turns, ..v };
        outline.push(pole(last));
        append_along_pole(&mut outline, pole(last), pole(first));
        outline.extend([pole(first), first]);
    } else {
        return Err(Error::RingCrossesItself);
    }
    Ok(vec![Polygon::simple(outline)])
}

/// Appends a vertex in the turn nearest to the one before it, and one at a pole, after another there, in the
/// turn towards `eastward`: 1 the way east, −1 the way west, 0 the short way.
fn append(outline: &mut Vec<Vertex>, vertex: Vertex, eastward: f64) {
    let Some(&last) = outline.last() else { return outline.push(vertex) };
    let apart_deg = vertex.longitude_deg - last.longitude_deg;
    let mut next = vertex.at_longitude(vertex.longitude_deg - whole_turns_deg(apart_deg));
    if next.has_place_of(last) {
        return;
    }
    if last.is_at_pole() && is_same_place(last, next) {
        if (next.longitude_deg - last.longitude_deg) * eastward < 0.0 {
            next.longitude_deg += 360.0 * eastward;
        }
        append_along_pole(outline, last, next);
    }
    outline.push(next);
}

/// Appends the vertices strictly between two at a pole, so that a program that draws great arcs goes the same
/// way.
fn append_along_pole(outline: &mut Vec<Vertex>, from: Vertex, to: Vertex) {
    let parts = ((to.longitude_deg - from.longitude_deg).abs() / SPACING_DEG).ceil();
    let mut part = 1.0;
    while part < parts {
        outline.push(from.towards(to, part / parts));
        part += 1.0;
    }
}
