//! Curves on the Earth made into lines and polygons of the map, as RFC 7946 wants them.
//!
//! A curve comes as vertices in order, so dense that the straight edge in longitude and latitude from one to
//! the next, taken the short way round, is the curve. It leaves in one of two shapes: cut at the antimeridian
//! ([`line()`], [`ring`]), or unrolled with longitudes that run on beyond ±180 ([`unrolled_line`],
//! [`unrolled_ring`]).
//!
//! Longitudes may be given in any turn. A vertex that repeats the place before it is dropped. A vertex nearer
//! than 5e-7° (6 cm) to a pole or to the antimeridian is taken to lie on it, because six decimals tell no
//! more. At a pole every longitude is the same place: there a vertex takes the longitude of its neighbour,
//! and a line is cut. An edge between opposite meridians goes over the nearer pole.
//!
//! ```
//! use geography::cut::{self, Vertex};
//! let vertex = |longitude_deg, latitude_deg, t| Vertex { longitude_deg, latitude_deg, t };
//! let pieces = cut::line(&[vertex(179.0, 10.0, 0.0), vertex(-178.0, 13.0, 3.0)]).expect("coordinates");
//! assert_eq!(pieces[0], [vertex(179.0, 10.0, 0.0), vertex(180.0, 11.0, 1.0)]);
//! assert_eq!(pieces[1], [vertex(-180.0, 11.0, 1.0), vertex(-178.0, 13.0, 3.0)]);
//! ```

mod edges;
mod frame;
mod line;
mod orientation;
mod ring;
mod unrolled;

pub use line::line;
pub(crate) use orientation::doubled_area;
pub use ring::ring;
pub use unrolled::{unrolled_line, unrolled_ring};

/// A place of a curve, and how far along the curve it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertex {
    /// Longitude, degrees, east positive.
    pub longitude_deg: f64,
    /// Latitude on the ellipsoid, degrees, within −90 … 90.
    pub latitude_deg: f64,
    /// Any number that runs along the curve, such as an instant; where a cut or a pole inserts a vertex, it
    /// is interpolated between the neighbours.
    pub t: f64,
}

impl Vertex {
    /// The vertex at this fraction of the straight edge to another.
    fn towards(self, other: Self, fraction: f64) -> Self {
        let between = |from: f64, to: f64| from + (to - from) * fraction;
        Self {
            longitude_deg: between(self.longitude_deg, other.longitude_deg),
            latitude_deg: between(self.latitude_deg, other.latitude_deg),
            t: between(self.t, other.t),
        }
    }

    /// The same vertex with another longitude.
    fn at_longitude(self, longitude_deg: f64) -> Self {
        Self { longitude_deg, ..self }
    }

    /// Whether the coordinates are those of another vertex.
    fn has_place_of(self, other: Self) -> bool {
        self.longitude_deg == other.longitude_deg && self.latitude_deg == other.latitude_deg
    }

    fn is_on_antimeridian(self) -> bool {
        self.longitude_deg.abs() == 180.0
    }

    fn is_at_pole(self) -> bool {
        self.latitude_deg.abs() == 90.0
    }
}

/// A polygon of the plane of longitude and latitude; its rings are closed, the last vertex repeats the first.
#[derive(Debug, Clone, PartialEq)]
pub struct Polygon {
    /// The outline, counter-clockwise.
    pub outer: Vec<Vertex>,
    /// The outlines of what is left out, clockwise.
    pub holes: Vec<Vec<Vertex>>,
}

impl Polygon {
    /// A polygon without holes.
    fn simple(outer: Vec<Vertex>) -> Self {
        Self { outer, holes: Vec::new() }
    }

    /// The outline and then the holes.
    pub fn rings(&self) -> impl Iterator<Item = &Vec<Vertex>> {
        std::iter::once(&self.outer).chain(&self.holes)
    }
}

#[cfg(test)]
mod tests;
