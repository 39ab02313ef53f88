//! The operation `/meteor-showers/{start-date}/{end-date}`: active meteor
//! showers.

mod entry;
mod query;
mod written;

use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::parameters::Parameters;
use crate::api::prepared::{JSON, Prepared, Work};
use crate::vocabulary::delta_t::DeltaTInForce;
use crate::vocabulary::formats::{CalendarFormat, Format, calendar_shape};
use accounts::access::Access;
use accounts::plan::Plan;
use entry::{EntryBuilder, ShowerEntry};
use query::MeteorShowersQuery;
use web::problem::{Code, Problem};

/// Credits for each returned shower, which is also the minimum cost.
const COST: f64 = 1.0;
/// Sources of the list of showers.
const CREDIT: &str = "International Meteor Organization; IAU Meteor Data Center";

/// The operation `/meteor-showers/{start-date}/{end-date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "meteor-showers",
    id: "meteor-showers",
    group: Group::Events,
    paths: &["/meteor-showers/{start-date}/{end-date}"],
    summary: "Active meteor showers of a range and the best time to watch them",
    description: "Returns the showers that are active in a range of at most 400 days in the years 1900 … \
        2100, in the order of their peaks. They come from the working list of visual meteor showers \
        (International Meteor Organization, 2026). The range includes `start-date`, excludes `end-date` and \
        is rounded up to days of 24 hours.\n\n\
        Activity and peak are determined by solar longitude: the Sun's apparent geocentric longitude from \
        the mean equinox of J2000.0, within 0.1 s of the ephemeris. The dates of the list are those of 2026, \
        0h UT. In other years a peak occurs at the same solar longitude, not on the same date. A shower with \
        a single day of activity that ends before its peak (OCT) is active until the peak.\n\n\
        `radiant` (J2000.0, degrees), `velocity` (km/s), `populationIndex`, `zhr` (zenithal hourly rate at \
        the peak, null if it varies from year to year) and `parent` come from the list. `moon` is the Moon \
        at the peak. With `obs`, `local.azAlt` is the position of the radiant at the peak. `local.best` is \
        the instant with the highest expected rate within 36 hours of the peak, with the Sun below −12° and \
        the radiant above the horizon; null if there is none. It assumes peak activity for all of these \
        hours. For a short shower, such as the Quadrantids, prefer the dark hours closest to the peak. \
        `rate` is an estimate for one observer under a dark sky: zhr · sin(altitude) · r^(lm − 6.5). The \
        limiting magnitude lm is 6.5, or 6.5 − 2.5 × the illuminated fraction while the Moon is up. `rate` \
        is null if `zhr` is. The altitudes of `local.best` are in degrees, for centres, without \
        refraction.\n\n\
        The cost is 1 for each returned shower, at least 1.",
    parameters: MeteorShowersQuery::ALL,
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[Code::TooLarge, Code::OutsideEphemeris],
    form: &JSON,
    describe: shape,
    prepare,
};

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: MeteorShowersQuery = input.parameters()?;
    let chosen = CalendarFormat::negotiated(query.format, context);
    (query.format, query.credit) = (Some(chosen.format), CREDIT);
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let appearances = query.appearances(context, &delta_t)?;
    let cost = COST * appearances.len().max(1) as f64;
    let builder = EntryBuilder { data: context.generation(), delta_t, site: query.obs };
    // The best time of each shower takes up to a millisecond.
    let is_long = query.obs.is_some() && appearances.len() > 1;
    let pieces = Box::new(written::pieces(builder, chosen.format, appearances));
    let work = if is_long { Work::LongStream(pieces) } else { Work::Stream(pieces) };
    Ok(chosen.prepared(Prepared::echo(&query.in_query(OPERATION.name, cost)), cost, work))
}

/// The shapes of both formats.
fn shape() -> Shape {
    let calendar =
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nBEGIN:VEVENT\r\nUID:meteor-shower-PER-2025@umbra\r\n…";
    calendar_shape(Shape::list::<MeteorShowersQuery, ShowerEntry>, calendar)
}
