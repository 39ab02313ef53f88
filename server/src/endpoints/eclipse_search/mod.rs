//! The operation `/solar-eclipse/search/{from}/{to}`: the solar eclipses that are visible from a place.

mod found;
mod query;
mod search;
mod written;

use crate::api::context::Context;
use crate::api::described::Described;
use crate::api::group::Group;
use crate::api::icalendar;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::parameters::Parameters;
use crate::api::prepared::{JSON, Prepared, Work};
use crate::vocabulary::delta_t::DeltaTInForce;
use crate::vocabulary::formats::{Format, TableFormat};
use accounts::access::Access;
use accounts::plan::Plan;
use found::Found;
use query::EclipseSearchQuery;
use search::Search;
use serde_json::{Value, json};
use web::problem::Problem;

const COST: f64 = 5.0;

/// The operation `/solar-eclipse/search/{from}/{to}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "solar-eclipse/search",
    id: "solar-eclipse-search",
    group: Group::SolarEclipses,
    paths: &["/solar-eclipse/search/{from}/{to}"],
    summary: "Solar eclipses visible from a place",
    description: "Returns the solar eclipses of a time span that are visible from a place: part of the \
        eclipse occurs with the Sun's upper limb above the horizon. The years are 1500 … 2500, or with \
        `era=canon` −1999 … 3000. Requires the Starter plan or higher.\n\n\
        Contacts and visibility are those of `/solar-eclipse/local-circumstances/details`, which accepts \
        `jd` (and the same `theory` and `era`). `date` is greatest eclipse for the whole Earth and `type` \
        the type of the whole eclipse. `localType` is the type that is visible from the place: a total \
        eclipse whose totality is below the horizon there is `partial`. `max` is greatest eclipse at the \
        place, or sunrise or sunset if the Sun is down then; `magnitude` and `obscuration` belong to that \
        instant, and `sunAlt` is airless. `durationSec` is the visible duration of the total or annular \
        phase, null in a partial eclipse. `c1` … `c4` are null if the contact is below the horizon or does \
        not exist. `pathDistanceKM` is the length of the geodesic to the nearest point of the central line \
        on the day side, and `pathBearing` its direction at the place, degrees from north through east; both \
        are null in eclipses without a central line.\n\n\
        `next=total` returns only the first eclipse that is total at the place. **`ics`** is a calendar to \
        subscribe to (iCalendar, RFC 5545). It has one event per eclipse, from the first to the last visible \
        instant, with the contacts in its text. **`csv`** is a table. An empty list is not an error.\n\n\
        With `extras=accuracy` or `era=canon` each eclipse has `accuracy`, also in a calendar or a table. \
        `sigma` is the standard error of `max.date`, left out if `max` is sunrise or sunset. `eastWestKm` is \
        the shift of the ground under the shadow that corresponds to the error of ΔT: if the path is nearer \
        than that, the eclipse may have looked different from the place.",
    parameters: EclipseSearchQuery::ALL,
    access: Access::Key(Plan::Starter),
    cost: COST,
    refusals: &[],
    form: &JSON,
    describe: shape,
    prepare,
};

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: EclipseSearchQuery = input.parameters()?;
    let chosen = TableFormat::negotiated(query.format, context);
    query.format = Some(chosen.format);
    if chosen.format == TableFormat::Ics {
        icalendar::check_year(query.span().start.unix_ms, EclipseSearchQuery::FROM.name)?;
    }
    let echo = Prepared::echo(&query.in_query(OPERATION.name, COST));
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let search = Search::new(context.generation(), query, delta_t);
    Ok(chosen.prepared(echo, COST, Work::Stream(Box::new(written::pieces(search, chosen.format)))))
}

/// The shapes of all formats.
fn shape() -> Shape {
    TableFormat::shapes(|format| match format {
        TableFormat::Json => (Shape::list::<EclipseSearchQuery, Found>(), Value::Null),
        TableFormat::Ics | TableFormat::Csv => {
            (Shape::Plain(Described::text()), json!(written::example(format)))
        }
    })
}
