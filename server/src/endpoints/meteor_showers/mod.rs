//! The operation `/meteor-showers/{start-date}/{end-date}`: meteor showers that are active.

mod entry;
mod request;
mod written;

use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::{Input, Word};
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::OBS;
use crate::api::prepared::{JSON, Prepared, Work};
use crate::api::site::Site;
use crate::vocabulary::delta_t::DELTA_T;
use crate::vocabulary::delta_t::{AskedDeltaT, DELTA_T_MODEL, DeltaTInForce};
use crate::vocabulary::formats::{CalendarFormat, CalendarFormatWord, FORMAT, Format, calendar_shape};
use accounts::access::Access;
use accounts::plan::Plan;
use entry::{ShowerEntry, Teller};
use request::{END, MIN_ZHR, Request, SHOWER, START};
use serde::Serialize;
use utoipa::ToSchema;
use web::problem::{Code, Problem};

/// Credits for each shower that is listed, and at least.
const COST: f64 = 1.0;
/// Whose facts the list holds.
const CREDIT: &str = "International Meteor Organization; IAU Meteor Data Center";

/// The operation `/meteor-showers/{start-date}/{end-date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "meteor-showers",
    id: "meteor-showers",
    group: Group::Events,
    paths: &["/meteor-showers/{start-date}/{end-date}"],
    summary: "Meteor showers of a range, and the best hour to watch them",
    description: "The showers of the working list of visual meteor showers (International Meteor \
        Organization, 2026) that are active within a range of at most 400 days of the years 1900 … 2100, in \
        the order of their peaks. The range is [start, end) in days of 24 hours, a part of a day counting as \
        one. Activity and peak are by solar longitude: the Sun's apparent geocentric longitude from the mean \
        equinox of J2000.0, within 0.1 s of the ephemeris; the list's dates are those of 2026, 0h UT. A peak \
        comes in another year when the Sun has the same longitude, and not at the same date. A shower whose \
        single day ends before its peak (OCT) counts as active until then.\n\n\
        `radiant` (J2000.0, degrees), `velocity` (km/s), `populationIndex`, `zhr` (zenithal hourly rate at \
        the peak, null where it varies from year to year) and `parent` are the list's. `moon` is that of \
        the peak. With `obs`: `local.azAlt` of the radiant at the peak, and `local.best`, the instant within \
        36 hours of the peak with the Sun below −12° and the radiant above the horizon at which the most \
        meteors are to be expected if the shower is as active as at its peak for all of that time, or null \
        without one: for a short shower, such as the Quadrantids, the dark hours nearest the peak count \
        for more. Its `rate` is an estimate for one observer away from towns: \
        zhr · sin(altitude) · r^(lm − 6.5), the limiting magnitude lm 6.5, or 6.5 − 2.5 × the illuminated \
        fraction while the Moon is up; null where `zhr` is. Altitudes there are airless, of centres, \
        degrees.\n\n\
        The cost is 1 for each shower listed, and at least 1.",
    parameters: &[START, END, SHOWER, OBS, MIN_ZHR, FORMAT, DELTA_T, DELTA_T_MODEL],
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[Code::TooLarge, Code::OutsideEphemeris],
    form: &JSON,
    describe: shape,
    prepare,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = MeteorShowersQuery)]
struct Query {
    /// `meteor-showers`.
    name: &'static str,
    /// Where the range begins.
    #[serde(rename = "start-date")]
    start: String,
    /// Its end, as given.
    #[serde(rename = "end-date")]
    end: String,
    /// Codes of the showers that alone are listed, or null for all.
    shower: Option<Vec<&'static str>>,
    /// The observer, or null.
    obs: Option<Site>,
    /// Least zenithal hourly rate, meteors an hour.
    #[serde(rename = "minZhr")]
    min_zhr: f64,
    /// The form of the answer.
    #[schema(value_type = CalendarFormatWord)]
    format: &'static str,
    #[serde(flatten)]
    delta_t: AskedDeltaT,
    /// Whose facts these are.
    credit: &'static str,
    /// Credits.
    cost: f64,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let chosen = CalendarFormat::chosen(input, context, &FORMAT);
    let request = Request::read(input)?;
    let delta_t = DeltaTInForce::new(request.delta_t, context);
    let appearances = request.appearances(context, &delta_t)?;
    let cost = COST * appearances.len().max(1) as f64;
    let query = Query {
        name: OPERATION.name,
        start: request.start.iso(),
        end: request.end.iso(),
        shower: request.showers.as_ref().map(|list| list.iter().map(|shower| shower.code).collect()),
        obs: request.obs,
        min_zhr: request.min_zhr,
        format: chosen.format.word(),
        delta_t: request.delta_t,
        credit: CREDIT,
        cost,
    };
    let teller = Teller { data: context.generation(), delta_t, site: request.obs };
    // The best hour of each shower takes up to a millisecond.
    let is_long = request.obs.is_some() && appearances.len() > 1;
    let pieces = Box::new(written::pieces(teller, chosen.format, appearances));
    let work = if is_long { Work::LongStream(pieces) } else { Work::Stream(pieces) };
    Ok(chosen.prepared(Prepared::echo(&query), cost, work))
}

/// Both forms of the answer.
fn shape() -> Shape {
    let calendar =
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nBEGIN:VEVENT\r\nUID:meteor-shower-PER-2025@umbra\r\n…";
    let json =
        || Shape::Envelope { query: described::<Query>(), response: described::<ShowerEntry>().list() };
    calendar_shape(json, calendar)
}
