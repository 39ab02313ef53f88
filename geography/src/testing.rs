//! Helpers of the tests.

use crate::cut::Vertex;

/// Vertices at longitudes and latitudes in degrees, with `t` = 0, 1, 2 …
pub(crate) fn run(places: &[(f64, f64)]) -> Vec<Vertex> {
    let vertex = |(i, &(longitude_deg, latitude_deg)): (usize, &(f64, f64))| Vertex {
        longitude_deg,
        latitude_deg,
        t: i as f64,
    };
    places.iter().enumerate().map(vertex).collect()
}

/// Longitudes and latitudes of vertices, degrees.
pub(crate) fn places(run: &[Vertex]) -> Vec<(f64, f64)> {
    run.iter().map(|v| (v.longitude_deg, v.latitude_deg)).collect()
}
