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
use crate::generation::PathResponse;
use crate::vocabulary::formats::Chosen;
use bytes::Bytes;
use hyper::header::{self, HeaderValue};
use query::PathQuery;
use std::sync::Arc;
use task::Task;
use web::blocks::{Block, BodyPart};

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

/// Maximum size of a response that is cached, bytes.
const MAX_CACHED_BYTES: usize = 256 * 1024;

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query = PathQuery::new(input, context)?;
    let elements = query.elements.eclipse_of(&context.data, query.day.jd.0)?;
    let delta_t = DeltaTInForce::new(query.delta_t, context).of_eclipse_with_sigma(&elements);
    let task = Task::of_eclipse(&query, &elements, delta_t, &context.data.catalog.computed_by);
    let disposition = task.disposition();
    // Unlike the echo, this has all digits.
    let key = format!("{query:?}");
    let (vertices, work) = match context.data.recent_paths.get(&key) {
        Some(recent) => (recent.vertices, Work::Parts(vec![BodyPart::Block(Arc::clone(&recent.body))])),
        None => sampled(task, cost::long_bytes(&query), key, context)?,
    };
    let cost = cost::of(vertices);
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let disposition = HeaderValue::from_str(&disposition).expect("names of files are of letters and digits");
    let chosen = Chosen { format: query.format(), is_named: input.has(&PathQuery::FORMAT) };
    Ok(chosen.prepared(echo, cost, work).with_header(header::CONTENT_DISPOSITION, disposition))
}

/// Samples the curves. Returns the number of vertices, and the work that is left to do after payment.
/// `long_bytes` is the approximate size of a response that takes long; `key` is its name in the cache.
fn sampled(
    task: Task,
    long_bytes: Option<usize>,
    key: String,
    context: &Context,
) -> Result<(usize, Work), Problem> {
    let (sampled, slots) = match long_bytes {
        Some(bytes) => context.long_answers().result(bytes, move || task.sampled())?,
        None => (task.sampled(), Vec::new()),
    };
    let sampled = sampled?;
    let (vertices, max_bytes) = (sampled.vertices(), sampled.max_bytes());
    let recent = Arc::clone(&context.data.recent_paths);
    let write = move || {
        let body = sampled.write()?;
        if body.len() <= MAX_CACHED_BYTES {
            // A copy without spare capacity.
            let body = Arc::new(Block::kept_as_encoded(Bytes::copy_from_slice(&body)));
            recent.keep(key, Arc::new(PathResponse { vertices, body }));
        }
        Ok(body)
    };
    Ok((vertices, Work::Whole(Whole { slots, max_bytes, write: Box::new(write) })))
}
