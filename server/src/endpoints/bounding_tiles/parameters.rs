//! The parameters of `/bounding-tiles`.

use crate::api::flag::FLAG;
use crate::api::input::Word;
use crate::api::parameter::{Kind, Parameter};
use crate::one_of::one_of;

/// Tiles of an answer.
pub(super) const MOST_TILES: i64 = 1024;
const MOST_POINTS: usize = 1000;
/// The greatest zoom.
pub(super) const MOST_ZOOM: u8 = 22;

pub(super) const BBOX: Parameter = Parameter::optional(
    "bbox",
    Kind::Area,
    "51.4,-0.2,51.6,0.1",
    "`SOUTH,WEST,NORTH,EAST` in degrees, latitudes first as in all parameters (the `bbox` of answers is \
        west, south, east, north, as in GeoJSON and TileJSON); west greater than east crosses the \
        antimeridian. This or `points` is required, not both.",
)
.in_example();
pub(super) const POINTS: Parameter = Parameter::optional(
    "points",
    Kind::Points { most: MOST_POINTS },
    "51.5,-0.1;48.9,2.3",
    "1 … 1,000 points as `LAT,LNG`, separated by semicolons (or `|`): the tiles of the smallest box around \
        them, across the antimeridian where that is smaller. A wrong one is named by its number from 0.",
);
pub(super) const Z: Parameter = Parameter::optional(
    "z",
    Kind::Integer { from: 0, to: MOST_ZOOM as i64 },
    "10",
    "Zoom. If left out, the greatest with at most `max` tiles.",
)
.in_example();
pub(super) const MAX: Parameter = Parameter::optional(
    "max",
    Kind::Integer { from: 1, to: MOST_TILES },
    "16",
    "Most tiles where `z` is left out, and only there; 16 if left out.",
);
pub(super) const EACH: Parameter = Parameter::optional(
    "each",
    FLAG,
    "1",
    "`1` (or `true`): only tiles that hold a point; with `points` alone.",
);
pub(super) const SCHEME: Parameter = Parameter::optional(
    "scheme",
    Kind::Word(<Scheme as Word>::WORDS),
    "tms",
    "From where rows count: `xyz` from the north (the default), `tms` from the south.",
);

/// From where rows count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scheme {
    Xyz,
    Tms,
}

impl Word for Scheme {
    const WORDS: &'static [&'static str] = &["xyz", "tms"];
    const VALUES: &'static [Self] = &[Self::Xyz, Self::Tms];
}

one_of! {
    /// From where rows of tiles count.
    TileScheme, String, <Scheme as Word>::WORDS.iter().copied()
}
