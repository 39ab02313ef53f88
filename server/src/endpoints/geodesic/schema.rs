//! The shape of the answer in each form, with an example that is computed like any answer.

use super::answer::{Entry, Query, entries, feature};
use super::line::{Line, Method};
use super::parameters::Format;
use crate::api::described::{Described, described};
use crate::api::input::words;
use crate::api::operation::Shape;
use crate::api::point::Point;
use crate::vocabulary::formats::Format as _;
use geography::geodesic::Ellipsoid;
use serde_json::{Value, json};
use utoipa::openapi::{RefOr, Schema};

/// The shapes of both formats.
pub(super) fn shape() -> Shape {
    Format::shapes(|format| {
        let shape = match format {
            Format::GeoJson => Shape::Plain(feature_described()),
            Format::Array => {
                Shape::Envelope { query: described::<Query>(), response: described::<Entry>().list() }
            }
        };
        (shape, example(format))
    })
}

/// The line of the documented example in three parts.
fn example(format: Format) -> Value {
    let ends = [[37.6, -122.3], [35.6, -3.0]].map(|[lat, lng]| Point { lat, lng });
    let (ellipsoid, method) = (Ellipsoid::Wgs84, Method::Uniform);
    let line = Line { ends, ellipsoid, method, tolerance_deg: None, segments: Some(3) };
    match format {
        Format::GeoJson => {
            let mut written = Vec::new();
            feature(&mut written, &line, None).expect("both ends are places");
            serde_json::from_slice(&written).expect("what was written is JSON")
        }
        Format::Array => {
            json!({ "query": Query::new(&line, format, false, 3.0), "response": entries(&line, None) })
        }
    }
}

/// The feature with its parts.
fn feature_described() -> Described {
    let component = |name: &str, schema: Value| -> (String, RefOr<Schema>) {
        (name.to_owned(), serde_json::from_value(schema).expect("what is written below is a schema"))
    };
    Described {
        schema: json!({ "$ref": "#/components/schemas/GeodesicFeature" }),
        components: vec![
            component("GeodesicFeature", feature_schema()),
            component("GeodesicProperties", properties()),
        ],
    }
}

fn feature_schema() -> Value {
    let number = json!({ "type": "number" });
    let array = |items: &Value| json!({ "type": "array", "items": items });
    // One array, of positions or of lines: of arrays to choose from, the generator of Python clients makes
    // wrong code.
    let position = array(&number);
    let positions_or_lines = json!({ "anyOf": [position, array(&position)] });
    json!({
        "type": "object",
        "description": "A geodesic as a `Feature` of RFC 7946.",
        "required": ["type", "bbox", "geometry", "properties"],
        "properties": {
            "type": { "type": "string", "enum": ["Feature"], "description": "What RFC 7946 calls it." },
            "bbox": {
                "type": "array",
                "items": number,
                "minItems": 4,
                "maxItems": 6,
                "description": "West, south, east, north, degrees: longitudes first, as GeoJSON has it, \
                    while parameters have latitudes first; west > east across the antimeridian. With \
                    heights: west, south, least height, east, north, greatest height.",
            },
            "geometry": {
                "type": "object",
                "description": "Longitude and latitude in degrees, and the height in metres with \
                    `with-el=1`, where it is known; in pieces across the antimeridian.",
                "required": ["type", "coordinates"],
                "properties": {
                    "type": {
                        "type": "string",
                        "enum": ["LineString", "MultiLineString"],
                        "description": "Kind of geometry: several lines where it is cut.",
                    },
                    "coordinates": {
                        "type": "array",
                        "items": positions_or_lines,
                        "description": "Positions, or pieces of positions; degrees, and metres of height.",
                    },
                },
            },
            "properties": { "$ref": "#/components/schemas/GeodesicProperties" },
        },
    })
}

fn properties() -> Value {
    let number = |description: &str| json!({ "type": "number", "description": description });
    let word = |words: Vec<&str>, what: &str| json!({ "type": "string", "enum": words, "description": what });
    json!({
        "type": "object",
        "description": "What a geodesic is.",
        "required": ["method", "ellipsoid", "distance", "initialBearing", "finalBearing", "points"],
        "properties": {
            "method": word(words::<Method>().collect(), "How points are chosen."),
            "ellipsoid": word(words::<Ellipsoid>().collect(), "The figure of the Earth."),
            "distance": number("Length, metres."),
            "initialBearing": number("Direction at the start, degrees from north through east."),
            "finalBearing": number("Direction at the end, degrees from north through east."),
            "points": {
                "type": "integer",
                "minimum": 2,
                "description": "Number of points: of positions, less two for each cut.",
            },
        },
    })
}
