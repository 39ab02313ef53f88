//! The operation `/az-alt-search/{start-date}/{end-date}`: when the Sun, the Moon or the Galactic
//! Center is in a given direction, or at a given azimuth or altitude.

mod answer;
mod criteria;
mod query;
mod search;

use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::parameters::Parameters;
use crate::api::prepared::{Freshness, JSON, Prepared, Work};
use crate::endpoints::az_alt_search::answer::Match;
use crate::endpoints::az_alt_search::criteria::Criteria;
use crate::endpoints::az_alt_search::query::AzAltSearchQuery;
use crate::endpoints::az_alt_search::search::{MARGIN_DAYS, Search, pieces};
use crate::vocabulary::coverage::Choice;
use accounts::access::Access;
use accounts::plan::Plan;
use astro::sky::theory::Theory;
use web::problem::{Code, Problem};

const COST: f64 = 5.0;
/// Returns the maximum of days times bodies for a search outside the worker pool.
fn max_days_at_once(theory: Theory) -> i64 {
    match theory {
        Theory::Precise => 64,
        Theory::Standard | Theory::TruncatedSun | Theory::Truncated => 8,
    }
}

/// The operation `/az-alt-search/{start-date}/{end-date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "az-alt-search",
    id: "az-alt-search",
    group: Group::SunAndMoon,
    paths: &["/az-alt-search/{start-date}/{end-date}"],
    summary: "When a body is in a given direction, or at a given azimuth or altitude",
    description: "Finds, for example, when the Sun sets at the end of a street or when the Moon is above a \
        summit. Returns every uninterrupted period during which the azimuth is within `azTol` of `az` and \
        the altitude within `altTol` of `alt`. You may give only one of `az` and `alt`; with `az` alone, the \
        altitude must also be at least `minAlt`. Requires the Starter plan or higher.\n\n\
        `date` is the instant at which the body is closest to the direction. With only one of `az` and \
        `alt`, it is the first instant at which the body reaches that value, or otherwise comes closest to \
        it. A match is returned if `date` is in the range and meets the conditions `ill` and `sun`. `from` \
        and `to` may lie up to a day outside the range; longer periods are cut off there. Azimuths and \
        altitudes refer to the centre of the body. `ref` selects apparent (refraction by Saemundsson), \
        topocentric or geocentric directions.\n\n\
        Instants are computed to 0.1 s, and `accuracy` is the accuracy of `date`. No period of 5 s or more \
        is missed, including at the poles and in the zenith. The ephemeris is used within its range (`alg` = \
        `precise`), and truncated theories outside it (`truncated`). The maximum is 3,660 days. The cost is \
        5 times the number of days times the number of bodies. Without a match the list is empty.",
    parameters: AzAltSearchQuery::ALL,
    access: Access::Key(Plan::Starter),
    cost: COST,
    refusals: &[Code::TooLarge],
    form: &JSON,
    describe: Shape::list::<AzAltSearchQuery, Match>,
    prepare,
};

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query = AzAltSearchQuery::new(input)?;
    let names = [AzAltSearchQuery::START_DATE.name, AzAltSearchQuery::END_DATE.name];
    let ends = [query.days.start, query.days.last()];
    let choice = Choice::new(context, ends, MARGIN_DAYS, query.delta_t, names)?;
    query.alg = choice.theory.into();
    let work = query.days.count * query.body.len() as i64;
    let is_short = work <= max_days_at_once(choice.theory);
    let cost = COST * work as f64;
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let (view, aim) = (query.view(), query.aim());
    let pieces = Box::new(pieces(Search::new(Criteria { choice, view, aim, query })));
    let work = if is_short { Work::Stream(pieces) } else { Work::LongStream(pieces) };
    Ok(Prepared::new(&JSON, echo, cost, Freshness::Day, work))
}
