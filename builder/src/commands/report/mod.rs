//! `umbra report`: eclipses by country and sea on the terminal, and one page with plots next to the tables.

mod centuries;
mod contents;
mod counts;
mod dots;
mod page;
mod plots;
mod queries;
mod world;

use crate::commands::names::Names;
use crate::commands::verify::residuals;
use crate::{Error, Summary};
use artifacts::publication;
use artifacts::reader::Generation;
use artifacts::tables::{eclipses, elements};
use contents::Contents;
use counts::EclipseCounts;
use std::path::{Path, PathBuf};

/// Name of the page in the folder of the generation.
const FILE_NAME: &str = "report.html";

/// Writes the page of the current generation of `root`, and returns its path and the counts as text. With
/// `canon`, a table of solar eclipses in the canon's columns, the page shows the differences from it. Links
/// to maps lead to the server at the address `site`.
pub fn report(root: &Path, canon: Option<&Path>, site: &str) -> Result<(PathBuf, String), Error> {
    let generation = Generation::current(root)?;
    let solar: Vec<_> = eclipses::read(&generation)?.iter().collect();
    let residuals =
        canon.map(|path| Ok::<_, Error>((path.to_owned(), residuals(path, &solar)?))).transpose()?;
    let names = Names::read(&generation)?;
    let contents = Contents {
        elements: elements::read(&generation)?.iter().collect(),
        counts: EclipseCounts::new(&solar, &names)?,
        names,
        site: site.trim_end_matches('/'),
        summary: Summary::load(root, &generation.manifest().id)?,
        generation: &generation,
        solar,
        residuals,
    };
    let path = generation.folder().join(FILE_NAME);
    publication::leave(root, &path, &page::html(&contents)?)?;
    Ok((path, contents.counts.to_string()))
}
