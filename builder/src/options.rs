//! The options of a build.

use crate::Error;
use crate::kernel::{self, Kernel};
use artifacts::manifest::{self, Inputs};
use artifacts::tables::elements;
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

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
#[derive(Debug, Clone, Args)]
pub struct BuildOptions {
    /// Folder of the sources; default: catalog-src in the current folder, or else
    /// PREFIX/share/umbra/catalog-src where this program is installed
    #[arg(long, env = "UMBRA_SOURCE", value_name = "FOLDER", default_value_os_t = usual_source(),
        hide_default_value = true)]
    pub source: PathBuf,
    /// Sea areas to use instead of catalog-src/seas/limits.geojson: polygons with a property "mrgid"; the
    /// first that contains a point decides
    #[arg(long, value_name = "FILE.geojson", env = "UMBRA_SEAS")]
    pub seas: Option<PathBuf>,
    /// JPL's ephemeris as an SPK kernel, such as de440.bsp: the source of the ephemeris and the precise
    /// elements in the years that it covers; elsewhere the series are used
    #[arg(long, value_name = "FILE.bsp", env = "UMBRA_KERNEL")]
    pub kernel: Option<PathBuf>,
    /// Folder of the generations
    #[arg(long, default_value = "artifacts", env = "UMBRA_ARTIFACTS")]
    pub out: PathBuf,
    /// Threads; 0 uses all cores
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// Generations to keep, the new one included
    #[arg(long, default_value_t = 3)]
    pub keep: usize,
    /// Years of the ephemeris, FIRST..LAST
    #[arg(long = "ephemeris-range", value_name = "EPHEMERIS_RANGE", default_value = "1500..2500",
        value_parser = years, allow_hyphen_values = true)]
    pub ephemeris_years: (i32, i32),
}

/// The default folder of the sources, for this program.
pub fn usual_source() -> PathBuf {
    let here = PathBuf::from("catalog-src");
    let program = std::env::current_exe();
    // PREFIX/bin, or PREFIX/libexec/umbra.
    let prefixes = program.iter().flat_map(|program| program.ancestors().skip(2).take(2));
    let mut installed = prefixes.map(|prefix: &Path| prefix.join("share/umbra/catalog-src"));
    installed.find(|folder| !here.is_dir() && folder.is_dir()).unwrap_or(here)
}

/// Parses years, `FIRST..LAST`.
pub fn years(text: &str) -> Result<(i32, i32), String> {
    let parsed = text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    parsed.ok_or_else(|| "write FIRST..LAST, for example 1500..2500".into())
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

    pub(crate) fn threads(&self) -> Result<rayon::ThreadPool, Error> {
        threads(self.threads)
    }
}

/// A pool of `count` threads; 0 uses all cores.
pub(crate) fn threads(count: usize) -> Result<rayon::ThreadPool, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
    pool.map_err(|e| Error::Option(format!("--threads {count}: {e}")))
}
