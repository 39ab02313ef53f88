//! The time zone of a point.

use tzf_rs::EmbeddedFinder;

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

    /// The polygons of each zone, each an outer ring and its holes, closed, in degrees of longitude and
    /// latitude. Where zones overlap, the first holds.
    pub(crate) fn boundaries(&self) -> Vec<(String, Vec<Vec<Vec<[f64; 2]>>>)> {
        let features = self.0.to_geojson().features.into_iter();
        features.map(|f| (f.properties.tzid, f.geometry.coordinates)).collect()
    }

    /// Release of the boundaries, such as `2026f`.
    pub fn release(&self) -> &str {
        self.0.data_version()
    }
}

/// The nautical zone of a longitude within −180 … 180: 15° about each hour's meridian. In `Etc/GMT±n`
/// the sign is inverted: 90° E is `Etc/GMT-6`.
pub fn nautical_zone(longitude_deg: f64) -> &'static str {
    #[rustfmt::skip]
    const WEST_TO_EAST: [&str; 25] = [
        "Etc/GMT+12", "Etc/GMT+11", "Etc/GMT+10", "Etc/GMT+9", "Etc/GMT+8", "Etc/GMT+7", "Etc/GMT+6",
        "Etc/GMT+5", "Etc/GMT+4", "Etc/GMT+3", "Etc/GMT+2", "Etc/GMT+1", "Etc/GMT", "Etc/GMT-1", "Etc/GMT-2",
        "Etc/GMT-3", "Etc/GMT-4", "Etc/GMT-5", "Etc/GMT-6", "Etc/GMT-7", "Etc/GMT-8", "Etc/GMT-9",
        "Etc/GMT-10", "Etc/GMT-11", "Etc/GMT-12",
    ];
    WEST_TO_EAST[((longitude_deg / 15.0).round() + 12.0).clamp(0.0, 24.0) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nautical_zones_have_the_inverted_sign_of_posix() {
        let cases = [
            (0.0, "Etc/GMT"),
            (7.4, "Etc/GMT"),
            (7.6, "Etc/GMT-1"),
            (90.0, "Etc/GMT-6"),
            (-90.0, "Etc/GMT+6"),
            (180.0, "Etc/GMT-12"),
            (-180.0, "Etc/GMT+12"),
        ];
        for (longitude_deg, zone) in cases {
            assert_eq!(nautical_zone(longitude_deg), zone, "{longitude_deg}°");
        }
    }
}
