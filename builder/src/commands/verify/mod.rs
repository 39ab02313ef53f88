//! `umbra verify`: the published generation against its own rules and against published tables.

mod besselian;
mod canon;
mod comparison;
mod places;
mod printed;
mod verification;

pub(crate) use canon::{CanonResidual, residuals};
pub use comparison::Quantity;
pub use verification::Verification;

use crate::{Error, areas, check};
use ::places::Atlas;
use artifacts::reader::Generation;
use artifacts::tables::{eclipses, elements, lunar_eclipses};
use clap::Args;
use std::path::{Path, PathBuf};

/// Files of published tables to compare with, in the canon's own columns.
#[derive(Debug, Clone, Default, Args)]
pub struct Against {
    /// Solar eclipses in the canon's columns
    #[arg(long, value_name = "FILE.csv")]
    pub canon: Option<PathBuf>,
    /// Besselian elements in the canon's columns
    #[arg(long, value_name = "FILE.csv")]
    pub elements: Option<PathBuf>,
    /// Lunar eclipses in the canon's columns
    #[arg(long, value_name = "FILE.csv")]
    pub lunar: Option<PathBuf>,
}

/// Re-reads the current generation of `root`, checks sums and invariants, and compares.
pub fn verify(root: &Path, tables: &Against) -> Result<Verification, Error> {
    let generation = Generation::current(root)?;
    check::generation(&generation)?;
    let mut verification = Verification::new(generation.manifest().id.clone());
    let solar: Vec<_> = eclipses::read(&generation)?.iter().collect();
    let atlas = Atlas::new(&areas::read(&generation)?);
    verification.add("places", None, places::compare(&atlas, &solar)?);
    if let Some(path) = &tables.canon {
        verification.add("solar eclipses", Some(path), canon::solar(path, &solar)?);
    }
    if let Some(path) = &tables.elements {
        let ours = elements::read(&generation)?;
        verification.add("Besselian elements", Some(path), besselian::compare(path, &ours)?);
    }
    if let Some(path) = &tables.lunar {
        let lunar: Vec<_> = lunar_eclipses::read(&generation)?.iter().collect();
        verification.add("lunar eclipses", Some(path), canon::lunar(path, &lunar)?);
    }
    Ok(verification)
}
