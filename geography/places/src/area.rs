//! Polygons of countries and seas.

use geo::Polygon;

/// The object that a polygon outlines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AreaLayer {
    /// The outline of a country.
    Country,
    /// The outline of a sea area.
    Sea,
}

impl AreaLayer {
    /// All layers, highest priority first.
    pub const ALL: [Self; 2] = [Self::Country, Self::Sea];

    /// The layer's name in data files.
    ///
    /// ```
    /// use places::AreaLayer;
    /// assert!(AreaLayer::ALL.iter().all(|layer| AreaLayer::from_word(layer.word()) == Some(*layer)));
    /// ```
    pub fn word(self) -> &'static str {
        match self {
            Self::Country => "country",
            Self::Sea => "sea",
        }
    }

    /// Returns the layer with this name in data files.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layer| layer.word() == word)
    }
}

/// A polygon with the country or sea that it outlines. Where polygons of a layer overlap, the first wins.
#[derive(Debug, Clone)]
pub struct Area {
    /// The layer of the polygon: a country or a sea.
    pub layer: AreaLayer,
    /// Name of the country or sea in the source.
    pub name: String,
    /// ISO 3166-1 alpha-2 code, for countries that have one.
    pub country_iso: Option<String>,
    /// Marine Regions id, for seas that are part of the ocean.
    pub mrg_id: Option<i32>,
    /// Longitude and latitude in degrees in the plane from −180 to 180. An outline that crosses the
    /// antimeridian extends slightly beyond; one that contains a pole is closed along it.
    pub polygon: Polygon<f64>,
}
