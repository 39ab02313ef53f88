//! Projection of curves on the Earth to lines and polygons of a map, as RFC 7946 requires.
//!
//! A curve is a list of vertices, so dense that straight edges in longitude and latitude, the short way
//! round, follow it. The result is either cut at the antimeridian ([`line()`], [`ring()`], [`region`]) or
//! unrolled, with longitudes that run on beyond ±180 ([`unrolled_line`], [`unrolled_ring`]).
//!
//! Longitudes may be in any turn, and repeated vertices are dropped. A vertex within 5e-7° (6 cm) of a pole
//! or of the antimeridian moves onto it, because files have six decimals. At a pole, all longitudes are the
//! same point: a vertex there gets the longitude of its neighbour. An edge between opposite meridians goes
//! over the nearer pole.
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
pub use ring::{is_within, region, ring};
pub use unrolled::{unrolled_line, unrolled_ring};
pub use vertex::Vertex;

#[cfg(test)]
mod tests;
