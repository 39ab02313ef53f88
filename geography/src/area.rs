//! Polygons on the map and what they stand for.

use geo::Polygon;

/// What a polygon outlines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// The outline of a country.
    Country,
    /// The outline of a sea area.
    Sea,
}

impl Layer {
    /// All layers, in the order in which they decide.
    pub const ALL: [Self; 2] = [Self::Country, Self::Sea];

    /// The layer's name in data files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Country => "country",
            Self::Sea => "sea",
        }
    }

    /// The layer of that name.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layer| layer.word() == word)
    }
}

/// A polygon and what it stands for. Where polygons of a layer overlap, the first decides.
#[derive(Debug, Clone)]
pub struct Area {
    /// Whether the polygon outlines a country or a sea.
    pub layer: Layer,
    /// Name of the country or sea in the source.
    pub name: String,
    /// ISO 3166-1 alpha-2, of countries that have one.
    pub country_iso: Option<String>,
    /// Marine Regions id, of seas; none for water that is no part of the ocean.
    pub mrg_id: Option<i32>,
    /// Longitude and latitude in degrees, planar between −180 and 180 (a little beyond where an outline
    /// crosses the antimeridian), closed along the pole if it holds one.
    pub polygon: Polygon<f64>,
}
