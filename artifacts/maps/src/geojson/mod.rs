//! Collections as GeoJSON (RFC 7946).

mod geometry;
mod schema;

pub use geometry::{write_bounding_box, write_degrees, write_for_each_vertex, write_geometry};
pub use schema::{PathCollection, PathGeometry};

use crate::about::About;
use crate::collection::{Collection, Extras};
use crate::error::Error;
use crate::feature::{Feature, Style, Subject, decimals};
use crate::number::Decimals;
use crate::word::PathWord;
use astro::eclipse::path::Central;
use geography::{BoundingBox, Geometry, cut};
use schema::{Properties, Streamed};
use serde::Serialize;

/// Appends a collection as the text of a `FeatureCollection`. The only error is [`Error::Curve`].
pub fn write(out: &mut Vec<u8>, collection: &Collection, about: &About, extras: Extras) -> Result<(), Error> {
    // Average sizes; one allocation is enough for most maps.
    out.reserve(1024 + 28 * collection.vertices() + 512 * collection.features.len());
    text(out, "{\"type\":\"FeatureCollection\",");
    if let Some(around) = collection.bounding_box() {
        bounding_box(out, &around);
    }
    text(out, "\"eclipse\":");
    json(out, about);
    text(out, ",\"features\":[");
    for (number, feature) in collection.features().enumerate() {
        if number > 0 {
            out.push(b',');
        }
        write_feature(out, collection, feature, extras)?;
    }
    text(out, "]}");
    Ok(())
}

fn write_feature(
    out: &mut Vec<u8>,
    collection: &Collection,
    feature: &Feature,
    extras: Extras,
) -> Result<(), Error> {
    text(out, "{\"type\":\"Feature\",\"id\":");
    json(out, &feature.id);
    out.push(b',');
    if let Some(around) = collection.bounding_box_of(&feature.geometry) {
        bounding_box(out, &around);
    }
    text(out, "\"geometry\":");
    write_geometry(out, &feature.geometry);
    text(out, ",\"properties\":");
    json(out, &Properties::of(collection, feature));
    // More members follow: the closing brace of the properties comes at the end.
    out.pop();
    if extras.times && !matches!(feature.geometry, Geometry::Point(_)) {
        text(out, ",\"times\":");
        write_for_each_vertex(out, &feature.geometry, |out, vertex| {
            json(out, &collection.clock.iso(vertex.t));
        });
    }
    if extras.centre && feature.path == PathWord::Centre {
        along_the_centre(out, collection, feature)?;
    }
    text(out, "}}");
    Ok(())
}

impl Properties {
    fn of(collection: &Collection, feature: &Feature) -> Self {
        let Style { stroke, stroke_width, fill, fill_opacity } = feature.style();
        let span = feature.span();
        let is_point = matches!(feature.geometry, Geometry::Point(_));
        let is_polygon = matches!(feature.geometry, Geometry::Polygons(_));
        let (magnitude, obscuration) = match feature.subject {
            Subject::Magnitude(q) => (Some(decimals(q)), None),
            Subject::Obscuration(q) => (None, Some(decimals(q))),
            _ => (None, None),
        };
        Self {
            path: feature.path,
            name: feature.name(),
            kind: feature.kind,
            magnitude,
            obscuration,
            lasts: feature.duration_s(),
            points: feature.geometry.vertices(),
            from: span.map(|(from, _)| collection.clock.iso(from)),
            to: span.map(|(_, to)| collection.clock.iso(to)),
            stroke: (!is_point).then(|| colour(stroke)),
            stroke_width: (!is_point).then_some(stroke_width),
            fill: is_polygon.then(|| colour(fill)),
            fill_opacity: is_polygon.then_some(fill_opacity),
            marker_color: is_point.then(|| colour(stroke)),
            times: Streamed,
            duration: Streamed,
            width: Streamed,
            ratio: Streamed,
            sun_altitude: Streamed,
            sun_azimuth: Streamed,
        }
    }
}

/// Appends the values at each vertex of the central line; null where the axis does not meet the ground.
fn along_the_centre(out: &mut Vec<u8>, collection: &Collection, feature: &Feature) -> Result<(), Error> {
    let vertices = feature.geometry.runs().flatten();
    let seen = vertices.map(|v| collection.central_at(v)).collect::<Result<Vec<_>, _>>()?;
    type Value = (&'static str, f64, fn(&Central) -> f64);
    const VALUES: [Value; 3] = [
        ("durationSec", 10.0, |c| c.duration_s),
        ("widthKM", 100.0, |c| c.width_km),
        ("ratio", 1e6, |c| c.diameter_ratio),
    ];
    for (name, per_unit, value) in VALUES {
        member(out, name);
        let mut seen = seen.iter();
        write_for_each_vertex(out, &feature.geometry, |out, _| {
            json(out, &seen.next().and_then(Option::as_ref).map(|c| rounded(value(c), per_unit)));
        });
    }
    let sun = |vertex: &cut::Vertex| collection.sun_at(vertex);
    member(out, "sunAltitude");
    write_for_each_vertex(out, &feature.geometry, |out, vertex| {
        json(out, &rounded(sun(vertex).altitude.to_degrees(), 1e4));
    });
    member(out, "sunAzimuth");
    write_for_each_vertex(out, &feature.geometry, |out, vertex| {
        json(out, &rounded(sun(vertex).azimuth.to_degrees(), 1e4));
    });
    Ok(())
}

fn rounded(value: f64, per_unit: f64) -> f64 {
    // Adding zero turns −0 into 0.
    (value * per_unit).round() / per_unit + 0.0
}

fn colour([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn bounding_box(out: &mut Vec<u8>, around: &BoundingBox) {
    text(out, "\"bbox\":");
    write_bounding_box(out, around);
    out.push(b',');
}

fn member(out: &mut Vec<u8>, name: &str) {
    text(out, ",\"");
    text(out, name);
    text(out, "\":");
}

fn text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(text.as_bytes());
}

fn json(out: &mut Vec<u8>, value: &impl Serialize) {
    Decimals::<8>::append_json(out, value);
}
