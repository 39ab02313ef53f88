//! The operation `/solar-eclipse/path/{julian-day}`: the curves of an eclipse on the map.

mod cost;
mod curves;
mod describe;
mod edge;
mod instants;
mod json;
mod query;
mod task;

use crate::api::body::SHORT_BYTES;
use crate::endpoints::path::query::NAME;
use crate::endpoints::prelude::*;
use crate::generation::{PathResponse, RecentPaths};
use accounts::access::KEY_PARAMETER;
use hyper::header::{self, HeaderValue};
use maps::MapFormat;
pub(crate) use query::MAX_LOOKS;
use query::PathQuery;
use task::{Sampled, Task};
use web::blocks::{Block, BodyPart};
use web::call::Call;
use web::coding::Effort;

/// The operation `/solar-eclipse/path/{julian-day}`.
pub(crate) const OPERATION: Operation =
    Operation::with::<PathQuery>(NAME, &["/solar-eclipse/path/{julian-day}"], prepare)
        .id("solar-eclipse-path")
        .documented(Group::SolarEclipses, include_str!("description.md"))
        .plan(Plan::Pro)
        .cost(cost::MIN)
        .refusals(&[Code::NoData, Code::TooLarge, Code::Unavailable])
        .form(&query::GEOJSON)
        .with_fields()
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
        let sampled = task.sampled()?;
        let is_short = sampled.max_bytes() <= SHORT_BYTES;
        return Ok(written(&query, chosen, sampled, key, recent, is_short));
    };
    let is_cost_only = input.asks_for_cost();
    // First the estimate, then, paid by the estimate, the curves.
    let work = Work::stages(move |long, bill| {
        Box::pin(async move {
            let estimate = move || cost::estimated(&task).map(|vertices| (vertices, task));
            let (vertices, task) = long.made(Vec::new(), 0, estimate).await?.0?;
            let cost = cost::of(&query, vertices);
            if is_cost_only {
                let query = query.in_query(OPERATION.name, cost);
                let echo = Prepared::echo(&EstimatedCost { query, is_estimate: true });
                return Ok(chosen.prepared(echo, cost, Work::default()));
            }
            bill.pay_stage(cost).await?;
            let task = task.with_max_looks(cost::max_looks(cost));
            let (sampled, slots) = long.made(Vec::new(), about_bytes, move || task.sampled()).await?;
            if cost > cost::MIN && sampled.as_ref().is_err_and(|problem| problem.code == Code::TooLarge) {
                // The work is done, and its estimate is paid.
                bill.keep();
            }
            let prepared = written(&query, chosen, sampled?, key, recent, false);
            // A price above the estimate cannot refuse curves that are computed.
            bill.pay(prepared.cost, true).await?;
            Ok(Prepared { slots, ..prepared })
        })
    });
    Ok(chosen.prepared(Vec::new(), cost::MIN, work))
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

/// The response of sampled curves. `key` is its name in the cache of `recent` ones.
fn written(
    query: &PathQuery,
    chosen: UsedFormat<MapFormat>,
    sampled: Sampled,
    key: String,
    recent: Arc<RecentPaths>,
    is_short: bool,
) -> Prepared {
    let disposition = HeaderValue::from_str(&sampled.disposition());
    let disposition = disposition.expect("names of files are of letters and digits");
    let (vertices, kept) = (sampled.vertices(), disposition.clone());
    let in_pool = (!is_short).then_some(sampled.max_bytes());
    let write = Box::new(move |buffer: &mut Vec<u8>| {
        let begin = buffer.len();
        sampled.write(buffer)?;
        let body = &buffer[begin..];
        if body.len() <= MAX_CACHED_BYTES {
            let body = Arc::new(Block::new(Bytes::copy_from_slice(body), Effort::Live).in_cache());
            recent.keep(key, Arc::new(PathResponse { vertices, disposition: kept, body }));
        }
        Ok(())
    });
    priced(query, chosen, vertices, disposition, Work::Compute { in_pool, write })
}
