//! Outlines that cross the antimeridian or go round a pole, brought into the plane of longitude and
//! latitude.

use crate::whole_turns::whole_turns_deg;
use geo::{BoundingRect, Coord, LineString, MapCoords, Polygon};

/// Joins vertices into a ring without jumps: each longitude is taken in the turn nearest to the vertex
/// before it, and a vertex that repeats the one before it is dropped. A ring that goes round a pole is closed
/// along it. None if less than a triangle is left.
pub fn unrolled(vertices: impl IntoIterator<Item = Coord<f64>>) -> Option<LineString<f64>> {
    let mut ring: Vec<Coord<f64>> = Vec::new();
    for c in vertices {
        let turn = ring.last().map_or(0.0, |last| whole_turns_deg(c.x - last.x));
        let vertex = Coord { x: c.x - turn, y: c.y };
        if ring.last() != Some(&vertex) {
            ring.push(vertex);
        }
    }
    let (&first, &last) = (ring.first()?, ring.last()?);
    // The end of a ring round a pole lies a whole turn from its beginning.
    if (last.x - first.x).abs() > 180.0 {
        let pole = 90f64.copysign(first.y);
        ring.extend([Coord { x: last.x, y: pole }, Coord { x: first.x, y: pole }, first]);
    }
    (ring.len() > 3).then_some(LineString(ring))
}

/// The polygon between −180° and 180°; twice, on either side, if it crosses the antimeridian.
pub fn in_the_plane(polygon: &Polygon<f64>) -> Vec<Polygon<f64>> {
    let Some(outer) = polygon.exterior().bounding_rect() else { return Vec::new() };
    // Rings are unrolled one by one, so a hole may lie a turn away from its outer ring.
    let hole = |ring: &LineString<f64>| {
        let offset = ring.bounding_rect().map_or(0.0, |r| whole_turns_deg(r.center().x - outer.center().x));
        ring.map_coords(|c| Coord { x: c.x - offset, y: c.y })
    };
    let whole = Polygon::new(polygon.exterior().clone(), polygon.interiors().iter().map(hole).collect());
    let shifted = |by_deg: f64| whole.map_coords(|c| Coord { x: c.x + by_deg, y: c.y });
    let shift = -whole_turns_deg(outer.center().x);
    let mut polygons = vec![shifted(shift)];
    if outer.min().x + shift < -180.0 {
        polygons.push(shifted(shift + 360.0));
    }
    if outer.max().x + shift > 180.0 {
        polygons.push(shifted(shift - 360.0));
    }
    polygons
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(points: &[(f64, f64)]) -> Option<LineString<f64>> {
        unrolled(points.iter().map(|&(x, y)| Coord { x, y }))
    }

    #[test]
    fn a_ring_across_the_antimeridian_stands_on_either_side() {
        let corners = [(179.0, 0.0), (-179.0, 0.0), (-179.0, 1.0), (179.0, 1.0), (179.0, 0.0)];
        let polygon = Polygon::new(ring(&corners).expect("a ring"), vec![]);
        let boxes: Vec<_> = in_the_plane(&polygon)
            .iter()
            .filter_map(|p| p.bounding_rect())
            .map(|r| (r.min().x, r.max().x))
            .collect();
        assert_eq!(boxes, [(-181.0, -179.0), (179.0, 181.0)]);
    }

    #[test]
    fn a_ring_round_a_pole_is_closed_along_it() {
        let coast = [(-180.0, -70.0), (-60.0, -71.0), (60.0, -72.0), (180.0, -70.0)];
        let polygon = Polygon::new(ring(&coast).expect("a ring"), vec![]);
        let rectangle = polygon.bounding_rect().expect("a box");
        assert_eq!((rectangle.min().y, rectangle.min().x, rectangle.max().x), (-90.0, -180.0, 180.0));
        assert_eq!(in_the_plane(&polygon).len(), 1);
    }

    #[test]
    fn less_than_a_triangle_is_no_ring() {
        assert_eq!(ring(&[(1.0, 1.0), (1.0, 2.0), (1.0, 1.0)]), None);
        assert_eq!(ring(&[]), None);
    }
}
