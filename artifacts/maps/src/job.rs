//! The input of a map.

use crate::about::About;
use crate::collection::{Collection, Extras};
use crate::curves::CurveOptions;
use crate::edge::Edge;
use crate::error::Error;
use crate::format::MapFormat;
use astro::eclipse::besselian::Polynomials;
use astro::eclipse::path::TrueEdge;

/// Everything from which a map is computed. It owns its data, so that another thread can do the work.
#[derive(Debug, Clone)]
pub struct Job {
    /// The elements of the eclipse.
    pub elements: Polynomials,
    /// The eclipse; its ΔT is that of the curves.
    pub about: About,
    /// The curves to compute, and their options.
    pub options: CurveOptions,
    /// Additional properties of GeoJSON features.
    pub extras: Extras,
    /// The format of the map.
    pub format: MapFormat,
    /// The time between the rows of a table, ms.
    pub step_ms: i64,
}

impl Job {
    /// The edge with the mountains and the ground of the options; none without.
    pub(crate) fn edge(&self) -> Option<TrueEdge<'_>> {
        let Self { options, elements, about, .. } = self;
        let edge = options.edge.as_ref()?;
        Some(Edge::or_smooth((Some(edge), options.limits), elements, about.delta_t))
    }

    pub(crate) fn collection(&self, options: &CurveOptions) -> Result<Collection<'_>, Error> {
        Collection::new(&self.elements, self.about.delta_t, options)
    }
}
