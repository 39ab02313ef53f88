//! `builder report`: eclipses by country and sea on the terminal, and one page with plots beside the tables.

mod counts;
mod page;
mod plots;

use crate::published::{self, Names};
use crate::verify::Residual;
use crate::{Error, Summary, verify};
use artifacts::publication;
use artifacts::reader::Generation;
use std::path::{Path, PathBuf};

/// Name of the page in the folder of the generation.
pub const FILE_NAME: &str = "report.html";

/// Everything the page shows.
struct Report {
    generation: Generation,
    solar: Vec<published::Solar>,
    elements: Vec<published::Elements>,
    names: Names,
    /// Differences from the canon and the file they were taken from.
    residuals: Option<(PathBuf, Vec<Residual>)>,
    /// The last build, if it made this generation.
    summary: Option<Summary>,
}

/// Writes the page of the current generation of `root`, and returns its path and the counts as text. With
/// `canon`, a table of solar eclipses in the canon's columns, the page shows the differences from it.
pub fn report(root: &Path, canon: Option<&Path>) -> Result<(PathBuf, String), Error> {
    let generation = Generation::current(root)?;
    let solar = published::solar(&generation)?;
    let residuals =
        canon.map(|path| Ok::<_, Error>((path.to_owned(), verify::residuals(path, &solar)?))).transpose()?;
    let report = Report {
        elements: published::elements(&generation)?,
        names: Names::of(&generation)?,
        summary: Summary::load(root, &generation.manifest().id),
        generation,
        solar,
        residuals,
    };
    let counts = counts::Counts::of(&report.solar, &report.names);
    let path = report.generation.folder().join(FILE_NAME);
    publication::leave(root, &path, &page::html(&report, &counts)?)?;
    Ok((path, counts.to_string()))
}
