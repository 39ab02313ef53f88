//! The way to the path of an eclipse.

use astro::earth::Observer;
use astro::earth::rotation::angle_in_delta_t;
use astro::eclipse::path::CurveVertex;
use geographiclib_rs::{Geodesic, InverseGeodesic};
use std::sync::LazyLock;

static WGS84: LazyLock<Geodesic> = LazyLock::new(Geodesic::wgs84);

/// The geodesic from an observer to the nearest point of the central line.
pub struct WayToPath {
    /// Length, km.
    pub km: f64,
    /// Direction at the observer, degrees from north through east.
    pub bearing_deg: f64,
    /// Latitude of the point, degrees.
    pub lat: f64,
    /// Longitude of the point, degrees from −180 to 180.
    pub lng: f64,
}

impl WayToPath {
    /// The way; none without a central line. `nearest` returns the point of the line that is nearest to a
    /// latitude and a longitude for ΔT = 0, radians.
    pub fn new(
        observer: Observer,
        delta_t_s: f64,
        nearest: impl FnOnce(f64, f64) -> Option<CurveVertex>,
    ) -> Option<Self> {
        let turn = angle_in_delta_t(delta_t_s);
        let nearest = nearest(observer.latitude, observer.longitude - turn)?;
        let (lat, lng) = (nearest.latitude.to_degrees(), (nearest.longitude + turn).to_degrees());
        let (from_lat, from_lng) = (observer.latitude.to_degrees(), observer.longitude.to_degrees());
        let (metres, bearing, _, _): (f64, f64, f64, f64) = WGS84.inverse(from_lat, from_lng, lat, lng);
        let lng = (lng + 180.0).rem_euclid(360.0) - 180.0;
        Some(Self { km: metres / 1000.0, bearing_deg: bearing.rem_euclid(360.0), lat, lng })
    }
}
