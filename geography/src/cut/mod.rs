//! Curves on the Earth made into lines and polygons of the map, as RFC 7946 wants them.
//!
//! A curve comes as vertices in order, so dense that the straight edge in longitude and latitude from one to
//! the next, taken the short way round, is the curve. It leaves in one of two shapes: cut at the antimeridian
//! ([`line()`], [`ring()`]), or unrolled with longitudes that run on beyond ±180 ([`unrolled_line`],
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
mod polygon;
mod ring;
mod unrolled;
mod vertex;

pub use line::line;
pub use orientation::doubled_area;
pub use polygon::Polygon;
pub use ring::ring;
pub use unrolled::{unrolled_line, unrolled_ring};
pub use vertex::Vertex;

#[cfg(test)]
mod tests;
