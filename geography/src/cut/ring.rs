//! Rings cut at the antimeridian and led along the poles.

use super::edges::{Edge, checked, edges, is_along_antimeridian, is_same_place, normalised};
use super::frame;
use super::orientation::{doubled_area, is_inside_left};
use super::polygon::Polygon;
use super::vertex::Vertex;
use crate::Error;

/// The polygons between −180° and 180° of a simple closed ring on the sphere, as RFC 7946, sections 3.1.6
/// and 3.1.9, wants them.
///
/// The ring may run either way, and is closed if its last vertex does not repeat its first. `outside` is the
/// longitude and latitude in degrees of a place that lies outside. The polygons are closed and
/// counter-clockwise, no longitude lies beyond ±180, and what meets at the antimeridian has the same
/// latitudes on either side. A ring that holds a pole is led along the antimeridian to the pole and along
/// latitude ±90; what is led so has a vertex at every fifth degree. A hole appears only if the ring holds
/// both poles and does not cross the antimeridian. A ring of fewer than three places gives no polygon.
///
/// Along the antimeridian and the poles `t` is interpolated between the vertices where the ring leaves and
/// comes back.
///
/// Errors: [`Error::Coordinates`], of the place outside too; [`Error::RingCrossesItself`] where that shows at
/// the antimeridian (elsewhere it does not show).
///
/// Method: the map's frame is cut out of the ring, and each piece is joined with the one that begins next
/// along the frame, counter-clockwise (Weiler & Atherton 1977).
pub fn ring(vertices: &[Vertex], outside: (f64, f64)) -> Result<Vec<Polygon>, Error> {
    Ok(match directed(vertices, outside)? {
        Some(places) => polygons(&inner_edges(&places))?,
        None => Vec::new(),
    })
}

/// The closed ring of normalised vertices with its inside on the left; none if it has less than three places.
pub(super) fn directed(vertices: &[Vertex], outside: (f64, f64)) -> Result<Option<Vec<Vertex>>, Error> {
    let outside = normalised(Vertex { longitude_deg: outside.0, latitude_deg: outside.1, t: 0.0 })?;
    let mut places = checked(vertices)?;
    if let (Some(&first), Some(&last)) = (places.first(), places.last())
        && !is_same_place(first, last)
    {
        places.push(first);
    }
    if places.len() < 4 {
        return Ok(None);
    }
    if !is_inside_left(&inner_edges(&places), outside) {
        places.reverse();
    }
    Ok(Some(places))
}

/// The edges that do not run along the antimeridian.
fn inner_edges(places: &[Vertex]) -> Vec<Edge> {
    let mut edges = edges(places);
    edges.retain(|edge| !is_along_antimeridian(edge));
    edges
}

/// The polygons of a ring's edges, whose inside lies on the left.
fn polygons(edges: &[Edge]) -> Result<Vec<Polygon>, Error> {
    let Some(&[first, _]) = edges.first() else { return Ok(Vec::new()) };
    let pieces = pieces(edges);
    if pieces.is_empty() {
        let ring: Vec<_> = std::iter::once(first).chain(edges.iter().map(|[_, b]| *b)).collect();
        let is_hole = doubled_area(&ring) < 0.0;
        return Ok(vec![match is_hole {
            true => Polygon { outer: frame::whole(first.t), holes: vec![ring] },
            false => Polygon::simple(ring),
        }]);
    }
    Ok(joined(&pieces, &followers(&pieces)?))
}

/// The pieces of a ring from frame to frame; none if it does not come to the frame.
fn pieces(edges: &[Edge]) -> Vec<Vec<Vertex>> {
    let next = |i: usize| (i + 1) % edges.len();
    let is_cut = |&i: &usize| !edges[i][1].has_place_of(edges[next(i)][0]);
    let is_touch = |&i: &usize| is_touched_from_outside(&edges[i], &edges[next(i)]);
    let ends: Vec<usize> = (0..edges.len()).filter(|i| is_cut(i) || is_touch(i)).collect();
    // The outside touches the frame in one place and nothing else does: it is a hole.
    if ends.len() == 1 && is_touch(&ends[0]) {
        return Vec::new();
    }
    let piece = |(number, &end): (usize, &usize)| {
        let begin = next(ends[(number + ends.len() - 1) % ends.len()]);
        let count = (end + edges.len() - begin) % edges.len() + 1;
        let mut piece = vec![edges[begin][0]];
        piece.extend(edges.iter().cycle().skip(begin).take(count).map(|[_, b]| *b));
        piece
    };
    ends.iter().enumerate().map(piece).collect()
}

/// Whether two edges that follow each other meet on the antimeridian with the outside between them.
fn is_touched_from_outside([a, touch]: &Edge, [begin, b]: &Edge) -> bool {
    let turn = (touch.longitude_deg - a.longitude_deg) * (b.latitude_deg - touch.latitude_deg)
        - (touch.latitude_deg - a.latitude_deg) * (b.longitude_deg - touch.longitude_deg);
    touch.is_on_antimeridian() && touch.has_place_of(*begin) && turn < 0.0
}

/// For each piece the number of the one that begins next along the frame.
fn followers(pieces: &[Vec<Vertex>]) -> Result<Vec<usize>, Error> {
    let distance = |vertex: Option<&Vertex>| vertex.map_or(0.0, frame::distance_deg);
    let mut begins: Vec<(f64, usize)> =
        pieces.iter().enumerate().map(|(number, piece)| (distance(piece.first()), number)).collect();
    begins.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut is_taken = vec![false; pieces.len()];
    let follower = |piece: &Vec<Vertex>| {
        let end = distance(piece.last());
        let index = begins.partition_point(|begin| begin.0 <= end) % begins.len();
        let number = begins[index].1;
        // Where a simple ring meets the frame, ends and beginnings alternate.
        if std::mem::replace(&mut is_taken[number], true) {
            return Err(Error::RingCrossesItself);
        }
        Ok(number)
    };
    pieces.iter().map(follower).collect()
}

/// The rings that the pieces make, each joined with its follower along the frame.
fn joined(pieces: &[Vec<Vertex>], followers: &[usize]) -> Vec<Polygon> {
    let mut is_used = vec![false; pieces.len()];
    let mut polygons = Vec::new();
    for first in 0..pieces.len() {
        let mut ring: Vec<Vertex> = Vec::new();
        let mut number = first;
        while !std::mem::replace(&mut is_used[number], true) {
            ring.extend(&pieces[number]);
            let follower = followers[number];
            if let (Some(&from), Some(&to)) = (ring.last(), pieces[follower].first()) {
                frame::walk(&mut ring, from, to);
            }
            number = follower;
        }
        if let Some(&begin) = ring.first() {
            ring.push(begin);
            polygons.push(Polygon::simple(ring));
        }
    }
    polygons
}
