//! The way to the path of an eclipse.

use crate::generation::elements::EclipseElements;
use astro::earth::Observer;
use astro::earth::rotation::angle_in_delta_t;
use geographiclib_rs::{Geodesic, InverseGeodesic};

/// The geodesic from an observer to the nearest point of the central line.
pub(crate) struct WayToPath {
    /// Length, km.
    pub(crate) km: f64,
    /// Direction at the observer, degrees from north through east.
    pub(crate) bearing_deg: f64,
    /// Latitude of the point, degrees.
    pub(crate) lat: f64,
    /// Longitude of the point, degrees from −180 to 180.
    pub(crate) lng: f64,
}

impl WayToPath {
    /// Returns the way; none without a central line.
    pub(crate) fn new(
        elements: &EclipseElements,
        delta_t_s: f64,
        observer: Observer,
        geodesic: &Geodesic,
    ) -> Option<Self> {
        let turn = angle_in_delta_t(delta_t_s);
        let nearest = elements.nearest_of_path(observer.latitude, observer.longitude - turn)?;
        let (lat, lng) = (nearest.latitude.to_degrees(), (nearest.longitude + turn).to_degrees());
        let (from_lat, from_lng) = (observer.latitude.to_degrees(), observer.longitude.to_degrees());
        let (metres, bearing, _, _): (f64, f64, f64, f64) = geodesic.inverse(from_lat, from_lng, lat, lng);
        Some(Self {
            km: metres / 1000.0,
            bearing_deg: bearing.rem_euclid(360.0),
            lat,
            lng: (lng + 180.0).rem_euclid(360.0) - 180.0,
        })
    }
}
