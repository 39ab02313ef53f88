//! Geometry as GeoJSON (RFC 7946).
//!
//! Coordinates have at most six decimals (0.1 m), no trailing zeros and no −0.

use crate::bounding_box::BoundingBox;
use crate::cut::{Polygon, Vertex};
use crate::geometry::Geometry;
use crate::rounding::PER_DEGREE;

/// Appends a geometry object. One piece alone is a `LineString` or a `Polygon`, several are a
/// `MultiLineString` or a `MultiPolygon`; nothing is `null`, which stands for a feature without a place.
///
/// Coordinates have to be finite, as those of [`crate::cut`] are. Geometry that was rounded with
/// [`Geometry::rounded`] stays valid in six decimals; other geometry may not.
pub fn write_geometry(out: &mut Vec<u8>, geometry: &Geometry) {
    let kind = match geometry {
        Geometry::Point(_) => "Point",
        Geometry::Lines(lines) if lines.len() == 1 => "LineString",
        Geometry::Polygons(polygons) if polygons.len() == 1 => "Polygon",
        Geometry::Lines(lines) if !lines.is_empty() => "MultiLineString",
        Geometry::Polygons(polygons) if !polygons.is_empty() => "MultiPolygon",
        Geometry::Lines(_) | Geometry::Polygons(_) => return out.extend(b"null"),
    };
    out.extend(b"{\"type\":\"");
    out.extend(kind.as_bytes());
    out.extend(b"\",\"coordinates\":");
    write_for_each_vertex(out, geometry, write_position);
    out.push(b'}');
}

/// Appends one value for each vertex, nested as the coordinates are: for a property that runs parallel to
/// them. Of nothing it is `[]`.
pub fn write_for_each_vertex(
    out: &mut Vec<u8>,
    geometry: &Geometry,
    mut value: impl FnMut(&mut Vec<u8>, &Vertex),
) {
    let mut run = |out: &mut Vec<u8>, run: &Vec<Vertex>| write_list(out, run, &mut value);
    match geometry {
        Geometry::Point(vertex) => value(out, vertex),
        Geometry::Lines(lines) => write_pieces(out, lines, run),
        Geometry::Polygons(polygons) => write_pieces(out, polygons, |out, polygon: &Polygon| {
            write_list(out, polygon.rings(), &mut run);
        }),
    }
}

/// Appends the member `bbox`'s value: west, south, east, north.
pub fn write_bounding_box(out: &mut Vec<u8>, bounding_box: &BoundingBox) {
    write_list(out, &bounding_box.to_array(), |out, &angle_deg| write_degrees(out, angle_deg));
}

/// Appends a finite angle below 1e12° with at most six decimals.
pub fn write_degrees(out: &mut Vec<u8>, angle_deg: f64) {
    let units = (angle_deg * PER_DEGREE).round() as i64;
    if units < 0 {
        out.push(b'-');
    }
    let (whole, mut part) = (units.unsigned_abs() / 1_000_000, (units.unsigned_abs() % 1_000_000) as u32);
    out.extend(itoa::Buffer::new().format(whole).as_bytes());
    let mut decimals = *b".000000";
    for digit in decimals[1..].iter_mut().rev() {
        *digit += (part % 10) as u8;
        part /= 10;
    }
    if let Some(last) = decimals.iter().rposition(|digit| !matches!(digit, b'0' | b'.')) {
        out.extend(&decimals[..=last]);
    }
}

/// One piece alone without the list around it.
fn write_pieces<T>(out: &mut Vec<u8>, pieces: &[T], mut write: impl FnMut(&mut Vec<u8>, &T)) {
    match pieces {
        [piece] => write(out, piece),
        _ => write_list(out, pieces, write),
    }
}

fn write_list<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (number, item) in items.into_iter().enumerate() {
        if number > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}

fn write_position(out: &mut Vec<u8>, vertex: &Vertex) {
    out.push(b'[');
    write_degrees(out, vertex.longitude_deg);
    out.push(b',');
    write_degrees(out, vertex.latitude_deg);
    out.push(b']');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run;
    use proptest::prelude::*;

    fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).expect("ASCII")
    }

    #[test]
    fn one_piece_is_simple_and_more_are_multiple() {
        let line = run(&[(-0.5, 1.0), (180.0, -89.123_456_7)]);
        let written = |geometry| text(|out| write_geometry(out, &geometry));
        let one = "[[-0.5,1],[180,-89.123457]]";
        assert_eq!(written(Geometry::Point(line[0])), r#"{"type":"Point","coordinates":[-0.5,1]}"#);
        assert_eq!(
            written(Geometry::Lines(vec![line.clone()])),
            format!(r#"{{"type":"LineString","coordinates":{one}}}"#)
        );
        assert_eq!(
            written(Geometry::Lines(vec![line.clone(), line.clone()])),
            format!(r#"{{"type":"MultiLineString","coordinates":[{one},{one}]}}"#)
        );
        let polygon = Polygon { outer: line.clone(), holes: vec![line] };
        assert_eq!(
            written(Geometry::Polygons(vec![polygon.clone()])),
            format!(r#"{{"type":"Polygon","coordinates":[{one},{one}]}}"#)
        );
        assert_eq!(
            written(Geometry::Polygons(vec![polygon.clone(), polygon])),
            format!(r#"{{"type":"MultiPolygon","coordinates":[[{one},{one}],[{one},{one}]]}}"#)
        );
        assert_eq!(written(Geometry::Lines(vec![])), "null");
    }

    #[test]
    fn parallel_values_are_nested_as_the_coordinates() {
        let line = run(&[(0.0, 1.0), (1.0, 1.0)]);
        let written = |geometry| {
            text(|out| write_for_each_vertex(out, &geometry, |out, vertex| write_degrees(out, vertex.t)))
        };
        assert_eq!(written(Geometry::Point(line[1])), "1");
        assert_eq!(written(Geometry::Lines(vec![line.clone()])), "[0,1]");
        assert_eq!(written(Geometry::Lines(vec![line.clone(), line.clone()])), "[[0,1],[0,1]]");
        let polygon = Polygon { outer: line, holes: vec![] };
        assert_eq!(written(Geometry::Polygons(vec![polygon.clone()])), "[[0,1]]");
        assert_eq!(written(Geometry::Polygons(vec![polygon.clone(), polygon])), "[[[0,1]],[[0,1]]]");
        assert_eq!(written(Geometry::Polygons(vec![])), "[]");
    }

    #[test]
    fn a_box_is_four_numbers() {
        let bounding_box = BoundingBox { west: 177.0, south: -20.0, east: -178.000_000_1, north: -1e-8 };
        assert_eq!(text(|out| write_bounding_box(out, &bounding_box)), "[177,-20,-178,0]");
    }

    proptest! {
        #[test]
        fn degrees_are_read_back_with_six_decimals(angle_deg in -1000.0..1000.0f64) {
            let written = text(|out| write_degrees(out, angle_deg));
            let read: f64 = written.parse().expect("a number");
            prop_assert!((read - angle_deg).abs() < 5.000_1e-7, "{angle_deg} became {written}");
            prop_assert!(written != "-0" && !(written.contains('.') && written.ends_with('0')), "{written}");
            prop_assert!(serde_json::from_str::<f64>(&written).is_ok(), "{written}");
        }
    }
}
