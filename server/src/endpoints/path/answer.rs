//! The computation of an answer.

use super::format::Format;
use super::task::Task;
use super::{csv, czml, gpx, json, kml};
use crate::generation::elements::Curves;
use crate::http::problem::{Code, Problem};
use artifacts::paths::{Collection, Error, geojson};

/// Computes the curves and writes them, without an envelope.
pub(super) fn make(task: &Task) -> Result<Curves, Problem> {
    try_make(task).map_err(|e| problem(task, &e))
}

fn try_make(task: &Task) -> Result<Curves, Error> {
    if task.format == Format::Csv {
        return csv::table(task);
    }
    let collection = Collection::new(&task.elements, task.delta_t_s, &task.options)?;
    let vertices = collection.vertices();
    let mut body = Vec::new();
    match task.format {
        Format::GeoJson => geojson::write(&mut body, &collection, &task.about, task.extras)?,
        Format::Json => json::write(&mut body, task, &collection)?,
        Format::Kml => kml::write(&mut body, task, &collection),
        Format::Czml => czml::write(&mut body, task, &collection),
        Format::Gpx => gpx::write(&mut body, task, &collection),
        Format::Csv => {}
    }
    Ok(Curves { vertices, body: body.into() })
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
