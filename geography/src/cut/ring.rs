//! Rings cut at the antimeridian and closed along the poles.

use super::edges::{Edge, checked, edges, is_along_antimeridian, is_same_place, normalised};
use super::frame;
use super::orientation::{doubled_area, is_inside_left};
use super::polygon::Polygon;
use super::vertex::Vertex;
use crate::Error;

/// Cuts a simple closed ring on the sphere into polygons within −180 … 180, as RFC 7946, sections 3.1.6 and
/// 3.1.9, requires.
///
/// The ring may run in either direction, and its last vertex may repeat its first. `outside` is the longitude
/// and latitude of a point outside, in degrees. The polygons are closed and counter-clockwise, and have the
/// same latitudes on both sides of the antimeridian. A ring around a pole is closed along the antimeridian
/// and along latitude ±90, with a vertex every five degrees. Holes occur only if the ring contains both poles
/// and does not cross the antimeridian. A ring with fewer than three vertices has no polygons. Along the
/// antimeridian and the poles, `t` is interpolated.
///
/// Errors: [`Error::Coordinates`], for `outside` as well, and [`Error::RingCrossesItself`] if that is evident
/// at the antimeridian; elsewhere it is not detected.
///
/// Method: the ring is cut at the frame of the map. Each piece is joined with the piece that begins next
/// along the frame, counter-clockwise (Weiler & Atherton 1977).
///
/// ```
/// use geography::cut::{Vertex, ring};
/// // A square across the antimeridian becomes two polygons.
/// let corners = [(179.0, 0.0), (-179.0, 0.0), (-179.0, 2.0), (179.0, 2.0)];
/// let square = corners.map(|(longitude_deg, latitude_deg)| Vertex { longitude_deg, latitude_deg, t: 0.0 });
/// assert_eq!(ring(&square, (0.0, 0.0))?.len(), 2);
/// # Ok::<(), geography::Error>(())
/// ```
pub fn ring(vertices: &[Vertex], outside: (f64, f64)) -> Result<Vec<Polygon>, Error> {
    region(&[(vertices, outside)])
}

/// Cuts the region inside several rings, which do not touch each other, like [`ring`]. Each ring comes with
/// the longitude and latitude of a point on its other side: of a hole, a point in it. A region that fills the
/// map but for a hole, or a band around another region, may have holes.
///
/// ```
/// use geography::cut::{Vertex, region};
/// // A band around the world between the parallels of 10° and 20°.
/// let parallel = |latitude_deg| {
///     [0.0, 90.0, 180.0, -90.0].map(|longitude_deg| Vertex { longitude_deg, latitude_deg, t: 0.0 })
/// };
/// let band = region(&[(&parallel(10.0), (0.0, 0.0)), (&parallel(20.0), (0.0, 90.0))])?;
/// assert_eq!((band.len(), band[0].holes.len()), (1, 0));
/// # Ok::<(), geography::Error>(())
/// ```
pub fn region(rings: &[(&[Vertex], (f64, f64))]) -> Result<Vec<Polygon>, Error> {
    let places = rings.iter().map(|(vertices, outside)| directed(vertices, *outside));
    let places = places.collect::<Result<Vec<_>, _>>()?;
    polygons(&places.iter().flatten().map(|places| inner_edges(places)).collect::<Vec<_>>())
}

/// Returns the closed ring of normalised vertices with its inside on the left, or `None` if it has fewer than
/// three vertices.
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

/// Returns the polygons of rings of edges, whose inside lies on the left.
fn polygons(rings: &[Vec<Edge>]) -> Result<Vec<Polygon>, Error> {
    let (mut cut, mut holes, mut polygons) = (Vec::new(), Vec::new(), Vec::new());
    for edges in rings {
        let Some(&[first, _]) = edges.first() else { continue };
        let mut pieces = pieces(edges);
        if pieces.is_empty() {
            let ring: Vec<_> = std::iter::once(first).chain(edges.iter().map(|[_, b]| *b)).collect();
            let is_hole = doubled_area(&ring) < 0.0;
            if is_hole { holes.push(ring) } else { polygons.push(Polygon::simple(ring)) }
        }
        cut.append(&mut pieces);
    }
    polygons.append(&mut joined(&cut, &followers(&cut)?));
    for hole in holes {
        if polygons.is_empty() {
            polygons.push(Polygon::simple(frame::whole(hole[0].t)));
        }
        let around = polygons.iter_mut().find(|polygon| is_within(hole[0], &polygon.outer));
        around.ok_or(Error::RingCrossesItself)?.holes.push(hole);
    }
    Ok(polygons)
}

/// Returns whether a vertex is inside a closed ring of the plane, whose last vertex repeats the first.
///
/// Exact but for rounding; on the ring it may be either.
pub fn is_within(vertex: Vertex, ring: &[Vertex]) -> bool {
    let is_east = |w: &&[Vertex]| {
        let part = (vertex.latitude_deg - w[0].latitude_deg) / (w[1].latitude_deg - w[0].latitude_deg);
        (w[0].latitude_deg > vertex.latitude_deg) != (w[1].latitude_deg > vertex.latitude_deg)
            && w[0].towards(w[1], part).longitude_deg > vertex.longitude_deg
    };
    ring.windows(2).filter(is_east).count() % 2 == 1
}

/// Returns the pieces of a ring from frame to frame, or none if it does not reach the frame.
fn pieces(edges: &[Edge]) -> Vec<Vec<Vertex>> {
    let next = |i: usize| (i + 1) % edges.len();
    let is_cut = |&i: &usize| !edges[i][1].has_place_of(edges[next(i)][0]);
    let is_touch = |&i: &usize| is_touched_from_outside(&edges[i], &edges[next(i)]);
    let ends: Vec<usize> = (0..edges.len()).filter(|i| is_cut(i) || is_touch(i)).collect();
    // If only the outside touches the frame, at one point, the ring is a hole.
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

/// Returns whether two consecutive edges meet on the antimeridian with the outside between them.
fn is_touched_from_outside([a, touch]: &Edge, [begin, b]: &Edge) -> bool {
    let turn = (touch.longitude_deg - a.longitude_deg) * (b.latitude_deg - touch.latitude_deg)
        - (touch.latitude_deg - a.latitude_deg) * (b.longitude_deg - touch.longitude_deg);
    touch.is_on_antimeridian() && touch.has_place_of(*begin) && turn < 0.0
}

/// Returns for each piece the index of the piece that begins next along the frame.
fn followers(pieces: &[Vec<Vertex>]) -> Result<Vec<usize>, Error> {
    let distance = |vertex: Option<&Vertex>| vertex.map_or(0.0, frame::distance_deg);
    let mut begins: Vec<(f64, usize)> =
        pieces.iter().enumerate().map(|(number, piece)| (distance(piece.first()), number)).collect();
    begins.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut has_predecessor = vec![false; pieces.len()];
    let follower = |piece: &Vec<Vertex>| {
        let end = distance(piece.last());
        let index = begins.partition_point(|begin| begin.0 <= end) % begins.len();
        let number = begins[index].1;
        // Along the frame, ends and beginnings of a simple ring alternate.
        if std::mem::replace(&mut has_predecessor[number], true) {
            return Err(Error::RingCrossesItself);
        }
        Ok(number)
    };
    pieces.iter().map(follower).collect()
}

/// Joins the pieces with their followers along the frame into rings.
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
