//! The computation of an answer in two steps: the curves are sampled, which gives their price, and then
//! written.

use super::cost::MOST_VERTICES;
use super::csv::Row;
use super::format::Format;
use super::shadow::Shadow;
use super::task::Task;
use super::{csv, czml, gpx, json, kml};
use artifacts::paths::{Clock, Collection, Error, Extras, Feature, Options, PathWord, geojson};
use bytes::Bytes;
use geography::Geometry;
use web::problem::{Code, Problem};

/// The places of an answer, of which nothing is written yet.
pub(super) struct Sampled {
    task: Task,
    places: Places,
}

enum Places {
    /// Curves on a map.
    Features(Vec<Feature>),
    /// Curves on a globe, and the shadow that moves over it.
    Globe(Vec<Feature>, Option<Shadow>),
    /// Rows of a table.
    Table(Vec<Row>),
}

impl Sampled {
    /// Computes all places. Ends as soon as there are more than one call gives.
    pub(super) fn of(task: Task) -> Result<Self, Problem> {
        let places = match task.format {
            Format::Csv => csv::rows(&task).map(Places::Table),
            Format::Czml => globe(&task),
            _ => features(&task, &task.options).map(Places::Features),
        };
        match places {
            Ok(places) => Ok(Self { task, places }),
            Err(error) => Err(problem(&task, &error)),
        }
    }

    /// Number of vertices in the answer.
    pub(super) fn vertices(&self) -> usize {
        match &self.places {
            Places::Features(features) => vertices(features),
            Places::Globe(features, shadow) => {
                vertices(features) + shadow.as_ref().map_or(0, Shadow::vertices)
            }
            Places::Table(rows) => rows.iter().map(Row::places).sum(),
        }
    }

    /// Bytes that the answer has at most, without an envelope.
    pub(super) fn most_bytes(&self) -> usize {
        /// What stands before the curves, and what every feature has beside its vertices.
        const HEAD: usize = 16 * 1024;
        const FEATURE: usize = 1024;
        let (format, extras) = (self.task.format, self.task.extras);
        let vertex_bytes = |feature: &Feature| {
            let centre = extras.centre && feature.path == PathWord::Centre;
            let extras = Extras { centre, ..extras };
            match feature.geometry {
                Geometry::Polygons(_) => format.corner_bytes(extras),
                _ => format.vertex_bytes(extras),
            }
        };
        let features = match &self.places {
            Places::Features(features) | Places::Globe(features, _) => &features[..],
            Places::Table(_) => &[],
        };
        let of_feature = |feature: &Feature| FEATURE + vertex_bytes(feature) * feature.geometry.vertices();
        // Of the moving shadow, or of the rows of a table.
        let others = self.vertices() - vertices(features);
        let of_others = format.vertex_bytes(Extras::default()) * others;
        HEAD + features.iter().map(of_feature).sum::<usize>() + of_others
    }

    /// Writes the answer, without an envelope.
    pub(super) fn write(self) -> Result<Bytes, Problem> {
        let task = &self.task;
        let mut text = Vec::new();
        let written = match self.places {
            Places::Features(features) => write_features(&mut text, task, features),
            Places::Globe(features, shadow) => of_features(task, features)
                .map(|collection| czml::write(&mut text, task, &collection, shadow.as_ref())),
            Places::Table(rows) => {
                csv::write(&mut text, Clock::new(task.elements.t0, task.delta_t_s), &rows);
                Ok(())
            }
        };
        written.map_err(|error| problem(task, &error))?;
        Ok(text.into())
    }
}

fn vertices(features: &[Feature]) -> usize {
    features.iter().map(|feature| feature.geometry.vertices()).sum()
}

fn features(task: &Task, options: &Options) -> Result<Vec<Feature>, Error> {
    Ok(Collection::new(&task.elements, task.delta_t_s, options)?.features)
}

/// On a globe the outlines of the umbra are one shadow that moves.
fn globe(task: &Task) -> Result<Places, Error> {
    let is_still = |word: &PathWord| *word != PathWord::Outlines;
    let words: Vec<PathWord> = task.options.words.iter().copied().filter(is_still).collect();
    let has_shadow = words.len() < task.options.words.len();
    let collection =
        Collection::new(&task.elements, task.delta_t_s, &Options { words, ..task.options.clone() })?;
    let shadow = if has_shadow { Shadow::of(&collection, task.options.outline_step_ms)? } else { None };
    if collection.vertices() + shadow.as_ref().map_or(0, Shadow::vertices) > MOST_VERTICES {
        return Err(Error::TooMany { most: MOST_VERTICES });
    }
    Ok(Places::Globe(collection.features, shadow))
}

/// The collection of features that are there already.
fn of_features(task: &Task, features: Vec<Feature>) -> Result<Collection<'_>, Error> {
    let nothing_new = Options { words: Vec::new(), ..task.options.clone() };
    let mut collection = Collection::new(&task.elements, task.delta_t_s, &nothing_new)?;
    collection.features = features;
    Ok(collection)
}

fn write_features(text: &mut Vec<u8>, task: &Task, features: Vec<Feature>) -> Result<(), Error> {
    let collection = of_features(task, features)?;
    match task.format {
        Format::GeoJson => geojson::write(text, &collection, &task.about, task.extras)?,
        Format::Json => json::write(text, task, &collection)?,
        Format::Kml => kml::write(text, task, &collection)?,
        Format::Gpx => gpx::write(text, task, &collection),
        Format::Czml | Format::Csv => unreachable!("a globe and a table have places of their own"),
    }
    Ok(())
}

fn problem(task: &Task, error: &Error) -> Problem {
    match error {
        Error::TooMany { most } => Problem::new(
            Code::TooLarge,
            format!(
                "these curves have more than {most} vertices, the most that one call gives: ask for \
                    fewer paths, or for a greater tolerance, isoStep or outStep, or a smaller spacingFactor"
            ),
        ),
        Error::Curve(_) | Error::Map(_) => {
            let catalog_number = task.catalog_number;
            tracing::error!(catalog_number, %error, "the curves of an eclipse could not be computed");
            let detail = "the curves of this eclipse could not be computed; the operator's log says why";
            Problem::new(Code::Internal, detail)
        }
    }
}
