//! Geodesics: the shortest paths on an ellipsoid, and points along them.
//!
//! Source: Karney (2013), *Algorithms for geodesics*, J. Geodesy 87, 43. Accurate to 15 nm, also for nearly
//! antipodal points.

mod ellipsoid;
mod halving;
mod line;
mod route;

pub use ellipsoid::Ellipsoid;
pub use halving::{Halving, MOST_HALVINGS};
pub use line::{Along, GeodesicRay, longitude_within_half_turn_deg};
pub use route::Route;
