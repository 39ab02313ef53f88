//! The curves as CZML, for Cesium: what moves, moves.

use super::task::Task;
use crate::http::json;
use artifacts::paths::{Collection, Feature, PathWord, Style, Subject};
use geography::{Geometry, cut};
use serde_json::{Value, json};

/// Seconds of the eclipse that pass in a second of the clock.
const MULTIPLIER: f64 = 300.0;
const DECIMALS: usize = 6;

/// Appends the list of packets: the clock, what stands still, the moving shadow and the moving centre.
pub(super) fn write(out: &mut Vec<u8>, task: &Task, collection: &Collection) {
    let mut packets = vec![document(task, collection)];
    for feature in collection.features.iter().filter(|f| f.path != PathWord::Outlines) {
        packets.extend(still(collection, feature));
    }
    packets.extend(shadow(task, collection));
    packets.extend(centre(collection));
    json::append_rounded::<DECIMALS>(out, &packets);
}

fn document(task: &Task, collection: &Collection) -> Value {
    let mut packet = json!({
        "id": "document",
        "name": task.title(),
        "version": "1.0",
        "description": task.basis(),
    });
    let spans = collection.features.iter().filter_map(Feature::span);
    let whole = spans.reduce(|all, one| (all.0.min(one.0), all.1.max(one.1)));
    if let Some((from, to)) = whole {
        packet["clock"] = json!({
            "interval": interval(collection, from, to),
            "currentTime": collection.clock.iso(from),
            "multiplier": MULTIPLIER,
            "range": "LOOP_STOP",
            "step": "SYSTEM_CLOCK_MULTIPLIER",
        });
    }
    packet
}

fn interval(collection: &Collection, from: f64, to: f64) -> String {
    format!("{}/{}", collection.clock.iso(from), collection.clock.iso(to))
}

fn colour([red, green, blue]: [u8; 3], opacity: f64) -> Value {
    json!({ "rgba": [red, green, blue, (opacity * 255.0).round()] })
}

/// Longitude, latitude and height of each vertex.
fn positions(vertices: &[cut::Vertex]) -> Value {
    vertices.iter().flat_map(|v| [v.longitude_deg, v.latitude_deg, 0.0]).collect()
}

/// A packet for each piece of a feature.
fn still(collection: &Collection, feature: &Feature) -> Vec<Value> {
    let Style { stroke, stroke_width, fill, fill_opacity } = feature.style();
    let packets: Vec<Value> = match &feature.geometry {
        Geometry::Point(vertex) => vec![json!({
            "position": { "cartographicDegrees": positions(&[*vertex]) },
            "point": { "color": { "rgba": colour(stroke, 1.0)["rgba"] }, "pixelSize": 8 },
            "label": { "text": feature.id, "pixelOffset": { "cartesian2": [0, -16] }, "scale": 0.5 },
        })],
        Geometry::Lines(lines) => {
            let line = |line: &Vec<cut::Vertex>| {
                json!({ "polyline": {
                    "positions": { "cartographicDegrees": positions(line) },
                    "width": stroke_width,
                    "material": { "solidColor": { "color": colour(stroke, 1.0) } },
                    "clampToGround": true,
                } })
            };
            lines.iter().map(line).collect()
        }
        Geometry::Polygons(polygons) => {
            let polygon = |polygon: &cut::Polygon| {
                let holes: Vec<Value> = polygon.holes.iter().map(|hole| positions(hole)).collect();
                json!({ "polygon": {
                    "positions": { "cartographicDegrees": positions(&polygon.outer) },
                    "holes": { "cartographicDegrees": holes },
                    "material": { "solidColor": { "color": colour(fill, fill_opacity) } },
                } })
            };
            polygons.iter().map(polygon).collect()
        }
    };
    let count = packets.len();
    let named = |(number, mut packet): (usize, Value)| {
        let id = if count > 1 { format!("{}-{}", feature.id, number + 1) } else { feature.id.clone() };
        (packet["id"], packet["name"]) = (json!(id), json!(feature.name()));
        if let Some((from, to)) = feature.span() {
            packet["description"] = json!(interval(collection, from, to));
        }
        packet
    };
    packets.into_iter().enumerate().map(named).collect()
}

/// The umbra or antumbra as one polygon, whose outline changes with time.
fn shadow(task: &Task, collection: &Collection) -> Option<Value> {
    let mut positions_of = Vec::new();
    let mut span: Option<(i64, i64)> = None;
    for feature in collection.features.iter().filter(|f| f.path == PathWord::Outlines) {
        let (Subject::Instant(at), Geometry::Polygons(polygons)) = (feature.subject, &feature.geometry)
        else {
            continue;
        };
        let Some(polygon) = polygons.first() else { continue };
        let end = at + task.options.outline_step_ms;
        span = Some((span.map_or(at, |(from, _)| from), end));
        positions_of.push(json!({
            "interval": interval_ms(at, end),
            "cartographicDegrees": positions(&polygon.outer),
        }));
    }
    let (from, to) = span?;
    Some(json!({
        "id": "shadow",
        "name": "The moving shadow",
        "availability": interval_ms(from, to),
        "polygon": {
            "positions": positions_of,
            "material": { "solidColor": { "color": colour([0, 0, 0], 0.6) } },
        },
    }))
}

fn interval_ms(from_ms: i64, to_ms: i64) -> String {
    format!("{}Z/{}Z", astro::time::iso_text_ms(from_ms), astro::time::iso_text_ms(to_ms))
}

/// The centre of the shadow, sampled at the vertices of the central line.
fn centre(collection: &Collection) -> Option<Value> {
    let lines = collection.features.iter().filter(|f| f.path == PathWord::Centre);
    let vertices: Vec<&cut::Vertex> = lines.flat_map(|f| f.geometry.runs().flatten()).collect();
    let (first, last) = (vertices.first()?, vertices.last()?);
    let mut samples: Vec<f64> = Vec::with_capacity(4 * vertices.len());
    let mut before = f64::NEG_INFINITY;
    for vertex in &vertices {
        let seconds = (vertex.t - first.t) * 3600.0;
        // Where a hybrid eclipse changes its kind, two parts have the same vertex.
        if seconds > before {
            samples.extend([seconds, vertex.longitude_deg, vertex.latitude_deg, 0.0]);
            before = seconds;
        }
    }
    Some(json!({
        "id": "centre",
        "name": "The moving centre",
        "availability": interval(collection, first.t, last.t),
        "position": { "epoch": collection.clock.iso(first.t), "cartographicDegrees": samples },
        "point": { "color": colour([198, 40, 40], 1.0), "pixelSize": 10 },
    }))
}
