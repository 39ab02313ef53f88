//! The operation `/solar-eclipse/path/{julian-day}`: the curves of an eclipse on the map.

mod cost;
mod curves;
mod describe;
mod edge;
mod instants;
mod json;
mod query;
mod task;

use crate::api::prepared::{Pricing, Whole};
use crate::endpoints::path::query::NAME;
use crate::endpoints::prelude::*;
use crate::generation::{PathResponse, RecentPaths};
use crate::vocabulary::formats::UsedFormat;
use accounts::access::KEY_PARAMETER;
use bytes::Bytes;
use hyper::header::{self, HeaderValue};
use maps::MapFormat;
pub(crate) use query::MAX_LOOKS;
use query::PathQuery;
use std::sync::Arc;
use task::Task;
use web::blocks::{Block, BodyPart};
use web::call::Call;

/// The operation `/solar-eclipse/path/{julian-day}`.
pub(crate) const OPERATION: Operation =
    Operation::with::<PathQuery>(NAME, &["/solar-eclipse/path/{julian-day}"], prepare)
        .id("solar-eclipse-path")
        .documented(Group::SolarEclipses, include_str!("description.md"))
        .plan(Plan::Pro)
        .cost(cost::MIN)
        .refusals(&[Code::NoData, Code::TooLarge, Code::Unavailable])
        .form(&query::GEOJSON)
        .describe(describe::shape);

/// Maximum size of a response that is cached, bytes.
const MAX_CACHED_BYTES: usize = 256 * 1024;

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query = PathQuery::new(input, context)?;
    let elements = query.elements.eclipse_of(&context.data, query.day.jd.0)?;
    let delta_t = DeltaTInForce::new(query.delta_t, context).of_eclipse_with_sigma(&elements);
    let chosen = UsedFormat { format: query.format(), is_named: input.has(&PathQuery::FORMAT) };
    let key = cache_key(context.call, query.format());
    if let Some(recent) = context.data.recent_paths.get(&key) {
        let work = Work::Parts(vec![BodyPart::Block(Arc::clone(&recent.body))]);
        return Ok(priced(&query, chosen, recent.vertices, recent.disposition.clone(), work));
    }
    let task = Task::of_eclipse(&query, &elements, delta_t, &context.data)?;
    let recent = Arc::clone(&context.data.recent_paths);
    let Some(about_bytes) = cost::long_bytes(&query) else {
        let (vertices, disposition, work) = sampled(task, key, recent)?;
        return Ok(priced(&query, chosen, vertices, disposition, work));
    };
    let is_cost_only = input.asks_for_cost();
    let unpriced = move |cost, about_bytes, prepare| {
        chosen.prepared(Vec::new(), cost, Work::Pricing(Pricing { about_bytes, prepare }))
    };
    // First the estimate, then, paid by the estimate, the curves.
    let estimate = move || {
        let vertices = cost::estimated(&task)?;
        let cost = cost::of(&query, vertices);
        if is_cost_only {
            let echo = Prepared::echo(&EstimatedCost {
                query: query.in_query(OPERATION.name, cost),
                is_estimate: true,
            });
            return Ok(chosen.prepared(echo, cost, Work::Nothing));
        }
        let task = task.with_max_looks(cost::max_looks(cost));
        let sample = move || {
            let (vertices, disposition, work) = sampled(task, key, recent)?;
            // The curves are computed: a price above the estimate cannot refuse them any more.
            Ok(priced(&query, chosen, vertices, disposition, work).for_what_is_left())
        };
        Ok(unpriced(cost, about_bytes, Box::new(sample)))
    };
    Ok(unpriced(cost::MIN, 0, Box::new(estimate)))
}

/// The echo of a call with `cost=1` whose cost is an estimate.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EstimatedCost<Q> {
    #[serde(flatten)]
    query: Q,
    is_estimate: bool,
}

fn priced(
    query: &PathQuery,
    chosen: UsedFormat<MapFormat>,
    vertices: usize,
    disposition: HeaderValue,
    work: Work,
) -> Prepared {
    let cost = cost::of(query, vertices);
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    chosen.prepared(echo, cost, work).with_header(header::CONTENT_DISPOSITION, disposition)
}

/// The name of a response in the cache: its format, which `Accept` may decide, and the address without a key.
/// Unlike the echo, the address has all digits.
fn cache_key(call: &Call, format: MapFormat) -> String {
    let pairs = call.uri.query().unwrap_or("").split('&').filter(|pair| !pair.starts_with(KEY_PARAMETER));
    let mut key = format.word().to_owned();
    for part in std::iter::once(call.path()).chain(pairs) {
        key.push('&');
        key.push_str(part);
    }
    key
}

/// Samples the curves. Returns the number of vertices, the disposition, and the work that is left to do after
/// payment. `key` is the name of the response in the cache of `recent` ones.
fn sampled(task: Task, key: String, recent: Arc<RecentPaths>) -> Result<(usize, HeaderValue, Work), Problem> {
    let disposition =
        HeaderValue::from_str(&task.disposition()).expect("names of files are of letters and digits");
    let kept = disposition.clone();
    let sampled = task.sampled()?;
    let (vertices, max_bytes) = (sampled.vertices(), sampled.max_bytes());
    let write = move || {
        let body = sampled.write()?;
        if body.len() <= MAX_CACHED_BYTES {
            // A copy without spare capacity.
            let body = Arc::new(Block::kept_as_encoded(Bytes::copy_from_slice(&body)).in_cache());
            recent.keep(key, Arc::new(PathResponse { vertices, disposition: kept, body }));
        }
        Ok(body)
    };
    Ok((vertices, disposition, Work::Whole(Whole { slots: Vec::new(), max_bytes, write: Box::new(write) })))
}
