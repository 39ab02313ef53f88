//! The answers of `/geodesic`: a list of points, or a feature on the map.

use super::line::{Line, Method};
use super::parameters::Format;
use crate::api::input::Word;
use crate::api::point::Point;
use crate::endpoints::elevation::to_decimals;
use crate::generation::elevation::{Cursor, Elevation, Height};
use crate::one_of::one_of;
use geography::cut::{self, Vertex};
use geography::geodesic::{Along, Ellipsoid};
use geography::{BoundingBox, Geometry};
use maps::geojson;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::Schema;
use web::json;
use web::problem::{Code, Problem};

/// Name of the operation.
pub(super) const NAME: &str = "geodesic";

one_of! {
    /// How points of a geodesic are chosen.
    GeodesicMethod, String, Method::WORDS.iter().copied()
}
one_of! {
    /// Names of ellipsoids.
    EllipsoidName, String, <Ellipsoid as Word>::WORDS.iter().copied()
}
one_of! {
    /// Forms of the answer.
    GeodesicFormat, String, Format::WORDS.iter().copied()
}

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = GeodesicQuery)]
pub(super) struct Query {
    /// `geodesic`.
    name: &'static str,
    /// Where the line begins.
    start: Point,
    /// Where it ends.
    end: Point,
    /// How points are chosen.
    #[schema(value_type = GeodesicMethod)]
    method: &'static str,
    /// Form of the answer.
    #[schema(value_type = GeodesicFormat)]
    format: &'static str,
    /// 1 if points have heights, else 0.
    #[serde(rename = "with-el")]
    with_el: u8,
    /// The figure of the Earth.
    #[schema(value_type = EllipsoidName)]
    ellipsoid: &'static str,
    /// Greatest turn of a part, degrees; only with `midpoint`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tolerance: Option<f64>,
    /// Number of parts; only with `uniform`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    segments: Option<usize>,
    /// Credits.
    cost: f64,
}

impl Query {
    pub(super) fn new(line: &Line, format: Format, with_el: bool, cost: f64) -> Self {
        let [start, end] = line.ends;
        Self {
            name: NAME,
            start,
            end,
            method: line.method.word(),
            format: format.word(),
            with_el: u8::from(with_el),
            ellipsoid: line.ellipsoid.word(),
            tolerance: line.tolerance_deg(),
            segments: line.segments(),
            cost,
        }
    }
}

/// A point of a geodesic.
#[derive(Serialize, ToSchema)]
#[schema(as = GeodesicPoint)]
pub(super) struct Entry {
    /// Latitude, degrees.
    lat: f64,
    /// Longitude, degrees.
    lng: f64,
    /// Distance from the start, metres.
    distance: f64,
    /// Direction in which the line goes on, degrees from north through east.
    bearing: f64,
    /// Metres above mean sea level, null where there are no data; only with `with-el=1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = height_or_null, required = false)]
    elevation: Option<Option<f64>>,
}

/// The schema of a height that may be null, and that may be absent, too.
fn height_or_null() -> Schema {
    let schema = serde_json::json!({
        "description": "Metres above mean sea level, null where there are no data; only with `with-el=1`.",
        "anyOf": [{ "type": "number" }, { "type": "null" }],
    });
    serde_json::from_value(schema).expect("what is written above is a schema")
}

/// The points as they are given, with the heights of the ground if these are wanted.
pub(super) fn entries(line: &Line, elevation: Option<&Elevation>) -> Vec<Entry> {
    let mut cursor = elevation.map(Elevation::cursor);
    line.points().iter().map(|at| entry(at, cursor.as_mut())).collect()
}

fn entry(at: &Along, cursor: Option<&mut Cursor>) -> Entry {
    Entry {
        lat: to_decimals::<6>(at.latitude_deg),
        lng: to_decimals::<6>(at.longitude_deg),
        distance: to_decimals::<3>(at.distance_m),
        bearing: bearing(at),
        elevation: cursor.map(|cursor| rounded_m(cursor, at.latitude_deg, at.longitude_deg)),
    }
}

/// The height of the ground at a place as it is given, m.
fn rounded_m(cursor: &mut Cursor, latitude_deg: f64, longitude_deg: f64) -> Option<f64> {
    cursor.at(latitude_deg, longitude_deg).as_ref().map(Height::rounded_m)
}

/// A direction as it is given: what rounds to 360 is 0.
fn bearing(at: &Along) -> f64 {
    to_decimals::<8>(at.azimuth_deg) % 360.0
}

/// What a line is, beside its geometry.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Properties {
    method: &'static str,
    ellipsoid: &'static str,
    distance: f64,
    initial_bearing: f64,
    final_bearing: f64,
    points: usize,
}

/// Appends the feature of a line, with heights in its positions if they are wanted.
pub(super) fn feature(
    buffer: &mut Vec<u8>,
    line: &Line,
    elevation: Option<&Elevation>,
) -> Result<(), Problem> {
    let (route, points) = (line.route(), line.points());
    let properties = Properties {
        method: line.method.word(),
        ellipsoid: line.ellipsoid.word(),
        distance: to_decimals::<3>(route.distance_m),
        initial_bearing: bearing(&route.start),
        final_bearing: bearing(&route.end),
        points: points.len(),
    };
    let geometry = Geometry::Lines(pieces(&points)?);
    let heights_m = elevation.map(|elevation| heights(&geometry, elevation));
    buffer.extend(b"{\"type\":\"Feature\",\"bbox\":");
    let bounds = BoundingBox::of(&geometry).expect("a line has two places at least");
    write_bounds(buffer, &bounds, heights_m.as_deref().and_then(bounds_of));
    buffer.extend(b",\"geometry\":{\"type\":");
    let is_cut = matches!(&geometry, Geometry::Lines(lines) if lines.len() > 1);
    buffer.extend(if is_cut { &b"\"MultiLineString\""[..] } else { b"\"LineString\"" });
    buffer.extend(b",\"coordinates\":");
    let mut heights_m = heights_m.into_iter().flatten();
    geojson::write_for_each_vertex(buffer, &geometry, |buffer, vertex| {
        buffer.push(b'[');
        geojson::write_degrees(buffer, vertex.longitude_deg);
        buffer.push(b',');
        geojson::write_degrees(buffer, vertex.latitude_deg);
        if let Some(height_m) = heights_m.next().flatten() {
            buffer.push(b',');
            json::append(buffer, &height_m);
        }
        buffer.push(b']');
    });
    buffer.extend(b"},\"properties\":");
    json::append(buffer, &properties);
    buffer.push(b'}');
    Ok(())
}

/// The pieces of a line, cut at the antimeridian; a line of one place has that for each of its points.
fn pieces(points: &[Along]) -> Result<Vec<Vec<Vertex>>, Problem> {
    let vertex = |at: &Along| Vertex {
        longitude_deg: at.longitude_deg,
        latitude_deg: at.latitude_deg,
        t: at.distance_m,
    };
    let vertices: Vec<_> = points.iter().map(vertex).collect();
    if points.iter().all(|at| at.distance_m == 0.0) {
        return Ok(vec![vec![vertices[0]; vertices.len()]]);
    }
    cut::line(&vertices).map_err(|error| {
        tracing::error!(%error, "a geodesic has a point that is none");
        Problem::new(Code::Internal, "the line could not be cut")
    })
}

/// The height at each place of a line, m, in the order in which they are written; none where it is unknown.
fn heights(geometry: &Geometry, elevation: &Elevation) -> Vec<Option<f64>> {
    let mut cursor = elevation.cursor();
    let vertices = geometry.runs().flatten();
    vertices.map(|vertex| rounded_m(&mut cursor, vertex.latitude_deg, vertex.longitude_deg)).collect()
}

/// The least and the greatest of heights, m; none where none is known.
fn bounds_of(heights_m: &[Option<f64>]) -> Option<[f64; 2]> {
    let known = heights_m.iter().flatten().map(|m| [*m, *m]);
    known.reduce(|all, one| [all[0].min(one[0]), all[1].max(one[1])])
}

/// A box of two dimensions, or of three with heights (RFC 7946, section 5).
fn write_bounds(buffer: &mut Vec<u8>, bounds: &BoundingBox, heights_m: Option<[f64; 2]>) {
    let Some([least_m, greatest_m]) = heights_m else {
        return geojson::write_bounding_box(buffer, bounds);
    };
    let [west, south, east, north] = bounds.to_array();
    let six = [west, south, least_m, east, north, greatest_m];
    json::append_rounded::<6>(buffer, &six);
}
