//! Errors that name the file and the remedy.

use std::path::{Path, PathBuf};

/// Errors of writing and reading a generation.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An operation on a file or folder failed.
    #[error("{}: cannot {action}: {source}", path.display())]
    Io {
        /// Path of the file or folder.
        path: PathBuf,
        /// The operation as a verb, such as `read`.
        action: &'static str,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// No generation where one was expected.
    #[error("{}: no generation is published here; run the builder (`umbra build`)", .0.display())]
    NotPublished(PathBuf),
    /// Another build is publishing.
    #[error(
        "{}: another build is publishing here; wait for it, or give another folder with --out",
        .0.display()
    )]
    Busy(PathBuf),
    /// A generation of another format.
    #[error("{}: format {found} is {}", path.display(), other_format(*found, *oldest))]
    Format {
        /// Path of the manifest.
        path: PathBuf,
        /// Version of the layout in the manifest.
        found: u32,
        /// The oldest version that can be read here.
        oldest: u32,
    },
    /// A file that is not what the manifest says.
    #[error("{}: {problem}; the generation is damaged, run the builder to publish it anew", path.display())]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// The problem.
        problem: String,
    },
    /// No terrain dataset where one was expected.
    #[error(
        "{}: no terrain is published here; umbra terrain --out {} FILES… does",
        .0.display(),
        .0.display()
    )]
    NoTerrain(PathBuf),
    /// A terrain dataset that is not what its manifest says.
    #[error("{}: {problem}; the terrain is damaged, run umbra terrain to publish it anew", path.display())]
    Terrain {
        /// Path of the file.
        path: PathBuf,
        /// The problem.
        problem: String,
    },
    /// No profiles of the Moon's limb where some were expected.
    #[error(
        "{}: no profiles of the Moon's limb are published here; umbra limb --lola LDEM_16.IMG --out {} \
         publishes some",
        .0.display(), .0.display()
    )]
    NoLimb(PathBuf),
    /// Profiles of the Moon's limb that are not what their manifest says.
    #[error("{}: {problem}; the profiles are damaged, run umbra limb to publish them anew", path.display())]
    Limb {
        /// Path of the file.
        path: PathBuf,
        /// The problem.
        problem: String,
    },
    /// A folder with other contents than expected.
    #[error("{}: {problem}", path.display())]
    WrongFolder {
        /// The folder.
        path: PathBuf,
        /// The contents of the folder, and the folder to use instead.
        problem: String,
    },
    /// `astro` rejected its input.
    #[error(transparent)]
    Astro(#[from] astro::Error),
    /// A table that breaks its own contract.
    #[error("table {table}: {problem}")]
    Contract {
        /// Name of the table.
        table: &'static str,
        /// The problem, naming the first row that has it.
        problem: String,
    },
    /// Columns of a table of results that do not exist or are named twice.
    #[error("fields: {0}")]
    Fields(String),
    /// The library of Arrow or Parquet failed.
    #[error("{}: {problem}", path.display())]
    Encoding {
        /// Path of the file.
        path: PathBuf,
        /// The message of the library.
        problem: String,
    },
}

/// The remedy for another version of the layout.
fn other_format(found: u32, oldest: u32) -> String {
    if found < oldest {
        return format!("older than {oldest}, the oldest that is read here; run the builder");
    }
    let newest = crate::FORMAT_VERSION;
    format!("newer than {newest}, the newest that this program reads; use the one that came with the builder")
}

impl Error {
    /// Makes the error of a file operation, for `map_err`.
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
