//! The errors of this crate.

/// The reason why a place or geometry was rejected.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum Error {
    /// Coordinates outside the Earth's range.
    #[error(transparent)]
    Coordinates(geography::Error),
    /// Geometry that violates the rules of [`crate::validity::check`].
    #[error("{problem}")]
    NotValid {
        /// The rule that is violated.
        problem: &'static str,
    },
}
