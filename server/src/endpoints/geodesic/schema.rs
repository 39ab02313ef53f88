//! The shape of the response in each format, with a computed example.

use super::query::NAME;
use super::query::{GeodesicFormat, GeodesicMethod, GeodesicQuery};
use super::response::{GeodesicPoint, entries, feature};
use crate::endpoints::prelude::*;
use geography::geodesic::Ellipsoid;
use serde_json::{Value, json};

/// The shapes of both formats.
pub(super) fn shape() -> Shape {
    GeodesicFormat::shapes(|format| {
        let shape = match format {
            GeodesicFormat::GeoJson => Shape::Plain(feature_described()),
            GeodesicFormat::Array => Shape::list::<GeodesicQuery, GeodesicPoint>(),
        };
        (shape, example(format))
    })
}

/// The line of the documented example in three parts.
fn example(format: GeodesicFormat) -> Value {
    let query = GeodesicQuery {
        start: Point { lat: 37.6, lng: -122.3 },
        end: Point { lat: 35.6, lng: -3.0 },
        method: GeodesicMethod::Uniform,
        format,
        with_el: Flag(false),
        ellipsoid: Ellipsoid::Wgs84,
        tolerance: None,
        segments: Some(3),
    };
    match format {
        GeodesicFormat::GeoJson => {
            let mut written = Vec::new();
            feature(&mut written, &query, None).expect("both ends are valid places");
            serde_json::from_slice(&written).expect("the feature is JSON")
        }
        GeodesicFormat::Array => {
            json!({ "query": query.in_query(NAME, 3.0), "response": entries(&query, None) })
        }
    }
}

/// The feature with its parts.
fn feature_described() -> Described {
    let component = |name: &str, schema: Value| -> (String, RefOr<Schema>) {
        (name.to_owned(), serde_json::from_value(schema).expect("the JSON below is a schema"))
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
    // One array of positions or lines: the Python client generator makes wrong code of alternative arrays.
    let position = array(&number);
    let positions_or_lines = json!({ "anyOf": [position, array(&position)] });
    json!({
        "type": "object",
        "description": "A geodesic as a `Feature` of RFC 7946.",
        "required": ["type", "bbox", "geometry", "properties"],
        "properties": {
            "type": { "type": "string", "enum": ["Feature"], "description": "Always `Feature`." },
            "bbox": {
                "type": "array",
                "items": number,
                "minItems": 4,
                "maxItems": 6,
                "description": "West, south, east, north, degrees: longitudes first as in GeoJSON, whereas \
                    parameters have latitudes first; west > east across the antimeridian. With heights: \
                    west, south, minimum height, east, north, maximum height.",
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
                        "description": "Several lines if the geodesic is cut, one otherwise.",
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
        "description": "Properties of a geodesic.",
        "required": ["method", "ellipsoid", "distance", "initialBearing", "finalBearing", "points"],
        "properties": {
            "method": word(GeodesicMethod::WORDS.to_vec(), "Method that selects the points."),
            "ellipsoid": word(Ellipsoid::WORDS.to_vec(), "Ellipsoid that represents the Earth."),
            "distance": number("Length, metres."),
            "initialBearing": number("Direction at the start, degrees from north through east."),
            "finalBearing": number("Direction at the end, degrees from north through east."),
            "points": {
                "type": "integer",
                "minimum": 2,
                "description": "Number of points: the number of positions less two for each cut.",
            },
        },
    })
}
