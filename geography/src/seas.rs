//! The sea area that contains a point.

use crate::area::{Area, Layer};
use crate::index::PolygonIndex;
use geo::Point;

/// The sea areas, indexed.
pub(crate) struct Seas(PolygonIndex<Option<i32>>);

/// Water at a point.
pub(crate) enum Water {
    /// The sea area with this Marine Regions id.
    Sea(i32),
    /// Water that is no part of the ocean: the Caspian Sea.
    Inland,
}

impl Seas {
    /// Indexes those of the areas that are seas.
    pub(crate) fn new(areas: &[Area]) -> Self {
        let seas = areas.iter().filter(|a| a.layer == Layer::Sea);
        Self(PolygonIndex::new(seas.map(|a| (&a.polygon, a.mrg_id))))
    }

    /// The water at a point that is not on land; none in a gap between the areas.
    pub(crate) fn at(&self, point: Point<f64>) -> Option<Water> {
        self.0.first_containing(point).map(|id| id.map_or(Water::Inland, Water::Sea))
    }
}
