//! The operation `/day/{date}`: the Sun, the Moon and the next eclipses of a place on a day.

mod moon_phase;
mod response;

use crate::endpoints::prelude::*;
use crate::vocabulary::coverage;
use crate::vocabulary::zone::{Zone, ZoneChoice};
use astro::constants::MS_PER_DAY;
use response::{DayFinder, DayOfPlace};

const COST: f64 = 15.0;
/// Margin of the ephemeris around the date, days: the longest lunation, the offset of a zone, and enough for
/// light times.
const MARGIN_DAYS: f64 = 33.0;

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
    #[param(example = "-0.18,-78.47,2850", alias = "observer", meaning = OBSERVER)]
    obs: Site,
    /// Time zone of the day and of the local times: an IANA name, or `auto` (the default) for the zone of the
    /// place.
    #[param(example = "America/Guayaquil", default = ZoneChoice::OfPlace)]
    tz: ZoneChoice,
    /// `appearance` adds the Sun and the Moon as they are seen at their upper transit.
    #[param(example = "appearance")]
    extras: Option<Vec<DayExtra>>,
    #[param(flatten)]
    delta_t: DeltaTInput,
}

/// Additional fields of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
#[words(name = "DayExtraWord")]
enum DayExtra {
    /// The Sun and the Moon as they are seen.
    Appearance,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    // Today is today at the place.
    input.default_tz = Some("auto");
    let mut query: DayQuery = input.parameters()?;
    query.tz.resolve(context, query.obs, DayQuery::TZ.name)?;
    let zone = query.tz.zone().expect("the zone is resolved").clone();
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let ends = [(query.date, DayQuery::DATE.name); 2];
    coverage::check(&context.data, ends, &delta_t, MARGIN_DAYS, ", or within 33 days of its ends")?;
    let (day, [from, to]) = day_of(query.date, &zone)?;
    let finder = DayFinder {
        data: context.generation(),
        site: query.obs,
        zone,
        delta_t,
        delta_t_input: query.delta_t,
        date: Instant { unix_ms: day * MS_PER_DAY }.date(),
        span: from..to,
        has_appearance: query.extras.is_some(),
    };
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
