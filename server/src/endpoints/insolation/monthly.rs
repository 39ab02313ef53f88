//! The operation `/insolation/monthly/{start-date}/{end-date}`: irradiation of each calendar
//! month.

use super::query::{InsolationQuery, MIN_COST};
use super::sunlight::Sunlight;
use crate::endpoints::prelude::*;
use astro::sunlight::day::Sum;

const MAX_MONTHS: usize = 120;
/// More days than 120 months have.
const MAX_DAYS: i64 = 3660;

pub(crate) const OPERATION: Operation =
    Operation::json::<InsolationQuery, BTreeMap<String, MonthlyInsolation>>(
        "insolation/monthly",
        &["/insolation/monthly/{start-date}/{end-date}", "/insolation/monthly/{start-date}"],
        prepare,
    )
    .id("insolation-monthly")
    .documented(Group::Sunlight, include_str!("monthly.md"))
    .plan(Plan::Starter)
    .cost(MIN_COST)
    .refusals(&[Code::TooLarge, Code::Unavailable]);

/// Irradiation of a month or a part of it, kWh/m².
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MonthlyInsolation {
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

impl MonthlyInsolation {
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
struct MonthPart {
    /// `YYYY-MM`.
    name: String,
    from: Instant,
    to: Instant,
}

/// Returns the months of a range in chronological order.
fn months(days: Days) -> Vec<MonthPart> {
    let (mut from, end) = (days.start, days.last());
    let mut months = Vec::new();
    while from < end {
        let date = Date::gregorian(from.ut1().0);
        let (year, month) = if date.month == 12 { (date.year + 1, 1) } else { (date.year, date.month + 1) };
        let next = Ut1(Date { year, month, day: 1.0 }.gregorian_jd());
        let to = Instant::from_ut1(next).min(end);
        let mut name = from.date();
        name.truncate(name.len() - "-DD".len());
        months.push(MonthPart { name, from, to });
        from = to;
    }
    months
}

/// Returns the sums of months, with a piece for each day; a piece is empty until its month is complete.
fn pieces(
    sunlight: Sunlight,
    step_s: f64,
    months: Vec<MonthPart>,
) -> impl Iterator<Item = Bytes> + Send + Sync {
    let mut months = months.into_iter();
    let mut current: Option<(MonthPart, Instant, Sum)> = None;
    SeriesWriter::map().pieces(move |series| {
        let first = |month: MonthPart| (month.clone(), month.from, Sum::default());
        let next = current.take().or_else(|| months.next().map(first));
        let Some((month, at, mut sum)) = next else { return false };
        let to = Instant { unix_ms: (at.unix_ms + MS_PER_DAY).min(month.to.unix_ms) };
        sum += sunlight.sum(at, to, step_s).0;
        if to < month.to {
            current = Some((month, to, sum));
            return true;
        }
        let days = (month.to.unix_ms - month.from.unix_ms) as f64 / MS_PER_DAY as f64;
        series.entry(&month.name, &MonthlyInsolation::new(days, sum));
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
    query.range.zone.resolve(context, Some(query.range.obs))?;
    let (sunlight, are_short) = query.sunlight(context)?;
    let cost = query.cost();
    let step_s = query.interval.0;
    let work =
        query
            .light
            .horizon
            .source(context, query.range.obs)?
            .work(context, are_short, move |profile| pieces(sunlight.behind(profile), step_s, months));
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
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
