//! The curves of a solar eclipse on the Earth: limits, central line, rise and set, instants, contacts, regions.
//!
//! Everything comes from the published polynomials alone, for observers on the ellipsoid, a smooth Moon, no
//! refraction, and a Sun that is up when its centre is above the true horizon. Curves are followed in Earth-fixed
//! space, so that poles, the antimeridian and the pinches of hybrid eclipses are ordinary points; they are cut for
//! maps at output only, elsewhere.
//!
//! Reference: Chauvenet, *Spherical and Practical Astronomy* I (1863), chapter X; *Explanatory Supplement*
//! (1992), section 8.35; (2013), section 11.3.

mod centre;
mod closing;
mod cone;
mod contacts;
mod fading;
mod figure;
mod follow;
mod frame;
mod horizon;
mod hybrid;
mod isochrone;
mod limit;
mod limit_curve;
mod maximum;
mod outline;
mod paths;
mod points;
mod row;
mod sample;

pub use centre::Central;
pub use frame::SunPlace;
pub use horizon::SunAt;
pub use paths::Paths;
pub use points::{Mark, Point};
pub use row::Row;
pub use sample::{Spacing, Vertex};

/// A curve could not be computed; a wrong one is never given.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("no {what} found near {hours} h from t0")]
pub struct Error {
    /// What was sought.
    pub what: &'static str,
    /// Where, hours of TD from t0.
    pub hours: f64,
}

impl Error {
    fn at(what: &'static str, hours: f64) -> Self {
        Self { what, hours }
    }
}

/// What is seen on a stretch of the central path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CentralKind {
    /// The Sun is covered.
    Total,
    /// A ring remains.
    Annular,
}

impl CentralKind {
    /// By the radius of the umbral cone, which is positive where the eclipse is total.
    fn of_radius(radius: f64) -> Self {
        if radius > 0.0 { Self::Total } else { Self::Annular }
    }
}

/// On which side of the axis a limit lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// North.
    North,
    /// South.
    South,
}

impl Side {
    /// By the northward component of the way from a limit to the axis.
    fn of(northward: f64) -> Self {
        if northward < 0.0 { Self::North } else { Self::South }
    }
}

/// A line on the Earth.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Its vertices, in order.
    pub vertices: Vec<Vertex>,
    /// Total or annular, for the central line and its limits.
    pub kind: Option<CentralKind>,
    /// North or south, for limits.
    pub side: Option<Side>,
}

/// A line on which the eclipse begins or ends at sunrise or sunset.
#[derive(Debug, Clone, PartialEq)]
pub struct HorizonLine {
    /// Its vertices, in order.
    pub vertices: Vec<Vertex>,
    /// Whether the eclipse begins; otherwise it ends.
    pub begins: bool,
    /// Whether the Sun rises or sets.
    pub sun: SunAt,
}

/// A closed ring and what is seen inside.
#[derive(Debug, Clone, PartialEq)]
pub struct Ring {
    /// Vertices; the last is the first.
    pub vertices: Vec<Vertex>,
    /// Total or annular, for the central path.
    pub kind: Option<CentralKind>,
}
