//! The operation `/insolation/monthly/{start-date}/{end-date}`: irradiation of each calendar
//! month.

use super::query::{InsolationQuery, InsolationRange, MIN_COST};
use super::sums::MARGIN_DAYS;
use super::sunlight::Sunlight;
use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::instant::Instant;
use crate::api::operation::{Operation, Shape};
use crate::api::parameters::Parameters;
use crate::api::prepared::{Freshness, JSON, Prepared, Work};
use crate::vocabulary::coverage::Choice;
use crate::vocabulary::days::Days;
use crate::vocabulary::series::Series;
use accounts::access::Access;
use accounts::plan::Plan;
use astro::constants::MS_PER_DAY;
use astro::sky::theory::Theory;
use astro::sunlight::day::Sum;
use astro::time::{Date, Ut1};
use bytes::Bytes;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use web::problem::{Code, Problem};

const MAX_MONTHS: usize = 120;
/// More days than 120 months have.
const MAX_DAYS: i64 = 3660;
/// Maximum cost of a response outside the worker pool: a month in steps of an hour.
const MAX_COST_AT_ONCE: f64 = 96.0;

/// The operation `/insolation/monthly/{start-date}/{end-date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "insolation/monthly",
    id: "insolation-monthly",
    group: Group::Sunlight,
    paths: &["/insolation/monthly/{start-date}/{end-date}"],
    summary: "Monthly clear-sky irradiation on the ground and on a tilted surface",
    description: "Sums `/insolation/daily` over calendar months (UTC), under a clear sky. Results are in \
        kWh/m², keyed by `YYYY-MM`. A month that lies partly in the range is summed over that part: `days` \
        is its length in days, and `meanDaily` is `global` divided by `days`. Requires the Starter plan or \
        higher. The maximum is 120 months. The cost is 3 times the number of days, times 3600/`interval` if \
        that is more than 1.",
    parameters: InsolationQuery::ALL,
    access: Access::Key(Plan::Starter),
    cost: MIN_COST,
    refusals: &[Code::TooLarge],
    form: &JSON,
    describe: Shape::envelope::<InsolationQuery, BTreeMap<String, Entry>>,
    prepare,
};

/// Irradiation of a month or a part of it, kWh/m².
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MonthlyInsolation)]
struct Entry {
    /// Number of days of the month within the range.
    days: f64,
    /// Extraterrestrial irradiation on a horizontal surface, kWh/m².
    extraterrestrial: f64,
    /// Direct irradiation on a horizontal surface, kWh/m².
    direct: f64,
    /// Diffuse irradiation on a horizontal surface, kWh/m².
    diffuse: f64,
    /// Global irradiation on a horizontal surface, kWh/m².
    global: f64,
    /// Global irradiation on the tilted surface, kWh/m².
    surface: f64,
    /// Mean of `global` per day, kWh/m².
    mean_daily: f64,
}

impl Entry {
    fn new(days: f64, sum: Sum) -> Self {
        Self {
            days,
            extraterrestrial: sum.above_air_kwh_m2,
            direct: sum.direct_kwh_m2,
            diffuse: sum.diffuse_kwh_m2,
            global: sum.global_kwh_m2,
            surface: sum.surface_kwh_m2,
            mean_daily: sum.global_kwh_m2 / days,
        }
    }
}

/// The part of a calendar month within a range.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Month {
    /// `YYYY-MM`.
    name: String,
    from: Instant,
    to: Instant,
}

/// Returns the months of a range in chronological order.
fn months(days: Days) -> Vec<Month> {
    let (mut from, end) = (days.start, days.last());
    let mut months = Vec::new();
    while from < end {
        let date = Date::gregorian(from.ut1().0);
        let (year, month) = if date.month == 12 { (date.year + 1, 1) } else { (date.year, date.month + 1) };
        let next = Ut1(Date { year, month, day: 1.0 }.gregorian_jd());
        let to = Instant::from_ut1(next).min(end);
        let mut name = from.date();
        name.truncate(name.len() - "-DD".len());
        months.push(Month { name, from, to });
        from = to;
    }
    months
}

/// Returns the sums of months, with a piece for each day; a piece is empty until its month is complete.
fn pieces(sunlight: Sunlight, step_s: f64, months: Vec<Month>) -> impl Iterator<Item = Bytes> + Send + Sync {
    let mut months = months.into_iter();
    let mut current: Option<(Month, Instant, Sum)> = None;
    Series::map().pieces(move |series| {
        let first = |month: Month| (month.clone(), month.from, Sum::default());
        let next = current.take().or_else(|| months.next().map(first));
        let Some((month, at, mut sum)) = next else { return false };
        let to = Instant { unix_ms: (at.unix_ms + MS_PER_DAY).min(month.to.unix_ms) };
        sum += sunlight.sum(at, to, step_s).0;
        if to < month.to {
            current = Some((month, to, sum));
            return true;
        }
        let days = (month.to.unix_ms - month.from.unix_ms) as f64 / MS_PER_DAY as f64;
        series.entry(&month.name, &Entry::new(days, sum));
        months.len() > 0
    })
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query = InsolationQuery::new(input, MAX_DAYS)?;
    let months = months(query.days);
    if months.len() > MAX_MONTHS {
        let detail = format!("{} months requested; the maximum is {MAX_MONTHS}", months.len());
        return Err(Problem::new(Code::TooLarge, detail));
    }
    let (ends, delta_t) = ([query.days.start, query.days.last()], query.light.delta_t);
    let choice = Choice::new(context, ends, MARGIN_DAYS, delta_t, InsolationRange::NAMES)?;
    query.light.alg = choice.theory.into();
    let cost = query.cost();
    let is_short = choice.theory == Theory::Precise && cost <= MAX_COST_AT_ONCE;
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let sunlight = Sunlight::new(choice, query.range.obs, query.light.surface, query.light.eclipse.0);
    let sums = Box::new(pieces(sunlight, query.interval.0, months));
    let work = if is_short { Work::Stream(sums) } else { Work::LongStream(sums) };
    Ok(Prepared::new(&JSON, echo, cost, Freshness::Day, work))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_those_of_the_calendar() {
        let days = |start_ms: i64, count: i64| {
            let start = Instant { unix_ms: start_ms };
            Days { start, end: start, count }
        };
        let names = |days: Days| months(days).into_iter().map(|m| m.name).collect::<Vec<_>>();
        // 2023-12-30T12:00Z, 40 days.
        let all = months(days(1_703_937_600_000, 40));
        assert_eq!(names(days(1_703_937_600_000, 40)), ["2023-12", "2024-01", "2024-02"]);
        assert_eq!(all[1].from.iso(), "2024-01-01T00:00:00.000Z");
        assert_eq!(all[2].to.iso(), "2024-02-08T12:00:00.000Z");
        // The year 0 and one before it.
        assert_eq!(names(days(-62_167_305_600_000, 2)), ["-000001-12", "0000-01"]);
    }
}
