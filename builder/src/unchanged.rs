//! Whether there is anything to build: the id of a generation follows from its inputs, so that it is known
//! before anything is computed.

use crate::summary::{bytes_of_files, rows_of_tables};
use crate::{BuildOptions, Error, ObservedDeltaT, sources};
use artifacts::manifest::Manifest;
use artifacts::{layout, publication};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// What is published already where a build is to publish.
pub enum Standing {
    /// Another generation, or none.
    Other,
    /// The generation that a build would publish, damaged: this is the first thing that is wrong.
    Damaged(artifacts::Error),
    /// The generation that a build would publish, whole.
    Same(Unchanged),
}

/// A generation that a build would only publish again.
#[derive(Debug, Serialize)]
pub struct Unchanged {
    /// Generation id.
    pub generation: String,
    /// Always true, where the summary of a build has false.
    pub unchanged: bool,
    /// Rows of each table.
    pub rows: BTreeMap<String, u64>,
    /// Size of each file, bytes.
    pub files: BTreeMap<String, u64>,
    /// How old the last observation of ΔT is.
    pub delta_t_observed: ObservedDeltaT,
}

/// Compares the inputs of a build with what is current, of which every file is checked. Nothing is computed;
/// what killed builds have left is removed.
pub fn standing(options: &BuildOptions) -> Result<Standing, Error> {
    options.check()?;
    let sums = sources::checked_sums(&options.source, options.seas.as_deref())?;
    let id = options.inputs(sums).id()?;
    let Ok(folder) = layout::current(&options.out) else { return Ok(Standing::Other) };
    if !folder.ends_with(&id) {
        return Ok(Standing::Other);
    }
    match publication::check_whole(&folder) {
        Ok(manifest) => {
            publication::sweep(&options.out)?;
            Ok(Standing::Same(Unchanged::new(manifest, ObservedDeltaT::of(&options.source)?)))
        }
        Err(damaged) => Ok(Standing::Damaged(damaged)),
    }
}

impl Unchanged {
    fn new(manifest: Manifest, delta_t_observed: ObservedDeltaT) -> Self {
        let (rows, files) = (rows_of_tables(&manifest), bytes_of_files(&manifest));
        Self { generation: manifest.id, unchanged: true, rows, files, delta_t_observed }
    }
}

impl fmt::Display for Unchanged {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { generation, files, .. } = self;
        let (count, megabytes) = (files.len(), files.values().sum::<u64>() as f64 / 1e6);
        writeln!(f, "generation {generation} is unchanged: {count} files, {megabytes:.1} MB, all whole")?;
        writeln!(f, "  --force computes it all the same")?;
        write!(f, "{}", self.delta_t_observed)
    }
}
