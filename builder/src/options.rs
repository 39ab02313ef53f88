//! The options of a build.

use crate::Error;
use crate::kernel::{self, Kernel};
use artifacts::manifest::{self, Inputs};
use artifacts::tables::elements;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Sources, destination and extent of a build.
///
/// ```
/// use builder::{BuildOptions, Error, published_state};
///
/// let options = BuildOptions {
///     source: "catalog-src".into(),
///     out: "artifacts".into(),
///     seas: None,
///     kernel: None,
///     threads: 0,
///     keep: 3,
///     ephemeris_years: (2500, 1500),
/// };
/// let Err(Error::Option(problem)) = published_state(&options) else { unreachable!() };
/// assert!(problem.contains("the first not after the last"));
/// ```
#[derive(Debug, Clone)]
pub struct BuildOptions {
    /// The folder `catalog-src`.
    pub source: PathBuf,
    /// The folder `artifacts`.
    pub out: PathBuf,
    /// Sea areas to use instead of those of `source`: GeoJSON polygons with a property `mrgid`.
    pub seas: Option<PathBuf>,
    /// A numerical ephemeris, the source of the ephemeris and the precise elements in the years that it
    /// covers.
    pub kernel: Option<PathBuf>,
    /// Threads; 0 for all cores.
    pub threads: usize,
    /// Number of generations that stay, the new one included.
    pub keep: usize,
    /// First and last year of the ephemeris.
    pub ephemeris_years: (i32, i32),
}

impl BuildOptions {
    /// Rejects years for which no ephemeris can be computed.
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

    /// The kernel, if one is named, over the years of the ephemeris and of the precise elements.
    pub(crate) fn read_kernel(&self) -> Result<Option<Kernel>, Error> {
        let (from, to) = self.ephemeris_years;
        let years = (from.min(*elements::YEARS.start()), to.max(*elements::YEARS.end()));
        self.kernel.as_deref().map(|path| kernel::read(path, years)).transpose()
    }

    /// The inputs that decide the bytes of the generation, with the sums of the sources and the kernel.
    pub(crate) fn inputs(
        &self,
        sources: BTreeMap<String, String>,
        kernel: Option<manifest::KernelSource>,
    ) -> Inputs {
        Inputs {
            format_version: artifacts::FORMAT_VERSION,
            engine_version: env!("CARGO_PKG_VERSION").into(),
            engine_sha256: env!("UMBRA_ENGINE_SHA256").into(),
            ephemeris_years: [self.ephemeris_years.0, self.ephemeris_years.1],
            kernel,
            sources,
        }
    }

    /// The pool of threads that computes.
    pub(crate) fn threads(&self) -> Result<rayon::ThreadPool, Error> {
        threads(self.threads)
    }
}

/// A pool of `count` threads; 0 uses all cores.
pub(crate) fn threads(count: usize) -> Result<rayon::ThreadPool, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
    pool.map_err(|e| Error::Option(format!("--threads {count}: {e}")))
}
