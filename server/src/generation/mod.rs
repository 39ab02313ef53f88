//! A generation, opened for answering: mapped tables, and what is made of them once.

pub mod catalog;
pub mod elements;
pub mod sky;

use crate::generation::catalog::Catalog;
use crate::generation::elements::EclipseElements;
use artifacts::reader::Generation;
use artifacts::tables::delta_t;
use artifacts::tables::ephemeris::Ephemeris;
use astro::theory::vsop87;
use astro::time::delta_t::DeltaT;
use std::path::Path;

/// Everything that answers are made from. Shared by all requests; a newer generation takes the place of the
/// whole.
pub struct Data {
    /// Name of the generation.
    pub id: String,
    /// When it was built, ISO 8601.
    pub built_at: String,
    /// Sun and Moon.
    pub ephemeris: Ephemeris,
    /// ΔT.
    pub delta_t: DeltaT,
    /// Besselian elements.
    pub elements: Vec<EclipseElements>,
    /// The catalog, ready to be sent.
    pub catalog: Catalog,
    /// The truncated theory of the Sun.
    pub truncated_sun: vsop87::Earth,
}

impl Data {
    /// Opens the current generation of an `artifacts` folder after checking every sum.
    pub fn open(root: &Path) -> Result<Self, artifacts::Error> {
        let generation = Generation::current(root)?;
        let manifest = generation.folder().join(artifacts::layout::MANIFEST);
        let built = std::fs::metadata(&manifest)
            .and_then(|m| m.modified())
            .map_err(artifacts::Error::io(&manifest, "find the age of"))?;
        let unix_ms = built.duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_millis() as i64);
        let id = generation.manifest().id.clone();
        Ok(Self {
            built_at: crate::api::input::Instant { unix_ms }.iso(),
            ephemeris: Ephemeris::open(&generation)?,
            delta_t: delta_t::open(&generation)?,
            elements: EclipseElements::all(&generation)?,
            catalog: Catalog::open(&generation, &id)?,
            truncated_sun: vsop87::Earth::truncated(),
            id,
        })
    }

    /// The elements of the eclipse whose UT date, or whose TD date of greatest eclipse, contains a Julian
    /// Day.
    pub fn elements_on(&self, jd: f64) -> Option<&EclipseElements> {
        let next = self.elements.partition_point(|e| e.t_max.0 < jd);
        let midnight = (jd - 0.5).floor() + 0.5;
        [next.checked_sub(1), Some(next)].into_iter().flatten().filter_map(|i| self.elements.get(i)).find(
            |e| {
                let td_midnight = (e.t_max.0 - 0.5).floor() + 0.5;
                e.midnight_ut == midnight || td_midnight == midnight
            },
        )
    }
}
