//! Geometry as Well-Known Binary, as GeoParquet files hold it.
//!
//! Little-endian, two dimensions, longitude before latitude. Source: ISO 19125-1 (OGC 06-103r4), section 8.

use crate::cut::{Polygon, Vertex};
use crate::geometry::Geometry;

const POINT: u32 = 1;
const LINE_STRING: u32 = 2;
const POLYGON: u32 = 3;
const MULTI_LINE_STRING: u32 = 5;
const MULTI_POLYGON: u32 = 6;

/// The bytes of a geometry. One piece alone is a LineString or a Polygon; any other number is a
/// MultiLineString or a MultiPolygon, of none an empty one.
pub fn bytes(geometry: &Geometry) -> Vec<u8> {
    let mut out = Vec::with_capacity(64 + 16 * geometry.vertices());
    match geometry {
        Geometry::Point(vertex) => {
            head(&mut out, POINT);
            position(&mut out, vertex);
        }
        Geometry::Lines(lines) => {
            pieces(&mut out, MULTI_LINE_STRING, lines, |out, line| line_string(out, line))
        }
        Geometry::Polygons(polygons) => pieces(&mut out, MULTI_POLYGON, polygons, polygon),
    }
    out
}

fn pieces<T>(out: &mut Vec<u8>, multi: u32, pieces: &[T], write: fn(&mut Vec<u8>, &T)) {
    if pieces.len() != 1 {
        head(out, multi);
        count(out, pieces.len());
    }
    pieces.iter().for_each(|piece| write(out, piece));
}

fn line_string(out: &mut Vec<u8>, line: &[Vertex]) {
    head(out, LINE_STRING);
    positions(out, line);
}

fn polygon(out: &mut Vec<u8>, polygon: &Polygon) {
    head(out, POLYGON);
    count(out, 1 + polygon.holes.len());
    polygon.rings().for_each(|ring| positions(out, ring));
}

/// Byte order and type.
fn head(out: &mut Vec<u8>, kind: u32) {
    const LITTLE_ENDIAN: u8 = 1;
    out.push(LITTLE_ENDIAN);
    out.extend(kind.to_le_bytes());
}

fn count(out: &mut Vec<u8>, count: usize) {
    out.extend(
        u32::try_from(count).expect("a path has fewer than four thousand million parts").to_le_bytes(),
    );
}

fn positions(out: &mut Vec<u8>, run: &[Vertex]) {
    count(out, run.len());
    run.iter().for_each(|vertex| position(out, vertex));
}

fn position(out: &mut Vec<u8>, vertex: &Vertex) {
    out.extend(vertex.longitude_deg.to_le_bytes());
    out.extend(vertex.latitude_deg.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(places: &[(f64, f64)]) -> Vec<Vertex> {
        places
            .iter()
            .map(|&(longitude_deg, latitude_deg)| Vertex { longitude_deg, latitude_deg, t: 7.0 })
            .collect()
    }

    fn hexadecimal(geometry: &Geometry) -> String {
        bytes(geometry).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn a_point_is_21_bytes() {
        // POINT (2 4), as PostGIS and Shapely write it.
        let expected = "010100000000000000000000400000000000001040";
        assert_eq!(hexadecimal(&Geometry::Point(run(&[(2.0, 4.0)])[0])), expected);
    }

    #[test]
    fn one_piece_is_simple_and_more_are_multiple() {
        let line = run(&[(0.0, 0.0), (2.0, 4.0)]);
        let one = format!("010200000002000000{}0000000000000040{}", "0".repeat(32), "0000000000001040");
        assert_eq!(hexadecimal(&Geometry::Lines(vec![line.clone()])), one);
        let two = hexadecimal(&Geometry::Lines(vec![line.clone(), line]));
        assert_eq!(two, format!("010500000002000000{one}{one}"));
        assert_eq!(hexadecimal(&Geometry::Lines(vec![])), "010500000000000000");
    }

    #[test]
    fn a_polygon_counts_its_rings() {
        let ring = run(&[(0.0, 0.0), (2.0, 0.0), (2.0, 4.0), (0.0, 0.0)]);
        let polygon = Polygon { outer: ring.clone(), holes: vec![ring] };
        let one = bytes(&Geometry::Polygons(vec![polygon.clone()]));
        assert_eq!(one[..13], [1, 3, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0]);
        assert_eq!(one.len(), 9 + 2 * (4 + 4 * 16));
        let two = bytes(&Geometry::Polygons(vec![polygon.clone(), polygon]));
        assert_eq!((&two[..9], &two[9..9 + one.len()]), (&[1, 6, 0, 0, 0, 2, 0, 0, 0][..], &one[..]));
    }
}
