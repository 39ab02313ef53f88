//! The sources of heights in a response, and the rounding of heights.

use crate::generation::elevation::{ElevationSource, GroundHeight};

/// Rounds to a number of decimals; never returns −0.
pub(in crate::endpoints) fn to_decimals<const DECIMALS: i32>(value: f64) -> f64 {
    let scale = 10f64.powi(DECIMALS);
    (value * scale).round() / scale + 0.0
}

pub(in crate::endpoints) struct HeightSources {
    /// Each source once, the coarsest first.
    list: Vec<ElevationSource>,
    /// The index of the source of each height; none if the height is unknown.
    numbers: Vec<Option<usize>>,
}

impl HeightSources {
    pub(in crate::endpoints) fn of(heights: &[Option<GroundHeight>]) -> Self {
        // One height of each source.
        let mut kinds: Vec<&GroundHeight> = Vec::new();
        for height in heights.iter().flatten() {
            if !kinds.iter().any(|kind| kind.is_from_same(height)) {
                kinds.push(height);
            }
        }
        kinds.sort_by(|a, b| b.resolution_m().total_cmp(&a.resolution_m()));
        let number = |height: &GroundHeight| kinds.iter().position(|kind| kind.is_from_same(height));
        let numbers = heights.iter().map(|height| height.as_ref().and_then(number)).collect();
        let list = kinds.iter().map(|kind| kind.source()).collect();
        Self { list, numbers }
    }

    /// The coarsest source; the world grid if no height is known.
    pub(in crate::endpoints) fn coarsest(&self) -> ElevationSource {
        self.list.first().cloned().unwrap_or(ElevationSource::WORLD)
    }

    /// The index of the source of a height; none if all heights have the same source.
    pub(in crate::endpoints) fn number(&self, height: usize) -> Option<usize> {
        self.numbers[height].filter(|_| self.list.len() > 1)
    }

    /// All sources, the coarsest first; none if there is only one.
    pub(in crate::endpoints) fn several(self) -> Option<Vec<ElevationSource>> {
        Some(self.list).filter(|list| list.len() > 1)
    }
}
