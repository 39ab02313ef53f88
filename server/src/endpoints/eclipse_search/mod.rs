//! The operation `/solar-eclipse/search/{from}/{to}`: the solar eclipses that are visible from a place.

mod found;
mod query;
mod search;
mod written;

use crate::api::described::Described;
use crate::api::icalendar;
use crate::endpoints::prelude::*;
use crate::vocabulary::formats::TableFormat;
pub(crate) use found::LocalTypeWord;
use found::SeenEclipse;
use query::EclipseSearchQuery;
use search::EclipseSearch;
use serde_json::{Value, json};

/// Credits for each [`ECLIPSES`] to examine.
const COST: f64 = 5.0;
/// Eclipses that cost [`COST`]: those of about two centuries.
const ECLIPSES: usize = 500;

/// The operation `/solar-eclipse/search/{from}/{to}`.
pub(crate) const OPERATION: Operation = Operation::with::<EclipseSearchQuery>(
    "solar-eclipse/search",
    &["/solar-eclipse/search/{from}/{to}"],
    prepare,
)
.id("solar-eclipse-search")
.documented(Group::SolarEclipses, include_str!("description.md"))
.plan(Plan::Starter)
.cost(COST)
.describe(shape);

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: EclipseSearchQuery = input.parameters()?;
    let chosen = TableFormat::negotiated(query.format, context);
    query.format = Some(chosen.format);
    if chosen.format == TableFormat::Ics {
        icalendar::check_year(query.span().start.unix_ms, EclipseSearchQuery::FROM.name)?;
    }
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let search = EclipseSearch::new(context.generation(), query, delta_t);
    let cost = COST * search.left_to_examine().div_ceil(ECLIPSES).max(1) as f64;
    let echo = Prepared::echo(&search.query.in_query(OPERATION.name, cost));
    Ok(chosen.prepared(echo, cost, Work::pieces(true, written::pieces(search, chosen.format))))
}

/// The shapes of all formats.
fn shape() -> Shape {
    TableFormat::shapes(|format| match format {
        TableFormat::Json => (Shape::list::<EclipseSearchQuery, SeenEclipse>(), Value::Null),
        TableFormat::Ics | TableFormat::Csv => {
            (Shape::Plain(Described::text()), json!(written::example(format)))
        }
    })
}
