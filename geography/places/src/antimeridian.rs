//! Outlines that cross the antimeridian or enclose a pole, projected onto the plane of longitude and
//! latitude.

use geo::{BoundingRect, Coord, LineString, MapCoords, Polygon};
use geography::whole_turns_deg;

/// Joins vertices into a ring without jumps in longitude. Returns `None` if fewer than three distinct
/// vertices remain.
///
/// Each longitude is moved by whole turns next to its predecessor, and repeated vertices are dropped. A ring
/// around a pole is closed along that pole.
///
/// ```
/// use geo::Coord;
/// let corners = [(179.0, 0.0), (-179.0, 0.0), (-179.0, 1.0), (179.0, 0.0)];
/// let ring = places::antimeridian::unrolled(corners.map(|(x, y)| Coord { x, y })).expect("a triangle");
/// assert_eq!(ring[1].x, 181.0);
/// ```
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
    // Around a pole, the unrolled longitudes end a whole turn from where they began.
    if (last.x - first.x).abs() > 180.0 {
        let pole = 90f64.copysign(first.y);
        ring.extend([Coord { x: last.x, y: pole }, Coord { x: first.x, y: pole }, first]);
    }
    (ring.len() > 3).then_some(LineString(ring))
}

/// Returns the polygon moved to −180° … 180°. A polygon that crosses the antimeridian is returned twice, once
/// at each edge of the map.
pub fn in_the_plane(polygon: &Polygon<f64>) -> Vec<Polygon<f64>> {
    let Some(outer) = polygon.exterior().bounding_rect() else { return Vec::new() };
    // Rings are unrolled separately, so a hole may be a whole turn away from its outer ring.
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
