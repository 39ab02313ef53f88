//! The data that the page of the report shows.

use super::counts::EclipseCounts;
use crate::Summary;
use crate::commands::names::Names;
use crate::commands::verify::CanonResidual;
use artifacts::reader::Generation;
use artifacts::tables::{eclipses, elements};
use std::path::PathBuf;

/// The data that the page shows.
pub(crate) struct Contents<'a> {
    pub(crate) generation: &'a Generation,
    pub(crate) solar: Vec<eclipses::Row<'a>>,
    pub(crate) elements: Vec<elements::Row>,
    pub(crate) counts: EclipseCounts,
    pub(crate) names: Names<'a>,
    /// Address of a server, without a slash at the end, for links to its maps.
    pub(crate) site: &'a str,
    /// Differences from the canon, and its file.
    pub(crate) residuals: Option<(PathBuf, Vec<CanonResidual>)>,
    /// The last build, if it made this generation.
    pub(crate) summary: Option<Summary>,
}
