//! On which side of a ring its inside lies.

use super::edges::{Edge, within_half_turn_deg};
use super::vertex::Vertex;

/// Whether the inside of a ring lies left of its edges, given a place that lies outside.
///
/// Along the meridian of that place each eastward edge that is met on the way north leads to its own left,
/// and each westward edge away from it; on the way south the reverse. If what is counted on the way to a pole
/// is not zero, the pole lies inside, and the sign tells the side. Else neither pole does, and in the plane
/// that is cut along that meridian the signed area tells it.
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

/// Area in square degrees, positive if the inside lies left, of a ring that holds no pole and does not cross
/// the meridian of this longitude; along a pole it may run.
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

/// Twice the area of a closed ring of the plane in square degrees, positive if it is counter-clockwise.
pub fn doubled_area(ring: &[Vertex]) -> f64 {
    let under =
        |w: &[Vertex]| (w[0].latitude_deg + w[1].latitude_deg) * (w[0].longitude_deg - w[1].longitude_deg);
    ring.windows(2).map(under).sum()
}
