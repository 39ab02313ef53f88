//! The country that contains a point.

use crate::area::{Area, Layer};
use crate::index::PolygonIndex;
use geo::Point;

/// The outlines of the countries, indexed.
pub(crate) struct Countries(PolygonIndex<Option<String>>);

/// Land at a point.
pub(crate) struct Land<'a> {
    /// ISO 3166-1 alpha-2; none where no country's code is in common use.
    pub(crate) country_iso: Option<&'a str>,
}

impl Countries {
    /// Indexes those of the areas that are countries.
    pub(crate) fn new(areas: &[Area]) -> Self {
        let countries = areas.iter().filter(|a| a.layer == Layer::Country);
        Self(PolygonIndex::new(countries.map(|a| (&a.polygon, a.country_iso.clone()))))
    }

    /// The land at a point, lakes included; none at sea.
    pub(crate) fn at(&self, point: Point<f64>) -> Option<Land<'_>> {
        self.0.first_containing(point).map(|iso| Land { country_iso: iso.as_deref() })
    }
}
