//! The operation `/solar-eclipse/path/{julian-day}`: the curves of an eclipse on the map.

mod cost;
mod curves;
mod describe;
mod json;
mod query;
mod task;

use crate::api::prepared::Whole;
use crate::endpoints::path::query::NAME;
use crate::endpoints::prelude::*;
use crate::generation::elements::CurvesResponse;
use crate::vocabulary::formats::Chosen;
use hyper::header::{self, HeaderValue};
use query::PathQuery;
use std::sync::{Arc, OnceLock};
use task::Task;

/// The operation `/solar-eclipse/path/{julian-day}`.
pub(crate) const OPERATION: Operation =
    Operation::with::<PathQuery>(NAME, &["/solar-eclipse/path/{julian-day}"], prepare)
        .id("solar-eclipse-path")
        .documented(Group::SolarEclipses, include_str!("description.md"))
        .plan(Plan::Pro)
        .cost(cost::MIN)
        .refusals(&[Code::NoData, Code::TooLarge])
        .form(&query::GEOJSON)
        .describe(describe::shape);

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query = PathQuery::new(input, context)?;
    let elements = query.elements.eclipse_of(&context.data, query.day.jd.0)?;
    let delta_t = DeltaTInForce::new(query.delta_t, context).of_eclipse_with_sigma(&elements);
    let task = Task::of_eclipse(&query, &elements, delta_t, &context.data.catalog.computed_by);
    let disposition = task.disposition();
    // The response without other parameters is cached as long as the generation lives.
    let kept = query.is_default().then(|| Arc::clone(&elements.curves));
    let (vertices, work) = match kept.as_ref().and_then(|kept| kept.get()) {
        Some(curves) => (curves.vertices, Work::Ready(curves.body.clone())),
        None => sampled(task, cost::long_bytes(&query), kept, context)?,
    };
    let cost = cost::of(vertices);
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let disposition = HeaderValue::from_str(&disposition).expect("names of files are of letters and digits");
    let chosen = Chosen { format: query.format(), is_named: input.has(&PathQuery::FORMAT) };
    Ok(chosen.prepared(echo, cost, work).with_header(header::CONTENT_DISPOSITION, disposition))
}

/// Samples the curves. Returns the number of vertices, and the work that is left to do after payment.
/// `long_bytes` is the approximate size of a response that takes long; `kept` is where to cache the response.
fn sampled(
    task: Task,
    long_bytes: Option<usize>,
    kept: Option<Arc<OnceLock<CurvesResponse>>>,
    context: &Context,
) -> Result<(usize, Work), Problem> {
    let (sampled, slots) = match long_bytes {
        Some(bytes) => context.long_answers().result(bytes, move || task.sampled())?,
        None => (task.sampled(), Vec::new()),
    };
    let sampled = sampled?;
    let (vertices, max_bytes) = (sampled.vertices(), sampled.max_bytes());
    let write = move || {
        let body = sampled.write()?;
        if let Some(kept) = kept {
            // Another thread may have been first.
            drop(kept.set(CurvesResponse { vertices, body: body.clone() }));
        }
        Ok(body)
    };
    Ok((vertices, Work::Whole(Whole { slots, max_bytes, write: Box::new(write) })))
}
