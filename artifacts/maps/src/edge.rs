//! The mountains of the Moon and the heights of the ground, for limits and outlines.

use astro::eclipse::besselian::Polynomials;
use astro::eclipse::path::{EdgeErrors, EdgeSource, TrueEdge};
use std::fmt;
use std::sync::Arc;

/// The inputs of limits and outlines besides the elements.
#[derive(Clone)]
pub struct Edge {
    /// The limb and the ground.
    pub source: Arc<dyn EdgeSource>,
    /// Radius of the Sun, Earth equatorial radii; none for that of the elements.
    pub sun_radius: Option<f64>,
    /// The errors of a band of one standard error.
    pub errors: EdgeErrors,
}

/// Limits of the work for a map.
#[derive(Debug, Clone, Copy)]
pub struct WorkLimits {
    /// The maximum work for mountains, ground and durations, as [`TrueEdge::looks`].
    pub max_looks: u32,
    /// Called after at most some milliseconds of work; see [`TrueEdge::with_pause`].
    pub pause: fn(),
}

impl Default for WorkLimits {
    fn default() -> Self {
        Self { max_looks: u32::MAX, pause: || () }
    }
}

impl Edge {
    /// The edge of an eclipse with a source, or of a smooth Moon over the ellipsoid.
    pub(crate) fn or_smooth<'a>(
        (edge, limits): (Option<&'a Self>, WorkLimits),
        elements: &'a Polynomials,
        delta_t_s: f64,
    ) -> TrueEdge<'a> {
        let edge = match edge {
            Some(Self { source, sun_radius, errors }) => {
                TrueEdge::new(elements, &**source, delta_t_s, *sun_radius, *errors)
            }
            None => TrueEdge::smooth(elements, delta_t_s),
        };
        edge.with_max_looks(limits.max_looks).with_pause(limits.pause)
    }
}

impl fmt::Debug for Edge {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { sun_radius, errors, .. } = self;
        f.debug_struct("Edge").field("sun_radius", sun_radius).field("errors", errors).finish_non_exhaustive()
    }
}
