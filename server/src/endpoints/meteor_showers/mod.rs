//! The operation `/meteor-showers/{start-date}/{end-date}`: active meteor
//! showers.

mod entry;
mod query;
mod written;

use crate::endpoints::prelude::*;
use crate::vocabulary::formats::calendar_shape;
use entry::{MeteorShower, ShowerBuilder};
use query::MeteorShowersQuery;

/// Credits for each returned shower, which is also the minimum cost.
const COST: f64 = 1.0;
/// Sources of the list of showers.
const CREDIT: &str = "International Meteor Organization; IAU Meteor Data Center";

pub(crate) const OPERATION: Operation = Operation::with::<MeteorShowersQuery>(
    "meteor-showers",
    &["/meteor-showers/{start-date}/{end-date}", "/meteor-showers/{start-date}"],
    prepare,
)
.documented(Group::Events, include_str!("description.md"))
.cost(COST)
.refusals(&[Code::TooLarge, Code::OutsideEphemeris])
.describe(shape);

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: MeteorShowersQuery = input.parameters()?;
    let chosen = CalendarFormat::negotiated(query.format, context);
    (query.format, query.credit) = (Some(chosen.format), CREDIT);
    let zone = query.zone.resolve(context, query.obs)?;
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let appearances = query.appearances(context, &delta_t)?;
    let cost = COST * appearances.len().max(1) as f64;
    let builder = ShowerBuilder { data: context.generation(), delta_t, site: query.obs, zone };
    // The best time of each shower takes up to a millisecond.
    let are_short = query.obs.is_none();
    let work = Work::pieces(are_short, written::pieces(builder, chosen.format, appearances));
    Ok(chosen.prepared(Prepared::echo(&query.in_query(OPERATION.name, cost)), cost, work))
}

/// The shapes of both formats.
fn shape() -> Shape {
    let calendar =
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nBEGIN:VEVENT\r\nUID:meteor-shower-PER-2025@umbra\r\n…";
    calendar_shape(Shape::list::<MeteorShowersQuery, MeteorShower>, calendar)
}
