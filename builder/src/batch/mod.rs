//! `umbra batch`: the solar eclipses that many places see, as Parquet files.
//!
//! Places are sorted along a Hilbert curve and cut into parts of equal size, each of which is one file. The
//! bytes of a file follow from its inputs alone, so it does not matter which shard or thread writes it. A
//! run skips the files that are complete.

mod manifest;
mod options;
mod places;

pub use options::BatchOptions;

use crate::options::threads;
use crate::{Error, Progress};
use almanac::{Canon, Changes, Eclipse, Theory};
use artifacts::batch::file::{ResultFile, manifest_of, sweep};
use artifacts::batch::{EclipseKey, Fields, SEARCH};
use artifacts::reader::Generation;
use artifacts::tables::CATALOG_YEARS;
use astro::batch::{LocalColumns, seen};
use astro::eclipse::local::Reach;
use astro::time::Ut1;
use manifest::Manifest;
use places::PlaceTable;
use rayon::prelude::*;
use std::fmt;
use std::path::PathBuf;

/// Number of places of a part: small enough that a query of a region reads little, and large enough that a
/// row group has some 100,000 rows.
const PART_PLACES: usize = 2048;

/// The contents of a shard's folder.
#[derive(Debug, PartialEq, Eq)]
pub struct BatchSummary {
    /// Number of files of the shard.
    pub files: usize,
    /// Number of files that this run wrote; the others were complete.
    pub written: usize,
    /// Number of rows in all files of the shard.
    pub rows: u64,
    /// The folder.
    pub out: PathBuf,
}

/// Writes the files of a shard that are not there yet.
pub fn batch(options: &BatchOptions, progress: &Progress) -> Result<BatchSummary, Error> {
    let generation = Generation::current(&options.artifacts)?;
    let fields = match &options.fields {
        Some(names) => Fields::named(&SEARCH, names)?,
        None => Fields::all(&SEARCH),
    };
    let eclipses = eclipses(&generation, options)?;
    let (places, source) = {
        let _stage = progress.stage("places", 1);
        places::read(&generation, &options.places)?
    };
    let fields = match places.id_type() {
        Some(kind) => fields.with_id(kind),
        None => fields,
    };
    let parts = places.len().div_ceil(PART_PLACES);
    let manifest = Manifest::new(&generation, options, &fields, source, parts);
    let text = manifest.publish(&options.out)?;
    let (shard, shards) = options.shard;
    let of_shard: Vec<usize> = (parts * (shard - 1) / shards..parts * shard / shards).collect();
    let stage = progress.stage("eclipses", of_shard.len() * eclipses.len());
    let write = |part: &usize| {
        let path = options.out.join(format!("part-{part:05}-of-{parts:05}.parquet"));
        if let Some((_, rows)) = manifest_of(&path).filter(|(found, _)| *found == text) {
            stage.done(eclipses.len() as u64);
            return Ok((rows, false));
        }
        sweep(&path)?;
        let origin = [manifest.engine_version, &manifest.generation];
        let mut file = ResultFile::create(&path, &fields, &text, origin)?;
        let places = places.part(part * PART_PLACES, PART_PLACES);
        let rows = write_rows(&mut file, &fields, &eclipses, &places, || stage.done(1))?;
        file.publish()?;
        Ok::<_, Error>((rows, true))
    };
    let written = threads(options.threads)?
        .install(|| of_shard.par_iter().map(write).collect::<Result<Vec<_>, _>>())?;
    Ok(BatchSummary {
        files: written.len(),
        written: written.iter().filter(|(_, is_new)| *is_new).count(),
        rows: written.iter().map(|(rows, _)| rows).sum(),
        out: options.out.clone(),
    })
}

struct BoundedEclipse {
    key: EclipseKey,
    eclipse: Eclipse,
    reach: Reach,
}

/// The eclipses of the years, in order of time.
fn eclipses(generation: &Generation, options: &BatchOptions) -> Result<Vec<BoundedEclipse>, Error> {
    let (from, to) = options.eclipses;
    if from > to || !CATALOG_YEARS.contains(&from) || !CATALOG_YEARS.contains(&to) {
        return Err(Error::Option(format!(
            "--eclipses {from}..{to}: two years within −1999 … 3000, the first not after the last, for \
             example 1900..2100"
        )));
    }
    let canon = Canon::of_generation(generation)?;
    let theory = if options.is_precise { Theory::Precise } else { Theory::Canon };
    let changes = Changes { theory, ..Changes::default() };
    let year = |e: &&Eclipse| e.greatest().decimal_year().floor() as i32;
    let bounded = |e: &Eclipse| {
        let eclipse = e.with(&changes, canon.delta_t()).map_err(|e| Error::Option(format!("--{e}")))?;
        let key = EclipseKey {
            catalog_number: eclipse.catalog(),
            date_ms: Ut1(eclipse.jd()).unix_ms(),
            eclipse_type: eclipse.letter(),
            t0: eclipse.elements().t0,
            delta_t_s: eclipse.delta_t_s(),
        };
        Ok(BoundedEclipse { key, reach: Reach::new(eclipse.elements()), eclipse })
    };
    let all: Result<Vec<_>, Error> =
        canon.eclipses().iter().filter(|e| (from..=to).contains(&year(e))).map(bounded).collect();
    all
}

/// Writes what the places see of each eclipse; `done` counts an eclipse. Returns the number of rows.
fn write_rows(
    file: &mut ResultFile,
    fields: &Fields,
    eclipses: &[BoundedEclipse],
    places: &PlaceTable,
    done: impl Fn(),
) -> Result<u64, Error> {
    let (observers, ids) = (places.observers(), places.ids.as_ref());
    let columns = places.columns(ids);
    let mut count = 0;
    for BoundedEclipse { key, eclipse, reach } in eclipses {
        let mut rows = LocalColumns::default();
        seen(eclipse.elements(), key.delta_t_s, reach, &observers, &mut rows);
        if !rows.is_empty() {
            count += rows.len() as u64;
            file.write(&fields.eclipse(key, &columns, rows)?)?;
        }
        done();
    }
    Ok(count)
}

impl fmt::Display for BatchSummary {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { files, written, rows, out } = self;
        writeln!(f, "{}: {rows} rows in {files} files, {written} of them new", out.display())
    }
}
