//! The input of tiles: layers, features and their shapes.

use super::mvt::PropertyValue;

/// Features of the same kind, which become one layer of each tile.
pub struct MapLayer {
    /// The layer's name.
    pub name: &'static str,
    /// The features in drawing order. Adjacent features with equal tags are joined.
    pub features: Vec<TileFeature>,
}

/// An object on the map.
#[derive(Debug, Clone)]
pub struct TileFeature {
    /// Its properties.
    pub tags: Vec<(&'static str, PropertyValue)>,
    /// The lowest zoom at which it is shown.
    pub least_zoom: u8,
    /// Its position and form.
    pub shape: TileShape,
}

/// A shape with vertices in degrees of longitude and latitude. Parts beyond ±180° appear in the margin at the
/// edge of the map, not on its other side.
#[derive(Debug, Clone)]
pub enum TileShape {
    /// A point.
    Point([f64; 2]),
    /// A line.
    Line(Vec<[f64; 2]>),
    /// An outer ring and its holes, each closed, in either direction.
    Polygon(Vec<Vec<[f64; 2]>>),
}
