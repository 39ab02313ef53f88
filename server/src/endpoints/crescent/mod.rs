//! The operation `/crescent/{date}`: the first or the last crescent of the Moon at a place.

pub(crate) mod map;
mod response;
mod side;

use crate::endpoints::day;
use crate::endpoints::prelude::*;
use response::{CrescentFinder, CrescentOfPlace};
use side::{CrescentSide, WHICH};

const COST: f64 = 5.0;

/// The operation `/crescent/{date}`.
pub(crate) const OPERATION: Operation =
    Operation::json::<CrescentQuery, CrescentOfPlace>("crescent", &["/crescent/{date}"], prepare)
        .documented(Group::SunAndMoon, include_str!("description.md"))
        .cost(COST)
        .refusals(&[Code::OutsideEphemeris]);

/// The parameters of `/crescent`.
#[derive(Parameters)]
struct CrescentQuery {
    /// The local date at the place, such as 2025-03-30. An instant with a time of day selects the local day
    /// that contains it.
    #[param(path, example = "2025-03-30")]
    date: Instant,
    #[param(example = "21.42,39.83,300", alias = "observer", meaning = OBSERVER)]
    obs: Site,
    #[param(example = "evening", meaning = WHICH, default)]
    which: CrescentSide,
    /// Time zone of the date and of the local times: an IANA name, or `auto` (the default) for the zone of
    /// the place.
    #[param(example = "Asia/Riyadh", default = ZoneChoice::OfPlace)]
    tz: ZoneChoice,
    #[param(flatten)]
    delta_t: DeltaTInput,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    input.default_tz = Some("auto");
    let mut query: CrescentQuery = input.parameters()?;
    query.tz.resolve(context, query.obs, CrescentQuery::TZ.name)?;
    let zone = query.tz.zone().expect("the zone is resolved").clone();
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    coverage::check_lunation(&context.data, (query.date, CrescentQuery::DATE.name), &delta_t)?;
    let (day, span) = day::day_of(query.date, &zone)?;
    let night = query.which.night(span.map(Instant::ut1), query.obs.lng);
    let finder = CrescentFinder {
        site: query.obs,
        side: query.which,
        delta_t_s: delta_t.at_ut1(span[0].ut1()),
        zone,
        day,
        night,
    };
    let (data, echo) = (context.generation(), Prepared::echo(&query.in_query(OPERATION.name, COST)));
    let work = Work::json(false, move || finder.answer(&data));
    Ok(Prepared::new(&JSON, echo, COST, Freshness::Day, work))
}
