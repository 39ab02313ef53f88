//! A geodesic from a point in a direction, and the points along it.

use super::ellipsoid::Ellipsoid;
use crate::angle::{positive_deg, whole_turns_deg};
use geographiclib_rs::{GeodesicLine, capability};

/// A geodesic that begins at a point.
#[derive(Debug, Clone, Copy)]
pub struct GeodesicRay(GeodesicLine);

/// A point of a geodesic.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Along {
    /// Distance from the start, metres.
    pub distance_m: f64,
    /// Latitude, degrees.
    pub latitude_deg: f64,
    /// Longitude, degrees: −180 < longitude ≤ 180.
    pub longitude_deg: f64,
    /// Direction of the geodesic, degrees from north through east: 0 ≤ azimuth < 360.
    pub azimuth_deg: f64,
}

impl GeodesicRay {
    /// Returns the geodesic from a point (latitude within −90 … 90, longitude) in a direction from north
    /// through east; all in degrees.
    pub fn new(ellipsoid: Ellipsoid, [latitude_deg, longitude_deg]: [f64; 2], azimuth_deg: f64) -> Self {
        const CAPABILITIES: u64 =
            capability::LATITUDE | capability::LONGITUDE | capability::AZIMUTH | capability::DISTANCE_IN;
        let geodesic = ellipsoid.geodesic();
        let caps = Some(CAPABILITIES);
        Self(GeodesicLine::new(geodesic, latitude_deg, longitude_deg, azimuth_deg, caps, None, None))
    }

    /// Returns the point at a distance from the start, metres.
    #[inline]
    pub fn at(&self, distance_m: f64) -> Along {
        const OUTPUT: u64 = capability::LATITUDE | capability::LONGITUDE | capability::AZIMUTH;
        let (_, latitude_deg, longitude_deg, azimuth_deg, ..) =
            self.0._gen_position(false, distance_m, OUTPUT);
        Along::new(distance_m, latitude_deg, longitude_deg, azimuth_deg)
    }
}

impl Along {
    pub(super) fn new(distance_m: f64, latitude_deg: f64, longitude_deg: f64, azimuth_deg: f64) -> Self {
        // Adding zero turns −0 into 0.
        Self {
            distance_m,
            latitude_deg: latitude_deg + 0.0,
            longitude_deg: longitude_within_half_turn_deg(longitude_deg),
            azimuth_deg: positive_deg(azimuth_deg),
        }
    }
}

/// Returns a longitude reduced to −180 < longitude ≤ 180, degrees.
///
/// ```
/// use geography::geodesic::longitude_within_half_turn_deg;
/// assert_eq!([-180.0, 190.0].map(longitude_within_half_turn_deg), [180.0, -170.0]);
/// ```
pub fn longitude_within_half_turn_deg(longitude_deg: f64) -> f64 {
    let within = longitude_deg - whole_turns_deg(longitude_deg);
    if within <= -180.0 { within + 360.0 } else { within + 0.0 }
}
