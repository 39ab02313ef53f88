//! The curves of an eclipse for the scripts of the map: a `FeatureCollection` with only the digits, vertices
//! and properties that the map needs.

use crate::endpoints::path::MAX_LOOKS;
use crate::pages::prelude::*;
use crate::pages::widget::shared::request::curves_failed;
use maps::{Collection, CurveOptions, Cut, Density, Edge, Feature, PathWord, Subject, WorkLimits};

/// Magnitudes of the lines of equal magnitude.
const MAGNITUDES: [f64; 4] = [0.2, 0.4, 0.6, 0.8];
/// Steps of the lines of greatest eclipse.
const TEN_MINUTES_MS: i64 = 600_000;
/// Curves of the path, the maximum deviation of their chords, m, and the step of their coordinates, degrees.
/// In near views the scripts compute them exactly.
const PATH: (&[PathWord], f64, f64) =
    (&[PathWord::Centre, PathWord::NorthernLimit, PathWord::SouthernLimit, PathWord::Area], 500.0, 1e-3);
/// Curves around it, which scripts compute exactly in near views too, and the same.
const AROUND: (&[PathWord], f64, f64) = (
    &[
        PathWord::NorthernPartial,
        PathWord::SouthernPartial,
        PathWord::Points,
        PathWord::NorthernEqual,
        PathWord::SouthernEqual,
    ],
    1500.0,
    1e-3,
);
/// Curves of instants, and the same: they move by 3 km in a few seconds.
const INSTANTS: (&[PathWord], f64, f64) =
    (&[PathWord::RiseSet, PathWord::MaximumOnHorizon, PathWord::Isochrones], 3000.0, 1e-2);
/// Limits behind the mountains of the Moon, which scripts cannot compute, and the same.
const LIMITS: (&[PathWord], f64, f64) =
    (&[PathWord::NorthernLimit, PathWord::SouthernLimit, PathWord::Sigma], 100.0, 1e-4);

#[derive(Serialize)]
struct Curves {
    #[serde(rename = "type")]
    kind: &'static str,
    features: Vec<Curve>,
}

#[derive(Serialize)]
struct Curve {
    #[serde(rename = "type")]
    kind: &'static str,
    id: String,
    geometry: Shape,
    properties: Properties,
}

#[derive(Serialize)]
#[serde(tag = "type", content = "coordinates")]
enum Shape {
    Point([f64; 2]),
    MultiLineString(Vec<Vec<[f64; 2]>>),
    MultiPolygon(Vec<Vec<Vec<[f64; 2]>>>),
}

#[derive(Serialize)]
struct Properties {
    path: &'static str,
    /// The kind of eclipse there.
    kind: Option<&'static str>,
    /// The magnitude of a line of equal magnitude.
    #[serde(skip_serializing_if = "Option::is_none")]
    magnitude: Option<f64>,
    /// The first instant.
    from: Option<String>,
}

/// The curves of an eclipse as JSON.
pub(super) fn curves(eclipse: &EclipseElements) -> Result<Box<RawValue>, Problem> {
    let found = [PATH, AROUND, INSTANTS].map(|curves| features(eclipse, curves, None));
    let found: Result<Vec<_>, _> = found.into_iter().collect();
    Ok(json_of(found?.into_iter().flatten().collect()))
}

/// The limits behind the mountains of the Moon and one standard error to either side, as JSON. Their words
/// are `ln`, `ls` and `sigma`.
pub(super) fn limits(eclipse: &EclipseElements, edge: Edge) -> Result<Box<RawValue>, Problem> {
    let mut found = features(eclipse, LIMITS, Some(edge))?;
    for Curve { id, properties: Properties { path, .. }, .. } in &mut found {
        *path = match *path {
            "tn" => "ln",
            "ts" => "ls",
            other => other,
        };
        // A name that no other curve has.
        id.insert_str(0, "limb-");
    }
    Ok(json_of(found))
}

/// Curves with the maximum deviation of their chords, m, and the step of their coordinates, degrees.
fn features(
    eclipse: &EclipseElements,
    (words, metres, step_deg): (&[PathWord], f64, f64),
    edge: Option<Edge>,
) -> Result<Vec<Curve>, Problem> {
    let options = CurveOptions {
        density: Density::Tolerance { metres },
        magnitudes: MAGNITUDES.to_vec(),
        isochrone_step_ms: TEN_MINUTES_MS,
        cut: Cut::None,
        edge,
        limits: WorkLimits { max_looks: MAX_LOOKS, pause },
        ..CurveOptions::of(words.to_vec(), metres)
    };
    let collection = Collection::new(&eclipse.polynomials, eclipse.delta_t_s, &options)
        .map_err(|error| curves_failed(eclipse, &error))?;
    Ok(collection.features.iter().map(|feature| Curve::new(&collection, feature, step_deg)).collect())
}

fn json_of(features: Vec<Curve>) -> Box<RawValue> {
    let text = json::bytes(&Curves { kind: "FeatureCollection", features });
    let text = String::from_utf8(text).expect("JSON is UTF-8");
    RawValue::from_string(text).expect("the text is JSON")
}

impl Curve {
    fn new(collection: &Collection, feature: &Feature, step_deg: f64) -> Self {
        let magnitude = match feature.subject {
            Subject::Magnitude(q) => Some(q),
            _ => None,
        };
        let geometry = match &feature.geometry {
            Geometry::Point(vertex) => Shape::Point(place(vertex, step_deg)),
            Geometry::Lines(lines) => {
                Shape::MultiLineString(lines.iter().map(|line| places(line, step_deg)).collect())
            }
            Geometry::Polygons(polygons) => {
                let rings = polygons.iter().map(|p| p.rings().map(|ring| places(ring, step_deg)).collect());
                Shape::MultiPolygon(rings.collect())
            }
        };
        let properties = Properties {
            path: feature.path.word(),
            kind: feature.kind.map(|kind| kind.word()),
            magnitude,
            from: feature.span().map(|(from, _)| collection.clock.iso(from)),
        };
        Self { kind: "Feature", id: feature.id.clone(), geometry, properties }
    }
}

fn places(line: &[Vertex], step_deg: f64) -> Vec<[f64; 2]> {
    line.iter().map(|vertex| place(vertex, step_deg)).collect()
}

/// Longitude and latitude, rounded.
fn place(vertex: &Vertex, step_deg: f64) -> [f64; 2] {
    let steps = (1.0 / step_deg).round();
    [vertex.longitude_deg, vertex.latitude_deg].map(|degrees| (degrees * steps).round() / steps + 0.0)
}
