//! The curves as GPX 1.1, for receivers: tracks with instants, and waypoints.

use super::task::Task;
use super::xml::Xml;
use artifacts::paths::{Clock, Collection, Feature};
use geography::geojson::write_degrees;
use geography::{Geometry, cut};

/// Appends the document: points as waypoints, and every other feature as a track with a segment for each
/// piece.
pub(super) fn write(out: &mut Vec<u8>, task: &Task, collection: &Collection) {
    out.reserve(1024 + 96 * collection.vertices());
    let attributes = [
        ("version", "1.1"),
        ("creator", task.about.computed_by.as_str()),
        ("xmlns", "http://www.topografix.com/GPX/1/1"),
    ];
    Xml::new(out).element("gpx", &attributes, |xml| {
        xml.group("metadata", |xml| {
            xml.leaf("name", &task.title());
            xml.leaf("desc", &task.basis());
        });
        for feature in &collection.features {
            if let Geometry::Point(vertex) = &feature.geometry {
                place(xml, "wpt", vertex, collection.clock, |xml| {
                    xml.leaf("name", &feature.id);
                    xml.leaf("desc", &feature.name());
                });
            }
        }
        for feature in &collection.features {
            if !matches!(feature.geometry, Geometry::Point(_)) {
                track(xml, feature, collection.clock);
            }
        }
    });
}

fn track(xml: &mut Xml, feature: &Feature, clock: Clock) {
    xml.group("trk", |xml| {
        xml.leaf("name", &feature.name());
        xml.leaf("type", &feature.id);
        for run in feature.geometry.runs() {
            xml.group("trkseg", |xml| {
                run.iter().for_each(|vertex| place(xml, "trkpt", vertex, clock, |_| {}));
            });
        }
    });
}

/// A place and its instant. GPX has no longitude of 180: it is −180 there.
fn place(xml: &mut Xml, name: &str, vertex: &cut::Vertex, clock: Clock, more: impl FnOnce(&mut Xml)) {
    let longitude_deg = if vertex.longitude_deg >= 180.0 { -180.0 } else { vertex.longitude_deg };
    let attributes = [("lat", &*degrees(vertex.latitude_deg)), ("lon", &*degrees(longitude_deg))];
    xml.element(name, &attributes, |xml| {
        xml.plain("time", &clock.iso(vertex.t));
        more(xml);
    });
}

fn degrees(angle_deg: f64) -> String {
    let mut text = Vec::with_capacity(12);
    write_degrees(&mut text, angle_deg);
    String::from_utf8(text).expect("digits are UTF-8")
}
