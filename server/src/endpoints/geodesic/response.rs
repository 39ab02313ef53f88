//! The responses of `/geodesic`: a list of points, or a GeoJSON feature.

use super::query::GeodesicQuery;
use crate::endpoints::elevation::sources::to_decimals;
use crate::endpoints::prelude::*;
use crate::generation::elevation::ElevationCursor;
use geography::BoundingBox;
use geography::cut;
use geography::geodesic::Along;
use maps::geojson;

/// A point of a geodesic.
#[derive(Serialize, ToSchema)]
pub(super) struct GeodesicPoint {
    /// Latitude, degrees.
    lat: f64,
    /// Longitude, degrees.
    lng: f64,
    /// Distance from the start, metres.
    distance: f64,
    /// Direction in which the line continues, degrees from north through east.
    bearing: f64,
    /// Metres above mean sea level, null where there are no data; only with `with-el=1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = height_or_null, required = false)]
    elevation: Option<Option<f64>>,
}

/// The schema of a height that may be null or absent.
fn height_or_null() -> Schema {
    let schema = serde_json::json!({
        "description": "Metres above mean sea level, null where there are no data; only with `with-el=1`.",
        "anyOf": [{ "type": "number" }, { "type": "null" }],
    });
    serde_json::from_value(schema).expect("the JSON above is a schema")
}

/// Returns the points, with heights of the ground if `elevation` is given.
pub(super) fn entries(query: &GeodesicQuery, elevation: Option<&Elevation>) -> Vec<GeodesicPoint> {
    let mut cursor = elevation.map(Elevation::cursor);
    query.points().iter().map(|at| entry(at, cursor.as_mut())).collect()
}

fn entry(at: &Along, cursor: Option<&mut ElevationCursor>) -> GeodesicPoint {
    GeodesicPoint {
        lat: to_decimals::<6>(at.latitude_deg),
        lng: to_decimals::<6>(at.longitude_deg),
        distance: to_decimals::<3>(at.distance_m),
        bearing: bearing(at),
        elevation: cursor.map(|cursor| rounded_m(cursor, at.latitude_deg, at.longitude_deg)),
    }
}

/// The height of the ground at a place, metres, rounded for the response.
fn rounded_m(cursor: &mut ElevationCursor, latitude_deg: f64, longitude_deg: f64) -> Option<f64> {
    cursor.at(latitude_deg, longitude_deg).as_ref().map(GroundHeight::rounded_m)
}

/// A direction, rounded for the response; 360 becomes 0.
fn bearing(at: &Along) -> f64 {
    to_decimals::<8>(at.azimuth_deg) % 360.0
}

/// The properties of a line other than its geometry.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GeodesicProperties {
    method: &'static str,
    ellipsoid: &'static str,
    distance: f64,
    initial_bearing: f64,
    final_bearing: f64,
    points: usize,
}

/// Appends the feature of a line, with heights in its positions if `elevation` is given.
pub(super) fn feature(
    buffer: &mut Vec<u8>,
    query: &GeodesicQuery,
    elevation: Option<&Elevation>,
) -> Result<(), Problem> {
    let (route, points) = (query.route(), query.points());
    let properties = GeodesicProperties {
        method: query.method.word(),
        ellipsoid: query.ellipsoid.word(),
        distance: to_decimals::<3>(route.distance_m),
        initial_bearing: bearing(&route.start),
        final_bearing: bearing(&route.end),
        points: points.len(),
    };
    let geometry = Geometry::Lines(pieces(&points)?);
    let heights_m = elevation.map(|elevation| heights(&geometry, elevation));
    buffer.extend(b"{\"type\":\"Feature\",\"bbox\":");
    let bounds = BoundingBox::of(&geometry).expect("a line has at least two places");
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

/// Returns the pieces of a line, cut at the antimeridian. A line of zero length is one piece.
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
        tracing::error!(%error, "a geodesic has an invalid point");
        Problem::new(Code::Internal, "the line could not be cut")
    })
}

/// Returns the height at each position in the order of output, m; none where it is unknown.
fn heights(geometry: &Geometry, elevation: &Elevation) -> Vec<Option<f64>> {
    let mut cursor = elevation.cursor();
    let vertices = geometry.runs().flatten();
    vertices.map(|vertex| rounded_m(&mut cursor, vertex.latitude_deg, vertex.longitude_deg)).collect()
}

/// Returns the minimum and maximum of the known heights, m.
fn bounds_of(heights_m: &[Option<f64>]) -> Option<[f64; 2]> {
    let known = heights_m.iter().flatten().map(|m| [*m, *m]);
    known.reduce(|all, one| [all[0].min(one[0]), all[1].max(one[1])])
}

/// Writes a box with two dimensions, or with three if there are heights (RFC 7946, section 5).
fn write_bounds(buffer: &mut Vec<u8>, bounds: &BoundingBox, heights_m: Option<[f64; 2]>) {
    let Some([min_m, max_m]) = heights_m else {
        return geojson::write_bounding_box(buffer, bounds);
    };
    let [west, south, east, north] = bounds.to_array();
    let six = [west, south, min_m, east, north, max_m];
    json::append_rounded::<6>(buffer, &six);
}
