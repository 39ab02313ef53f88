//! The response in the envelope.

use crate::endpoints::prelude::*;
use almanac::schema::EclipseTypeCode;
use maps::json::{Entries, Greatest, JsonLine, JsonPoint, JsonPolygon, entries, greatest};
use maps::{Collection, Error, Job};
use serde_json::value::RawValue;

/// Decimals of the numbers of the curves: 0.1 m on the ground, 0.01″ in the sky.
const DECIMALS: usize = 6;

/// The curves of an eclipse.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PathResponse<'a> {
    /// Type of the eclipse: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.
    #[serde(rename = "type")]
    #[schema(value_type = EclipseTypeCode)]
    kind: u8,
    /// Julian Day (TD) of greatest eclipse.
    #[schema(value_type = f64)]
    t_max: Box<RawValue>,
    /// ΔT in force, s.
    #[schema(value_type = f64)]
    delta_t: Box<RawValue>,
    /// Sources and uncertainty of the curves; only for an eclipse of the tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    accuracy: Option<&'a EclipseAccuracy>,
    /// The map of heights of the Moon; only with `limits=limb`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    limb_map: Option<&'a str>,
    /// Greatest eclipse.
    greatest_eclipse: Greatest,
    /// Lines.
    paths: Vec<JsonLine<'a>>,
    /// Regions; the pieces of a region follow each other and have the same `id`.
    polygons: Vec<JsonPolygon<'a>>,
    /// Single points, in order of time.
    points: Vec<JsonPoint<'a>>,
}

/// Appends the response.
pub(super) fn write(
    out: &mut Vec<u8>,
    job: &Job,
    accuracy: Option<&EclipseAccuracy>,
    collection: &Collection,
) -> Result<(), Error> {
    let Entries { paths, polygons, points } = entries(collection)?;
    let response = PathResponse {
        kind: job.about.kind,
        t_max: with_usual_decimals(job.about.t_max),
        delta_t: with_usual_decimals(job.about.delta_t),
        accuracy,
        limb_map: job.about.limb_map.as_deref(),
        greatest_eclipse: greatest(collection, &job.elements, job.about.delta_t)?,
        paths,
        polygons,
        points,
    };
    json::append_rounded::<DECIMALS>(out, &response);
    Ok(())
}

/// Returns a number with the decimals of other responses: an instant in days needs more than an angle.
fn with_usual_decimals(value: f64) -> Box<RawValue> {
    let text = String::from_utf8(json::bytes(&value)).expect("digits are UTF-8");
    RawValue::from_string(text).expect("the text is JSON")
}
