//! A generation opened for answering: its tables, and what is computed from them once.

pub(crate) mod basemap;
pub(crate) mod catalog;
pub(crate) mod elements;
pub mod elevation;
pub(crate) mod limb;
pub(crate) mod lunar_catalog;
mod place_names;
pub(crate) mod recent;
pub(crate) mod records;
pub(crate) mod sky;
pub(crate) mod skylines;
mod written;

use crate::generation::basemap::{BaseMap, Origin};
use crate::generation::catalog::Catalog;
use crate::generation::elements::EclipseElements;
use crate::generation::elevation::Elevation;
use crate::generation::lunar_catalog::LunarCatalog;
use crate::generation::recent::Recent;
use crate::generation::skylines::Skylines;
use artifacts::limb::Pack;
use artifacts::manifest::Manifest;
use artifacts::reader::Generation;
use artifacts::schema::Table;
use artifacts::tables;
use artifacts::tables::delta_t_models::Models;
use artifacts::tables::ephemeris::Ephemeris;
use artifacts::tables::time_zones::TimeZones;
use astro::constants::{MS_PER_DAY, SECONDS_PER_DAY, UNIX_EPOCH_JD};
use astro::ephemeris::truncated;
use astro::theory::vsop87;
use astro::time::Date;
use astro::time::delta_t::{DeltaT, Source};
use serde_json::value::RawValue;
use std::path::Path;
use std::sync::Arc;

/// The tables that answers are made from.
const TABLES: [&Table; 5] = [
    &tables::delta_t::TABLE,
    &tables::eclipses::TABLE,
    &tables::elements::TABLE,
    &tables::ephemeris::TABLE,
    &tables::places::TABLE,
];

/// The tables that a generation may be without, if it was built before there were any.
const ZONES: [&Table; 2] = [&tables::time_zones::TABLE, &tables::time_zone_names::TABLE];

/// The heights of the ground, which a generation may be without likewise.
const ELEVATION: &Table = &tables::elevation::TABLE;

/// The catalog of lunar eclipses, which a generation may be without likewise, and the last of its columns to
/// be added.
const LUNAR: (&Table, &str) = (&tables::lunar_eclipses::TABLE, "timestamp_ms");

/// Other models of ΔT, which a generation may be without likewise.
const DELTA_T_MODELS: &Table = &tables::delta_t_models::TABLE;

/// Of so many eclipses the curves on maps are kept: the next dozens of years, about 20 MB.
const MOST_MAPS: usize = 64;

/// Observations of ΔT that end before so many days are told of: predictions of a year are good to 0.05 s.
const OLD_AFTER_DAYS: f64 = 365.25;

/// How far a Julian Day may be from greatest eclipse and still name the eclipse.
const MOST_DAYS_FROM_GREATEST: f64 = 1.5;

/// The data from which answers are made, shared by all requests. A newer generation replaces all of it.
pub struct Data {
    /// Name of the generation.
    pub(crate) id: String,
    /// When it was built, ISO 8601.
    pub(crate) built_at: String,
    /// The same, milliseconds since 1970.
    pub(crate) built_ms: i64,
    /// The ephemeris of Sun and Moon.
    pub ephemeris: Ephemeris,
    /// The table of ΔT.
    pub(crate) delta_t: Arc<DeltaT>,
    /// ΔT by other models; none if the generation was built without them.
    pub(crate) delta_t_models: Option<Models>,
    /// The Besselian elements of all eclipses.
    pub elements: Vec<EclipseElements>,
    /// The catalog, ready to be sent.
    pub(crate) catalog: Catalog,
    /// The catalog of lunar eclipses; none if the generation was built before it had all columns.
    pub(crate) lunar_catalog: Option<LunarCatalog>,
    /// The truncated theory of the Sun.
    pub(crate) truncated_sun: vsop87::Earth,
    /// The truncated theories of Sun and Moon, which answer outside of the ephemeris.
    pub(crate) truncated: truncated::Theories,
    /// The base map.
    pub(crate) basemap: Arc<BaseMap>,
    /// The name in the addresses of tiles and zones; it changes whenever one of these may.
    pub(crate) tiles_id: String,
    /// The time zones; none if the generation was built without them.
    pub(crate) time_zones: Option<TimeZones>,
    /// The heights of the ground.
    pub elevation: Arc<Elevation>,
    /// The name in the validators of answers: that of the generation, and those of the terrain and of the
    /// profiles of the limb if there are some.
    pub(crate) answers_id: String,
    /// Skylines of observers.
    pub(crate) skylines: Skylines,
    /// Profiles of the Moon's limb; none if the operator has installed none.
    limb: Option<Arc<Pack>>,
    /// The curves of eclipses as maps want them, by catalog number.
    pub(crate) map_curves: Arc<Recent<i32, Box<RawValue>>>,
}

impl Data {
    /// Opens the current generation of an `artifacts` folder after checking every sum.
    pub fn open(root: &Path) -> Result<Self, artifacts::Error> {
        Self::from(&Origin::of(root))
    }

    /// Opens the current generation after checking every sum, and the operator's terrain. Without its base
    /// map it is whole enough.
    pub(crate) fn from(origin: &Origin) -> Result<Self, artifacts::Error> {
        let folder = artifacts::layout::current(&origin.artifacts)?;
        let manifest = Manifest::read(&folder)?;
        let has_zones = ZONES.iter().all(|table| manifest.schema.contains_key(table.name));
        let zones = if has_zones { &ZONES[..] } else { &[] };
        let (lunar, newest) = LUNAR;
        let has_lunar = manifest.has_column(lunar.name, newest);
        let lunar = if has_lunar { &[lunar][..] } else { &[] };
        let has_elevation = manifest.schema.contains_key(ELEVATION.name);
        let elevation = if has_elevation { &[ELEVATION][..] } else { &[] };
        let has_models = manifest.schema.contains_key(DELTA_T_MODELS.name);
        let models = if has_models { &[DELTA_T_MODELS][..] } else { &[] };
        let wanted = [&TABLES, zones, lunar, elevation, models].concat();
        let generation = Generation::with_tables(&folder, &wanted)?;
        let unix_ms = artifacts::built::built_at_unix_ms(generation.folder())?;
        let id = generation.manifest().id.clone();
        let heights = Elevation::open(&generation, has_elevation, origin.terrain.as_deref())?;
        let limb = origin.limb.as_deref().map(Pack::current).transpose()?.map(Arc::new);
        let of_generation = || Arc::new(BaseMap::of_generation(&generation));
        let basemap = origin.basemap.clone().unwrap_or_else(of_generation);
        Ok(Self {
            built_ms: unix_ms,
            built_at: format!("{}Z", astro::time::iso_text_ms(unix_ms)),
            ephemeris: Ephemeris::open(&generation)?,
            delta_t: Arc::new(tables::delta_t::open(&generation)?),
            delta_t_models: has_models.then(|| tables::delta_t_models::open(&generation)).transpose()?,
            elements: EclipseElements::all(&generation)?,
            catalog: Catalog::open(&generation, &id)?,
            lunar_catalog: has_lunar.then(|| LunarCatalog::open(&generation)).transpose()?,
            truncated_sun: vsop87::Earth::truncated(),
            truncated: truncated::Theories::default(),
            tiles_id: basemap.id(&id),
            basemap,
            time_zones: has_zones.then(|| tables::time_zones::open(&generation)).transpose()?,
            answers_id: [
                Some(&id[..]),
                heights.terrain_id(),
                limb.as_ref().map(|pack| &pack.manifest().id[..]),
            ]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join("-"),
            elevation: Arc::new(heights),
            skylines: Skylines::new(),
            limb,
            map_curves: Arc::new(Recent::new(MOST_MAPS)),
            id,
        })
    }

    /// The last instant for which ΔT was observed, seconds since 1970; 0 if it never was.
    pub(crate) fn delta_t_observed_until_s(&self) -> f64 {
        let observed = self.delta_t.nodes().iter().rfind(|node| node.source == Source::Observed);
        observed.map_or(0.0, |node| {
            let begin_jd = |year| Date { year, month: 1, day: 1.0 }.gregorian_jd();
            let year = node.year.floor() as i32;
            let part = node.year - node.year.floor();
            let jd = begin_jd(year) + part * (begin_jd(year + 1) - begin_jd(year));
            (jd - UNIX_EPOCH_JD) * SECONDS_PER_DAY
        })
    }

    /// What is to be said where observations of ΔT ended more than a year before an instant, in milliseconds
    /// since 1970; none otherwise.
    pub(crate) fn delta_t_warning(&self, now_ms: i64) -> Option<String> {
        warning(self.delta_t_observed_until_s(), now_ms)
    }

    /// The elements of the eclipse that a Julian Day names: greatest eclipse, in UT, is within 1.5 days of
    /// it. So midnight and noon of its date name it, and those of the day before or after.
    pub(crate) fn elements_on(&self, jd: f64) -> Option<&EclipseElements> {
        // Eclipses are a lunation apart at least: one alone can be so near.
        self.nearest_elements(jd).filter(|e| (e.greatest_ut().0 - jd).abs() <= MOST_DAYS_FROM_GREATEST)
    }

    /// The first eclipses after a Julian Day of UT, in order of time.
    pub(crate) fn elements_after(&self, jd: f64) -> &[EclipseElements] {
        &self.elements[self.elements.partition_point(|e| e.greatest_ut().0 < jd)..]
    }

    /// The elements of the eclipse nearest in time to a Julian Day; none only if there are no eclipses.
    pub(crate) fn nearest_elements(&self, jd: f64) -> Option<&EclipseElements> {
        let days = |e: &EclipseElements| (e.greatest_ut().0 - jd).abs();
        let next = self.elements.partition_point(|e| e.greatest_ut().0 < jd);
        let neighbours = [next.checked_sub(1), Some(next)].into_iter().flatten();
        let neighbours = neighbours.filter_map(|i| self.elements.get(i));
        neighbours.min_by(|a, b| days(a).total_cmp(&days(b)))
    }
}

/// The date of an instant in seconds since 1970.
pub(crate) fn date_text(unix_s: f64) -> String {
    let text = astro::time::iso_text_ms((unix_s * MS_PER_DAY as f64 / SECONDS_PER_DAY) as i64);
    text.split('T').next().unwrap_or_default().to_owned()
}

fn warning(observed_until_s: f64, now_ms: i64) -> Option<String> {
    let age_days = now_ms as f64 / MS_PER_DAY as f64 - observed_until_s / SECONDS_PER_DAY;
    (age_days > OLD_AFTER_DAYS).then(|| {
        format!(
            "the last observation of ΔT, {}, is older than a year: later times rest on a prediction; \
             `builder update-delta-t` and `builder build` renew it",
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
