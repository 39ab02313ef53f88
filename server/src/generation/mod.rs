//! An open generation: its tables, and the data computed from them at startup.

pub(crate) mod ancient;
pub(crate) mod basemap;
pub(crate) mod cache;
pub(crate) mod catalog;
pub(crate) mod eclipses;
pub(crate) mod elements;
pub mod elevation;
pub(crate) mod limb;
mod nearest_towns;
pub(crate) mod records;
pub(crate) mod skylines;
pub(crate) mod towns;
pub(crate) mod towns_in_path;

use crate::generation::basemap::{BaseMap, DataOrigin};
use crate::generation::cache::LruCache;
use crate::generation::catalog::LunarCatalog;
use crate::generation::eclipses::Eclipses;
use crate::generation::elements::{EclipseElements, ElementsTheory};
use crate::generation::elevation::Elevation;
use crate::generation::records::CatalogRecords;
use crate::generation::skylines::Skylines;
use crate::generation::towns::Towns;
use crate::generation::towns_in_path::{TownInPath, TownsInPaths};
use artifacts::limb::LimbPack;
use artifacts::manifest::Verification;
use artifacts::reader::Generation;
use artifacts::schema::TableSchema;
use artifacts::tables;
use artifacts::tables::delta_t_models::Models;
use artifacts::tables::ephemeris::Ephemeris;
use artifacts::tables::time_zones::TimeZones;
use astro::constants::{MS_PER_DAY, SECONDS_PER_DAY, UNIX_EPOCH_JD};
use astro::ephemeris::truncated;
use astro::sky::theory::{Sky, Theory};
use astro::theory::vsop87;
use astro::time::delta_t::{DeltaT, DeltaTOrigin, Model};
use astro::time::{Date, Tt};
use hyper::header::HeaderValue;
use serde_json::value::RawValue;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use web::blocks::Block;

const TABLES: [&TableSchema; 16] = [
    &tables::catalog_blocks::TABLE,
    &tables::catalog_records::TABLE,
    &tables::countries::TABLE,
    &tables::delta_t::TABLE,
    &tables::delta_t_models::TABLE,
    &tables::eclipses::TABLE,
    &tables::elements::TABLE,
    &tables::elements_precise::TABLE,
    &tables::elevation::TABLE,
    &tables::ephemeris::TABLE,
    &tables::lunar_eclipses::TABLE,
    &tables::places::TABLE,
    &tables::time_zone_names::TABLE,
    &tables::time_zones::TABLE,
    &tables::town_names::TABLE,
    &tables::towns::TABLE,
];

/// Number of eclipses with cached map curves: dozens of years, about 20 MB, and 10 MB of limits.
const MAX_MAPS: usize = 64;
/// Number of eclipses with cached towns, at most 0.5 MB each.
const MAX_TOWN_LISTS: usize = 16;
/// Number of responses in [`Data::recent_paths`], at most 16 MB before encoding.
const MAX_PATHS: usize = 64;

/// Age of the last observation of ΔT that triggers a warning: one-year predictions are accurate to 0.05 s.
const MAX_OBSERVATION_AGE_DAYS: f64 = 365.25;

/// The data behind all responses. A newer generation replaces all of it.
pub struct Data {
    /// Name of the generation.
    pub(crate) id: String,
    /// The time at which it was built, ISO 8601.
    pub(crate) built_at: String,
    /// The time of `built_at`, milliseconds since 1970.
    pub(crate) built_ms: i64,
    /// The ephemeris of Sun and Moon.
    pub ephemeris: Ephemeris,
    /// ΔT by the default model; all other data follow from it, see [`Data::delta_t`].
    delta_t: Arc<DeltaT>,
    delta_t_models: Models,
    /// The Besselian elements of all eclipses.
    pub elements: Eclipses,
    /// Version of the program that computed it.
    pub(crate) engine_version: String,
    /// Name and version of the program that computed both catalogs, with the dataset.
    pub(crate) computed_by: String,
    /// The records of both catalogs.
    pub(crate) records: CatalogRecords,
    pub(crate) lunar_catalog: LunarCatalog,
    pub(crate) truncated_sun: vsop87::Earth,
    /// The truncated theories of Sun and Moon, for instants outside the ephemeris.
    pub(crate) truncated: truncated::TruncatedTheories,
    pub(crate) basemap: Arc<BaseMap>,
    /// The name in the addresses of tiles and zones; it changes with their content.
    pub(crate) tiles_id: String,
    pub(crate) time_zones: TimeZones,
    pub(crate) towns: Towns,
    /// The heights of the ground.
    pub elevation: Arc<Elevation>,
    /// The name in the validators of responses: the names of the generation, of the terrain and of the limb
    /// profiles, if installed.
    pub(crate) responses_id: Arc<str>,
    pub(crate) skylines: Skylines,
    /// Profiles of the Moon's limb, if installed.
    limb: Option<Arc<LimbPack>>,
    /// The curves of eclipses for maps, by catalog number and theory.
    pub(crate) map_curves: Arc<MapCurves>,
    /// The limits behind the mountains of the Moon, the same.
    pub(crate) map_limits: Arc<MapCurves>,
    /// Towns with totality or annularity, by catalog number and theory.
    pub(crate) towns_in_paths: TownsInPaths,
    /// Responses with the curves of an eclipse, by all parameters.
    pub(crate) recent_paths: Arc<RecentPaths>,
}

/// Curves as JSON by catalog number and theory.
pub(crate) type MapCurves = LruCache<(i32, ElementsTheory), Box<RawValue>>;

/// Responses with paths by their format and address.
pub(crate) type RecentPaths = LruCache<String, PathResponse>;

/// A response with the curves of an eclipse.
pub(crate) struct PathResponse {
    pub(crate) vertices: usize,
    pub(crate) disposition: HeaderValue,
    /// The response without an envelope.
    pub(crate) body: Arc<Block>,
}

impl DataOrigin {
    /// Opens the current generation.
    pub(crate) fn generation(&self, verification: Verification) -> Result<Generation, artifacts::Error> {
        let folder = artifacts::layout::current(&self.artifacts)?;
        Generation::with_tables(&folder, &TABLES, self.access, verification)
    }
}

impl Data {
    /// Opens the current generation of an `artifacts` folder after checking every sum.
    pub fn open(root: &Path) -> Result<Self, artifacts::Error> {
        let origin = DataOrigin::of(root);
        Self::from(&origin.generation(Verification::First)?, &origin)
    }

    /// Opens a generation, and the operator's terrain. The base map may be missing.
    pub(crate) fn from(generation: &Generation, origin: &DataOrigin) -> Result<Self, artifacts::Error> {
        let unix_ms = artifacts::built::built_at_unix_ms(generation.folder())?;
        let id = generation.manifest().id.clone();
        let engine_version = generation.manifest().inputs.engine_version.clone();
        let delta_t = Arc::new(tables::delta_t::open(generation)?);
        std::thread::scope(|scope| {
            // This takes as long as everything else.
            let elements = scope.spawn(|| Eclipses::open(generation, &delta_t));
            let heights = Elevation::open(generation, origin.terrain.as_deref())?;
            let limb = origin.limb.as_deref().map(LimbPack::current).transpose()?;
            let limb = limb.map(|pack| Arc::new(pack.with_access(origin.access)));
            let basemap = match &origin.basemap {
                Some(own) => Arc::clone(own),
                None => Arc::new(BaseMap::of_generation(generation, origin.access)?),
            };
            Ok(Self {
                built_ms: unix_ms,
                built_at: format!("{}Z", astro::time::iso_text_ms(unix_ms)),
                ephemeris: Ephemeris::open(generation)?,
                elements: elements.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?,
                delta_t: Arc::clone(&delta_t),
                delta_t_models: tables::delta_t_models::open(generation)?,
                computed_by: format!("Umbra {engine_version} (dataset {id})"),
                engine_version,
                records: CatalogRecords::open(generation)?,
                lunar_catalog: catalog::open(generation)?,
                truncated_sun: vsop87::Earth::truncated(),
                truncated: truncated::TruncatedTheories::default(),
                tiles_id: basemap.id(&id),
                basemap,
                time_zones: tables::time_zones::open(generation)?,
                towns: Towns::open(generation)?,
                responses_id: [
                    Some(&id[..]),
                    heights.terrain_id(),
                    limb.as_ref().map(|pack| &pack.manifest().id[..]),
                ]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join("-")
                .into(),
                elevation: Arc::new(heights),
                skylines: Skylines::new(),
                limb,
                map_curves: Arc::new(LruCache::new(MAX_MAPS)),
                map_limits: Arc::new(LruCache::new(MAX_MAPS)),
                towns_in_paths: LruCache::new(MAX_TOWN_LISTS),
                recent_paths: Arc::new(LruCache::new(MAX_PATHS)),
                id,
            })
        })
    }

    /// Returns ΔT by a model. Only the default model also provides the ΔT of the eclipses' elements, when the
    /// generation is opened.
    pub(crate) fn delta_t(&self, model: Option<Model>) -> &Arc<DeltaT> {
        match model {
            None | Some(Model::Default) => &self.delta_t,
            Some(Model::Em2006) => &self.delta_t_models.em2006,
            Some(Model::Smh2016) => &self.delta_t_models.smh2016,
        }
    }

    pub(crate) fn sky(&self, theory: Theory) -> Sky<'_> {
        Sky {
            theory,
            ephemeris: self.ephemeris.columns(),
            truncated_earth: &self.truncated_sun,
            truncated: &self.truncated,
        }
    }

    /// The towns.
    pub fn town_rows(&self) -> tables::towns::Rows<'_> {
        self.towns.rows()
    }

    /// Returns the towns with totality or annularity, the longest first.
    /// `is_usual` means that neither radii nor ΔT differ from those of the tables. Then the first call for an
    /// eclipse takes about 30 ms; otherwise only the `largest` towns are looked for.
    pub(crate) fn towns_in_path(
        &self,
        eclipse: &EclipseElements,
        delta_t_s: f64,
        is_usual: bool,
        largest: usize,
    ) -> Arc<Vec<TownInPath>> {
        let key = (eclipse.catalog_number, eclipse.theory);
        let kept = || self.towns_in_paths.get(&key).filter(|_| is_usual);
        kept().unwrap_or_else(|| {
            let largest = if is_usual { usize::MAX } else { largest };
            let towns = Arc::new(towns_in_path::in_path(&self.towns, eclipse, delta_t_s, largest));
            if is_usual {
                self.towns_in_paths.keep(key, Arc::clone(&towns));
            }
            towns
        })
    }

    /// The span of the ephemeris without a margin at both ends.
    pub(crate) fn coverage(&self, margin_days: f64) -> RangeInclusive<Tt> {
        let (begin, end) = self.ephemeris.columns().range();
        begin.plus_days(margin_days)..=end.plus_days(-margin_days)
    }

    /// Returns whether the ephemeris covers a span and a margin at both ends.
    pub(crate) fn covers(&self, span: &RangeInclusive<Tt>, margin_days: f64) -> bool {
        let coverage = self.coverage(margin_days);
        coverage.contains(span.start()) && coverage.contains(span.end())
    }

    /// The last instant for which ΔT was observed, seconds since 1970; 0 if it never was.
    pub(crate) fn delta_t_observed_until_s(&self) -> f64 {
        let observed = self.delta_t.nodes().iter().rfind(|node| node.source == DeltaTOrigin::Observed);
        observed.map_or(0.0, |node| {
            let begin_jd = |year| Date { year, month: 1, day: 1.0 }.gregorian_jd();
            let year = node.year.floor() as i32;
            let part = node.year - node.year.floor();
            let jd = begin_jd(year) + part * (begin_jd(year + 1) - begin_jd(year));
            (jd - UNIX_EPOCH_JD) * SECONDS_PER_DAY
        })
    }

    /// Returns a warning if observations of ΔT ended more than a year before an instant in milliseconds since
    /// 1970.
    pub(crate) fn delta_t_warning(&self, now_ms: i64) -> Option<String> {
        warning(self.delta_t_observed_until_s(), now_ms)
    }
}

/// The date of an instant in seconds since 1970.
pub(crate) fn date_text(unix_s: f64) -> String {
    astro::time::date_text_ms((unix_s * MS_PER_DAY as f64 / SECONDS_PER_DAY) as i64)
}

fn warning(observed_until_s: f64, now_ms: i64) -> Option<String> {
    let age_days = now_ms as f64 / MS_PER_DAY as f64 - observed_until_s / SECONDS_PER_DAY;
    (age_days > MAX_OBSERVATION_AGE_DAYS).then(|| {
        format!(
            "the last observation of ΔT, {}, is older than a year: later times rest on a prediction; \
             `umbra update-delta-t` and `umbra build` renew it",
            date_text(observed_until_s)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn observations_of_delta_t_are_old_after_a_year() {
        assert_eq!(warning(0.0, 365 * MS_PER_DAY), None);
        let text = warning(0.0, 366 * MS_PER_DAY).expect("old");
        assert!(text.contains("1970-01-01") && text.contains("update-delta-t"), "{text}");
        assert_eq!(warning(366.0 * SECONDS_PER_DAY, 0), None, "a clock that is behind");
        assert_eq!(date_text(366.0 * SECONDS_PER_DAY), "1971-01-02");
    }
}
