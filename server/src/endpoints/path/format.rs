//! The formats of the response.

use crate::api::input::Word;
use crate::api::prepared::{CSV, Form, JSON};
use hyper::HeaderMap;
use maps::Format;
use web::accept;

/// GeoJSON.
pub(super) static GEOJSON: Form = bare(Format::GeoJson);
static KML: Form = bare(Format::Kml);
static CZML: Form = bare(Format::Czml);
static GPX: Form = bare(Format::Gpx);

const fn bare(format: Format) -> Form {
    Form { media_type: format.media_type(), has_envelope: false, headers: &[] }
}

impl Word for Format {
    const WORDS: &'static [&'static str] = &["geojson", "json", "kml", "czml", "gpx", "csv"];
    const VALUES: &'static [Self] = &Self::ALL;
}

/// The media type and the headers of a format.
pub(super) fn form(format: Format) -> &'static Form {
    match format {
        Format::GeoJson => &GEOJSON,
        Format::Json => &JSON,
        Format::Kml => &KML,
        Format::Czml => &CZML,
        Format::Gpx => &GPX,
        Format::Csv => &CSV,
    }
}

/// The format that `Accept` prefers; GeoJSON if it accepts none, which is then refused.
pub(super) fn preferred(headers: &HeaderMap) -> Format {
    let media_types = Format::ALL.map(Format::media_type);
    accept::preferred(headers, &media_types).map_or(Format::GeoJson, |number| Format::ALL[number])
}
