//! A point on the ground in requests and responses.

use geography::geodesic::longitude_within_half_turn_deg;

/// A point on the ground.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, utoipa::ToSchema)]
pub(crate) struct Point {
    /// Latitude, degrees, north positive.
    pub(crate) lat: f64,
    /// Longitude, degrees, east positive: −180 < longitude ≤ 180.
    pub(crate) lng: f64,
}

impl Point {
    /// Makes a point from a latitude of −90 … 90 and a longitude of −180 … 360 degrees; none outside.
    pub(crate) fn new(lat: f64, lng: f64) -> Option<Self> {
        let is_place = (-90.0..=90.0).contains(&lat) && (-180.0..=360.0).contains(&lng);
        is_place.then(|| Self { lat, lng: longitude_within_half_turn_deg(lng) })
    }

    /// Latitude and longitude, degrees.
    pub(crate) fn degrees(self) -> [f64; 2] {
        [self.lat, self.lng]
    }
}
