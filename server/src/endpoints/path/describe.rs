//! The shape of the response in each format, with an example that is computed like any response.

use super::json::PathResponse;
use super::query::NAME;
use super::query::PathQuery;
use super::task::Task;
use super::{cost, curves};
use crate::endpoints::elements::EclipseDay;
use crate::endpoints::prelude::*;
use crate::generation::elements::ElementsTheory;
use astro::eclipse::published::APRIL_2024;
use maps::geojson::PathCollection;
use maps::{About, Cut, MapFormat, PathWord};
use serde_json::{Value, json};

pub(super) fn shape() -> Shape {
    MapFormat::shapes(|format| {
        let shape = match format {
            MapFormat::GeoJson => Shape::Plain(described::<PathCollection>()),
            MapFormat::Json => Shape::envelope::<PathQuery, PathResponse>(),
            MapFormat::Kml | MapFormat::Gpx | MapFormat::Csv => {
                Shape::Plain(plain(json!({ "type": "string" })))
            }
        };
        (shape, example(format))
    })
}

fn plain(schema: Value) -> Described {
    Described { schema, components: Vec::new() }
}

/// Returns a short response.
fn example(format: MapFormat) -> Value {
    let (query, task) = small_request(format);
    let mut text = Vec::new();
    let written = task.sampled().and_then(|sampled| sampled.write(&mut text));
    written.expect("a published eclipse has curves");
    let text = std::str::from_utf8(&text).expect("every format is UTF-8");
    match format {
        MapFormat::GeoJson => serde_json::from_str(text).expect("what was written is JSON"),
        MapFormat::Json => {
            let response: Value = serde_json::from_str(text).expect("what was written is JSON");
            json!({ "query": query.in_query(NAME, cost::MIN), "response": response })
        }
        MapFormat::Kml | MapFormat::Gpx | MapFormat::Csv => json!(text),
    }
}

/// Returns a small request: the eclipse of 2024 April 8 by published elements.
fn small_request(format: MapFormat) -> (PathQuery, Task) {
    const HOUR_MIN: f64 = 60.0;
    let query = PathQuery {
        day: EclipseDay { jd: Day(2_460_408.5) },
        paths: curves::RequestedPaths::of(vec![PathWord::Centre, PathWord::Points]),
        spacing_factor: None,
        tolerance: Some(10_000.0),
        eqm: None,
        mag: Vec::new(),
        obscuration: Vec::new(),
        min_alt: 0.0,
        poly: curves::Polygons::default(),
        iso_step: HOUR_MIN,
        out_step: HOUR_MIN,
        umbra: None,
        dur: None,
        limits: None,
        ground: None,
        step: HOUR_MIN,
        extras: Vec::new(),
        format: Some(format),
        cut: Cut::Antimeridian,
        elements: ElementsInput { theory: Some(ElementsTheory::Canon), ..ElementsInput::default() },
        delta_t: DeltaTInput::default(),
    };
    let about = About {
        jd: query.day.jd.0,
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
        ..About::computed_with(&APRIL_2024, &query.options())
    };
    let task = Task::new(&query, APRIL_2024, 9561, about);
    (query, task)
}

#[cfg(test)]
mod tests {
    use super::*;
    use maps::{Density, Extras};

    #[test]
    fn no_response_exceeds_its_maximum_size() {
        for format in MapFormat::VALUES {
            let (_, mut task) = small_request(*format);
            task.job.extras = Extras { times: true, centre: true };
            task.job.options.words = PathWord::ALL.into();
            task.job.options.density = Density::Tolerance { metres: 50.0 };
            task.job.options.outline_step_ms = 60_000;
            task.job.options.max_vertices = 200_000;
            let sampled = task.sampled().expect("curves");
            let (vertices, max_bytes) = (sampled.vertices(), sampled.max_bytes());
            let mut text = Vec::new();
            sampled.write(&mut text).expect("a text");
            let bytes = text.len();
            println!("{}: {vertices} vertices, {bytes} bytes of {max_bytes}", format.word());
            assert!(bytes <= max_bytes && (max_bytes < 4 * bytes || *format == MapFormat::Csv));
        }
    }
}
