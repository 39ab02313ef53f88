//! A map in two steps: sampling the curves, which gives their number of vertices, and writing them.

use crate::collection::{Collection, Extras};
use crate::csv::CsvRow;
use crate::curves::CurveOptions;
use crate::error::Error;
use crate::feature::Feature;
use crate::job::Job;
use crate::word::PathWord;
use crate::{EclipseClock, MapFormat, csv, geojson, gpx, kml};
use geography::Geometry;

/// The vertices of a map that is not yet written.
///
/// ```
/// use astro::eclipse::published::APRIL_2024;
/// use maps::{About, Extras, MapFormat, Job, CurveOptions, PathWord, Samples};
/// let options = CurveOptions::of(vec![PathWord::Centre], 10_000.0);
/// let about = About { kind: 8, delta_t: 69.2, ..About::computed_with(&APRIL_2024, &options) };
/// let (extras, format) = (Extras::default(), MapFormat::Gpx);
/// let job = Job { elements: APRIL_2024, about, options, extras, format, step_ms: 60_000 };
/// let samples = Samples::new(job)?;
/// assert!(samples.vertices() > 10);
/// let mut text = Vec::new();
/// samples.write(&mut text, |_, _, _| unreachable!("the format is not JSON"))?;
/// assert!(text.starts_with(b"<?xml"));
/// # Ok::<(), maps::Error>(())
/// ```
pub struct Samples {
    job: Job,
    curves: SampledCurves,
}

/// The vertices, by the kind of map.
enum SampledCurves {
    /// Curves on a map.
    Features(Vec<Feature>),
    /// Rows of a table.
    Table(Vec<CsvRow>),
}

impl Samples {
    /// Computes all vertices. Stops with [`Error::TooMany`] as soon as they exceed the limit.
    pub fn new(job: Job) -> Result<Self, Error> {
        let curves = match job.format {
            MapFormat::Csv => SampledCurves::Table(csv::rows(&job)?),
            _ => SampledCurves::Features(job.collection(&job.options)?.features),
        };
        Ok(Self { job, curves })
    }

    /// The job of these vertices.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        match &self.curves {
            SampledCurves::Features(features) => features.iter().map(|f| f.geometry.vertices()).sum(),
            SampledCurves::Table(rows) => rows.iter().map(CsvRow::places).sum(),
        }
    }

    /// The maximum size of the map, bytes.
    pub fn max_bytes(&self) -> usize {
        /// Everything before the curves, and what a feature has besides its vertices.
        const HEAD: usize = 16 * 1024;
        const FEATURE: usize = 1024;
        let (format, extras) = (self.job.format, self.job.extras);
        let vertex_bytes = |feature: &Feature| {
            let centre = extras.centre && feature.path == PathWord::Centre;
            let extras = Extras { centre, ..extras };
            match feature.geometry {
                Geometry::Polygons(_) => format.max_corner_bytes(extras),
                _ => format.max_vertex_bytes(extras),
            }
        };
        let of_feature = |feature: &Feature| FEATURE + vertex_bytes(feature) * feature.geometry.vertices();
        let of_curves = match &self.curves {
            SampledCurves::Features(features) => features.iter().map(of_feature).sum(),
            SampledCurves::Table(_) => format.max_vertex_bytes(Extras::default()) * self.vertices(),
        };
        HEAD + of_curves
    }

    /// Appends the map. For [`MapFormat::Json`], `json` appends the text, because its envelope is the
    /// caller's.
    pub fn write(
        self,
        out: &mut Vec<u8>,
        json: impl FnOnce(&mut Vec<u8>, &Job, &Collection) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let job = &self.job;
        let about = &job.about;
        match self.curves {
            SampledCurves::Table(rows) => {
                csv::write(out, EclipseClock::new(job.elements.t0, about.delta_t), &rows)
            }
            SampledCurves::Features(features) => {
                let collection = of_features(job, features)?;
                match job.format {
                    MapFormat::GeoJson => geojson::write(out, &collection, about, job.extras)?,
                    MapFormat::Json => json(out, job, &collection)?,
                    MapFormat::Kml => {
                        // Single outlines have an instant, not a time in which they are shown.
                        let is_step = job.options.outline_instants_ms.is_empty();
                        let step_ms = if is_step { job.options.outline_step_ms } else { 0 };
                        kml::write(out, about, &collection, step_ms)?;
                    }
                    MapFormat::Gpx => gpx::write(out, about, &collection),
                    MapFormat::Csv => unreachable!("sampled as a table"),
                }
            }
        }
        Ok(())
    }
}

/// The collection of existing features. It borrows the elements of the job and is therefore made again.
fn of_features(job: &Job, features: Vec<Feature>) -> Result<Collection<'_>, Error> {
    let mut collection = job.collection(&CurveOptions { words: Vec::new(), ..job.options.clone() })?;
    collection.features = features;
    Ok(collection)
}
