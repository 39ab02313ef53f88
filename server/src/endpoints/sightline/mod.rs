//! The operation `/sightline/{start}/{end}`: whether one point is visible from another over the ground.

mod query;
mod response;

use crate::endpoints::prelude::*;
use crate::endpoints::sightline::query::SightlineQuery;
use response::SightlineResponse;

/// Credits for each hundred points, or part of a hundred.
const COST: f64 = 3.0;
/// Points that a request thread computes; more go to the pool for long responses.
const MAX_SHORT_SAMPLES: usize = 500;
const DEFAULT_OBS_HEIGHT_M: f64 = 1.7;

pub(crate) const OPERATION: Operation =
    Operation::json::<SightlineQuery, SightlineResponse>("sightline", &["/sightline/{start}/{end}"], prepare)
        .documented(Group::Ground, include_str!("description.md"))
        .cost(COST);

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: SightlineQuery = input.parameters()?;
    if query.obs_elevation.is_none() {
        query.obs_height = query.obs_height.or(Some(DEFAULT_OBS_HEIGHT_M));
    }
    let route = query.route()?;
    let cost = COST * f64::from(query.samples.div_ceil(100));
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let data = context.generation();
    let is_short = query.samples as usize <= data.elevation.max_at_once(MAX_SHORT_SAMPLES);
    let work = Work::json(is_short, move || SightlineResponse::new(&query, &route, &data.elevation));
    Ok(Prepared::new(&JSON, echo, cost, Freshness::Day, work))
}
