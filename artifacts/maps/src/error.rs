//! The errors of this crate.

/// The reason why there is no collection.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A curve could not be computed.
    #[error(transparent)]
    Curve(astro::eclipse::path::Error),
    /// A curve could not be projected onto the map.
    #[error(transparent)]
    Map(#[from] geography::Error),
    /// The curves exceed the limit of vertices, at which sampling stopped.
    #[error("more than {max} vertices")]
    TooMany {
        /// The limit.
        max: usize,
    },
    /// The curves need more looks than [`crate::WorkLimits::max_looks`].
    #[error("too many looks for mountains, ground or durations")]
    TooLong,
}

impl From<astro::eclipse::path::Error> for Error {
    fn from(error: astro::eclipse::path::Error) -> Self {
        match error {
            astro::eclipse::path::Error::TooManyLooks { .. } => Self::TooLong,
            other => Self::Curve(other),
        }
    }
}
