//! Layers of the base map: what each shows, and from which zoom.

use super::labels;
use crate::sources::natural_earth::{MapScale, NaturalEarth};
use crate::sources::topojson::MultiLine;
use geo::{Coord, LineString, Polygon};
use places::tiles::{MapLayer, PropertyValue, TileFeature, TileShape};

/// A layer of the base map, in the order in which layers are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BasemapLayer {
    Land,
    Lakes,
    Rivers,
    States,
    Borders,
    Countries,
    Places,
}

/// The number of the finest scale.
const FINEST: usize = 2;

/// Fields of a layer and what they mean.
type Fields = &'static [(&'static str, &'static str)];

impl BasemapLayer {
    pub(super) const ALL: [Self; 7] =
        [Self::Land, Self::Lakes, Self::Rivers, Self::States, Self::Borders, Self::Countries, Self::Places];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Land => "land",
            Self::Lakes => "lakes",
            Self::Rivers => "rivers",
            Self::States => "admin1",
            Self::Borders => "boundaries",
            Self::Countries => "countries",
            Self::Places => "places",
        }
    }

    pub(super) fn describe(self) -> &'static str {
        match self {
            Self::Land => "Land, polygons",
            Self::Lakes => "Lakes, polygons",
            Self::Rivers => "Rivers, lines",
            Self::States => "Borders of states and provinces, lines",
            Self::Borders => "Borders of countries, lines",
            Self::Countries => "Countries, points for their names",
            Self::Places => "Towns, points",
        }
    }

    pub(super) fn fields(self) -> Fields {
        const RANK: (&str, &str) = ("rank", "Importance, a whole number, 0 the greatest");
        const NAME: (&str, &str) = ("name", "Name in English");
        match self {
            Self::Land | Self::Lakes | Self::Borders => &[],
            Self::Rivers | Self::States => &[RANK],
            Self::Countries => &[
                NAME,
                ("iso_a2", "ISO 3166-1 alpha-2, a text; absent where there is none"),
                ("iso_a3", "ISO 3166-1 alpha-3, a text; absent where there is none"),
                RANK,
            ],
            Self::Places => &[NAME, RANK, ("capital", "true for the capital of a country; absent otherwise")],
        }
    }

    /// The first zoom at which the layer is there.
    pub(super) fn least_zoom(self) -> u8 {
        if self == Self::States { 5 } else { 0 }
    }
}

/// All layers at a scale, by its number from the coarsest.
pub(super) fn at_scale(earth: &NaturalEarth, number: usize) -> Vec<MapLayer> {
    let MapScale { land, lakes, rivers, borders } = &earth.scales[number];
    let layer = |kind: &BasemapLayer| {
        let features = match kind {
            BasemapLayer::Land => land.iter().map(polygon).collect(),
            BasemapLayer::Lakes => lakes.iter().map(polygon).collect(),
            // Rivers of the coarser scales are few: the scale alone decides.
            BasemapLayer::Rivers => lines(rivers, |rank| if rank > 6 { 6 } else { 0 }),
            BasemapLayer::States if number == FINEST => {
                lines(&earth.states, |rank| if rank > 5 { 6 } else { 5 })
            }
            BasemapLayer::States => Vec::new(),
            BasemapLayer::Borders => borders.iter().map(border).collect(),
            BasemapLayer::Countries => labels::countries(&earth.countries),
            BasemapLayer::Places => labels::towns(&earth.towns),
        };
        MapLayer { name: kind.name(), features }
    };
    BasemapLayer::ALL.iter().map(layer).collect()
}

fn polygon(polygon: &Polygon<f64>) -> TileFeature {
    let rings = std::iter::once(polygon.exterior()).chain(polygon.interiors()).map(vertices);
    TileFeature { tags: Vec::new(), least_zoom: 0, shape: TileShape::Polygon(rings.collect()) }
}

fn border(line: &LineString<f64>) -> TileFeature {
    TileFeature { tags: Vec::new(), least_zoom: 0, shape: TileShape::Line(vertices(line)) }
}

/// Lines in the order of their ranks, so that those of the same rank are one feature.
fn lines(lines: &[MultiLine], least_zoom: impl Fn(u8) -> u8) -> Vec<TileFeature> {
    let mut ordered: Vec<&MultiLine> = lines.iter().collect();
    ordered.sort_by_key(|line| line.rank);
    let parts = ordered.into_iter().flat_map(|line| line.parts.iter().map(|part| (line.rank, part)));
    let feature = |(rank, part)| TileFeature {
        tags: vec![("rank", PropertyValue::Number(u64::from(rank)))],
        least_zoom: least_zoom(rank),
        shape: TileShape::Line(vertices(part)),
    };
    parts.map(feature).collect()
}

fn vertices(line: &LineString<f64>) -> Vec<[f64; 2]> {
    line.0.iter().map(|Coord { x, y }| [*x, *y]).collect()
}
