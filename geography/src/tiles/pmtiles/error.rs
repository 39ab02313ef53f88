//! Errors of reading an archive.

/// Why an archive cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is no PMTiles archive, or not of the version that is read here.
    #[error("no PMTiles archive of version 3: {0}")]
    NotAnArchive(&'static str),
    /// Its tiles are of another kind.
    #[error("its tiles are {found}; {expected} are taken")]
    Tiles {
        /// What they are.
        found: &'static str,
        /// What is taken.
        expected: &'static str,
    },
    /// Its contents contradict each other.
    #[error("damaged: {0}")]
    Damaged(String),
}
