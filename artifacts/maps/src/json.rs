//! The entries of a map as JSON: lines with the Sun's position at each vertex, polygons and points.

use crate::collection::Collection;
use crate::error::Error;
use crate::feature::{Feature, Subject, decimals};
use crate::word::{Kind, PathWord};
use astro::earth::Observer;
use astro::eclipse::besselian::Polynomials;
use astro::eclipse::local::ObservedEclipse;
use astro::eclipse::path::Mark;
use geography::{Geometry, cut};
use serde::Serialize;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The features of a collection by the type of their geometry.
pub struct Entries<'a> {
    /// The lines.
    pub paths: Vec<JsonLine<'a>>,
    /// The polygons; the pieces of one feature follow each other.
    pub polygons: Vec<JsonPolygon<'a>>,
    /// The points, in order of time.
    pub points: Vec<JsonPoint<'a>>,
}

/// The place where the shadow's axis passes nearest to the Earth's centre, and the kind of eclipse there.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PathGreatestEclipse)]
pub struct Greatest {
    /// Latitude, degrees, north positive.
    lat: f64,
    /// Longitude, degrees, east positive.
    lng: f64,
    /// Instant, UT, ISO 8601.
    date: String,
    /// Altitude of the Sun, degrees.
    sun_alt: f64,
    /// Azimuth of the Sun from north through east, degrees.
    sun_az: f64,
    /// Part of the Sun's diameter that is covered.
    magnitude: f64,
    /// Duration of totality or annularity, s; null where the axis misses the Earth.
    duration_sec: Option<f64>,
    /// Width of the path, km; null where the axis misses the Earth.
    #[serde(rename = "widthKM")]
    width_km: Option<f64>,
}

/// A line.
#[derive(Serialize, ToSchema)]
#[schema(as = PathLine)]
pub struct JsonLine<'a> {
    /// The word of `paths` for the line.
    path: PathWord,
    /// Identifier in the response.
    id: &'a str,
    /// The name, for people.
    name: String,
    /// The kind of eclipse there at maximum; null if it varies along the line.
    kind: Option<Kind>,
    /// Part of the Sun's diameter that is covered on the line, 0 … 1, or null.
    magnitude: Option<f64>,
    /// Obscuration of the line, 0 … 1, or null.
    obscuration: Option<f64>,
    /// Duration of totality or annularity on the line, s; only on lines of equal duration.
    #[serde(rename = "lastsSec", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    lasts: Option<f64>,
    /// Its pieces.
    segments: Vec<Vec<JsonPosition>>,
}

/// A vertex of a line, at the instant of its line.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PathPosition)]
struct JsonPosition {
    /// Latitude, degrees, north positive.
    lat: f64,
    /// Longitude, degrees, east positive.
    lng: f64,
    /// Instant, UT, ISO 8601.
    date: String,
    /// Altitude of the Sun, degrees.
    sun_alt: f64,
    /// Azimuth of the Sun from north through east, degrees.
    sun_az: f64,
    /// Part of the Sun's diameter that is covered, 0 … 1 or more; only on the central line.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    magnitude: Option<f64>,
    /// Duration of totality or annularity, s; only on the central line.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    duration_sec: Option<f64>,
    /// Width of the path, km; only on the central line.
    #[serde(rename = "widthKM", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    width_km: Option<f64>,
}

/// A region, or one of its pieces if it is cut at the antimeridian.
#[derive(Serialize, ToSchema)]
#[schema(as = PathPolygon)]
pub struct JsonPolygon<'a> {
    /// The word of `paths` for the region.
    path: PathWord,
    /// Identifier in the response.
    id: &'a str,
    /// The name, for people.
    name: String,
    /// The kind of eclipse there at maximum, or null.
    kind: Option<Kind>,
    /// Closed rings: the outline, counter-clockwise, and then its holes, clockwise.
    rings: Vec<Vec<JsonPlace>>,
}

/// A place.
#[derive(Serialize, ToSchema)]
#[schema(as = PathPlace)]
struct JsonPlace {
    /// Latitude, degrees, north positive.
    lat: f64,
    /// Longitude, degrees, east positive.
    lng: f64,
}

/// A single point.
#[derive(Serialize, ToSchema)]
#[schema(as = PathPoint)]
pub struct JsonPoint<'a> {
    /// The name of the point.
    #[schema(value_type = PathPointKey)]
    key: &'a str,
    /// The name, for people.
    name: String,
    /// Latitude, degrees, north positive.
    lat: f64,
    /// Longitude, degrees, east positive.
    lng: f64,
    /// Instant, UT, ISO 8601.
    date: String,
}

/// The schema of the keys of points.
pub enum PathPointKey {}

impl PartialSchema for PathPointKey {
    fn schema() -> RefOr<Schema> {
        const KEYS: [&str; 14] =
            ["P1", "P2", "P3", "P4", "U1", "U2", "U3", "U4", "C1", "C2", "GE", "GD", "H1", "H2"];
        let description = "Single points: contacts of the penumbra and the umbra with the Earth, the ends of \
            the central line, greatest eclipse, greatest duration, and where a hybrid eclipse changes.";
        let keys = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(KEYS));
        keys.description(Some(description)).build().into()
    }
}

impl ToSchema for PathPointKey {}

/// Returns the entries of all features of a collection.
pub fn entries<'a>(collection: &'a Collection) -> Result<Entries<'a>, Error> {
    let mut entries = Entries { paths: Vec::new(), polygons: Vec::new(), points: Vec::new() };
    for feature in collection.features() {
        match &feature.geometry {
            Geometry::Lines(lines) => entries.paths.push(line(collection, feature, lines)?),
            Geometry::Polygons(polygons) => {
                entries.polygons.extend(polygons.iter().map(|piece| polygon(feature, piece)));
            }
            Geometry::Point(vertex) => entries.points.push(JsonPoint {
                key: &feature.id,
                name: feature.name(),
                lat: vertex.latitude_deg,
                lng: vertex.longitude_deg,
                date: collection.clock.iso(vertex.t),
            }),
        }
    }
    Ok(entries)
}

fn line<'a>(
    collection: &Collection,
    feature: &'a Feature,
    lines: &[Vec<cut::Vertex>],
) -> Result<JsonLine<'a>, Error> {
    let (magnitude, obscuration) = match feature.subject {
        Subject::Magnitude(q) => (Some(decimals(q)), None),
        Subject::Obscuration(q) => (None, Some(decimals(q))),
        _ => (None, None),
    };
    let position = |vertex: &cut::Vertex| position(collection, feature, vertex);
    let segment = |line: &Vec<cut::Vertex>| line.iter().map(position).collect::<Result<Vec<_>, _>>();
    Ok(JsonLine {
        path: feature.path,
        id: &feature.id,
        name: feature.name(),
        kind: feature.kind,
        magnitude,
        obscuration,
        lasts: feature.duration_s(),
        segments: lines.iter().map(segment).collect::<Result<_, _>>()?,
    })
}

fn position(collection: &Collection, feature: &Feature, vertex: &cut::Vertex) -> Result<JsonPosition, Error> {
    let sun = collection.sun_at(vertex);
    let central = match feature.path {
        PathWord::Centre => collection.central_at(vertex)?,
        _ => None,
    };
    Ok(JsonPosition {
        lat: vertex.latitude_deg,
        lng: vertex.longitude_deg,
        date: collection.clock.iso(vertex.t),
        sun_alt: sun.altitude.to_degrees(),
        sun_az: sun.azimuth.to_degrees(),
        // On the central line both discs are concentric: the magnitude follows from their diameters.
        magnitude: central.map(|c| (1.0 + c.diameter_ratio) / 2.0),
        duration_sec: central.map(|c| c.duration_s),
        width_km: central.map(|c| c.width_km),
    })
}

fn polygon<'a>(feature: &'a Feature, polygon: &cut::Polygon) -> JsonPolygon<'a> {
    let place = |vertex: &cut::Vertex| JsonPlace { lat: vertex.latitude_deg, lng: vertex.longitude_deg };
    JsonPolygon {
        path: feature.path,
        id: &feature.id,
        name: feature.name(),
        kind: feature.kind,
        rings: polygon.rings().map(|ring| ring.iter().map(place).collect()).collect(),
    }
}

/// Returns greatest eclipse, for the elements and the ΔT in seconds of the collection.
pub fn greatest(collection: &Collection, elements: &Polynomials, delta_t_s: f64) -> Result<Greatest, Error> {
    let paths = collection.paths();
    let points = paths.points()?;
    let greatest = points.iter().find(|point| point.mark == Mark::GreatestEclipse);
    let vertex = greatest.expect("every eclipse is greatest somewhere").vertex;
    let (lng, lat) = collection.place_deg(&vertex);
    let sun = paths.sun_at(&vertex);
    let central = paths.central_at(&vertex)?;
    let local = ObservedEclipse::new(elements, Observer::from_degrees(lat, lng, 0.0), delta_t_s);
    Ok(Greatest {
        lat,
        lng,
        date: collection.clock.iso(vertex.t),
        sun_alt: sun.altitude.to_degrees(),
        sun_az: sun.azimuth.to_degrees(),
        magnitude: local.view(&local.at(vertex.t)).magnitude,
        duration_sec: central.map(|c| c.duration_s),
        width_km: central.map(|c| c.width_km),
    })
}
