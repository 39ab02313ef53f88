//! The formats of the answer.

use crate::api::input::Word;
use crate::api::prepared::{CSV, Form, JSON};
use artifacts::paths::Extras;
use hyper::HeaderMap;
use web::accept;

/// GeoJSON.
pub(super) static GEOJSON: Form =
    Form { media_type: "application/geo+json", has_envelope: false, headers: &[] };
static KML: Form =
    Form { media_type: "application/vnd.google-earth.kml+xml", has_envelope: false, headers: &[] };
static CZML: Form = Form { media_type: "application/czml+json", has_envelope: false, headers: &[] };
static GPX: Form = Form { media_type: "application/gpx+xml", has_envelope: false, headers: &[] };

/// A format of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// A `FeatureCollection`.
    GeoJson,
    /// JSON in the envelope.
    Json,
    /// For Google Earth.
    Kml,
    /// For Cesium.
    Czml,
    /// For receivers.
    Gpx,
    /// Rows as NASA's tables have them.
    Csv,
}

impl Word for Format {
    const WORDS: &'static [&'static str] = &["geojson", "json", "kml", "czml", "gpx", "csv"];
    const VALUES: &'static [Self] = &[Self::GeoJson, Self::Json, Self::Kml, Self::Czml, Self::Gpx, Self::Csv];
}

impl Format {
    /// Its media type and headers.
    pub(super) fn form(self) -> &'static Form {
        match self {
            Self::GeoJson => &GEOJSON,
            Self::Json => &JSON,
            Self::Kml => &KML,
            Self::Czml => &CZML,
            Self::Gpx => &GPX,
            Self::Csv => &CSV,
        }
    }

    /// Whether browsers show it; others they are told to keep.
    pub(super) fn is_shown(self) -> bool {
        matches!(self, Self::GeoJson | Self::Json | Self::Czml)
    }

    /// Bytes that a corner of a polygon takes at most, with the extras.
    pub(super) fn corner_bytes(self, extras: Extras) -> usize {
        match self {
            Self::Json => 42,
            _ => self.vertex_bytes(extras),
        }
    }

    /// Bytes that a vertex of a line takes at most, with the extras.
    pub(super) fn vertex_bytes(self, extras: Extras) -> usize {
        const TIME: usize = 27;
        const CENTRE: usize = 64;
        match self {
            Self::GeoJson => 27 + TIME * usize::from(extras.times) + CENTRE * usize::from(extras.centre),
            Self::Json => 190,
            Self::Kml => 27,
            Self::Czml => 48,
            Self::Gpx => 100,
            Self::Csv => 160,
        }
    }

    /// The one that `Accept` likes best; GeoJSON if it takes none, which is then refused as such.
    pub(super) fn preferred(headers: &HeaderMap) -> Self {
        let media_types: Vec<_> = Self::VALUES.iter().map(|format| format.form().media_type).collect();
        accept::preferred(headers, &media_types).map_or(Self::GeoJson, |number| Self::VALUES[number])
    }
}
