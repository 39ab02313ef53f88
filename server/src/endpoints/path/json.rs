//! The curves as JSON in the envelope.

use super::parameters::PathWordName;
use super::task::Task;
use crate::endpoints::eclipse_accuracy::EclipseAccuracy;
use crate::endpoints::local_circumstances::keys::EclipseTypeCode;
use crate::one_of::one_of;
use artifacts::paths::{Collection, Error, Feature, Kind, PathWord, Subject, decimals};
use astro::earth::Observer;
use astro::eclipse::local::ObservedEclipse;
use astro::eclipse::path::{Mark, Point};
use geography::{Geometry, cut};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use web::json;

/// Decimals of a number here: 0.1 m on the ground, 0.01″ in the sky.
const DECIMALS: usize = 6;

one_of! {
    /// What is seen on or within a curve at maximum.
    PathKind, String, [Kind::Total, Kind::Annular, Kind::Partial].map(Kind::word)
}
one_of! {
    /// Single points: contacts of the penumbra and the umbra with the Earth, the ends of the central line,
    /// greatest eclipse, greatest duration, and where a hybrid eclipse changes.
    PathPointKey, String,
    ["P1", "P2", "P3", "P4", "U1", "U2", "U3", "U4", "C1", "C2", "GE", "GD", "H1", "H2"]
}

/// The curves of an eclipse.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PathResponse)]
pub(super) struct Response<'a> {
    /// Type of the eclipse: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.
    #[serde(rename = "type")]
    #[schema(value_type = EclipseTypeCode)]
    kind: u8,
    /// Julian Day (TD) of greatest eclipse.
    #[schema(value_type = f64)]
    t_max: Box<RawValue>,
    /// ΔT in force, s.
    #[schema(value_type = f64)]
    delta_t: Box<RawValue>,
    /// On what the curves rest, and how sure they are; only of an eclipse of the tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    accuracy: Option<&'a EclipseAccuracy>,
    /// Greatest eclipse.
    greatest_eclipse: Greatest,
    /// Lines.
    paths: Vec<PathEntry<'a>>,
    /// Regions; the pieces of one stand one after the other, with the same `id`.
    polygons: Vec<PolygonEntry<'a>>,
    /// Single points, in order of time.
    points: Vec<PointEntry<'a>>,
}

/// Where the shadow's axis passes nearest to the Earth's centre, and what is seen there.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PathGreatestEclipse)]
struct Greatest {
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
struct PathEntry<'a> {
    /// The word that asks for it.
    #[schema(value_type = PathWordName)]
    path: &'static str,
    /// Identifier in the answer.
    id: &'a str,
    /// Its name, for people.
    name: String,
    /// What is seen there at maximum; null where that differs along it.
    #[schema(value_type = Option<PathKind>)]
    kind: Option<&'static str>,
    /// Part of the Sun's diameter that is covered on the line, 0 … 1, or null.
    magnitude: Option<f64>,
    /// Obscuration of the line, 0 … 1, or null.
    obscuration: Option<f64>,
    /// Its pieces.
    segments: Vec<Vec<Position>>,
}

/// A place on a line, when its line speaks of it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PathPosition)]
struct Position {
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
struct PolygonEntry<'a> {
    /// The word that asks for it.
    #[schema(value_type = PathWordName)]
    path: &'static str,
    /// Identifier in the answer.
    id: &'a str,
    /// Its name, for people.
    name: String,
    /// What is seen there at maximum, or null.
    #[schema(value_type = Option<PathKind>)]
    kind: Option<&'static str>,
    /// Closed rings: the outline, counter-clockwise, and then its holes, clockwise.
    rings: Vec<Vec<Place>>,
}

/// A place.
#[derive(Serialize, ToSchema)]
#[schema(as = PathPlace)]
struct Place {
    /// Latitude, degrees, north positive.
    lat: f64,
    /// Longitude, degrees, east positive.
    lng: f64,
}

/// A single point.
#[derive(Serialize, ToSchema)]
#[schema(as = PathPoint)]
struct PointEntry<'a> {
    /// Which point it is.
    #[schema(value_type = PathPointKey)]
    key: &'a str,
    /// Its name, for people.
    name: String,
    /// Latitude, degrees, north positive.
    lat: f64,
    /// Longitude, degrees, east positive.
    lng: f64,
    /// Instant, UT, ISO 8601.
    date: String,
}

/// Appends the response.
pub(super) fn write(out: &mut Vec<u8>, task: &Task, collection: &Collection) -> Result<(), Error> {
    let mut response = Response {
        kind: task.about.kind,
        t_max: with_usual_decimals(task.about.t_max),
        delta_t: with_usual_decimals(task.delta_t_s),
        accuracy: task.accuracy.as_ref(),
        greatest_eclipse: greatest(task, collection)?,
        paths: Vec::new(),
        polygons: Vec::new(),
        points: Vec::new(),
    };
    for feature in &collection.features {
        match &feature.geometry {
            Geometry::Lines(lines) => response.paths.push(line(collection, feature, lines)?),
            Geometry::Polygons(polygons) => {
                response.polygons.extend(polygons.iter().map(|piece| polygon(feature, piece)));
            }
            Geometry::Point(vertex) => response.points.push(PointEntry {
                key: &feature.id,
                name: feature.name(),
                lat: vertex.latitude_deg,
                lng: vertex.longitude_deg,
                date: collection.clock.iso(vertex.t),
            }),
        }
    }
    json::append_rounded::<DECIMALS>(out, &response);
    Ok(())
}

/// A number with the decimals of other answers: an instant in days takes more than a place in degrees.
fn with_usual_decimals(value: f64) -> Box<RawValue> {
    let text = String::from_utf8(json::bytes(&value)).expect("digits are UTF-8");
    RawValue::from_string(text).expect("what was just written as JSON is JSON")
}

fn line<'a>(
    collection: &Collection,
    feature: &'a Feature,
    lines: &[Vec<cut::Vertex>],
) -> Result<PathEntry<'a>, Error> {
    let (magnitude, obscuration) = match feature.subject {
        Subject::Magnitude(q) => (Some(decimals(q)), None),
        Subject::Obscuration(q) => (None, Some(decimals(q))),
        _ => (None, None),
    };
    let position = |vertex: &cut::Vertex| position(collection, feature, vertex);
    let segment = |line: &Vec<cut::Vertex>| line.iter().map(position).collect::<Result<Vec<_>, _>>();
    Ok(PathEntry {
        path: feature.path.word(),
        id: &feature.id,
        name: feature.name(),
        kind: feature.kind.map(|kind| kind.word()),
        magnitude,
        obscuration,
        segments: lines.iter().map(segment).collect::<Result<_, _>>()?,
    })
}

fn position(collection: &Collection, feature: &Feature, vertex: &cut::Vertex) -> Result<Position, Error> {
    let sun = collection.sun_at(vertex);
    let central = match feature.path {
        PathWord::Centre => collection.central_at(vertex)?,
        _ => None,
    };
    Ok(Position {
        lat: vertex.latitude_deg,
        lng: vertex.longitude_deg,
        date: collection.clock.iso(vertex.t),
        sun_alt: sun.altitude.to_degrees(),
        sun_az: sun.azimuth.to_degrees(),
        magnitude: central.map(|c| (1.0 + c.diameter_ratio) / 2.0),
        duration_sec: central.map(|c| c.duration_s),
        width_km: central.map(|c| c.width_km),
    })
}

fn polygon<'a>(feature: &'a Feature, polygon: &cut::Polygon) -> PolygonEntry<'a> {
    let place = |vertex: &cut::Vertex| Place { lat: vertex.latitude_deg, lng: vertex.longitude_deg };
    PolygonEntry {
        path: feature.path.word(),
        id: &feature.id,
        name: feature.name(),
        kind: feature.kind.map(|kind| kind.word()),
        rings: polygon.rings().map(|ring| ring.iter().map(place).collect()).collect(),
    }
}

fn greatest(task: &Task, collection: &Collection) -> Result<Greatest, Error> {
    let paths = collection.paths();
    let points = paths.points()?;
    let is_greatest = |point: &&Point| point.mark == Mark::GreatestEclipse;
    let vertex = points.iter().find(is_greatest).expect("every eclipse has a greatest instant").vertex;
    let (lng, lat) = collection.place_deg(&vertex);
    let sun = paths.sun_at(&vertex);
    let central = paths.central_at(&vertex)?;
    let observer = Observer::from_degrees(lat, lng, 0.0);
    let local = ObservedEclipse::new(&task.elements, observer, task.delta_t_s);
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
