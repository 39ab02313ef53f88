//! Errors that end reading or writing. Errors of one row are in [`Rows`](crate::Rows).

/// A fatal error, by the reaction of the caller.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input is malformed: bytes that are not of the format, or a column that is missing or of the wrong
    /// type. The text names the line, row or column.
    #[error("{0}")]
    Malformed(String),
    /// The input is larger than a limit, which the text names.
    #[error("{0}")]
    TooLarge(String),
    /// A temporary file could not be made, written or read, now.
    #[error("temporary file: {0}")]
    File(#[from] std::io::Error),
    /// The schema or batch of the caller does not suit a [`Writer`](crate::Writer): a defect of the program.
    #[error("{0}")]
    Unsuitable(String),
}
