//! The shape of a collection, for the OpenAPI document. RFC 7946 defines its geometry.

use crate::about::About;
use crate::word::{Kind, PathWord};
use serde::Serialize;
use std::ops::RangeInclusive;
use utoipa::ToSchema;
use utoipa::openapi::schema::{AnyOfBuilder, Array, ArrayBuilder, Object, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};

/// The curves of an eclipse as a `FeatureCollection` of RFC 7946.
#[derive(ToSchema)]
pub struct PathCollection {
    /// The type in RFC 7946.
    #[schema(schema_with = type_of_collection)]
    pub r#type: &'static str,
    /// West, south, east, north, degrees; west > east across the antimeridian. Missing without curves.
    #[schema(value_type = Vec<f64>, min_items = 4, max_items = 4, required = false)]
    pub bbox: [f64; 4],
    /// The eclipse.
    pub eclipse: About,
    /// The curves.
    pub features: Vec<PathFeature>,
}

/// A curve.
#[derive(ToSchema)]
pub struct PathFeature {
    /// The type in RFC 7946.
    #[schema(schema_with = type_of_feature)]
    pub r#type: &'static str,
    /// `tn`, `c-1`, `eqn-0.5`, `eqs-obscuration-0.8`, `rs-begins-sunrise-1`, `iso-18:30Z`, `out-18:20Z`,
    /// `P1`: unique, and the same for the same curve.
    pub id: String,
    /// West, south, east, north, degrees; west > east across the antimeridian.
    #[schema(value_type = Vec<f64>, min_items = 4, max_items = 4)]
    pub bbox: [f64; 4],
    // A comment here would wrap the schema in `allOf`.
    #[schema(inline)]
    pub geometry: PathGeometry,
    /// The properties.
    pub properties: Properties,
}

/// Point, (Multi)LineString or (Multi)Polygon: longitude and latitude, degrees.
#[derive(ToSchema)]
pub struct PathGeometry {
    /// The type in RFC 7946.
    #[schema(schema_with = type_of_geometry)]
    pub r#type: &'static str,
    /// The vertices.
    #[schema(schema_with = coordinates)]
    pub coordinates: Vec<f64>,
}

/// The description of a curve, and its style (simplestyle 1.1).
#[derive(Serialize, ToSchema)]
#[schema(as = PathProperties)]
pub struct Properties {
    /// The word of `paths` for the curve.
    pub path: PathWord,
    /// The name, for people.
    pub name: String,
    /// The kind of eclipse there at maximum; null if it varies along the curve.
    #[schema(schema_with = kind)]
    pub kind: Option<Kind>,
    /// Magnitude on `eqn` and `eqs`: the part of the Sun's diameter that is covered.
    pub magnitude: Option<f64>,
    /// Obscuration, 0 … 1: the part of the Sun's disc that is covered; only on lines of obscuration.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub obscuration: Option<f64>,
    /// Duration of totality or annularity on the line, s; only on lines of equal duration.
    #[serde(rename = "lastsSec", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub lasts: Option<f64>,
    /// Number of vertices.
    #[schema(minimum = 1)]
    pub points: usize,
    /// First instant along the curve, UT, ISO 8601.
    pub from: Option<String>,
    /// Last instant along the curve, UT, ISO 8601.
    pub to: Option<String>,
    /// Colour of a line or outline, `#rrggbb`; only of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub stroke: Option<String>,
    /// Width of a line or outline, pixels; only of these.
    #[serde(rename = "stroke-width", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub stroke_width: Option<f64>,
    /// Colour of a polygon, `#rrggbb`; only of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fill: Option<String>,
    /// Opacity of a polygon, 0 … 1; only of these.
    #[serde(rename = "fill-opacity", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fill_opacity: Option<f64>,
    /// Colour of a point, `#rrggbb`; only of these.
    #[serde(rename = "marker-color", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub marker_color: Option<String>,
    #[serde(skip_serializing_if = "Streamed::is_elsewhere")]
    #[schema(schema_with = times, required = false)]
    pub times: Streamed,
    #[serde(rename = "durationSec", skip_serializing_if = "Streamed::is_elsewhere")]
    #[schema(schema_with = duration, required = false)]
    pub duration: Streamed,
    #[serde(rename = "widthKM", skip_serializing_if = "Streamed::is_elsewhere")]
    #[schema(schema_with = width, required = false)]
    pub width: Streamed,
    #[serde(skip_serializing_if = "Streamed::is_elsewhere")]
    #[schema(schema_with = ratio, required = false)]
    pub ratio: Streamed,
    #[serde(rename = "sunAltitude", skip_serializing_if = "Streamed::is_elsewhere")]
    #[schema(schema_with = sun_altitude, required = false)]
    pub sun_altitude: Streamed,
    #[serde(rename = "sunAzimuth", skip_serializing_if = "Streamed::is_elsewhere")]
    #[schema(schema_with = sun_azimuth, required = false)]
    pub sun_azimuth: Streamed,
}

/// A property that [`super::write`] appends vertex by vertex instead of collecting it.
#[derive(Serialize, Default)]
pub struct Streamed;

impl Streamed {
    fn is_elsewhere(&self) -> bool {
        true
    }
}

fn type_of(words: &[&str]) -> Object {
    let text = ObjectBuilder::new().schema_type(Type::String).description(Some("The type in RFC 7946."));
    text.enum_values(Some(words.iter().copied())).build()
}

fn type_of_collection() -> Object {
    type_of(&["FeatureCollection"])
}

fn type_of_feature() -> Object {
    type_of(&["Feature"])
}

fn type_of_geometry() -> Object {
    type_of(&["Point", "LineString", "MultiLineString", "Polygon", "MultiPolygon"])
}

fn kind() -> Object {
    let text_or_null: SchemaType = [Type::String, Type::Null].into_iter().collect();
    let description = "What is seen there at maximum; null if it varies along the curve.";
    let kind = ObjectBuilder::new().schema_type(text_or_null).description(Some(description));
    let words = [Kind::Total, Kind::Annular, Kind::Partial].map(|kind| Some(kind.word()));
    kind.enum_values(Some(words.into_iter().chain([None]))).build()
}

/// Arrays nested as deep as one of `depths`.
fn nested(items: Type, depths: RangeInclusive<usize>, description: &str) -> Schema {
    let items: RefOr<Schema> = ObjectBuilder::new().schema_type(items).build().into();
    let array = |depth| (0..depth).fold(items.clone(), |items, _| Array::new(items).into());
    let all = depths.fold(AnyOfBuilder::new(), |any, depth| any.item(array(depth)));
    Schema::AnyOf(all.description(Some(description)).build())
}

fn coordinates() -> Schema {
    nested(Type::Number, 1..=4, "A position, or positions nested as RFC 7946 defines for the type; degrees.")
}

fn times() -> Schema {
    let description = "Instant at each vertex of lines and rings, UT, ISO 8601; with `extras=times`. Nested \
        like the coordinates.";
    nested(Type::String, 1..=3, description)
}

/// Values at the vertices of the central line, a `LineString` or a `MultiLineString`.
///
/// The choice is inside the array: from a choice between arrays with values that may be null, the generator
/// of Python clients makes wrong code.
fn along_the_centre(value: Object, description: &str) -> Array {
    let either = AnyOfBuilder::new().item(value.clone()).item(Array::new(value));
    let description = format!("{description}; `c` with `extras=centre`. Nested like the coordinates.");
    ArrayBuilder::new().items(either).description(Some(description)).build()
}

/// A value that is null where the axis does not meet the ground.
fn of_the_axis(description: &str) -> Array {
    let number_or_null: SchemaType = [Type::Number, Type::Null].into_iter().collect();
    let value = ObjectBuilder::new().schema_type(number_or_null);
    let value = value.description(Some("Null where the axis does not meet the ground."));
    along_the_centre(value.build(), description)
}

fn duration() -> Array {
    of_the_axis("Duration of totality or annularity, s")
}

fn width() -> Array {
    of_the_axis("Width of the path, km")
}

fn ratio() -> Array {
    of_the_axis("Diameter of the Moon over that of the Sun, a pure number")
}

fn sun_altitude() -> Array {
    along_the_centre(Object::with_type(Type::Number), "Altitude of the Sun, degrees")
}

fn sun_azimuth() -> Array {
    along_the_centre(Object::with_type(Type::Number), "Azimuth of the Sun from north, degrees")
}
