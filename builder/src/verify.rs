//! `builder verify`: the published generation against its own rules and against published tables.

mod canon;
mod comparison;
mod elements;
mod places;
mod table;

pub use canon::{Residual, residuals};
pub use comparison::{Column, Report};

use crate::{Error, check, published};
use artifacts::places::Places;
use artifacts::reader::Generation;
use std::path::{Path, PathBuf};

/// Tables to compare with, in the canon's own columns.
#[derive(Debug, Clone, Default)]
pub struct Against {
    /// Solar eclipses.
    pub canon: Option<PathBuf>,
    /// Besselian elements.
    pub elements: Option<PathBuf>,
    /// Lunar eclipses.
    pub lunar: Option<PathBuf>,
}

/// Re-reads the current generation of `root`, checks sums and invariants, and compares.
pub fn verify(root: &Path, tables: &Against) -> Result<Report, Error> {
    let generation = Generation::current(root)?;
    check::generation(&generation)?;
    let mut report = Report::new(generation.manifest().id.clone());
    let (solar, lunar) = (published::solar(&generation)?, published::lunar(&generation)?);
    report.add(
        "places against the generation's outlines".into(),
        places::compare(&Places::open(&generation)?, &solar)?,
    );
    if let Some(path) = &tables.canon {
        report.add(against("solar eclipses", path), canon::solar(path, &solar)?);
    }
    if let Some(path) = &tables.elements {
        report.add(
            against("Besselian elements", path),
            elements::compare(path, &published::elements(&generation)?)?,
        );
    }
    if let Some(path) = &tables.lunar {
        report.add(against("lunar eclipses", path), canon::lunar(path, &lunar, &solar)?);
    }
    Ok(report)
}

fn against(what: &str, path: &Path) -> String {
    format!("{what} against {}", path.display())
}
