//! The side of a ring on which its inside lies.

use super::edges::{Edge, within_half_turn_deg};
use super::vertex::Vertex;

/// Returns whether the inside of a ring lies left of its edges, given a point outside.
///
/// Follow the meridian of that point to both poles. Going north, crossing an eastward edge leads to the left
/// side of the edge, crossing a westward edge to the right side; going south, it is the reverse. If the sum
/// of these crossings is not zero, a pole lies inside, and the sign gives the side. Otherwise the plane can
/// be cut along that meridian, and the signed area gives the side.
pub(super) fn is_inside_left(edges: &[Edge], outside: Vertex) -> bool {
    let east_of_it = |v: Vertex| within_half_turn_deg(v.longitude_deg - outside.longitude_deg);
    let mut turns = 0;
    for [a, b] in edges {
        let (from, to) = (east_of_it(*a), east_of_it(*b));
        if (from < 0.0) == (to < 0.0) || (to - from).abs() >= 180.0 {
            continue;
        }
        let is_eastward = to > from;
        let is_north = a.towards(*b, from / (from - to)).latitude_deg > outside.latitude_deg;
        turns += if is_eastward == is_north { 1 } else { -1 };
    }
    if turns != 0 { turns > 0 } else { signed_area(edges, outside.longitude_deg) > 0.0 }
}

/// Area in square degrees, positive if the inside lies left, of a ring that contains no pole and does not
/// cross the meridian of this longitude. The ring may run along a pole.
fn signed_area(edges: &[Edge], meridian_deg: f64) -> f64 {
    let east_of_it = |v: &Vertex| (v.longitude_deg - meridian_deg).rem_euclid(360.0);
    let ends_at = edges.iter().map(|[_, b]| b);
    let begins_next = edges.iter().cycle().skip(1).map(|[a, _]| a);
    let along_poles = ends_at
        .zip(begins_next)
        .filter(|(end, begin)| end.is_at_pole() && end.latitude_deg == begin.latitude_deg);
    let under_poles: f64 =
        along_poles.map(|(end, begin)| end.latitude_deg * (east_of_it(begin) - east_of_it(end))).sum();
    let under_edge =
        |[a, b]: &Edge| (a.latitude_deg + b.latitude_deg) / 2.0 * (b.longitude_deg - a.longitude_deg);
    -(edges.iter().map(under_edge).sum::<f64>() + under_poles)
}

/// Returns twice the area of a closed ring of the plane in square degrees, positive if counter-clockwise.
///
/// ```
/// use geography::cut::{Vertex, doubled_area};
/// let corners = [(0.0, 0.0), (2.0, 0.0), (2.0, 3.0), (0.0, 0.0)];
/// let triangle = corners.map(|(longitude_deg, latitude_deg)| Vertex { longitude_deg, latitude_deg, t: 0.0
/// }); assert_eq!(doubled_area(&triangle), 6.0);
/// ```
pub fn doubled_area(ring: &[Vertex]) -> f64 {
    let under =
        |w: &[Vertex]| (w[0].latitude_deg + w[1].latitude_deg) * (w[0].longitude_deg - w[1].longitude_deg);
    ring.windows(2).map(under).sum()
}
