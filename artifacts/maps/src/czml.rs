//! Maps as CZML, for Cesium: the curves, and the shadow and its centre in motion.

use crate::about::About;
use crate::clock::iso;
use crate::collection::Collection;
use crate::feature::{Feature, Style};
use crate::number::Decimals;
use crate::shadow::{ShadowOutline, ShadowTrack, VERTICES};
use crate::word::PathWord;
use geography::{Geometry, cut};
use serde_json::{Value, json};

/// Playback speed: an eclipse of four hours takes 48 s.
const MULTIPLIER: f64 = 300.0;
const MS_PER_SECOND: f64 = 1000.0;

/// Appends the list of packets: the clock, the features, the moving shadow and the moving centre.
pub fn write(out: &mut Vec<u8>, about: &About, collection: &Collection, shadow: Option<&ShadowTrack>) {
    let mut packets = vec![document(about, collection, shadow)];
    packets.extend(collection.features().flat_map(|feature| still(collection, feature)));
    packets.extend(shadow.into_iter().flat_map(moving_shadow));
    packets.extend(moving_centre(collection));
    Decimals::<6>::append_json(out, &packets);
}

fn document(about: &About, collection: &Collection, shadow: Option<&ShadowTrack>) -> Value {
    let mut packet = json!({
        "id": "document",
        "name": about.title(),
        "version": "1.0",
        "description": about.basis(),
    });
    let clock = collection.clock;
    let spans = collection.features.iter().filter_map(Feature::span);
    let of_features = spans.map(|(from, to)| (clock.unix_ms(from), clock.unix_ms(to)));
    let all = of_features.chain(shadow.and_then(span_ms));
    if let Some((from, to)) = all.reduce(|all, one| (all.0.min(one.0), all.1.max(one.1))) {
        packet["clock"] = json!({
            "interval": interval(from, to),
            "currentTime": iso(from),
            "multiplier": MULTIPLIER,
            "range": "LOOP_STOP",
            "step": "SYSTEM_CLOCK_MULTIPLIER",
        });
    }
    packet
}

fn interval(from_ms: i64, to_ms: i64) -> String {
    format!("{}/{}", iso(from_ms), iso(to_ms))
}

fn colour([red, green, blue]: [u8; 3], opacity: f64) -> Value {
    json!({ "rgba": [red, green, blue, (opacity * 255.0).round() as u8] })
}

/// Longitude, latitude and height of each vertex.
fn positions(vertices: &[cut::Vertex]) -> Value {
    vertices.iter().flat_map(|v| [v.longitude_deg, v.latitude_deg, 0.0]).collect()
}

/// Returns a packet for each piece of a feature.
fn still(collection: &Collection, feature: &Feature) -> Vec<Value> {
    let Style { stroke, stroke_width, fill, fill_opacity } = feature.style();
    let packets: Vec<Value> = match &feature.geometry {
        Geometry::Point(vertex) => vec![json!({
            "position": { "cartographicDegrees": positions(&[*vertex]) },
            "point": { "color": colour(stroke, 1.0), "pixelSize": 8 },
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
            packet["description"] =
                json!(interval(collection.clock.unix_ms(from), collection.clock.unix_ms(to)));
        }
        packet
    };
    packets.into_iter().enumerate().map(named).collect()
}

/// The instants of the first and the last outline.
fn span_ms(shadow: &ShadowTrack) -> Option<(i64, i64)> {
    Some((shadow.outlines.first()?.at_ms, shadow.outlines.last()?.at_ms))
}

/// Returns the umbra or antumbra as one polygon from U1 to U4, and a packet for each of its moving vertices.
///
/// Cesium does not interpolate whole polygons, but it does interpolate positions that a polygon refers to.
fn moving_shadow(shadow: &ShadowTrack) -> Vec<Value> {
    let Some((from, to)) = span_ms(shadow) else { return Vec::new() };
    let id = |vertex: usize| format!("shadow-{}", vertex + 1);
    let references: Vec<String> = (0..VERTICES).map(|vertex| format!("{}#position", id(vertex))).collect();
    let mut packets = vec![json!({
        "id": "shadow",
        "name": "The moving shadow",
        "availability": interval(from, to),
        "polygon": {
            "positions": { "references": references },
            "material": { "solidColor": { "color": colour([0, 0, 0], 0.6) } },
        },
    })];
    packets.extend((0..VERTICES).map(|vertex| {
        let sample = |outline: &ShadowOutline| {
            let (longitude_deg, latitude_deg) = outline.vertices[vertex];
            [(outline.at_ms - from) as f64 / MS_PER_SECOND, longitude_deg, latitude_deg, 0.0]
        };
        let samples: Vec<f64> = shadow.outlines.iter().flat_map(sample).collect();
        json!({ "id": id(vertex), "position": { "epoch": iso(from), "cartographicDegrees": samples } })
    }));
    packets
}

/// The moving centre of the shadow, sampled at the vertices of the central line on the day side.
fn moving_centre(collection: &Collection) -> Option<Value> {
    /// Tolerance for vertices on the horizon, radians.
    const ON_HORIZON: f64 = 1e-6;
    let lines = collection.features.iter().filter(|f| f.path == PathWord::Centre);
    let by_day = |v: &&cut::Vertex| collection.sun_at(v).altitude > -ON_HORIZON;
    let mut samples: Vec<(i64, &cut::Vertex)> = Vec::new();
    for vertex in lines.flat_map(|f| f.geometry.runs().flatten()).filter(by_day) {
        let at = collection.clock.unix_ms(vertex.t);
        // Where a hybrid eclipse changes its kind, two parts share a vertex; samples must be distinct.
        if samples.last().is_none_or(|(before, _)| at > *before) {
            samples.push((at, vertex));
        }
    }
    let (from, to) = (samples.first()?.0, samples.last()?.0);
    let numbers = samples
        .iter()
        .flat_map(|(at, v)| [(at - from) as f64 / MS_PER_SECOND, v.longitude_deg, v.latitude_deg, 0.0]);
    Some(json!({
        "id": "centre",
        "name": "The moving centre",
        "availability": interval(from, to),
        "position": { "epoch": iso(from), "cartographicDegrees": numbers.collect::<Vec<f64>>() },
        "point": {
            "color": colour([198, 40, 40], 1.0),
            "pixelSize": 10,
            "heightReference": "CLAMP_TO_GROUND",
        },
    }))
}
