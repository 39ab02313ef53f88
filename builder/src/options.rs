//! The options of a build.

use crate::Error;
use artifacts::manifest::Inputs;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Sources, destination and extent of a build.
#[derive(Debug, Clone)]
pub struct BuildOptions {
    /// The folder `catalog-src`.
    pub source: PathBuf,
    /// The folder `artifacts`.
    pub out: PathBuf,
    /// Sea areas to use instead of those of `source`: GeoJSON polygons with a property `mrgid`.
    pub seas: Option<PathBuf>,
    /// Threads; 0 for all cores.
    pub threads: usize,
    /// Number of generations that stay, the new one included.
    pub keep: usize,
    /// First and last year of the ephemeris.
    pub ephemeris_years: (i32, i32),
}

impl BuildOptions {
    /// Refuses years that no ephemeris can be computed for.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let (from, to) = self.ephemeris_years;
        if !(-2999..=3999).contains(&from) || !(-2999..=3999).contains(&to) || from > to {
            return Err(Error::Option(format!(
                "--ephemeris-range {from}..{to}: two years within −2999 … 3999, the first not after \
                 the last, for example 1500..2500"
            )));
        }
        Ok(())
    }

    /// The inputs that decide the bytes of the generation, with the sums of the sources.
    pub(crate) fn inputs(&self, sources: BTreeMap<String, String>) -> Inputs {
        Inputs {
            format_version: artifacts::FORMAT_VERSION,
            engine_version: env!("CARGO_PKG_VERSION").into(),
            engine_sha256: env!("UMBRA_ENGINE_SHA256").into(),
            ephemeris_years: [self.ephemeris_years.0, self.ephemeris_years.1],
            sources,
        }
    }

    /// The pool of threads that computes.
    pub(crate) fn threads(&self) -> Result<rayon::ThreadPool, Error> {
        threads(self.threads)
    }
}

/// A pool of so many threads; 0 takes all cores.
pub(crate) fn threads(count: usize) -> Result<rayon::ThreadPool, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
    pool.map_err(|e| Error::Option(format!("--threads {count}: {e}")))
}
