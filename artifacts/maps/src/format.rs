//! The formats of a map.

use crate::collection::Extras;

/// A format of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapFormat {
    /// A `FeatureCollection`.
    GeoJson,
    /// JSON with the Sun's position at each vertex.
    Json,
    /// For Google Earth.
    Kml,
    /// For GPS receivers.
    Gpx,
    /// Rows in the layout of NASA's path tables.
    Csv,
}

impl MapFormat {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::GeoJson, Self::Json, Self::Kml, Self::Gpx, Self::Csv];

    /// The media type.
    ///
    /// ```
    /// assert_eq!(maps::MapFormat::Gpx.media_type(), "application/gpx+xml");
    /// ```
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::GeoJson => "application/geo+json",
            Self::Json => "application/json",
            Self::Kml => "application/vnd.google-earth.kml+xml",
            Self::Gpx => "application/gpx+xml",
            Self::Csv => "text/csv; charset=utf-8",
        }
    }

    /// The maximum size of a vertex of a line, bytes.
    pub fn max_vertex_bytes(self, extras: Extras) -> usize {
        // An instant in quotes with a comma; five values along the central line.
        const TIME: usize = 27;
        const CENTRE: usize = 64;
        match self {
            Self::GeoJson => 27 + TIME * usize::from(extras.times) + CENTRE * usize::from(extras.centre),
            Self::Json => 190,
            Self::Kml => 27,
            Self::Gpx => 100,
            Self::Csv => 160,
        }
    }

    /// The maximum size of a corner of a polygon, bytes.
    pub(crate) fn max_corner_bytes(self, extras: Extras) -> usize {
        match self {
            Self::Json => 42,
            _ => self.max_vertex_bytes(extras),
        }
    }
}
