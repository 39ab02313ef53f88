//! Geometry as Well-Known Binary, the encoding of GeoParquet.
//!
//! Little-endian, two dimensions, longitude before latitude. Source: ISO 19125-1 (OGC 06-103r4), section 8.

use geography::Geometry;
use geography::cut::{Polygon, Vertex};

/// Bytes that [`bytes()`] cannot have written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("byte {at}: not the Well-Known Binary of a point, of lines or of polygons")]
pub struct Error {
    /// The first byte that is wrong or missing.
    pub at: usize,
}

const POINT: u32 = 1;
const LINE_STRING: u32 = 2;
const POLYGON: u32 = 3;
const MULTI_LINE_STRING: u32 = 5;
const MULTI_POLYGON: u32 = 6;
/// The code of the byte order.
const LITTLE_ENDIAN: u8 = 1;

/// Returns the bytes of a geometry. A single piece is a LineString or a Polygon; any other number is a
/// MultiLineString or a MultiPolygon.
///
/// ```
/// use geography::{Geometry, cut::Vertex};
/// use maps::wkb;
/// let madrid = Geometry::Point(Vertex { longitude_deg: -3.7, latitude_deg: 40.4, t: 0.0 });
/// assert_eq!(wkb::read(&wkb::bytes(&madrid))?, madrid);
/// # Ok::<(), wkb::Error>(())
/// ```
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

/// Returns the geometry of bytes from [`bytes()`]; the `t` of its vertices is 0.
pub fn read(bytes: &[u8]) -> Result<Geometry, Error> {
    let mut reader = WkbReader { bytes, at: 0 };
    let geometry = match reader.head()? {
        POINT => Geometry::Point(reader.position()?),
        LINE_STRING => Geometry::Lines(vec![reader.positions()?]),
        POLYGON => Geometry::Polygons(vec![reader.polygon()?]),
        MULTI_LINE_STRING => Geometry::Lines(reader.pieces(LINE_STRING, WkbReader::positions)?),
        MULTI_POLYGON => Geometry::Polygons(reader.pieces(POLYGON, WkbReader::polygon)?),
        _ => return Err(Error { at: 1 }),
    };
    if reader.at == bytes.len() { Ok(geometry) } else { Err(reader.error()) }
}

/// A position in the bytes.
struct WkbReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl WkbReader<'_> {
    fn error(&self) -> Error {
        Error { at: self.at }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let next = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk);
        let next = *next.ok_or_else(|| self.error())?;
        self.at += N;
        Ok(next)
    }

    /// Reads the byte order and the type.
    fn head(&mut self) -> Result<u32, Error> {
        if self.bytes.get(self.at) != Some(&LITTLE_ENDIAN) {
            return Err(self.error());
        }
        self.at += 1;
        Ok(u32::from_le_bytes(self.take()?))
    }

    /// Reads a count and that many items.
    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Result<T, Error>) -> Result<Vec<T>, Error> {
        let count = u32::from_le_bytes(self.take()?) as usize;
        // Every item has at least one byte: a wrong count must not allocate more memory than the input has.
        if count > self.bytes.len() - self.at {
            return Err(self.error());
        }
        (0..count).map(|_| read(self)).collect()
    }

    fn pieces<T>(&mut self, kind: u32, read: fn(&mut Self) -> Result<T, Error>) -> Result<Vec<T>, Error> {
        self.list(|reader| match reader.head()? {
            found if found == kind => read(reader),
            _ => Err(reader.error()),
        })
    }

    fn polygon(&mut self) -> Result<Polygon, Error> {
        let mut rings = self.list(Self::positions)?.into_iter();
        let outer = rings.next().ok_or_else(|| self.error())?;
        Ok(Polygon { outer, holes: rings.collect() })
    }

    fn positions(&mut self) -> Result<Vec<Vertex>, Error> {
        self.list(Self::position)
    }

    fn position(&mut self) -> Result<Vertex, Error> {
        let longitude_deg = f64::from_le_bytes(self.take()?);
        Ok(Vertex { longitude_deg, latitude_deg: f64::from_le_bytes(self.take()?), t: 0.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(places: &[(f64, f64)]) -> Vec<Vertex> {
        let vertex =
            |&(longitude_deg, latitude_deg): &(f64, f64)| Vertex { longitude_deg, latitude_deg, t: 0.0 };
        places.iter().map(vertex).collect()
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

    #[test]
    fn geometry_is_read_back() {
        let line = run(&[(0.0, 0.0), (2.0, 4.0), (-180.0, 4.5)]);
        let ring = run(&[(0.0, 0.0), (2.0, 0.0), (2.0, 4.0), (0.0, 0.0)]);
        let plain = Polygon { outer: ring.clone(), holes: vec![] };
        let holed = Polygon { outer: ring.clone(), holes: vec![ring] };
        for geometry in [
            Geometry::Point(line[1]),
            Geometry::Lines(vec![]),
            Geometry::Lines(vec![line.clone()]),
            Geometry::Lines(vec![line.clone(), line]),
            Geometry::Polygons(vec![holed.clone()]),
            Geometry::Polygons(vec![plain, holed]),
        ] {
            let written = bytes(&geometry);
            assert_eq!(read(&written), Ok(geometry));
            for length in 0..written.len() {
                assert!(read(&written[..length]).is_err(), "cut after {length} bytes");
            }
            assert_eq!(read(&[&written[..], &[0]].concat()), Err(Error { at: written.len() }));
        }
        // More vertices than there are bytes, big-endian bytes, and a type that is not written.
        for foreign in [&[1, 2, 0, 0, 0, 255, 255, 255, 255][..], &[0, 0, 0, 0, 1], &[1, 4, 0, 0, 0]] {
            assert!(read(foreign).is_err());
        }
    }
}
