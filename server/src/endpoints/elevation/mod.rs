//! The operations `/elevation…`: heights of the ground, at points and along a line.

mod points;
mod profile;

pub(crate) use points::{OF_PATH, OF_QUERY};
pub(crate) use profile::PROFILE;
pub(super) use profile::to_decimals;

use crate::generation::elevation::Elevation;

/// The height at a latitude and a longitude as it is given: metres with one decimal.
pub(super) fn height_m(elevation: &Elevation, [latitude_deg, longitude_deg]: [f64; 2]) -> Option<f64> {
    // Adding zero turns −0 into 0.
    elevation.height_m(latitude_deg, longitude_deg).map(|m| (m * 10.0).round() / 10.0 + 0.0)
}
