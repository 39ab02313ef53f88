//! The operation `/celestial-events/{start-date}/{end-date}`: seasons, phases, eclipses and other events of
//! the Sun, the Moon and the Galactic Center.

mod data;
mod entry;
mod key;
mod observer;
mod query;
mod search;
mod solar_term;
mod written;

use crate::endpoints::prelude::*;
use crate::vocabulary::formats::calendar_shape;
use crate::vocabulary::map_link::MapLink;
use entry::{CelestialEvent, EventBuilder};
use query::CelestialEventsQuery;
use search::EventSearch;

/// Credits for each body.
const COST: f64 = 10.0;
/// Cost factor of `circumstances=1`.
const CIRCUMSTANCES_FACTOR: f64 = 1.5;
/// Cost factor of `overflow=1`.
const OVERFLOW_FACTOR: f64 = 1.2;

pub(crate) const OPERATION: Operation = Operation::with::<CelestialEventsQuery>(
    "celestial-events",
    &["/celestial-events/{start-date}/{end-date}", "/celestial-events/{start-date}"],
    prepare,
)
.documented(Group::Events, include_str!("description.md"))
.cost(COST)
.refusals(&[Code::TooLarge])
.describe(shape);

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: CelestialEventsQuery = input.parameters()?;
    let chosen = CalendarFormat::negotiated(query.format, context);
    query.format = Some(chosen.format);
    let zone = query.zone.resolve(context, query.obs)?;
    let kinds = query.kinds();
    query.events = Some(kinds.clone());
    let (from, (to, choice)) = (query.start_date, query.choice(context)?);
    let factor = |flag: Flag, factor: f64| if flag.0 { factor } else { 1.0 };
    let cost = COST
        * query.body.len() as f64
        * factor(query.circumstances, CIRCUMSTANCES_FACTOR)
        * factor(query.overflow, OVERFLOW_FACTOR)
        * if choice.is_precise() { 1.0 } else { truncated_factor(from, to, query.overflow.0) };
    let is_precise = choice.is_precise();
    let search = EventSearch { choice, kinds };
    let observer = query.obs.filter(|_| query.circumstances.0);
    let overflow = if query.overflow.0 { &search.kinds[..] } else { &[] };
    let periods = written::periods(from, to, overflow);
    let builder = EventBuilder::new(search, observer, zone);
    let pieces = written::pieces(builder, chosen.format, MapLink::of(context), periods);
    let work = Work::pieces(is_precise, pieces);
    Ok(chosen.prepared(Prepared::echo(&query.in_query(OPERATION.name, cost)), cost, work))
}

/// The factor of the cost outside the ephemeris, where 40 days take as long as a year by the ephemeris, and
/// the events before and after the range as long as a year.
fn truncated_factor(from: Instant, to: Instant, has_overflow: bool) -> f64 {
    let days = (to.unix_ms - from.unix_ms) / MS_PER_DAY + if has_overflow { 400 } else { 0 };
    (days as f64 / 40.0).max(1.0).ceil()
}

/// The shapes of both formats.
fn shape() -> Shape {
    let calendar =
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nBEGIN:VEVENT\r\nUID:full_moon-2024-03-25@umbra\r\n…";
    calendar_shape(Shape::list::<CelestialEventsQuery, CelestialEvent>, calendar)
}
