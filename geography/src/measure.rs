//! Lengths and areas on the ellipsoid of WGS 84.

use crate::cut::Vertex;
use crate::geometry::Geometry;
use geo::{Coord, Geodesic, GeodesicArea, Length, LineString, Polygon};

impl Geometry {
    /// Length of the lines, or circumference of the polygons with what was led along the antimeridian, km; 0
    /// of a point.
    ///
    /// From vertex to vertex along geodesics (Karney 2013, J. Geodesy 87, 43). The ellipsoid is that of
    /// WGS 84, of radius 6378.137 km and flattening 1/298.257223563.
    pub fn length_km(&self) -> f64 {
        self.runs().map(length_km).sum()
    }

    /// Area of the polygons, km²; 0 of points and lines. Edges and ellipsoid as in [`Self::length_km`].
    pub fn area_km2(&self) -> f64 {
        let Self::Polygons(polygons) = self else { return 0.0 };
        let area = |polygon: &crate::cut::Polygon| {
            let holes = polygon.holes.iter().map(|hole| line_string(hole)).collect();
            Polygon::new(line_string(&polygon.outer), holes).geodesic_area_unsigned()
        };
        polygons.iter().map(area).sum::<f64>() / 1e6
    }
}

/// Length of a run of vertices, km.
fn length_km(run: &[Vertex]) -> f64 {
    Geodesic.length(&line_string(run)) / 1e3
}

/// The vertices as the geometry library wants them.
fn line_string(run: &[Vertex]) -> LineString<f64> {
    run.iter().map(|v| Coord { x: v.longitude_deg, y: v.latitude_deg }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cut;

    fn vertex(longitude_deg: f64, latitude_deg: f64) -> Vertex {
        Vertex { longitude_deg, latitude_deg, t: 0.0 }
    }

    #[test]
    fn a_quarter_of_a_meridian_is_10002_km() {
        let pieces = cut::line(&[vertex(7.0, 0.0), vertex(7.0, 90.0)]).expect("coordinates");
        // Source: Karney (2013): the quarter meridian of WGS 84 is 10 001 965.729 m.
        assert!((Geometry::Lines(pieces).length_km() - 10_001.965_729).abs() < 1e-6);
    }

    #[test]
    fn what_lies_north_of_the_equator_is_half_of_the_earth() {
        let equator: Vec<_> = (0..72).map(|i| vertex(f64::from(i) * 5.0, 0.0)).collect();
        let half = cut::ring(&equator, (0.0, -45.0)).expect("a ring");
        // Source: the surface of WGS 84 is 510 065 621.724 km² (Karney 2013).
        assert!((Geometry::Polygons(half).area_km2() - 510_065_621.724 / 2.0).abs() < 1e-2);
        assert_eq!(Geometry::Lines(vec![equator]).area_km2(), 0.0);
    }
}
