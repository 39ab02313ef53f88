//! Why there is no collection.

/// Why there is no collection.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A curve could not be computed.
    #[error(transparent)]
    Curve(#[from] astro::eclipse::path::Error),
    /// A curve could not be drawn on a map.
    #[error(transparent)]
    Map(#[from] geography::Error),
    /// The curves have more vertices than were allowed; counting ended there.
    #[error("more than {most} vertices")]
    TooMany {
        /// The number that was allowed.
        most: usize,
    },
}
