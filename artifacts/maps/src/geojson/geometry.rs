//! Geometry objects of GeoJSON.

use crate::number::Decimals;
use geography::cut::{Polygon, Vertex};
use geography::{BoundingBox, Geometry};

/// Appends a geometry object with at most six decimals (0.1 m).
///
/// A single piece becomes a `LineString` or a `Polygon`, several a `MultiLineString` or a `MultiPolygon`, and
/// empty geometry `null`. Coordinates must be finite. Only geometry from [`Geometry::rounded`] is certain to
/// stay valid in six decimals.
///
/// ```
/// use geography::{Geometry, cut::Vertex};
/// let madrid = Geometry::Point(Vertex { longitude_deg: -3.7, latitude_deg: 40.4, t: 0.0 });
/// let mut out = Vec::new();
/// maps::geojson::write_geometry(&mut out, &madrid);
/// assert_eq!(out, br#"{"type":"Point","coordinates":[-3.7,40.4]}"#);
/// ```
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

/// Appends one value for each vertex, nested like the coordinates; `[]` for empty geometry.
///
/// ```
/// use geography::{Geometry, cut::Vertex};
/// let vertex = |t| Vertex { longitude_deg: 0.0, latitude_deg: 0.0, t };
/// let line = Geometry::Lines(vec![vec![vertex(1.0), vertex(2.0)]]);
/// let mut out = Vec::new();
/// maps::geojson::write_for_each_vertex(&mut out, &line, |out, vertex| {
///     maps::geojson::write_degrees(out, vertex.t);
/// });
/// assert_eq!(out, b"[1,2]");
/// ```
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

/// Appends the value of the member `bbox`: west, south, east, north.
pub fn write_bounding_box(out: &mut Vec<u8>, bounding_box: &BoundingBox) {
    write_list(out, &bounding_box.to_array(), |out, &angle_deg| write_degrees(out, angle_deg));
}

/// Appends an angle in degrees with at most six decimals.
pub fn write_degrees(out: &mut Vec<u8>, angle_deg: f64) {
    Decimals::<6>::append(out, angle_deg);
}

/// Writes pieces as a list, and a single piece without the list.
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
    use geography::cut::Polygon;

    fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).expect("ASCII")
    }

    /// Vertices with `t` = 0, 1, 2 …
    fn run(places: &[(f64, f64)]) -> Vec<Vertex> {
        let vertex = |(i, &(longitude_deg, latitude_deg)): (usize, &(f64, f64))| Vertex {
            longitude_deg,
            latitude_deg,
            t: i as f64,
        };
        places.iter().enumerate().map(vertex).collect()
    }

    #[test]
    fn one_piece_is_simple_and_more_are_multiple() {
        let line = run(&[(-0.5, 1.0), (180.0, -89.123_456_7)]);
        let written = |geometry| text(|out| write_geometry(out, &geometry));
        let one = "[[-0.5,1],[180,-89.123457]]";
        assert_eq!(written(Geometry::Point(line[0])), r#"{"type":"Point","coordinates":[-0.5,1]}"#);
        let polygon = Polygon { outer: line.clone(), holes: vec![line.clone()] };
        for (kind, coordinates, geometry) in [
            ("LineString", one.to_owned(), Geometry::Lines(vec![line.clone()])),
            ("MultiLineString", format!("[{one},{one}]"), Geometry::Lines(vec![line.clone(), line])),
            ("Polygon", format!("[{one},{one}]"), Geometry::Polygons(vec![polygon.clone()])),
            (
                "MultiPolygon",
                format!("[[{one},{one}],[{one},{one}]]"),
                Geometry::Polygons(vec![polygon.clone(), polygon]),
            ),
        ] {
            let expected = format!(r#"{{"type":"{kind}","coordinates":{coordinates}}}"#);
            assert_eq!(written(geometry), expected);
        }
        assert_eq!(written(Geometry::Lines(vec![])), "null");
    }

    #[test]
    fn parallel_values_are_nested_like_the_coordinates() {
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
}
