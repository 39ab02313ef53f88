//! Collections as GeoJSON (RFC 7946).

use super::about::About;
use super::collection::{Collection, Extras};
use super::error::Error;
use super::feature::{Feature, Subject, decimals};
use super::style::Style;
use super::word::PathWord;
use astro::eclipse::path::Central;
use geography::geojson::{write_bounding_box, write_for_each_vertex, write_geometry};
use geography::{BoundingBox, Geometry, cut};
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};

/// Appends a collection as the text of a `FeatureCollection`. The error is [`Error::Curve`].
pub fn write(out: &mut Vec<u8>, collection: &Collection, about: &About, extras: Extras) -> Result<(), Error> {
    out.reserve(1024 + 28 * collection.vertices() + 512 * collection.features.len());
    text(out, "{\"type\":\"FeatureCollection\",");
    if let Some(around) = collection.bounding_box() {
        bounding_box(out, &around);
    }
    text(out, "\"eclipse\":");
    json(out, &about.rounded());
    // Two objects become one.
    out.pop();
    let begin = out.len();
    json(out, &collection.basis);
    out[begin] = b',';
    text(out, ",\"features\":[");
    for (number, feature) in collection.features.iter().enumerate() {
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

/// Properties of every feature.
#[derive(Serialize)]
struct Properties<'a> {
    path: &'a str,
    name: String,
    kind: Option<&'a str>,
    magnitude: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    obscuration: Option<f64>,
    points: usize,
    from: Option<String>,
    to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stroke: Option<String>,
    #[serde(rename = "stroke-width", skip_serializing_if = "Option::is_none")]
    stroke_width: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fill: Option<String>,
    #[serde(rename = "fill-opacity", skip_serializing_if = "Option::is_none")]
    fill_opacity: Option<f64>,
    #[serde(rename = "marker-color", skip_serializing_if = "Option::is_none")]
    marker_color: Option<String>,
}

impl<'a> Properties<'a> {
    fn of(collection: &Collection, feature: &'a Feature) -> Self {
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
            path: feature.path.word(),
            name: feature.name(),
            kind: feature.kind.map(|kind| kind.word()),
            magnitude,
            obscuration,
            points: feature.geometry.vertices(),
            from: span.map(|(from, _)| collection.clock.iso(from)),
            to: span.map(|(_, to)| collection.clock.iso(to)),
            stroke: (!is_point).then(|| colour(stroke)),
            stroke_width: (!is_point).then_some(stroke_width),
            fill: is_polygon.then(|| colour(fill)),
            fill_opacity: is_polygon.then_some(fill_opacity),
            marker_color: is_point.then(|| colour(stroke)),
        }
    }
}

/// What is seen at each vertex of the central line: null where the axis does not meet the ground.
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
    value
        .serialize(&mut Serializer::with_formatter(out, Plain))
        .expect("memory takes all that is written, and the keys of all maps are texts");
}

/// Writes numbers with at most eight decimals, without trailing zeros and without an exponent.
struct Plain;

impl Formatter for Plain {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        let text = format!("{value:.8}");
        writer.write_all(text.trim_end_matches('0').trim_end_matches('.').as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_plain() {
        let text = |value: f64| {
            let mut out = Vec::new();
            json(&mut out, &value);
            String::from_utf8(out).expect("ASCII")
        };
        assert_eq!([7.53e-6, 100.0, 0.0, -0.5].map(text), ["0.00000753", "100", "0", "-0.5"]);
    }
}
