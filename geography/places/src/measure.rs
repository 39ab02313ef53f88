//! Lengths and areas of map geometry on the ellipsoid of WGS 84.
//!
//! Edges are geodesics (Karney 2013, J. Geodesy 87, 43) on the ellipsoid with radius 6378.137 km and
//! flattening 1/298.257223563.

use geo::{Coord, Geodesic, GeodesicArea, Length, LineString};
use geography::Geometry;
use geography::cut::{Polygon, Vertex};

/// Returns the length of lines, or the circumference of polygons including the parts along the antimeridian,
/// km; 0 for a point.
///
/// ```
/// use geography::{Geometry, cut::Vertex};
/// let vertex = |latitude_deg| Vertex { longitude_deg: 0.0, latitude_deg, t: 0.0 };
/// let length_km = places::measure::length_km(&Geometry::Lines(vec![vec![vertex(0.0), vertex(1.0)]]));
/// assert!((length_km - 110.574).abs() < 0.001, "the first degree of a meridian");
/// ```
pub fn length_km(geometry: &Geometry) -> f64 {
    geometry.runs().map(|run| Geodesic.length(&line_string(run)) / 1e3).sum()
}

/// Returns the area of polygons, km²; 0 for points and lines.
///
/// ```
/// use geography::{Geometry, cut::{Polygon, Vertex}};
/// let vertex = |(longitude_deg, latitude_deg)| Vertex { longitude_deg, latitude_deg, t: 0.0 };
/// let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)];
/// let square = Polygon { outer: corners.map(vertex).to_vec(), holes: vec![] };
/// let area_km2 = places::measure::area_km2(&Geometry::Polygons(vec![square]));
/// assert!((area_km2 - 12_309.0).abs() < 1.0);
/// ```
pub fn area_km2(geometry: &Geometry) -> f64 {
    let Geometry::Polygons(polygons) = geometry else { return 0.0 };
    let area = |polygon: &Polygon| {
        let holes = polygon.holes.iter().map(|hole| line_string(hole)).collect();
        // Unsigned: the area does not depend on the direction of the rings.
        geo::Polygon::new(line_string(&polygon.outer), holes).geodesic_area_unsigned()
    };
    polygons.iter().map(area).sum::<f64>() / 1e6
}

/// The vertices as a type of `geo`.
fn line_string(run: &[Vertex]) -> LineString<f64> {
    run.iter().map(|v| Coord { x: v.longitude_deg, y: v.latitude_deg }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use geography::cut;

    fn vertex(longitude_deg: f64, latitude_deg: f64) -> Vertex {
        Vertex { longitude_deg, latitude_deg, t: 0.0 }
    }

    #[test]
    fn a_quarter_of_a_meridian_is_10002_km() {
        let pieces = cut::line(&[vertex(7.0, 0.0), vertex(7.0, 90.0)]).expect("coordinates");
        // Source: Karney (2013): the quarter meridian of WGS 84 is 10 001 965.729 m.
        assert!((length_km(&Geometry::Lines(pieces)) - 10_001.965_729).abs() < 1e-6);
    }

    #[test]
    fn what_lies_north_of_the_equator_is_half_of_the_earth() {
        let equator: Vec<_> = (0..72).map(|i| vertex(f64::from(i) * 5.0, 0.0)).collect();
        let half = cut::ring(&equator, (0.0, -45.0)).expect("a ring");
        // Source: the surface of WGS 84 is 510 065 621.724 km² (Karney 2013).
        assert!((area_km2(&Geometry::Polygons(half)) - 510_065_621.724 / 2.0).abs() < 1e-2);
        assert_eq!(area_km2(&Geometry::Lines(vec![equator])), 0.0);
    }
}
