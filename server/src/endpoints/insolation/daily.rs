//! The operation `/insolation/daily/{start-date}/{end-date}`: what falls in each day.

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
use crate::vocabulary::delta_t::{DELTA_T, DELTA_T_MODEL};
use crate::vocabulary::series::Series;
use accounts::access::Access;
use accounts::plan::Plan;
use astro::sky::theory::Theory;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use web::problem::{Code, Problem};

const MOST_DAYS: i64 = 3660;
/// Days that are summed at once, in steps of an hour; more, or finer ones, in the pool.
const MOST_DAYS_AT_ONCE: f64 = 32.0;

/// The operation `/insolation/daily/{start-date}/{end-date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "insolation/daily",
    id: "insolation-daily",
    group: Group::Sunlight,
    paths: &["/insolation/daily/{start-date}/{end-date}"],
    summary: "Sunlight of each day on the ground and on a surface, under a clear sky",
    description: "Clear sky only: the model of `/insolation/irradiance`, summed over each 24 hours from \
        `start-date`, keyed by the instant at which they begin, in kWh/m². Needs the Starter plan or higher. \
        `extraterrestrial`, `direct`, `diffuse` and `global` are for a level surface, `surface` for that of \
        `tilt` and `azimuth`. `peak` is the greatest `ghi` (W/m²), null on a day without Sun; `daylight` the \
        seconds from sunrise to sunset as in `/rise-transit-set`. Simpson's rule, split where the Sun's \
        centre is seen on the horizon; at least 49 instants are taken. A part of a day at the end counts as \
        a day; at most 3,660 days. The cost is 3 times the number of days, times 3600/`interval` if that is \
        more than 1. With `eclipse=1` eclipses are followed in steps of 2 minutes.",
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

/// Sunlight of a day, kWh/m².
#[derive(Serialize, ToSchema)]
#[schema(as = DailyInsolation)]
struct Entry {
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
    /// The greatest irradiance; null on a day without Sun.
    peak: Option<PeakEntry>,
    /// From sunrise to sunset, s.
    daylight: f64,
}

/// The greatest irradiance of a day.
#[derive(Serialize, ToSchema)]
#[schema(as = PeakIrradiance)]
struct PeakEntry {
    /// When it is reached, ISO 8601.
    date: String,
    /// All light on a level surface, W/m².
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
    let range = read(input, MOST_DAYS)?;
    let (days, names) = (range.days, [START.name, END.name]);
    let choice = Choice::new(context, [days.start, days.last()], MARGIN_DAYS, range.delta_t, names)?;
    let (theory, cost) = (choice.theory, cost(&range));
    let query = range.query(OPERATION.name, theory.word(), cost);
    let sunlight = Sunlight::new(choice, range.site, range.panel, range.with_eclipse);
    let pieces = Series::map().counted(days.count, 1, move |series, day| {
        let (from, to) = (days.begin(day), days.begin(day + 1));
        series.entry(&from.iso(), &Entry::of(&sunlight, from, to, range.interval_s));
    });
    let is_short = theory == Theory::Precise && cost <= MOST_DAYS_AT_ONCE * LEAST_COST;
    Ok(if is_short {
        Prepared::stream(&query, cost, pieces)
    } else {
        Prepared::long_stream(&query, cost, pieces)
    })
}
