//! The operation `/insolation/monthly/{start-date}/{end-date}`: what falls in each calendar month.

use super::parameters::{ALBEDO, AZIMUTH, ECLIPSE, END, OBS, START, STEP, TILT, TURBIDITY};
use super::query::Query;
use super::sums::{LEAST_COST, MARGIN_DAYS, cost, read};
use super::sunlight::Sunlight;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::{Input, Word};
use crate::api::instant::Instant;
use crate::api::operation::{Operation, Shape};
use crate::api::prepared::{JSON, Prepared};
use crate::vocabulary::coverage::Choice;
use crate::vocabulary::days::Days;
use crate::vocabulary::delta_t::{DELTA_T, DELTA_T_MODEL};
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

const MOST_MONTHS: usize = 120;
/// More days than so many months have.
const MOST_DAYS: i64 = 3660;
/// Credits of an answer that is made at once: a month in steps of an hour; others in the pool.
const MOST_COST_AT_ONCE: f64 = 96.0;

/// The operation `/insolation/monthly/{start-date}/{end-date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "insolation/monthly",
    id: "insolation-monthly",
    group: Group::Sunlight,
    paths: &["/insolation/monthly/{start-date}/{end-date}"],
    summary: "Sunlight of each month on the ground and on a surface, under a clear sky",
    description: "Clear sky only: as `/insolation/daily`, for the part of each calendar month (UTC) that \
        lies in the range, keyed `YYYY-MM`, in kWh/m²; `days` is the length of that part, `meanDaily` is \
        `global` by it. Needs the Starter plan or higher. At most 120 months. The cost is 3 times the number \
        of days, times 3600/`interval` if that is more than 1.",
    parameters: &[START, END, OBS, STEP, TILT, AZIMUTH, ALBEDO, TURBIDITY, ECLIPSE, DELTA_T, DELTA_T_MODEL],
    access: Access::Key(Plan::Starter),
    cost: LEAST_COST,
    refusals: &[Code::TooLarge],
    form: &JSON,
    describe: || Shape::Envelope {
        query: described::<Query>(),
        response: described::<BTreeMap<String, Entry>>(),
    },
    prepare,
};

/// Sunlight of a month or the part of one, kWh/m².
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MonthlyInsolation)]
struct Entry {
    /// Number of days of the month that lie in the range.
    days: f64,
    /// Light above the air, on a level surface, kWh/m².
    extraterrestrial: f64,
    /// Light of the Sun's disc, on a level surface, kWh/m².
    direct: f64,
    /// Light of the sky, on a level surface, kWh/m².
    diffuse: f64,
    /// All light on a level surface, kWh/m².
    global: f64,
    /// Light on the surface that was asked for, kWh/m².
    surface: f64,
    /// Mean of `global` in a day, kWh/m².
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

/// The part of a calendar month that lies in a range.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Month {
    /// `YYYY-MM`.
    name: String,
    from: Instant,
    to: Instant,
}

/// The months of a range in order of time.
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

/// The sums of months, a piece for each day; it is empty until the month is complete.
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
    let range = read(input, MOST_DAYS)?;
    let months = months(range.days);
    if months.len() > MOST_MONTHS {
        let detail = format!("{} months were asked for; one call gives at most {MOST_MONTHS}", months.len());
        return Err(Problem::new(Code::TooLarge, detail));
    }
    let names = [START.name, END.name];
    let ends = [range.days.start, range.days.last()];
    let choice = Choice::new(context, ends, MARGIN_DAYS, range.delta_t, names)?;
    let (theory, cost) = (choice.theory, cost(&range));
    let query = range.query(OPERATION.name, theory.word(), cost);
    let sunlight = Sunlight::new(choice, range.site, range.panel, range.with_eclipse);
    let sums = pieces(sunlight, range.interval_s, months);
    let is_short = theory == Theory::Precise && cost <= MOST_COST_AT_ONCE;
    Ok(if is_short {
        Prepared::stream(&query, cost, sums)
    } else {
        Prepared::long_stream(&query, cost, sums)
    })
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
