//! Cutting: named cases, and properties of random curves.

mod grid;
mod lines;
mod rings;
mod stars;

use super::{Polygon, Vertex};
use crate::testing::{places, run};
use geo::{Contains, Coord, LineString, MultiPolygon, Point, Validation};

/// The polygons as the geometry library wants them.
fn planar(polygons: &[Polygon]) -> MultiPolygon<f64> {
    let ring = |run: &Vec<Vertex>| -> LineString<f64> {
        run.iter().map(|v| Coord { x: v.longitude_deg, y: v.latitude_deg }).collect()
    };
    polygons.iter().map(|p| geo::Polygon::new(ring(&p.outer), p.holes.iter().map(ring).collect())).collect()
}

fn contains(polygons: &MultiPolygon<f64>, (longitude_deg, latitude_deg): (f64, f64)) -> bool {
    polygons.contains(&Point::new(longitude_deg, latitude_deg))
}

/// Returns the first breach of the rules of RFC 7946 for polygons: closed, valid, outlines counter-clockwise
/// and holes clockwise, nothing beyond ±180.
fn problem(polygons: &[Polygon]) -> Option<String> {
    for polygon in polygons {
        for (number, ring) in polygon.rings().enumerate() {
            if ring.first().map(|v| (v.longitude_deg, v.latitude_deg))
                != ring.last().map(|v| (v.longitude_deg, v.latitude_deg))
            {
                return Some(format!("a ring is open: {:?}", places(ring)));
            }
            if (super::orientation::doubled_area(ring) > 0.0) != (number == 0) {
                return Some(format!("a ring runs the wrong way: {:?}", places(ring)));
            }
            if ring.iter().any(|v| v.longitude_deg.abs() > 180.0 || v.latitude_deg.abs() > 90.0) {
                return Some(format!("a ring leaves the map: {:?}", places(ring)));
            }
        }
    }
    planar(polygons).check_validation().err().map(|e| format!("{e}: {polygons:?}"))
}

/// Area on a unit sphere under straight edges of longitude and latitude, exact, so that it does not change
/// where an edge is cut: the integral of the latitude's sine over longitude, with the sign that is positive
/// counter-clockwise.
fn under_edges(ring: &[Vertex]) -> f64 {
    let under = |w: &[Vertex]| {
        let (from, to) = (w[0].latitude_deg.to_radians(), w[1].latitude_deg.to_radians());
        let mut apart = w[1].longitude_deg - w[0].longitude_deg;
        // The short way round; what is cut has no longer edges.
        apart -= (apart / 360.0).round() * 360.0;
        let half = (to - from) / 2.0;
        // (cos from − cos to) / (to − from), without the loss of digits in short edges.
        let sine = ((from + to) / 2.0).sin() * if half == 0.0 { 1.0 } else { half.sin() / half };
        -apart.to_radians() * sine
    };
    ring.windows(2).map(under).sum()
}

/// Area on a unit sphere of polygons of the plane.
fn area(polygons: &[Polygon]) -> f64 {
    polygons.iter().flat_map(Polygon::rings).map(|ring| under_edges(ring)).sum()
}
