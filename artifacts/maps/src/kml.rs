//! Maps as KML 2.2 (OGC 07-147r2), for Google Earth.
//!
//! Written by hand because the crate `kml` cannot stream: it needs the whole document in memory.

use crate::about::About;
use crate::clock::iso;
use crate::collection::Collection;
use crate::error::Error;
use crate::feature::{Feature, Style, Subject};
use crate::number::Decimals;
use crate::word::PathWord;
use crate::xml::Xml;
use geography::{Geometry, cut};

/// Appends the document: a folder for each family of curves. Outlines are `outline_step_ms` apart.
pub fn write(
    out: &mut Vec<u8>,
    about: &About,
    collection: &Collection,
    outline_step_ms: i64,
) -> Result<(), Error> {
    let spans = OutlineSpans::of(collection, outline_step_ms)?;
    out.reserve(2048 + 28 * collection.vertices());
    Xml::new(out).element("kml", &[("xmlns", "http://www.opengis.net/kml/2.2")], |xml| {
        xml.group("Document", |xml| {
            xml.leaf("name", &about.title());
            xml.leaf("description", &about.basis());
            styles(xml, &collection.features);
            let mut families: Vec<&str> = Vec::new();
            for feature in &collection.features {
                if !families.contains(&feature.path.family()) {
                    families.push(feature.path.family());
                }
            }
            for family in families {
                xml.group("Folder", |xml| {
                    xml.leaf("name", family);
                    let features = collection.features().filter(|f| f.path.family() == family);
                    features.for_each(|feature| placemark(xml, &spans, collection, feature));
                });
            }
        });
    });
    Ok(())
}

/// The time during which outlines are shown: from half a step before their instant to half a step after it,
/// and only while the umbra touches the Earth.
struct OutlineSpans {
    half_step_ms: i64,
    /// U1 and U4, milliseconds since 1970-01-01, 0h UT; none if the umbra misses the Earth.
    umbra_ms: Option<(i64, i64)>,
}

impl OutlineSpans {
    fn of(collection: &Collection, outline_step_ms: i64) -> Result<Self, Error> {
        let clock = collection.clock;
        let umbra = collection.paths().umbra_span()?;
        Ok(Self {
            half_step_ms: outline_step_ms / 2,
            umbra_ms: umbra.map(|(from, to)| (clock.unix_ms(from), clock.unix_ms(to))),
        })
    }

    /// The beginning and the end for the outline of an instant.
    fn around(&self, at_ms: i64) -> (i64, i64) {
        let (first, last) = self.umbra_ms.unwrap_or((i64::MIN, i64::MAX));
        ((at_ms - self.half_step_ms).max(first), (at_ms + self.half_step_ms).min(last))
    }
}

/// The name of a feature's style, which features of the same path and kind share.
fn style_id(feature: &Feature) -> String {
    match feature.kind {
        Some(kind) => format!("style-{}-{}", feature.path.word(), kind.word()),
        None => format!("style-{}", feature.path.word()),
    }
}

fn styles(xml: &mut Xml, features: &[Feature]) {
    let mut written: Vec<String> = Vec::new();
    for feature in features {
        let id = style_id(feature);
        if written.contains(&id) {
            continue;
        }
        let Style { stroke, stroke_width, fill, fill_opacity } = feature.style();
        xml.element("Style", &[("id", &id)], |xml| {
            if matches!(feature.geometry, Geometry::Point(_)) {
                return xml.group("IconStyle", |xml| xml.plain("color", &colour(stroke, 1.0)));
            }
            xml.group("LineStyle", |xml| {
                xml.plain("color", &colour(stroke, 1.0));
                xml.plain("width", &stroke_width.to_string());
            });
            xml.group("PolyStyle", |xml| xml.plain("color", &colour(fill, fill_opacity)));
        });
        written.push(id);
    }
}

/// A colour in the order of KML: opacity, blue, green, red.
fn colour([red, green, blue]: [u8; 3], opacity: f64) -> String {
    format!("{:02x}{blue:02x}{green:02x}{red:02x}", (opacity * 255.0).round() as u8)
}

fn placemark(xml: &mut Xml, spans: &OutlineSpans, collection: &Collection, feature: &Feature) {
    // An identifier in XML has no colon, but those of isochrones do.
    let id = feature.id.replace(':', ".");
    xml.element("Placemark", &[("id", &id)], |xml| {
        xml.leaf("name", &feature.name());
        let clock = collection.clock;
        let when = feature.span().map(|(from, to)| (clock.iso(from), clock.iso(to)));
        if let Some((from, to)) = &when {
            let text = if from == to { format!("{from} UT") } else { format!("{from} to {to} UT") };
            xml.leaf("description", &text);
        }
        time(xml, spans, feature, when.as_ref().map(|(from, _)| from.as_str()));
        xml.plain("styleUrl", &format!("#{}", style_id(feature)));
        geometry(xml, &feature.geometry);
    });
}

/// Writes the time of a feature: an outline is shown around its instant, a point has its instant, and a line
/// is always shown.
fn time(xml: &mut Xml, spans: &OutlineSpans, feature: &Feature, begin: Option<&str>) {
    match (feature.path, feature.subject) {
        (PathWord::Outlines, Subject::Instant(at)) => xml.group("TimeSpan", |xml| {
            let (from, to) = spans.around(at);
            xml.plain("begin", &iso(from));
            xml.plain("end", &iso(to));
        }),
        (PathWord::Points, _) => {
            if let Some(begin) = begin {
                xml.group("TimeStamp", |xml| xml.plain("when", begin));
            }
        }
        _ => {}
    }
}

fn geometry(xml: &mut Xml, geometry: &Geometry) {
    match geometry {
        Geometry::Point(vertex) => {
            xml.group("Point", |xml| coordinates(xml, std::slice::from_ref(vertex)));
        }
        Geometry::Lines(lines) => pieces(xml, lines, |xml, line| {
            xml.group("LineString", |xml| {
                on_the_ground(xml);
                coordinates(xml, line);
            });
        }),
        Geometry::Polygons(polygons) => pieces(xml, polygons, |xml, polygon| {
            xml.group("Polygon", |xml| {
                on_the_ground(xml);
                boundary(xml, "outerBoundaryIs", &polygon.outer);
                polygon.holes.iter().for_each(|hole| boundary(xml, "innerBoundaryIs", hole));
            });
        }),
    }
}

fn pieces<T>(xml: &mut Xml, pieces: &[T], write: impl Fn(&mut Xml, &T)) {
    match pieces {
        [piece] => write(xml, piece),
        _ => xml.group("MultiGeometry", |xml| pieces.iter().for_each(|piece| write(xml, piece))),
    }
}

fn on_the_ground(xml: &mut Xml) {
    xml.plain("tessellate", "1");
    xml.plain("altitudeMode", "clampToGround");
}

fn boundary(xml: &mut Xml, name: &str, ring: &[cut::Vertex]) {
    xml.group(name, |xml| xml.group("LinearRing", |xml| coordinates(xml, ring)));
}

fn coordinates(xml: &mut Xml, vertices: &[cut::Vertex]) {
    let mut text = Vec::with_capacity(24 * vertices.len());
    for (number, vertex) in vertices.iter().enumerate() {
        if number > 0 {
            text.push(b' ');
        }
        Decimals::<6>::append(&mut text, vertex.longitude_deg);
        text.push(b',');
        Decimals::<6>::append(&mut text, vertex.latitude_deg);
    }
    xml.plain("coordinates", &String::from_utf8(text).expect("digits are UTF-8"));
}
