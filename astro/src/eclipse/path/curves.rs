//! Curves as they are given out.

use super::horizon::SunAt;
use super::kind::{CentralKind, Side};
use super::sample::CurveVertex;

/// A line on the Earth.
#[derive(Debug, Clone, PartialEq)]
pub struct PathLine {
    /// Its vertices, in order.
    pub vertices: Vec<CurveVertex>,
    /// Total or annular, for the central line and its limits.
    pub kind: Option<CentralKind>,
    /// North or south, for limits.
    pub side: Option<Side>,
}

/// A line on which the eclipse begins or ends at sunrise or sunset.
#[derive(Debug, Clone, PartialEq)]
pub struct HorizonLine {
    /// Its vertices, in order.
    pub vertices: Vec<CurveVertex>,
    /// `true` if the eclipse begins, `false` if it ends.
    pub begins: bool,
    /// Sunrise or sunset.
    pub sun: SunAt,
}

/// A closed ring and the kind of eclipse inside.
#[derive(Debug, Clone, PartialEq)]
pub struct Ring {
    /// Vertices; the last is the first.
    pub vertices: Vec<CurveVertex>,
    /// Total or annular, for the central path.
    pub kind: Option<CentralKind>,
}
