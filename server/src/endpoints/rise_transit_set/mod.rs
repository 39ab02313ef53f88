//! The operation `/rise-transit-set/{start-date}/{end-date}`: rise, transit and set of the
//! Sun, the Moon and the Galactic Center, twilights, and lower transits.

pub(crate) mod entry;
pub(crate) mod extra;
pub(crate) mod next;
mod over_terrain;
mod query;
mod rows;
mod written;

use crate::endpoints::prelude::*;
use crate::endpoints::rise_transit_set::entry::EventFinder;
use crate::endpoints::rise_transit_set::extra::RequestedEvents;
use crate::endpoints::rise_transit_set::query::{COST, MARGIN_DAYS, RiseTransitSetQuery};
use crate::vocabulary::batch::head;
use crate::vocabulary::terrain_horizon::after_skyline;
use serde_json::{Value, json};

/// The operation `/rise-transit-set/{start-date}/{end-date}`.
pub(crate) const OPERATION: Operation = Operation::with::<RiseTransitSetQuery>(
    "rise-transit-set",
    &["/rise-transit-set/{start-date}/{end-date}", "/rise-transit-set/{start-date}"],
    prepare,
)
.documented(Group::SunAndMoon, include_str!("description.md"))
.cost(COST)
.refusals(&[Code::TooLarge])
.post(&rows::OPERATION)
.with_rows()
.describe(shape);

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query = RiseTransitSetQuery::new(input, context)?;
    let choice = query.choice(context, MARGIN_DAYS)?;
    if let Some(format) = query.rows_format(context)? {
        return rows::series(query, choice, format, context);
    }
    query.alg = choice.theory.into();
    let cost = query.cost();
    let eye = query.horizon.eye(context, query.site)?;
    let height_m = eye.map_or(query.site.height, |eye| eye.viewpoint.elevation_m);
    let finder = EventFinder {
        horizon: Horizon::new(query.site.at_height(height_m).observer()),
        courses: query.courses(),
        extras: query.events.clone().map(RequestedEvents),
        zone: query.zone().cloned(),
        skyline: None,
        accuracy_site: query.accuracy.extras.is_some().then_some(query.site),
    };
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let chosen = query.chosen;
    let work = match eye {
        None => Work::pieces(choice.is_precise(), written::pieces(choice, finder, query)),
        Some(eye) => Work::pieces(
            false,
            after_skyline(context.generation(), eye, move |skyline| {
                let finder = EventFinder { skyline: Some(skyline), ..finder };
                written::pieces(choice, finder, query)
            }),
        ),
    };
    Ok(chosen.prepared(echo, cost, work))
}

fn shape() -> Shape {
    let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Umbra//Umbra//EN\r\nBEGIN:VEVENT\r\n\
        UID:sunrise-1786492800-0-43.36--8.41@umbra\r\nDTSTAMP:20000101T120000Z\r\n\
        DTSTART:20260812T053525Z\r\nSUMMARY:Sunrise\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    TableFormat::shapes(|format| match format {
        TableFormat::Json => {
            (Shape::envelope::<RiseTransitSetQuery, BTreeMap<String, Vec<RiseSetEvent>>>(), Value::Null)
        }
        TableFormat::Ics => (Shape::Plain(Described::text()), json!(calendar)),
        TableFormat::Csv => (Shape::Plain(Described::text()), json!(head(&rows::TABLE))),
    })
}
