//! Builds the artifacts: reads `catalog-src`, computes, joins, checks, publishes.

pub mod areas;
mod basemap;
pub mod batch;
mod catalogs;
mod changes;
mod check;
mod commands;
pub mod compute;
mod delta_t_update;
pub mod error;
mod join;
pub mod kernel;
pub mod limb;
mod map_curve;
mod observed;
mod options;
mod paths;
pub mod progress;
mod rows;
pub mod sources;
mod summary;
mod tally;
mod terrain;
mod towns;
mod unchanged;
mod visibility;

pub use changes::Changes;
pub use check::near_series;
pub use commands::basemap as basemap_file;
pub use commands::visibility as visibility_file;
pub use commands::{curves, pack, paths_limb, report, show, verify};
pub use delta_t_update::{Renewed, update_delta_t};
pub use error::Error;
pub use observed::ObservedDeltaT;
pub use options::{BuildOptions, usual_source, years};
pub use progress::Progress;
pub use summary::Summary;
pub use terrain::{TerrainOptions, terrain};
pub use unchanged::{PublishedState, Unchanged, published_state};
pub use visibility::{TerrainEclipse, VisibilityClass, VisibilityRaster, VisibilityValue};

use ::places::ZoneRuns;
use artifacts::RecordBatch;
use artifacts::layout;
use artifacts::manifest::Manifest;
use artifacts::publication::GenerationStaging;
use artifacts::schema::TableSchema;
use artifacts::tables::{
    self, countries, delta_t, delta_t_models, eclipses, elements, elements_precise, elevation, ephemeris,
    lunar_eclipses,
};
use artifacts::tables::{outlines, places, seas, time_zone_names, time_zones};
use catalogs::Catalogs;
use compute::Precise;
use rayon::prelude::*;
use sources::Sources;
use summary::Figures;

/// Reads, computes, joins, checks and publishes, if it can publish at all; the same sources give the same
/// bytes at any number of threads.
pub fn build(options: &BuildOptions, progress: &Progress) -> Result<Summary, Error> {
    options.check()?;
    let threads = options.threads()?;
    let sources = {
        let _stage = progress.stage("reading", 1);
        let read = || sources::read(&options.source, options.seas.as_deref());
        Sources { kernel: options.read_kernel()?, ..threads.install(read)? }
    };
    artifacts::folder::try_folder(&options.out)?;
    let (tables, figures) = threads.install(|| fill(options, &sources, progress))?;
    let before = layout::current(&options.out).ok().and_then(|folder| Manifest::of_any_format(&folder));
    let manifest = {
        let _stage = progress.stage("publishing", 1);
        let staging = GenerationStaging::new(
            &options.out,
            options.inputs(sources.sums, sources.kernel.map(|kernel| kernel.input)),
        )?;
        let write_tables =
            || tables.par_iter().try_for_each(|(table, batch)| staging.write_table(table, batch));
        let basemap = || basemap::archive(&sources.natural_earth, basemap::MAX_ZOOM);
        let (written, basemap) = threads.install(|| rayon::join(write_tables, basemap));
        written?;
        staging.write_file(layout::BASEMAP, &basemap)?;
        staging.publish(options.keep)?
    };
    let observed = ObservedDeltaT::of(&options.source)?;
    let summary = Summary::new(manifest, before.as_ref(), figures, observed, progress);
    summary.save(&options.out)?;
    Ok(summary)
}

/// Every table with its columns.
type Tables = [(&'static TableSchema, RecordBatch); artifacts::tables::ALL.len()];

/// Computes and checks every table.
fn fill(options: &BuildOptions, sources: &Sources, progress: &Progress) -> Result<(Tables, Figures), Error> {
    let computed = compute::all(sources, options.ephemeris_years, progress)?;
    let (solar, lunar) = {
        let _stage = progress.stage("joining", 1);
        (join::solar(&computed, &sources.polynomials)?, join::lunar(&computed, &sources.polynomials)?)
    };
    let atlas = {
        let _stage = progress.stage("outlines", 1);
        ::places::Atlas::new(&sources.areas)
    };
    let locations = join::locations(&solar, &atlas, progress)?;
    let eclipse_rows = rows::eclipses(&solar, &locations);
    let element_rows = rows::elements(&solar, &sources.delta_t)?;
    let default_rows = elements::of_default_span(&element_rows);
    let precise_rows =
        rows::elements_precise(&precise(sources, default_rows, &solar, progress)?, &sources.delta_t)?;
    let curves = paths::all(default_rows, &eclipse_rows, progress)?;
    let zones = {
        let _stage = progress.stage("time zones", 1);
        ZoneRuns::new(&::places::Zones::default())
    };
    let towns = towns::named(&sources.towns, &sources.heights_m);
    let lunar_rows = rows::lunar_eclipses(&lunar);
    let catalogs = {
        let _stage = progress.stage("catalogs", 1);
        Catalogs::new(&eclipse_rows, &lunar_rows)
    };
    let _stage = progress.stage("encoding", 1);
    let path_rows = paths::rows(&curves);
    check::rows(&eclipse_rows, &element_rows, &lunar_rows)?;
    check::precise(&precise_rows, default_rows)?;
    check::paths(&path_rows, default_rows)?;
    check::ephemeris(&computed.segments)?;
    let tables = [
        (&eclipses::TABLE, eclipses::batch(&eclipse_rows)?),
        (&elements::TABLE, elements::batch(&element_rows)?),
        (&elements_precise::TABLE, elements_precise::batch(&precise_rows)?),
        (&lunar_eclipses::TABLE, lunar_eclipses::batch(&lunar_rows)?),
        (&tables::catalog_records::TABLE, tables::catalog_records::batch(&catalogs.record_rows())?),
        (&tables::catalog_blocks::TABLE, tables::catalog_blocks::batch(&catalogs.block_rows())?),
        (&delta_t::TABLE, delta_t::batch(&rows::delta_t(&sources.delta_t))?),
        (&delta_t_models::TABLE, delta_t_models::batch(&rows::delta_t_models(&sources.delta_t_models))?),
        (&ephemeris::TABLE, ephemeris::batch(&rows::ephemeris(&computed))?),
        (&countries::TABLE, countries::batch(&areas::country_rows(&sources.iso_codes, &sources.areas))?),
        (&seas::TABLE, seas::batch(&areas::sea_rows(&sources.areas))?),
        (&places::TABLE, places::batch(&areas::place_rows(&sources.areas))?),
        (&outlines::TABLE, outlines::batch(&areas::outline_rows(&sources.areas))?),
        (&tables::paths::TABLE, tables::paths::batch(&path_rows)?),
        (&time_zones::TABLE, time_zones::batch(&rows::time_zones(&zones))?),
        (&time_zone_names::TABLE, time_zone_names::batch(&rows::time_zone_names(&zones))?),
        (&elevation::TABLE, elevation::batch(&rows::elevation(&sources.heights_m))?),
        (&tables::towns::TABLE, tables::towns::batch(&towns::rows(&towns))?),
        (&tables::town_names::TABLE, tables::town_names::batch(&towns::name_rows(&towns))?),
    ];
    let surfaces = check::surfaces(&solar, &locations, &::places::Atlas::new(&sources.land))?;
    let figures = Figures::new(&eclipse_rows, [&element_rows, &precise_rows], &computed.segments, surfaces)?;
    Ok((tables, figures))
}

/// The eclipses of these rows of `elements` from what is closest to the sky.
fn precise(
    sources: &Sources,
    rows: &[elements::Row],
    entries: &[join::SolarEntry],
    progress: &Progress,
) -> Result<Vec<Precise>, Error> {
    let of_row = |row: &elements::Row| {
        // The catalog is numbered from 1.
        let entry = usize::try_from(row.catalog_number - 1).ok().and_then(|index| entries.get(index));
        (row.catalog_number, entry.expect("elements are those of entries of the catalog").eclipse.lunation)
    };
    let precise = compute::precise(sources, &rows.iter().map(of_row).collect::<Vec<_>>(), progress)?;
    check::near_series(sources, &precise)?;
    Ok(precise)
}

/// Internal items for fuzzing.
#[doc(hidden)]
pub mod testing {
    use crate::Error;
    use crate::sources::{delta_t, iso_codes, nutation, precession, seas, topojson, vsop87};
    use std::path::Path;

    /// Reads the file `name` of a folder such as `catalog-src` without its checksum.
    pub fn read_source(folder: &Path, name: &str) -> Result<(), Error> {
        let path = folder.join(name);
        match name.split('/').next().unwrap_or(name) {
            "delta-t" => {
                let polynomials = delta_t::polynomials(folder)?;
                delta_t::tables(folder, &polynomials).map(drop)
            }
            "iso-3166" => iso_codes::read(folder).map(drop),
            "natural-earth" => topojson::read(&path, "countries").map(drop),
            "nutation" => nutation::read(folder).map(drop),
            "precession" => precession::read(folder).map(drop),
            "seas" => {
                let text = std::fs::read_to_string(&path).map_err(Error::source(&path))?;
                seas::parse(&path, &text).map(drop)
            }
            _ => vsop87::read(&path).map(drop),
        }
    }
}
