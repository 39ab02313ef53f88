//! The square map of the world: Web Mercator (EPSG:3857) scaled to a side of 1, with its origin in the
//! north-west.

use std::f64::consts::PI;

/// Latitudes are clamped to this, degrees: well beyond the map's edge at 85.05°, and finite, unlike a pole.
const MOST_LATITUDE_DEG: f64 = 89.0;

/// Projects longitude and latitude, in degrees, to 0 … 1 rightwards and downwards.
pub(super) fn place([longitude_deg, latitude_deg]: [f64; 2]) -> [f64; 2] {
    let latitude = latitude_deg.clamp(-MOST_LATITUDE_DEG, MOST_LATITUDE_DEG).to_radians();
    let northing = latitude.tan().asinh();
    [longitude_deg / 360.0 + 0.5, 0.5 - northing / (2.0 * PI)]
}
