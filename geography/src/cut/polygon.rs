//! A polygon of the map.

use super::vertex::Vertex;

/// A polygon of the plane of longitude and latitude. In each ring, the last vertex repeats the first.
#[derive(Debug, Clone, PartialEq)]
pub struct Polygon {
    /// The outline, counter-clockwise.
    pub outer: Vec<Vertex>,
    /// The holes, clockwise.
    pub holes: Vec<Vec<Vertex>>,
}

impl Polygon {
    /// A polygon without holes.
    pub(super) fn simple(outer: Vec<Vertex>) -> Self {
        Self { outer, holes: Vec::new() }
    }

    /// The outline and then the holes.
    pub fn rings(&self) -> impl Iterator<Item = &Vec<Vertex>> {
        std::iter::once(&self.outer).chain(&self.holes)
    }
}
