//! The schemas of the GeoJSON collection and its members; RFC 7946 says what geometry is.

use crate::api::described::Described;
use crate::api::input::Word;
use crate::generation::elements::ElementsTheory;
use artifacts::paths::PathWord;
use serde_json::{Value, json};
use std::ops::RangeInclusive;
use utoipa::openapi::{RefOr, Schema};

/// The schema of the collection.
pub(super) fn collection() -> Described {
    let components = [
        ("PathCollection", collection_schema()),
        ("PathEclipse", eclipse()),
        ("PathFeature", feature()),
        ("PathProperties", properties()),
    ];
    Described { schema: reference("PathCollection"), components: components.map(component).into() }
}

fn component((name, schema): (&str, Value)) -> (String, RefOr<Schema>) {
    (name.to_owned(), serde_json::from_value(schema).expect("what is written below is a schema"))
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn number(description: &str) -> Value {
    json!({ "type": "number", "description": description })
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

fn one_of(words: &[&str], description: &str) -> Value {
    json!({ "type": "string", "enum": words, "description": description })
}

fn text_or_null(description: &str) -> Value {
    json!({ "type": ["string", "null"], "description": description })
}

fn number_or_null(description: &str) -> Value {
    json!({ "type": ["number", "null"], "description": description })
}

/// Arrays of `items`, nested as deep as one of `depths`.
fn nested(items: &Value, depths: RangeInclusive<usize>, description: &str) -> Value {
    let array = |depth| (0..depth).fold(items.clone(), |items, _| json!({ "type": "array", "items": items }));
    json!({ "anyOf": depths.map(array).collect::<Vec<_>>(), "description": description })
}

/// Values along the central line: at each vertex of a `LineString`, or of each line of a `MultiLineString`.
///
/// One array, of values or of arrays: of arrays to choose from, with values that may be null, the generator
/// of Python clients makes wrong code.
fn along_the_centre(items: &Value, description: &str) -> Value {
    json!({
        "type": "array",
        "items": { "anyOf": [items, { "type": "array", "items": items }] },
        "description": format!("{description}; `c` with `extras=centre`. Nested as the coordinates."),
    })
}

fn bounding_box() -> Value {
    json!({
        "type": "array",
        "items": { "type": "number" },
        "minItems": 4,
        "maxItems": 4,
        "description": "West, south, east, north, degrees; west > east across the antimeridian. Of a \
            collection only if it has curves.",
    })
}

fn collection_schema() -> Value {
    json!({
        "type": "object",
        "description": "The curves of an eclipse as a `FeatureCollection` of RFC 7946.",
        "required": ["type", "eclipse", "features"],
        "properties": {
            "type": {
                "type": "string",
                "enum": ["FeatureCollection"],
                "description": "What RFC 7946 calls it.",
            },
            "bbox": bounding_box(),
            "eclipse": reference("PathEclipse"),
            "features": {
                "type": "array",
                "items": reference("PathFeature"),
                "description": "The curves.",
            },
        },
    })
}

fn eclipse() -> Value {
    json!({
        "type": "object",
        "description": "Which eclipse a collection shows, and on what it rests.",
        "required": [
            "jd", "date", "type", "saros", "tMax", "deltaT", "deltaTSigma", "theory", "theorySigmaArcsec",
            "eastWestKm", "computedBy", "k1", "k2", "solarRadiusArcsec", "ellipsoid", "minAlt",
        ],
        "properties": {
            "jd": number("Julian Day of 0h UT of the date of greatest eclipse."),
            "date": text("Instant of greatest eclipse, UT, ISO 8601."),
            "type": {
                "type": "integer",
                "enum": [4, 5, 6, 7, 8],
                "description": "`EclipseType`: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.",
            },
            "saros": { "type": "integer", "minimum": -100, "maximum": 300, "description": "Saros number." },
            "tMax": number("Julian Day (TD) of greatest eclipse."),
            "deltaT": number("ΔT in force, s."),
            "deltaTSigma": number_or_null("Its standard error, s; null for a given ΔT."),
            "theory": one_of(<ElementsTheory as Word>::WORDS, "Where the elements come from."),
            "theorySigmaArcsec": number("Standard error of the Moon's place beside the Sun, arcseconds."),
            "eastWestKm": number_or_null(
                "How far the error of ΔT moves everything east or west on the parallel of greatest eclipse, \
                    km; null for a given ΔT.",
            ),
            "computedBy": text("Name and version of the program, with the dataset."),
            "k1": number("Radius of the Moon for the penumbra, equatorial radii of the Earth."),
            "k2": number("Radius of the Moon for the umbra, equatorial radii of the Earth."),
            "solarRadiusArcsec": number("Semidiameter of the Sun at 1 au, arcseconds."),
            "ellipsoid": text("The ellipsoid on which the curves lie."),
            "tolerance": number("Greatest distance of edges from curves, m, unless a spacing is given."),
            "spacingFactor": {
                "type": "integer",
                "minimum": 1,
                "maximum": 40,
                "description": "Vertices in a degree of longitude, if given.",
            },
            "minAlt": number("Least altitude of the Sun's centre along lines, degrees."),
        },
    })
}

fn feature() -> Value {
    json!({
        "type": "object",
        "description": "A curve.",
        "required": ["type", "id", "bbox", "geometry", "properties"],
        "properties": {
            "type": { "type": "string", "enum": ["Feature"], "description": "What RFC 7946 calls it." },
            "id": text(
                "`tn`, `c-1`, `eqn-0.5`, `eqs-obscuration-0.8`, `rs-begins-sunrise-1`, `iso-18:30Z`, \
                    `out-18:20Z`, `P1`: unique, and the same for the same curve.",
            ),
            "bbox": bounding_box(),
            "geometry": {
                "type": "object",
                "description": "Point, (Multi)LineString or (Multi)Polygon: longitude and latitude, degrees.",
                "required": ["type", "coordinates"],
                "properties": {
                    "type": {
                        "type": "string",
                        "enum": ["Point", "LineString", "MultiLineString", "Polygon", "MultiPolygon"],
                        "description": "Kind of geometry.",
                    },
                    "coordinates": nested(
                        &json!({ "type": "number" }),
                        1..=4,
                        "A position, or positions nested as RFC 7946 has them for the type; degrees.",
                    ),
                },
            },
            "properties": reference("PathProperties"),
        },
    })
}

fn properties() -> Value {
    let seen = number_or_null("Null where the axis does not meet the ground.");
    let angle = json!({ "type": "number" });
    json!({
        "type": "object",
        "description": "What a curve is, and how it is drawn (simplestyle 1.1).",
        "required": ["path", "name", "kind", "magnitude", "points", "from", "to"],
        "properties": {
            "path": one_of(&PathWord::ALL.map(PathWord::word), "The word of `paths` that asks for it."),
            "name": text("Its name, for people."),
            "kind": {
                "type": ["string", "null"],
                "enum": ["total", "annular", "partial", null],
                "description": "What is seen there at maximum; null where that differs along it.",
            },
            "magnitude": number_or_null("Part of the Sun's diameter that is covered on `eqn` and `eqs`."),
            "obscuration": number(
                "Part of the Sun's disc that is covered, 0 … 1; only on lines of obscuration.",
            ),
            "points": { "type": "integer", "minimum": 1, "description": "Number of its vertices." },
            "from": text_or_null("First instant along it, UT, ISO 8601."),
            "to": text_or_null("Last instant along it, UT, ISO 8601."),
            "times": nested(
                &json!({ "type": "string" }),
                1..=3,
                "Instant at each vertex of lines and rings, UT, ISO 8601; with `extras=times`. Nested as the \
                    coordinates.",
            ),
            "durationSec": along_the_centre(&seen, "Duration of totality or annularity, s"),
            "widthKM": along_the_centre(&seen, "Width of the path, km"),
            "ratio": along_the_centre(&seen, "Diameter of the Moon over that of the Sun, a pure number"),
            "sunAltitude": along_the_centre(&angle, "Altitude of the Sun, degrees"),
            "sunAzimuth": along_the_centre(&angle, "Azimuth of the Sun from north, degrees"),
            "stroke": text("Colour of a line or outline, `#rrggbb`; only of these."),
            "stroke-width": number("Width of a line or outline, pixels; only of these."),
            "fill": text("Colour of a polygon, `#rrggbb`; only of these."),
            "fill-opacity": number("Opacity of a polygon, 0 … 1; only of these."),
            "marker-color": text("Colour of a point, `#rrggbb`; only of these."),
        },
    })
}
