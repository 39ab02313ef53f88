//! The operation `/insolation/daily/{start-date}/{end-date}`: irradiation of each day.

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
use crate::vocabulary::series::Series;
use accounts::access::Access;
use accounts::plan::Plan;
use astro::sky::theory::Theory;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use web::problem::{Code, Problem};

const MAX_DAYS: i64 = 3660;
/// Maximum number of days, in steps of an hour, outside the worker pool.
const MAX_DAYS_AT_ONCE: f64 = 32.0;

/// The operation `/insolation/daily/{start-date}/{end-date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "insolation/daily",
    id: "insolation-daily",
    group: Group::Sunlight,
    paths: &["/insolation/daily/{start-date}/{end-date}"],
    summary: "Daily clear-sky irradiation on the ground and on a tilted surface",
    description: "Integrates the clear-sky model of `/insolation/irradiance` over each 24 hours from \
        `start-date`. Results are in kWh/m², keyed by the start of each day. Requires the Starter plan or \
        higher. `extraterrestrial`, `direct`, `diffuse` and `global` apply to a horizontal surface, \
        `surface` to the surface given by `tilt` and `azimuth`. `peak` is the maximum of `ghi` (W/m²), null \
        on a day without Sun. `daylight` is the time from sunrise to sunset in seconds, as defined by \
        `/rise-transit-set`. The integration uses Simpson's rule with at least 49 instants, split where the \
        apparent centre of the Sun crosses the horizon. With `eclipse=1` steps are at most 2 minutes during \
        eclipses. A partial day at the end counts as a full day; the maximum is 3,660 days. The cost is 3 \
        times the number of days, times 3600/`interval` if that is more than 1.",
    parameters: InsolationQuery::ALL,
    access: Access::Key(Plan::Starter),
    cost: MIN_COST,
    refusals: &[Code::TooLarge],
    form: &JSON,
    describe: Shape::envelope::<InsolationQuery, BTreeMap<String, Entry>>,
    prepare,
};

/// Irradiation of a day, kWh/m².
#[derive(Serialize, ToSchema)]
#[schema(as = DailyInsolation)]
struct Entry {
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
    peak: Option<PeakEntry>,
    /// Time from sunrise to sunset, s.
    daylight: f64,
}

/// Maximum irradiance of a day.
#[derive(Serialize, ToSchema)]
#[schema(as = PeakIrradiance)]
struct PeakEntry {
    /// Instant of the maximum, ISO 8601.
    date: String,
    /// Global irradiance on a horizontal surface, W/m².
    ghi: f64,
}

impl Entry {
    fn of(sunlight: &Sunlight, from: Instant, to: Instant, step_s: f64) -> Self {
        let (sum, peak) = sunlight.sum(from, to, step_s);
        Self {
            extraterrestrial: sum.above_air_kwh_m2,
            direct: sum.direct_kwh_m2,
            diffuse: sum.diffuse_kwh_m2,
            global: sum.global_kwh_m2,
            surface: sum.surface_kwh_m2,
            peak: peak.map(|p| PeakEntry { date: Instant::from_ut1(p.at).iso(), ghi: p.global_w_m2 }),
            daylight: sunlight.daylight_s(from, to),
        }
    }
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query = InsolationQuery::new(input, MAX_DAYS)?;
    let (days, delta_t) = (query.days, query.light.delta_t);
    let ends = [days.start, days.last()];
    let choice = Choice::new(context, ends, MARGIN_DAYS, delta_t, InsolationRange::NAMES)?;
    query.light.alg = choice.theory.into();
    let cost = query.cost();
    let is_short = choice.theory == Theory::Precise && cost <= MAX_DAYS_AT_ONCE * MIN_COST;
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let sunlight = Sunlight::new(choice, query.range.obs, query.light.surface, query.light.eclipse.0);
    let pieces = Box::new(Series::map().counted(days.count, 1, move |series, day| {
        let (from, to) = (days.begin(day), days.begin(day + 1));
        series.entry(&from.iso(), &Entry::of(&sunlight, from, to, query.interval.0));
    }));
    let work = if is_short { Work::Stream(pieces) } else { Work::LongStream(pieces) };
    Ok(Prepared::new(&JSON, echo, cost, Freshness::Day, work))
}
