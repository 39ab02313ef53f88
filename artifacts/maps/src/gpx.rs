//! Maps as GPX 1.1, for GPS receivers: tracks with instants, and waypoints.
//!
//! Written by hand because the crate `gpx` cannot stream: it needs all waypoints in memory.

use crate::about::About;
use crate::clock::EclipseClock;
use crate::collection::Collection;
use crate::feature::Feature;
use crate::number::Decimals;
use crate::xml::Xml;
use geography::{Geometry, cut};

/// Appends the document: points as waypoints, and every other feature as a track with a segment for each
/// piece.
pub fn write(out: &mut Vec<u8>, about: &About, collection: &Collection) {
    out.reserve(1024 + 96 * collection.vertices());
    let attributes = [
        ("version", "1.1"),
        ("creator", about.computed_by.as_str()),
        ("xmlns", "http://www.topografix.com/GPX/1/1"),
    ];
    Xml::new(out).element("gpx", &attributes, |xml| {
        xml.group("metadata", |xml| {
            xml.leaf("name", &about.title());
            xml.leaf("desc", &about.basis());
        });
        // The schema of GPX requires all waypoints before the first track.
        for feature in &collection.features {
            if let Geometry::Point(vertex) = &feature.geometry {
                place(xml, "wpt", vertex, Some(collection.clock), |xml| {
                    xml.leaf("name", &feature.id);
                    xml.leaf("desc", &feature.name());
                });
            }
        }
        for feature in collection.features() {
            if !matches!(feature.geometry, Geometry::Point(_)) {
                track(xml, feature, collection.clock);
            }
        }
    });
}

fn track(xml: &mut Xml, feature: &Feature, clock: EclipseClock) {
    xml.group("trk", |xml| {
        xml.leaf("name", &feature.name());
        xml.leaf("type", &feature.id);
        // Receivers expect times that never decrease: a vertex before the latest instant gets none.
        let mut latest = if has_times(feature) { f64::NEG_INFINITY } else { f64::INFINITY };
        for run in in_order(feature) {
            xml.group("trkseg", |xml| {
                for vertex in &run {
                    let is_later = vertex.t >= latest;
                    latest = latest.max(vertex.t);
                    place(xml, "trkpt", vertex, is_later.then_some(clock), |_| {});
                }
            });
        }
    });
}

/// Returns whether the vertices of a feature have times: not on a ring, along which time runs forth and back.
fn has_times(feature: &Feature) -> bool {
    matches!(feature.geometry, Geometry::Lines(_)) || feature.span().is_some_and(|(from, to)| from == to)
}

/// The pieces of a feature; those of lines in the order of time.
fn in_order(feature: &Feature) -> Vec<Vec<cut::Vertex>> {
    let mut runs: Vec<Vec<cut::Vertex>> = feature.geometry.runs().map(<[cut::Vertex]>::to_vec).collect();
    if matches!(feature.geometry, Geometry::Lines(_)) {
        let begin = |run: &[cut::Vertex]| run.first().map_or(f64::INFINITY, |vertex| vertex.t);
        let end = |run: &[cut::Vertex]| run.last().map_or(f64::INFINITY, |vertex| vertex.t);
        for run in runs.iter_mut().filter(|run| end(run) < begin(run)) {
            run.reverse();
        }
        runs.sort_by(|a, b| begin(a).total_cmp(&begin(b)));
    }
    runs
}

/// Writes a point, with its instant if there is a clock.
fn place(
    xml: &mut Xml,
    name: &str,
    vertex: &cut::Vertex,
    clock: Option<EclipseClock>,
    more: impl FnOnce(&mut Xml),
) {
    let longitude = degrees(below_180(vertex.longitude_deg, name == "trkpt"));
    let attributes = [("lat", &*degrees(vertex.latitude_deg)), ("lon", &*longitude)];
    xml.element(name, &attributes, |xml| {
        if let Some(clock) = clock {
            xml.plain("time", &clock.iso(vertex.t));
        }
        more(xml);
    });
}

/// GPX excludes a longitude of 180. A vertex of a track moves just west of it, so that no edge goes round the
/// Earth; a waypoint moves to −180.
fn below_180(longitude_deg: f64, is_on_track: bool) -> f64 {
    const LAST_DEG: f64 = 179.999_999;
    match longitude_deg > LAST_DEG {
        true if is_on_track => LAST_DEG,
        true => -180.0,
        false => longitude_deg,
    }
}

fn degrees(angle_deg: f64) -> String {
    let mut text = Vec::with_capacity(12);
    Decimals::<6>::append(&mut text, angle_deg);
    String::from_utf8(text).expect("digits are UTF-8")
}
