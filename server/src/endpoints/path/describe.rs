//! The shape of the answer in each format, with an example that is computed like any answer.

use super::cost;
use super::format;
use super::json::Response;
use super::request::{Query, Request};
use super::task::{Sampled, Task};
use crate::api::described::{Described, described};
use crate::api::input::Word;
use crate::api::operation::{DescribedForm, Shape};
use astro::eclipse::published::APRIL_2024;
use maps::geojson::PathCollection;
use maps::{About, Cut, Format, Options, PathWord};
use serde_json::{Value, json};

/// All formats.
pub(super) fn shape() -> Shape {
    Shape::Forms(Format::VALUES.iter().map(|format| form(*format)).collect())
}

fn form(format: Format) -> DescribedForm {
    let shape = match format {
        Format::GeoJson => Shape::Plain(described::<PathCollection>()),
        Format::Json => Shape::Envelope { query: described::<Query>(), response: described::<Response>() },
        Format::Czml => Shape::Plain(plain(json!({ "type": "array", "items": { "type": "object" } }))),
        Format::Kml | Format::Gpx | Format::Csv => Shape::Plain(plain(json!({ "type": "string" }))),
    };
    DescribedForm { form: format::form(format), shape, example: example(format) }
}

fn plain(schema: Value) -> Described {
    Described { schema, components: Vec::new() }
}

/// A short answer.
fn example(format: Format) -> Value {
    let (request, task) = asked(format);
    let made = task.sampled().and_then(Sampled::write).expect("a published eclipse has curves");
    let text = std::str::from_utf8(&made).expect("every format is UTF-8");
    match format {
        Format::GeoJson | Format::Czml => serde_json::from_str(text).expect("what was written is JSON"),
        Format::Json => {
            let response: Value = serde_json::from_str(text).expect("what was written is JSON");
            json!({ "query": request.query(cost::LEAST), "response": response })
        }
        Format::Kml | Format::Gpx | Format::Csv => json!(text),
    }
}

/// A request for little: the eclipse of 2024 April 8 by published elements.
fn asked(format: Format) -> (Request, Task) {
    const HOUR_MS: i64 = 3_600_000;
    let options = Options {
        isochrone_step_ms: HOUR_MS,
        outline_step_ms: HOUR_MS,
        cut: if format == Format::Czml { Cut::None } else { Cut::Antimeridian },
        max_vertices: 1000,
        ..Options::of(vec![PathWord::Centre, PathWord::Points], 10_000.0)
    };
    let about = About {
        jd: 2_460_408.5,
        date: "2024-04-08T18:17:19.800Z".to_owned(),
        kind: 8,
        saros: 139,
        t_max: 2_460_409.262_836,
        delta_t: 69.2,
        delta_t_sigma: Some(0.1),
        theory: "canon",
        theory_sigma_arcsec: 0.3,
        east_west_km: Some(0.04),
        computed_by: format!("Umbra {}", crate::VERSION),
        ..About::computed_with(&APRIL_2024, &options)
    };
    let request = Request::of(about.jd, options, format);
    let task = Task::new(&request, APRIL_2024, 9561, about);
    (request, task)
}

#[cfg(test)]
mod tests {
    use super::*;
    use maps::{Density, Extras};

    #[test]
    fn no_answer_is_larger_than_foreseen() {
        for format in Format::VALUES {
            let (_, mut task) = asked(*format);
            task.job.extras = Extras { times: true, centre: true };
            task.job.options.words = PathWord::ALL.into();
            task.job.options.density = Density::Tolerance { metres: 50.0 };
            task.job.options.outline_step_ms = 60_000;
            task.job.options.max_vertices = 200_000;
            let sampled = task.sampled().expect("curves");
            let (vertices, max_bytes) = (sampled.vertices(), sampled.max_bytes());
            let bytes = sampled.write().expect("a text").len();
            println!("{}: {vertices} vertices, {bytes} bytes of {max_bytes}", format.word());
            assert!(bytes <= max_bytes && (max_bytes < 4 * bytes || *format == Format::Csv));
        }
    }
}
