//! The curves of a solar eclipse on the Earth: limits, central line, rise and set, instants, contacts,
//! regions.
//!
//! Everything comes from the published polynomials alone, for observers on the ellipsoid, a smooth Moon, no
//! refraction, and a Sun that is up when its centre is above the true horizon. Curves are followed in
//! Earth-fixed space, so that poles, the antimeridian and the pinches of hybrid eclipses are ordinary points;
//! they are cut for maps at output only, elsewhere.
//!
//! Reference: Chauvenet, *Spherical and Practical Astronomy* I (1863), chapter X; *Explanatory Supplement*
//! (1992), section 8.35; (2013), section 11.3.

mod centre;
mod closing;
mod cone;
mod contacts;
mod curves;
mod edge;
mod error;
mod fading;
mod figure;
mod follow;
mod frame;
mod horizon;
mod hybrid;
mod isochrone;
mod kind;
mod limit;
mod limit_curve;
mod maximum;
mod nearest;
mod outline;
mod paths;
mod points;
mod row;
mod sample;
mod shared_curves;

pub use centre::Central;
pub use curves::{HorizonLine, PathLine, Ring};
pub use edge::{EdgeBand, EdgeErrors, EdgeSource, TrueEdge};
pub use error::Error;
pub use frame::SunPlace;
pub use horizon::SunAt;
pub use kind::{CentralKind, Side};
pub use nearest::CentralWay;
pub use paths::Paths;
pub use points::{Mark, PathPoint};
pub use row::PathRow;
pub use sample::{CurveVertex, VertexSpacing};
