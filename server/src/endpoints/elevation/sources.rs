//! What the heights of an answer come from.

use crate::generation::elevation::{Height, Source};

/// The sources of heights, and which height comes from which.
pub(super) struct Sources {
    /// Each once, the coarsest first; one at least.
    list: Vec<Source>,
    /// Of each height the number of its source; none where no height is known.
    numbers: Vec<Option<usize>>,
}

impl Sources {
    /// The sources of heights in the order of an answer.
    pub(super) fn of(heights: &[Option<Height>]) -> Self {
        // A height of each.
        let mut kinds: Vec<&Height> = Vec::new();
        for height in heights.iter().flatten() {
            if !kinds.iter().any(|kind| kind.is_from_same(height)) {
                kinds.push(height);
            }
        }
        kinds.sort_by(|a, b| b.resolution_m().total_cmp(&a.resolution_m()));
        let number = |height: &Height| kinds.iter().position(|kind| kind.is_from_same(height));
        let numbers = heights.iter().map(|height| height.as_ref().and_then(number)).collect();
        let list = kinds.iter().map(|kind| kind.source()).collect();
        Self { list, numbers }
    }

    /// The coarsest of them; that of the whole Earth where no height is known.
    pub(super) fn coarsest(&self) -> Source {
        self.list.first().cloned().unwrap_or(Source::WORLD)
    }

    /// The number of the source of a height; none if all have the same.
    pub(super) fn number(&self, height: usize) -> Option<usize> {
        self.numbers[height].filter(|_| self.list.len() > 1)
    }

    /// All of them, the coarsest first; none if there is but one.
    pub(super) fn several(self) -> Option<Vec<Source>> {
        Some(self.list).filter(|list| list.len() > 1)
    }
}
