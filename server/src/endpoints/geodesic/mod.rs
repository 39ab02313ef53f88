//! The operation `/geodesic/{start}/{end}`: points along the shortest path between two points.

mod query;
mod response;
mod schema;

use crate::endpoints::geodesic::query::NAME;
use crate::endpoints::prelude::*;
use query::{GeodesicFormat, GeodesicQuery};
use response::{entries, feature};

/// Points that a request thread computes and writes in about half a millisecond; more go to the pool for
/// long responses.
const MAX_SHORT_POINTS: usize = 400;

/// The operation `/geodesic/{start}/{end}`.
pub(crate) const OPERATION: Operation =
    Operation::with::<GeodesicQuery>(NAME, &["/geodesic/{start}/{end}", "/geodesic/{start}//{end}"], prepare)
        .id("geodesic")
        .documented(Group::Ground, include_str!("description.md"))
        .plan(Plan::Pro)
        .cost(1.0)
        .refusals(&[Code::TooLarge])
        .form(&GEOJSON)
        .with_fields()
        .describe(schema::shape);

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let (query, elevation) = (GeodesicQuery::read(input)?, Arc::clone(&context.data.elevation));
    match query.quick_count() {
        Some(points) => Ok(priced(query, points, elevation)),
        None => {
            let work = Work::stages(move |long, bill| {
                Box::pin(async move {
                    let points = long.made(Vec::new(), 0, move || query.count()).await?.0?;
                    let prepared = priced(query, points, elevation);
                    bill.pay_stage(prepared.cost).await?;
                    Ok(prepared)
                })
            });
            let chosen = UsedFormat { format: query.format, is_named: true };
            Ok(chosen.prepared(Vec::new(), OPERATION.cost, work))
        }
    }
}

fn priced(query: GeodesicQuery, points: usize, elevation: Arc<Elevation>) -> Prepared {
    let (each, max_short) = match query.with_el.0 {
        true => (2.0, elevation.max_at_once(MAX_SHORT_POINTS)),
        false => (1.0, MAX_SHORT_POINTS),
    };
    let cost = (points - 1).max(1) as f64 * each;
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let elevation = query.with_el.0.then_some(elevation);
    let write = move |buffer: &mut Vec<u8>| {
        match query.format {
            GeodesicFormat::GeoJson => feature(buffer, &query, elevation.as_deref())?,
            GeodesicFormat::Array => json::append(buffer, &entries(&query, elevation.as_deref())),
        }
        Ok(())
    };
    let work = Work::compute(points <= max_short, write);
    UsedFormat { format: query.format, is_named: true }.prepared(echo, cost, work)
}
