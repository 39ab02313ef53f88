//! Places along a geodesic of WGS 84.

use geographiclib_rs::{Geodesic, GeodesicLine, capability};
use std::sync::OnceLock;

/// A place on the ground, degrees: −90 … 90 north, −180 … 180 east.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Latitude, north positive.
    pub latitude_deg: f64,
    /// Longitude, east positive.
    pub longitude_deg: f64,
}

/// A geodesic that leaves a place in a direction.
///
/// Places are within 10 nm of the geodesic of the ellipsoid. Source: Karney (2013), J. Geodesy 87, 43.
#[derive(Debug, Clone, Copy)]
pub struct Course(GeodesicLine);

fn wgs84() -> &'static Geodesic {
    static WGS84: OnceLock<Geodesic> = OnceLock::new();
    WGS84.get_or_init(Geodesic::wgs84)
}

impl Course {
    /// The geodesic from a place in a direction, degrees from north through east.
    pub fn new(start: Place, azimuth_deg: f64) -> Self {
        let caps = capability::LATITUDE | capability::LONGITUDE | capability::DISTANCE_IN;
        let (lat, lng) = (start.latitude_deg, start.longitude_deg);
        Self(GeodesicLine::new(wgs84(), lat, lng, azimuth_deg, Some(caps), None, None))
    }

    /// The place so many metres along the geodesic.
    pub fn at(&self, distance_m: f64) -> Place {
        let wanted = capability::LATITUDE | capability::LONGITUDE;
        let (_, latitude_deg, longitude_deg, ..) = self.0._gen_position(false, distance_m, wanted);
        Place { latitude_deg, longitude_deg }
    }
}

/// An angle brought into 0 … 360 degrees, the latter excluded.
pub(super) fn positive_deg(angle_deg: f64) -> f64 {
    // A negative angle next to nothing comes out as 360.
    Some(angle_deg.rem_euclid(360.0)).filter(|angle| *angle < 360.0).unwrap_or(0.0)
}
