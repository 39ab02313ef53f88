//! The summary that a build prints and saves at its end.

use crate::changes::rows_of_tables;
use crate::check::{self, EphemerisResidual, Surfaces};
use crate::{Changes, Error, ObservedDeltaT, Progress, tally};
use artifacts::manifest::{KernelSource, Manifest};
use artifacts::publication;
use artifacts::tables::{eclipses, elements};
use astro::ephemeris::chebyshev_table::ChebyshevSegment;
use astro::time::Date;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// Figures of a build.
#[derive(Debug, Serialize, Deserialize)]
pub struct Summary {
    /// Generation id.
    pub generation: String,
    /// Always false: a build that had nothing to do prints [`crate::Unchanged`].
    #[serde(default)]
    pub unchanged: bool,
    /// The numerical ephemeris, if one was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<KernelSource>,
    /// Changes from the generation that was current before, if it was another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<Changes>,
    /// Rows of each table.
    pub rows: BTreeMap<String, u64>,
    /// Eclipses of each type.
    pub eclipse_types: Vec<(String, u32)>,
    /// Numbers of greatest eclipses on land and at sea.
    pub places: Surfaces,
    /// Worst residual of the elements and of the precise ones, Earth radii.
    pub worst_elements_residual_earth_radii: f64,
    /// Worst residual of the ephemeris, arcseconds.
    pub worst_ephemeris_residual_arcsec: f64,
    /// Worst residual of the Moon's distance, m.
    pub worst_ephemeris_residual_m: f64,
    /// Age of the last observation of ΔT.
    pub delta_t_observed: ObservedDeltaT,
    /// Wall time of each stage, s.
    pub stages_s: Vec<(String, f64)>,
    /// Sum of the stages, s.
    pub total_s: f64,
    /// Size of each file, bytes.
    pub files: BTreeMap<String, u64>,
}

/// Figures measured by a build from its results.
pub(crate) struct Figures {
    eclipse_types: Vec<(String, u32)>,
    surfaces: Surfaces,
    worst_elements_residual_earth_radii: f64,
    worst_ephemeris_residual: EphemerisResidual,
}

impl Figures {
    /// Counts the types of the eclipses and finds the worst of each residual; `elements` are the canon's and
    /// the precise ones.
    pub(crate) fn new(
        eclipses: &[eclipses::Row],
        elements: [&[elements::Row]; 2],
        segments: &[ChebyshevSegment],
        surfaces: Surfaces,
    ) -> Result<Self, Error> {
        let residuals = elements.into_iter().flatten().map(|e| e.fit_residual_earth_radii);
        Ok(Self {
            eclipse_types: tally::values(eclipses.iter().map(|e| e.eclipse_type_primary))?,
            surfaces,
            worst_elements_residual_earth_radii: residuals.fold(0.0, f64::max),
            worst_ephemeris_residual: check::worst(segments),
        })
    }
}

impl Summary {
    pub(crate) fn new(
        manifest: Manifest,
        before: Option<&Manifest>,
        figures: Figures,
        delta_t_observed: ObservedDeltaT,
        progress: &Progress,
    ) -> Self {
        let stages_s: Vec<_> =
            progress.stages().iter().map(|(name, time)| ((*name).to_owned(), time.as_secs_f64())).collect();
        let before = before.filter(|before| before.id != manifest.id);
        let changes = before.map(|before| Changes::new(before, &manifest));
        let (rows, files) = (rows_of_tables(&manifest), bytes_of_files(&manifest));
        Self {
            generation: manifest.id,
            unchanged: false,
            kernel: manifest.inputs.kernel,
            changes,
            rows,
            eclipse_types: figures.eclipse_types,
            places: figures.surfaces,
            worst_elements_residual_earth_radii: figures.worst_elements_residual_earth_radii,
            worst_ephemeris_residual_arcsec: figures.worst_ephemeris_residual.arcsec,
            worst_ephemeris_residual_m: figures.worst_ephemeris_residual.moon_km * 1000.0,
            delta_t_observed,
            total_s: stages_s.iter().map(|s| s.1).sum(),
            stages_s,
            files,
        }
    }
}

pub(crate) fn described(kernel: &KernelSource) -> String {
    let [from, to] = [kernel.from_jd_tt, kernel.to_jd_tt].map(|jd| Date::civil(f64::from(jd)));
    let KernelSource { file, sha256, .. } = kernel;
    let date = |d: Date| format!("{}-{:02}-{:02}", d.year, d.month, d.day.floor());
    let (from, to) = (date(from), date(to));
    format!("ephemeris, elements_precise: {from} … {to} from {file} (SHA-256 {sha256}), the rest from series")
}

/// Size of each file of a generation.
pub(crate) fn bytes_of_files(manifest: &Manifest) -> BTreeMap<String, u64> {
    manifest.files.iter().map(|(name, file)| (name.clone(), file.bytes)).collect()
}

/// Name of the file with the summary of the last build, in the folder `artifacts`. Times are not part of a
/// generation, whose bytes depend on the sources alone.
const FILE_NAME: &str = "summary.json";

impl Summary {
    /// Writes the summary next to the generations; another build that has begun meanwhile will write its own.
    pub fn save(&self, root: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self)?;
        match publication::leave(root, &root.join(FILE_NAME), &text) {
            Err(artifacts::Error::Busy(_)) => Ok(()),
            done => Ok(done?),
        }
    }

    /// The summary of the last build, if it made this generation; none if another build has run since, or the
    /// generation was copied from elsewhere.
    pub fn load(root: &Path, generation: &str) -> Result<Option<Self>, Error> {
        let path = root.join(FILE_NAME);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(artifacts::Error::io(&path, "read")(e).into()),
        };
        let broken = |e: serde_json::Error| {
            Error::line(&path, e.line() as u64, format!("{e}; remove the file, or run the builder again"))
        };
        let value: serde_json::Value = serde_json::from_str(&text).map_err(broken)?;
        // The summary of another generation may be from another version of the builder.
        if value["generation"] != generation {
            return Ok(None);
        }
        serde_json::from_value(value).map(Some).map_err(broken)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "generation {}", self.generation)?;
        for (table, rows) in &self.rows {
            writeln!(f, "  {table:<16} {rows:>8} rows")?;
        }
        if let Some(kernel) = &self.kernel {
            writeln!(f, "  {}", described(kernel))?;
        }
        let types: Vec<_> = self.eclipse_types.iter().map(|(t, n)| format!("{n} {t}")).collect();
        writeln!(f, "  solar eclipses: {}", types.join(", "))?;
        let p = self.places;
        writeln!(
            f,
            "  greatest eclipse: {} on land, {} at sea, {} on inland water",
            p.land, p.sea, p.inland_water
        )?;
        if p.gap > 0 {
            writeln!(f, "  {} in no sea area: the polygons of --seas leave gaps", p.gap)?;
        }
        if p.land_mask_disagrees > 0 {
            writeln!(f, "  {} where land mask and country outlines disagree", p.land_mask_disagrees)?;
        }
        writeln!(f, "worst fit residual")?;
        writeln!(
            f,
            "  elements         {:.1e} Earth radii over t0 ± 3 h",
            self.worst_elements_residual_earth_radii
        )?;
        writeln!(
            f,
            "  ephemeris        {:.6}″, {:.2} m",
            self.worst_ephemeris_residual_arcsec, self.worst_ephemeris_residual_m
        )?;
        write!(f, "{}", self.delta_t_observed)?;
        writeln!(f, "time")?;
        for (stage, seconds) in &self.stages_s {
            writeln!(f, "  {stage:<16} {seconds:>8.2} s")?;
        }
        writeln!(f, "  total            {:>8.2} s", self.total_s)?;
        writeln!(f, "files")?;
        for (name, bytes) in &self.files {
            writeln!(f, "  {name:<24} {bytes:>10} bytes")?;
        }
        self.changes.iter().try_for_each(|changes| write!(f, "{changes}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_that_cannot_be_read_is_an_error_and_no_other_build() {
        let root = tempfile::tempdir().expect("folder");
        let load = |generation: &str| Summary::load(root.path(), generation);
        assert!(load("a").is_ok_and(|s| s.is_none()), "there is none");
        let write = |text: &str| std::fs::write(root.path().join(FILE_NAME), text).expect("written");
        write(r#"{"generation":"b","from":"another version"}"#);
        assert!(load("a").is_ok_and(|s| s.is_none()), "it is of another build");
        for damaged in [r#"{"generation":"a"}"#, r#"{"generation":"a""#] {
            write(damaged);
            let error = load("a").expect_err("refused").to_string();
            assert!(error.contains(FILE_NAME), "{error}");
        }
    }
}
