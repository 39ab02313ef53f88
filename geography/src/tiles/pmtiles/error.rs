//! The errors of reading an archive.

/// The reason why an archive cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Not a PMTiles archive of version 3.
    #[error("not a PMTiles archive of version 3: {0}")]
    NotAnArchive(&'static str),
    /// Tiles of another kind.
    #[error("its tiles are {found}; supported are {expected}")]
    Tiles {
        /// The kind of the tiles.
        found: &'static str,
        /// The supported kinds.
        expected: &'static str,
    },
    /// Contents that contradict each other.
    #[error("damaged: {0}")]
    Damaged(String),
}
