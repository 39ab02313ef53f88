//! Geometry on the square map, as a tile passes it on to its four quarters.

use std::sync::Arc;

/// A vertex and its importance for the shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct WeightedVertex {
    /// Position on the map.
    pub(super) at: [f64; 2],
    /// Square of the distance by which the line changes without the vertex; infinite at ends.
    pub(super) weight: f64,
}

/// A line or a ring with its bounding box. Tiles that contain all of it share its vertices.
#[derive(Debug, Clone)]
pub(super) struct Path {
    pub(super) vertices: Arc<[WeightedVertex]>,
    pub(super) least: [f64; 2],
    pub(super) most: [f64; 2],
}

/// The part of a feature that lies in a tile.
#[derive(Debug, Clone)]
pub(super) struct TilePiece {
    pub(super) layer: usize,
    /// Number of the feature in its layer.
    pub(super) feature: usize,
    /// The lowest zoom at which it is shown.
    pub(super) least_zoom: u8,
    pub(super) form: PieceGeometry,
}

#[derive(Debug, Clone)]
pub(super) enum PieceGeometry {
    Point([f64; 2]),
    Lines(Vec<Path>),
    /// An outer ring and its holes, each closed.
    Polygon(Vec<Path>),
}

impl Path {
    pub(super) fn new(vertices: Vec<WeightedVertex>) -> Self {
        let (mut least, mut most) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for WeightedVertex { at, .. } in &vertices {
            for axis in 0..2 {
                least[axis] = least[axis].min(at[axis]);
                most[axis] = most[axis].max(at[axis]);
            }
        }
        Self { vertices: vertices.into(), least, most }
    }
}
