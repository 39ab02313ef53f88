//! An observer on the Earth.

use crate::error::{Error, within};
use astro::earth::Observer;
use serde::Deserialize;

/// A place on the ellipsoid WGS 84: degrees, north and east positive, and metres above the ellipsoid.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Latitude, −90 … 90°.
    pub lat: f64,
    /// Longitude, −180 … 180°.
    pub lng: f64,
    /// Height, −1000 … 100,000 m; 0 if left out.
    #[serde(default)]
    #[cfg_attr(feature = "mobile", uniffi(default))]
    pub height: f64,
}

impl Place {
    /// A place; an error if a coordinate is out of range.
    pub fn new(lat: f64, lng: f64, height: f64) -> Result<Self, Error> {
        Self { lat, lng, height }.checked()
    }

    pub(crate) fn checked(self) -> Result<Self, Error> {
        within("lat", self.lat, [-90.0, 90.0])?;
        within("lng", self.lng, [-180.0, 180.0])?;
        within("height", self.height, [-1000.0, 100_000.0])?;
        Ok(self)
    }

    pub(crate) fn observer(self) -> Observer {
        Observer::from_degrees(self.lat, self.lng, self.height)
    }
}
