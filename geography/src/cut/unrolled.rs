//! Lines and rings whose longitudes run on beyond ±180, for maps that repeat the world.

use super::edges::{checked, is_same_place, steps, within_half_turn_deg};
use super::orientation::doubled_area;
use super::polygon::Polygon;
use super::ring::{directed, ring};
use super::vertex::Vertex;
use crate::Error;
use crate::angle::whole_turns_deg;

/// Distance between vertices along a pole.
const SPACING_DEG: f64 = 5.0;

/// Returns a line without jumps in longitude, which begins within −180 … 180.
///
/// At a pole it runs along latitude ±90 to the meridian on which it continues, with vertices at most five
/// degrees apart. A line of one point has no vertices. The error is [`Error::Coordinates`].
///
/// ```
/// use geography::cut::{Vertex, unrolled_line};
/// let vertex = |longitude_deg| Vertex { longitude_deg, latitude_deg: 0.0, t: 0.0 };
/// assert_eq!(unrolled_line(&[vertex(179.0), vertex(-179.0)])?[1].longitude_deg, 181.0);
/// # Ok::<(), geography::Error>(())
/// ```
pub fn unrolled_line(vertices: &[Vertex]) -> Result<Vec<Vertex>, Error> {
    let mut line = Vec::with_capacity(vertices.len());
    for vertex in steps(&checked(vertices)?).into_iter().flatten() {
        append(&mut line, vertex, 0.0);
    }
    Ok(line)
}

/// Returns the polygon of a simple closed ring on the sphere without jumps in longitude; it begins within
/// −180 … 180.
///
/// Ring, `outside`, direction and errors are as for [`ring`]. A ring around one pole goes once round the
/// world from its vertex nearest to the pole, and is closed along the pole with vertices at most five degrees
/// apart. A ring around both poles has no outline without a cut; it is returned as [`ring`] cuts it. A ring
/// with fewer than three vertices has no polygon.
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
        close_along_pole(&mut outline, turns);
    } else {
        return Err(Error::RingCrossesItself);
    }
    Ok(vec![Polygon::simple(outline)])
}

/// Closes an outline that goes once round the world along its pole: `turns` is 1 for eastward around the
/// north pole, −1 for westward around the south pole.
///
/// It is cut at the vertex nearest to the pole, because the meridian from there to the pole cannot cross the
/// ring.
fn close_along_pole(outline: &mut Vec<Vertex>, turns: f64) {
    // The last vertex repeats the first, a turn further.
    outline.pop();
    let poleward = |v: &Vertex| v.latitude_deg * turns;
    let nearest = outline.iter().enumerate().max_by(|(_, a), (_, b)| poleward(a).total_cmp(&poleward(b)));
    let Some((nearest, &begin)) = nearest else { return };
    let turn_deg = within_half_turn_deg(begin.longitude_deg) - begin.longitude_deg;
    outline[nearest..].iter_mut().for_each(|vertex| vertex.longitude_deg += turn_deg);
    outline[..nearest].iter_mut().for_each(|vertex| vertex.longitude_deg += turn_deg + 360.0 * turns);
    outline.rotate_left(nearest);
    let first = begin.at_longitude(begin.longitude_deg + turn_deg);
    let last = first.at_longitude(first.longitude_deg + 360.0 * turns);
    let pole = |v: Vertex| Vertex { latitude_deg: 90.0 * turns, ..v };
    outline.extend([last, pole(last)]);
    append_along_pole(outline, pole(last), pole(first));
    outline.extend([pole(first), first]);
}

/// Appends a vertex in the turn nearest to its predecessor. Between two vertices at a pole, `eastward` gives
/// the direction: 1 east, −1 west, 0 the short way.
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

/// Appends the vertices strictly between two at a pole, so that renderers of great arcs go the same way.
fn append_along_pole(outline: &mut Vec<Vertex>, from: Vertex, to: Vertex) {
    let parts = ((to.longitude_deg - from.longitude_deg).abs() / SPACING_DEG).ceil();
    let mut part = 1.0;
    while part < parts {
        outline.push(from.towards(to, part / parts));
        part += 1.0;
    }
}
