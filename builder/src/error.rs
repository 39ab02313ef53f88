//! Errors of the builder: each names the place and the remedy.

use std::path::{Path, PathBuf};

/// Failure of a build or a verification.
///
/// ```
/// use builder::Error;
///
/// let error = Error::Line {
///     path: "delta-t/iers.csv".into(),
///     line: 812,
///     problem: "\"69.1x\" is not a number".into(),
/// };
/// assert_eq!(error.to_string(), "delta-t/iers.csv:812: \"69.1x\" is not a number");
/// ```
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A source file is absent or unreadable.
    #[error("{}: cannot be read: {source}; --source must name the folder catalog-src", path.display())]
    Source {
        /// Path of the file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The checksum of a source file is wrong.
    #[error(
        "{}: its SHA-256 is {found}, SHA256SUMS says {expected}; restore the file, or review it and renew \
         SHA256SUMS",
        path.display()
    )]
    Sum {
        /// Path of the file.
        path: PathBuf,
        /// Actual SHA-256 of the file.
        found: String,
        /// SHA-256 in `SHA256SUMS`.
        expected: String,
    },
    /// A file among the sources without a checksum.
    #[error(
        "{}: SHA256SUMS does not name it; remove the file, or review it and add it there",
        .0.display()
    )]
    Unlisted(PathBuf),
    /// An invalid line.
    #[error("{}:{line}: {problem}", path.display())]
    Line {
        /// Path of the file.
        path: PathBuf,
        /// Number of the line, counted from 1.
        line: u64,
        /// The problem and its fix.
        problem: String,
    },
    /// An invalid feature of a GeoJSON file.
    #[error("{}: feature {number}: {problem}", path.display())]
    Feature {
        /// Path of the file.
        path: PathBuf,
        /// Number of the feature, counted from 1.
        number: u64,
        /// The problem and its fix.
        problem: String,
    },
    /// A file of heights that cannot be used; nothing was published.
    #[error("{}: {problem}", path.display())]
    Terrain {
        /// Path of the file or folder.
        path: PathBuf,
        /// The problem and its fix.
        problem: String,
    },
    /// A map of the Moon's heights, or its label, that cannot be used.
    #[error("{}: {problem}", path.display())]
    Lola {
        /// Path of the file.
        path: PathBuf,
        /// The problem and its fix.
        problem: String,
    },
    /// A kernel that cannot be used.
    #[error("--kernel {}: {problem}", path.display())]
    Kernel {
        /// Path of the file.
        path: PathBuf,
        /// The problem and its fix.
        problem: String,
    },
    /// Places that cannot be used.
    #[error("{}: {problem}", path.display())]
    Rows {
        /// Path of the file.
        path: PathBuf,
        /// The problem, by row and column, and its fix.
        problem: String,
    },
    /// Results that belong to other inputs.
    #[error(
        "{}: {differences} differ from the results there; give another folder with --out, or remove it",
        path.display()
    )]
    OtherInputs {
        /// The manifest in the folder.
        path: PathBuf,
        /// The inputs that differ.
        differences: String,
    },
    /// An option out of its range.
    #[error("{0}")]
    Option(String),
    /// The results contradict what must hold; nothing was published.
    #[error("the results are not publishable: {0}")]
    Check(String),
    /// A curve of an eclipse could not be computed or drawn; nothing was published.
    #[error("eclipse {catalog_number}: {source}")]
    Path {
        /// Number of the eclipse in the catalog.
        catalog_number: i32,
        /// The failure of the computation of curves.
        source: maps::Error,
    },
    /// A computation of `astro` failed.
    #[error(transparent)]
    Astro(#[from] astro::Error),
    /// A point outside the Earth's coordinates, or geometry that is not valid.
    #[error(transparent)]
    Places(#[from] places::Error),
    /// Geometry of a table that cannot be read.
    #[error(transparent)]
    Geometry(#[from] maps::wkb::Error),
    /// A generation could not be read or written.
    #[error(transparent)]
    Artifacts(#[from] artifacts::Error),
    /// A join or a count failed.
    #[error("assembling the tables: {0}")]
    Table(#[from] polars_core::error::PolarsError),
    /// The summary of the build could not be written as JSON.
    #[error("the summary cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A plot of the report could not be drawn.
    #[error("a plot could not be drawn: {0}")]
    Plot(String),
    /// Nothing published for a date.
    #[error("{0}")]
    NotFound(String),
}

impl Error {
    pub(crate) fn source(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Source { path, source }
    }

    pub(crate) fn terrain(path: &Path, problem: impl Into<String>) -> Self {
        Self::Terrain { path: path.to_owned(), problem: problem.into() }
    }

    pub(crate) fn line(path: &Path, line: u64, problem: impl Into<String>) -> Self {
        Self::Line { path: path.to_owned(), line, problem: problem.into() }
    }
}
