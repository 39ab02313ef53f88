//! The operation `/insolation/daily/{start-date}/{end-date}`: irradiation of each day.

use super::query::{InsolationQuery, MIN_COST};
use super::sunlight::Sunlight;
use crate::endpoints::prelude::*;

const MAX_DAYS: i64 = 3660;

pub(crate) const OPERATION: Operation =
    Operation::json::<InsolationQuery, BTreeMap<String, DailyInsolation>>(
        "insolation/daily",
        &["/insolation/daily/{start-date}/{end-date}", "/insolation/daily/{start-date}"],
        prepare,
    )
    .id("insolation-daily")
    .documented(Group::Sunlight, include_str!("daily.md"))
    .plan(Plan::Starter)
    .cost(MIN_COST)
    .refusals(&[Code::TooLarge, Code::Unavailable]);

/// Irradiation of a day, kWh/m².
#[derive(Serialize, ToSchema)]
struct DailyInsolation {
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
    /// Maximum irradiance; null on a day without Sun.
    peak: Option<PeakIrradiance>,
    /// Time from sunrise to sunset, s.
    daylight: f64,
}

/// Maximum irradiance of a day.
#[derive(Serialize, ToSchema)]
struct PeakIrradiance {
    /// Instant of the maximum, ISO 8601.
    date: String,
    /// Local time of `date` in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    local: Option<String>,
    /// Global irradiance on a horizontal surface, W/m².
    ghi: f64,
}

impl PeakIrradiance {
    fn new(at: Instant, ghi: f64, zone: Option<&Zone>) -> Self {
        Self { date: at.iso(), local: zone.and_then(|zone| zone.iso(at)), ghi }
    }
}

impl DailyInsolation {
    fn of(sunlight: &Sunlight, from: Instant, to: Instant, step_s: f64, zone: Option<&Zone>) -> Self {
        let (sum, peak) = sunlight.sum(from, to, step_s);
        Self {
            extraterrestrial: sum.above_air_kwh_m2,
            direct: sum.direct_kwh_m2,
            diffuse: sum.diffuse_kwh_m2,
            global: sum.global_kwh_m2,
            surface: sum.surface_kwh_m2,
            peak: peak.map(|peak| PeakIrradiance::new(Instant::from_ut1(peak.at), peak.global_w_m2, zone)),
            daylight: sunlight.daylight_s(from, to),
        }
    }
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query = InsolationQuery::new(input, MAX_DAYS)?;
    let zone = query.range.zone.resolve(context, Some(query.range.obs))?;
    let (sunlight, are_short) = query.sunlight(context)?;
    let cost = query.cost();
    let (days, step_s) = (query.days, query.interval.0);
    let work =
        query.light.horizon.source(context, query.range.obs)?.work(context, are_short, move |profile| {
            let sunlight = sunlight.behind(profile);
            SeriesWriter::map().counted(days.count, 1, move |series, day| {
                let (from, to) = (days.begin(day), days.begin(day + 1));
                series.entry(&from.iso(), &DailyInsolation::of(&sunlight, from, to, step_s, zone.as_ref()));
            })
        });
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    Ok(Prepared::new(&JSON, echo, cost, Freshness::Day, work))
}
