//! The operations `/day/{date}` and `/now`: the Sun, the Moon and the next eclipses of a place.

mod moon_phase;
pub(crate) mod now;
mod place;
mod response;

use crate::endpoints::prelude::*;
use place::PlaceInput;
use response::{DayFinder, DayOfPlace};

const COST: f64 = 15.0;
pub(crate) const OPERATION: Operation =
    Operation::json::<DayQuery, DayOfPlace>("day", &["/day/{date}"], prepare)
        .documented(Group::SunAndMoon, include_str!("description.md"))
        .cost(COST)
        .refusals(&[Code::OutsideEphemeris]);

/// The parameters of `/day`.
#[derive(Parameters)]
struct DayQuery {
    /// The local date at the place, such as 2026-08-12. An instant with a time of day selects the local day
    /// that contains it.
    #[param(path, example = "2026-08-12")]
    date: Instant,
    #[param(flatten)]
    place: PlaceInput,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    // Today is today at the place.
    input.default_tz = Some("auto");
    let mut query: DayQuery = input.parameters()?;
    let place = query.place.finder((query.date, DayQuery::DATE.name), context)?;
    let (day, [from, to]) = day_of(query.date, &place.zone)?;
    let finder = DayFinder { date: Instant { unix_ms: day * MS_PER_DAY }.date(), span: from..to, place };
    let echo = Prepared::echo(&query.in_query(OPERATION.name, COST));
    Ok(Prepared::new(&JSON, echo, COST, Freshness::Day, Work::json(false, move || finder.answer())))
}

/// Returns the local date that a request selects, in days since 1970 January 1, with its first instant and
/// the first one after it.
pub(crate) fn day_of(date: Instant, zone: &Zone) -> Result<(i64, [Instant; 2]), Problem> {
    let is_date = date.unix_ms % MS_PER_DAY == 0;
    let local = if is_date { Some(date) } else { zone.local(date) };
    let found = local.and_then(|local| {
        let day = local.unix_ms.div_euclid(MS_PER_DAY);
        Some((day, [zone.begin_of(day)?, zone.begin_of(day + 1)?]))
    });
    found.filter(|(_, [from, to])| from < to).ok_or_else(|| {
        let detail = format!("the clocks of {} skipped {}; use another date", zone.name, date.date());
        Problem::parameter(DayQuery::DATE.name, detail)
    })
}
