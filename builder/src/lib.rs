//! Builds the artifacts: reads `catalog-src`, computes, checks, publishes.

pub mod assemble;
pub mod check;
pub mod compute;
pub mod encode;
pub mod error;
pub mod progress;
pub mod published;
pub mod records;
pub mod report;
pub mod show;
pub mod sources;
pub mod summary;
pub mod verify;

pub use error::Error;
pub use progress::Progress;
pub use summary::{Summary, Surfaces};

use artifacts::manifest::Inputs;
use artifacts::places::Places;
use artifacts::publication::Staging;
use artifacts::tables::{DELTA_T, ECLIPSES, ELEMENTS, EPHEMERIS, LUNAR_ECLIPSES, OUTLINES, PLACES};
use compute::Computed;
use sources::Sources;
use std::path::PathBuf;

/// What a build is asked to do.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder `catalog-src`.
    pub source: PathBuf,
    /// The folder `artifacts`.
    pub out: PathBuf,
    /// Sea areas to use instead of those of `source`: GeoJSON polygons with a property `mrgid`.
    pub seas: Option<PathBuf>,
    /// Threads; 0 for all cores.
    pub threads: usize,
    /// Generations kept, the new one included.
    pub keep: usize,
    /// First and last year of the ephemeris.
    pub ephemeris_years: (i32, i32),
}

/// Reads, computes, checks and publishes; the same sources give the same bytes at any number of threads.
pub fn build(options: &Options, progress: &Progress) -> Result<Summary, Error> {
    let sources = read(options, progress)?;
    let threads = threads(options)?;
    let computed = threads.install(|| compute::all(&sources, options.ephemeris_years, progress))?;
    let tables = threads.install(|| assemble(&sources, &computed, progress))?;
    publish(options, &sources, &computed, &tables, progress)
}

/// The tables, assembled and checked.
pub struct Tables {
    eclipses: artifacts::RecordBatch,
    elements: artifacts::RecordBatch,
    lunar_eclipses: artifacts::RecordBatch,
    delta_t: artifacts::RecordBatch,
    ephemeris: artifacts::RecordBatch,
    places: artifacts::RecordBatch,
    outlines: artifacts::RecordBatch,
    surfaces: Surfaces,
}

fn read(options: &Options, progress: &Progress) -> Result<Sources, Error> {
    let (from, to) = options.ephemeris_years;
    if !(-2999..=3999).contains(&from) || !(-2999..=3999).contains(&to) || from > to {
        return Err(Error::Option(format!(
            "--ephemeris-range {from}..{to}: two years within −2999 … 3999, the first not after the last, for example 1500..2500"
        )));
    }
    let _stage = progress.stage("reading", 1);
    sources::read(&options.source, options.seas.as_deref())
}

fn threads(options: &Options) -> Result<rayon::ThreadPool, Error> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .map_err(|e| Error::Option(format!("--threads {}: {e}", options.threads)))
}

fn assemble(sources: &Sources, computed: &Computed, progress: &Progress) -> Result<Tables, Error> {
    let (solar, lunar) = {
        let _stage = progress.stage("joining", 1);
        (assemble::solar(computed, &sources.polynomials)?, assemble::lunar(computed)?)
    };
    let finder = {
        let _stage = progress.stage("outlines", 1);
        Places::new(&sources.areas)
    };
    let places = compute::places(&solar, &finder, progress)?;
    let _stage = progress.stage("encoding", 1);
    let tables = Tables {
        eclipses: encode::eclipses(&solar, &places)?,
        elements: encode::elements(&solar, sources)?,
        lunar_eclipses: encode::lunar_eclipses(&lunar, sources)?,
        delta_t: encode::delta_t(sources)?,
        ephemeris: encode::ephemeris(computed)?,
        places: encode::places(&sources.areas)?,
        outlines: encode::outlines(&sources.areas)?,
        surfaces: check::surfaces(&solar, &places, &Places::new(&sources.land))?,
    };
    check::tables(&tables.eclipses, &tables.elements, &tables.lunar_eclipses)?;
    check::ephemeris(&computed.segments)?;
    Ok(tables)
}

fn publish(
    options: &Options,
    sources: &Sources,
    computed: &Computed,
    tables: &Tables,
    progress: &Progress,
) -> Result<Summary, Error> {
    let manifest = {
        let _stage = progress.stage("publishing", 1);
        let mut staging = Staging::new(&options.out)?;
        staging.write_table(&ECLIPSES, &tables.eclipses)?;
        staging.write_table(&ELEMENTS, &tables.elements)?;
        staging.write_table(&LUNAR_ECLIPSES, &tables.lunar_eclipses)?;
        staging.write_table(&DELTA_T, &tables.delta_t)?;
        staging.write_table(&EPHEMERIS, &tables.ephemeris)?;
        staging.write_table(&PLACES, &tables.places)?;
        staging.write_table(&OUTLINES, &tables.outlines)?;
        staging.publish(inputs(options, sources), options.keep)?
    };
    let summary = Summary::new(manifest, tables, &computed.segments, progress)?;
    summary.save(&options.out)?;
    Ok(summary)
}

/// What decides the bytes.
fn inputs(options: &Options, sources: &Sources) -> Inputs {
    Inputs {
        format_version: artifacts::FORMAT_VERSION,
        engine_version: env!("CARGO_PKG_VERSION").into(),
        engine_sha256: env!("UMBRA_ENGINE_SHA256").into(),
        ephemeris_years: [options.ephemeris_years.0, options.ephemeris_years.1],
        sources: sources.sums.clone(),
    }
}
