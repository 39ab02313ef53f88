//! The time zone of a point.

use geography::zone_grid::nautical_zone;
use tzf_rs::EmbeddedFinder;

/// A polygon: an outer ring and its holes, closed, in degrees of longitude and latitude.
pub(crate) type Rings = Vec<Vec<[f64; 2]>>;

/// The time zones of timezone-boundary-builder, simplified by tzf, and nautical zones on the oceans.
pub struct Zones(EmbeddedFinder);

impl Default for Zones {
    fn default() -> Self {
        Self(EmbeddedFinder::new())
    }
}

impl Zones {
    /// Returns the IANA zone at a latitude within −90 … 90 and a longitude within −180 … 180, in degrees.
    ///
    /// ```
    /// let zones = places::Zones::default();
    /// assert_eq!(zones.at(27.7, 85.3), "Asia/Kathmandu");
    /// assert_eq!(zones.at(0.0, -30.0), "Etc/GMT+2");
    /// ```
    pub fn at(&self, latitude_deg: f64, longitude_deg: f64) -> &str {
        match self.0.get_tz_name(longitude_deg, latitude_deg) {
            // No polygon contains the point: it is at sea.
            "" => nautical_zone(longitude_deg),
            name => name,
        }
    }

    /// The polygons of each zone. Disputed areas are in two zones.
    pub(crate) fn boundaries(&self) -> Vec<(String, Vec<Rings>)> {
        let features = self.0.to_geojson().features.into_iter();
        features.map(|f| (f.properties.tzid, f.geometry.coordinates)).collect()
    }

    /// The release of the boundaries, such as `2026f`.
    pub fn release(&self) -> &str {
        self.0.data_version()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Zones {
        /// All zones that contain a point; its nautical zone if there is none.
        pub(crate) fn all_at(&self, latitude_deg: f64, longitude_deg: f64) -> Vec<&str> {
            let names = self.0.get_tz_names(longitude_deg, latitude_deg);
            if names.is_empty() { vec![nautical_zone(longitude_deg)] } else { names }
        }
    }
}
