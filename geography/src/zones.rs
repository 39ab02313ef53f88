//! The time zone of a point.

use crate::zone_grid::nautical_zone;
use tzf_rs::EmbeddedFinder;

/// A polygon: an outer ring and its holes, closed, in degrees of longitude and latitude.
pub(crate) type Rings = Vec<Vec<[f64; 2]>>;

/// The time zones of timezone-boundary-builder, simplified by tzf; the oceans have nautical zones.
pub struct Zones(EmbeddedFinder);

impl Default for Zones {
    fn default() -> Self {
        Self(EmbeddedFinder::new())
    }
}

impl Zones {
    /// The IANA zone at a latitude within −90 … 90 and a longitude within −180 … 180, in degrees.
    pub fn at(&self, latitude_deg: f64, longitude_deg: f64) -> &str {
        match self.0.get_tz_name(longitude_deg, latitude_deg) {
            "" => nautical_zone(longitude_deg),
            name => name,
        }
    }

    /// The polygons of each zone. Where zones overlap, either may hold.
    pub(crate) fn boundaries(&self) -> Vec<(String, Vec<Rings>)> {
        let features = self.0.to_geojson().features.into_iter();
        features.map(|f| (f.properties.tzid, f.geometry.coordinates)).collect()
    }

    /// Release of the boundaries, such as `2026f`.
    pub fn release(&self) -> &str {
        self.0.data_version()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Zones {
        /// All zones that claim a place, its nautical zone if none does.
        pub(crate) fn all_at(&self, latitude_deg: f64, longitude_deg: f64) -> Vec<&str> {
            let names = self.0.get_tz_names(longitude_deg, latitude_deg);
            if names.is_empty() { vec![nautical_zone(longitude_deg)] } else { names }
        }
    }
}
