//! The operation `/az-alt-search/{start-date}/{end-date}`: when the Sun, the Moon or the Galactic
//! Center is in a given direction, or at a given azimuth or altitude.

mod angles;
mod criteria;
mod query;
mod response;
pub(crate) mod search;

use crate::endpoints::az_alt_search::criteria::Criteria;
use crate::endpoints::az_alt_search::query::AzAltSearchQuery;
use crate::endpoints::az_alt_search::response::AzAltMatch;
use crate::endpoints::az_alt_search::search::{AzAltSearch, MARGIN_DAYS, pieces};
use crate::endpoints::prelude::*;

const COST: f64 = 5.0;

pub(crate) const OPERATION: Operation = Operation::list::<AzAltSearchQuery, AzAltMatch>(
    "az-alt-search",
    &["/az-alt-search/{start-date}/{end-date}", "/az-alt-search/{start-date}"],
    prepare,
)
.documented(Group::SunAndMoon, include_str!("description.md"))
.plan(Plan::Starter)
.cost(COST)
.refusals(&[Code::TooLarge]);

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query = AzAltSearchQuery::new(input)?;
    let zone = query.zone.resolve(context, Some(query.obs))?;
    let names = [AzAltSearchQuery::START_DATE.name, AzAltSearchQuery::END_DATE.name];
    let ends = [query.days.start, query.days.last()];
    let choice = Choice::new(context, ends, MARGIN_DAYS, query.delta_t, names)?;
    query.alg = choice.theory.into();
    let work = query.days.count * query.body.len() as i64;
    let cost = COST * work as f64;
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let (view, aim) = (query.view(), query.aim());
    let work = Work::pieces(
        choice.is_precise(),
        pieces(AzAltSearch::new(Criteria { choice, view, aim, zone, query })),
    );
    Ok(Prepared::new(&JSON, echo, cost, Freshness::Day, work))
}
