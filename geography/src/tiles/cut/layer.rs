//! What is cut into tiles.

use crate::tiles::mvt::Value;

/// Features of the same kind, of which a tile has a layer.
pub struct Layer {
    /// Name of the layer.
    pub name: &'static str,
    /// What the layer shows, in the order in which it is drawn. Features that follow each other and have
    /// equal tags become one.
    pub features: Vec<Feature>,
}

/// A thing on the map.
#[derive(Debug, Clone)]
pub struct Feature {
    /// What is known of the thing.
    pub tags: Vec<(&'static str, Value)>,
    /// The least zoom at which the thing is shown.
    pub least_zoom: u8,
    /// Where the thing is.
    pub shape: Shape,
}

/// A shape, of vertices in degrees of longitude and latitude. Longitudes may go beyond ±180°: what is there
/// is not brought back, but shown beside the map's edge.
#[derive(Debug, Clone)]
pub enum Shape {
    /// A point.
    Point([f64; 2]),
    /// A line.
    Line(Vec<[f64; 2]>),
    /// An outer ring and its holes, each closed, in any direction.
    Polygon(Vec<Vec<[f64; 2]>>),
}
