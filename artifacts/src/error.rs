//! Errors that name the file and the remedy.

use std::path::{Path, PathBuf};

/// What can be wrong with a generation.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The operating system refused.
    #[error("{}: cannot {action}: {source}", path.display())]
    Io {
        /// File or folder.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What the system said.
        source: std::io::Error,
    },
    /// No generation where one was expected.
    #[error("{}: no generation is published here; run the builder", .0.display())]
    NotPublished(PathBuf),
    /// Another build is publishing.
    #[error(
        "{}: another build is publishing here; wait for it, or give another folder with --out",
        .0.display()
    )]
    Busy(PathBuf),
    /// A generation of another format.
    #[error("{}: format {found}, this program reads {expected}; run the builder", path.display())]
    Format {
        /// The manifest.
        path: PathBuf,
        /// Version in the file.
        found: u32,
        /// Version understood.
        expected: u32,
    },
    /// A file that is not what the manifest says.
    #[error("{}: {problem}; the generation is damaged, run the builder to publish it anew", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A table that breaks its own contract.
    #[error("table {table}: {problem}")]
    Contract {
        /// Which table.
        table: &'static str,
        /// What is wrong, naming the first row that breaks it.
        problem: String,
    },
    /// Arrow or Parquet refused.
    #[error("{}: {problem}", path.display())]
    Encoding {
        /// The file.
        path: PathBuf,
        /// What the library said.
        problem: String,
    },
}

impl Error {
    /// For `map_err` on file operations.
    pub fn io(path: &Path, action: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, action, source }
    }

    pub(crate) fn encoding(path: &Path) -> impl Fn(&dyn std::fmt::Display) -> Self {
        let path = path.to_owned();
        move |problem| Self::Encoding { path: path.clone(), problem: problem.to_string() }
    }

    pub(crate) fn damaged(path: &Path, problem: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), problem: problem.into() }
    }
}
