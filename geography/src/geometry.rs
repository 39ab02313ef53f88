//! The geometry of a map: a point, lines or polygons.

use crate::cut::{Polygon, Vertex};

/// Geometry in the plane of longitude and latitude, the output of [`crate::cut`].
#[derive(Debug, Clone, PartialEq)]
pub enum Geometry {
    /// A point.
    Point(Vertex),
    /// The pieces of a line.
    Lines(Vec<Vec<Vertex>>),
    /// The pieces of a region.
    Polygons(Vec<Polygon>),
}

impl Geometry {
    /// Returns the runs of vertices: the point, the pieces of a line, or all rings of all polygons.
    pub fn runs(&self) -> impl Iterator<Item = &[Vertex]> {
        let (point, lines, polygons) = match self {
            Self::Point(vertex) => (std::slice::from_ref(vertex), &[][..], &[][..]),
            Self::Lines(lines) => (&[][..], &lines[..], &[][..]),
            Self::Polygons(polygons) => (&[][..], &[][..], &polygons[..]),
        };
        let rings = polygons.iter().flat_map(Polygon::rings);
        let runs = lines.iter().chain(rings).map(Vec::as_slice);
        std::iter::once(point).filter(|point| !point.is_empty()).chain(runs)
    }

    /// The number of vertices, including the last of a ring, which repeats the first.
    pub fn vertices(&self) -> usize {
        self.runs().map(<[Vertex]>::len).sum()
    }

    /// Returns whether there is nothing to draw.
    ///
    /// ```
    /// assert!(geography::Geometry::Lines(vec![]).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.runs().next().is_none()
    }
}
