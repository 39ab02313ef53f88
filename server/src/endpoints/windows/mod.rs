//! The operation `/windows/{start-date}/{end-date}`: when all of some conditions of the sky hold.

pub(crate) mod found;
mod query;
mod rows;
mod search;
pub(crate) mod when;

use crate::endpoints::prelude::*;
use crate::vocabulary::batch::head;
use found::SkyWindow;
use query::{COST, WindowsQuery};
use search::WindowSearch;
use serde_json::{Value, json};

pub(crate) const OPERATION: Operation = Operation::with::<WindowsQuery>(
    "windows",
    &["/windows/{start-date}/{end-date}", "/windows/{start-date}"],
    prepare,
)
.documented(Group::SunAndMoon, include_str!("description.md"))
.plan(Plan::Starter)
.cost(COST)
.refusals(&[Code::TooLarge, Code::Unavailable])
.post(&rows::OPERATION)
.with_rows()
.describe(shape);

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query = WindowsQuery::new(input, context)?;
    let choice = query.choice(context)?;
    query.alg = choice.theory.into();
    if let Some(format) = query.rows_format(context)? {
        return rows::series(query, choice, format, context);
    }
    let (is_precise, site, cost, chosen) = (choice.is_precise(), query.obs, query.cost(), query.chosen);
    let horizon = query.horizon.source(context, site)?;
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let search = WindowSearch { choice, query };
    let eye_m = horizon.eye_m().unwrap_or(site.height);
    let work = horizon.work(context, is_precise, move |profile| search.pieces(eye_m, profile));
    Ok(chosen.prepared(echo, cost, work))
}

fn shape() -> Shape {
    let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Umbra//Umbra//EN\r\nBEGIN:VEVENT\r\n\
        UID:dark-1786568417-43.36--8.41@umbra\r\nDTSTAMP:20000101T120000Z\r\n\
        DTSTART:20260812T212017Z\r\nDTEND:20260813T032904Z\r\nSUMMARY:dark\r\nEND:VEVENT\r\n\
        END:VCALENDAR\r\n";
    TableFormat::shapes(|format| match format {
        TableFormat::Json => (Shape::list::<WindowsQuery, SkyWindow>(), Value::Null),
        TableFormat::Ics => (Shape::Plain(Described::text()), json!(calendar)),
        TableFormat::Csv => (Shape::Plain(Described::text()), json!(head(&rows::TABLE))),
    })
}
