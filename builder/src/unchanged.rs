//! The check for changed inputs before a build. The id of a generation follows from its inputs, so it is
//! available before the computation.

use crate::changes::rows_of_tables;
use crate::summary::{bytes_of_files, described};
use crate::{BuildOptions, Error, ObservedDeltaT, sources};
use artifacts::manifest::{KernelSource, Manifest};
use artifacts::{layout, publication};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// State of the output folder before a build.
pub enum PublishedState {
    /// Another generation, or none.
    Other,
    /// The generation that a build would publish, damaged: the first error.
    Damaged(artifacts::Error),
    /// The generation that a build would publish, intact.
    Same(Unchanged),
}

/// A generation that a build would only reproduce.
#[derive(Debug, Serialize)]
pub struct Unchanged {
    /// Generation id.
    pub generation: String,
    /// Always true; the summary of a build has false.
    pub unchanged: bool,
    /// The numerical ephemeris, if one was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<KernelSource>,
    /// Rows of each table.
    pub rows: BTreeMap<String, u64>,
    /// Size of each file, bytes.
    pub files: BTreeMap<String, u64>,
    /// Age of the last observation of ΔT.
    pub delta_t_observed: ObservedDeltaT,
}

/// Compares the inputs of a build with the current generation and checks its files, without computing.
/// Removes the remains of killed builds.
pub fn published_state(options: &BuildOptions) -> Result<PublishedState, Error> {
    options.check()?;
    let sums = sources::checked_sums(&options.source, options.seas.as_deref())?;
    let kernel = options.read_kernel()?.map(|kernel| kernel.input);
    let id = options.inputs(sums, kernel).id()?;
    let Ok(folder) = layout::current(&options.out) else { return Ok(PublishedState::Other) };
    if !folder.ends_with(&id) {
        return Ok(PublishedState::Other);
    }
    match publication::check_whole(&folder) {
        Ok(manifest) => {
            publication::sweep(&options.out)?;
            Ok(PublishedState::Same(Unchanged::new(manifest, ObservedDeltaT::of(&options.source)?)))
        }
        Err(damaged) => Ok(PublishedState::Damaged(damaged)),
    }
}

impl Unchanged {
    fn new(manifest: Manifest, delta_t_observed: ObservedDeltaT) -> Self {
        let (rows, files) = (rows_of_tables(&manifest), bytes_of_files(&manifest));
        let kernel = manifest.inputs.kernel;
        Self { generation: manifest.id, unchanged: true, kernel, rows, files, delta_t_observed }
    }
}

impl fmt::Display for Unchanged {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { generation, files, .. } = self;
        let (count, megabytes) = (files.len(), files.values().sum::<u64>() as f64 / 1e6);
        writeln!(f, "generation {generation} is unchanged: {count} files, {megabytes:.1} MB, all whole")?;
        if let Some(kernel) = &self.kernel {
            writeln!(f, "  {}", described(kernel))?;
        }
        writeln!(f, "  --force computes it all the same")?;
        write!(f, "{}", self.delta_t_observed)
    }
}
