//! The errors of this crate.

/// Why there is no collection.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A curve could not be computed.
    #[error(transparent)]
    Curve(#[from] astro::eclipse::path::Error),
    /// A curve could not be projected onto the map.
    #[error(transparent)]
    Map(#[from] geography::Error),
    /// The curves exceed the limit of vertices, at which sampling stopped.
    #[error("more than {max} vertices")]
    TooMany {
        /// The limit.
        max: usize,
    },
}
