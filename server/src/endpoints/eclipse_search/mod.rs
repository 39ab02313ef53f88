//! The operation `/solar-eclipse/search/{from}/{to}`: every solar eclipse that a place sees.

mod found;
mod parameters;
mod search;
mod written;

use crate::api::context::Context;
use crate::api::described::{Described, described};
use crate::api::group::Group;
use crate::api::icalendar;
use crate::api::input::{Input, Word};
use crate::api::operation::{Operation, Shape};
use crate::api::prepared::{JSON, Prepared, Work};
use crate::api::site::Site;
use crate::vocabulary::accuracy::AccuracyExtraWord;
use crate::vocabulary::delta_t::DELTA_T;
use crate::vocabulary::delta_t::{AskedDeltaT, DELTA_T_MODEL, DeltaTInForce};
use crate::vocabulary::eclipse_theory::{AskedElements, ERA, Era, K1, K2, SUN_RADIUS, THEORY};
use crate::vocabulary::formats::{Format, TableFormat};
use accounts::access::Access;
use accounts::plan::Plan;
use found::{Found, LocalTypeWord};
use parameters::{
    EXTRAS, FORMAT, FROM, LIMIT, MIN_ALT, MIN_MAGNITUDE, NEXT, Next, OBS, ORDER, Order, TO, TYPE,
};
use parameters::{EclipseSearchFormat, NextWord, OrderWord, Wanted};
use search::Search;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use web::problem::Problem;

const COST: f64 = 5.0;

/// The operation `/solar-eclipse/search/{from}/{to}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "solar-eclipse/search",
    id: "solar-eclipse-search",
    group: Group::SolarEclipses,
    paths: &["/solar-eclipse/search/{from}/{to}"],
    summary: "Every solar eclipse that a place sees",
    description: "All solar eclipses of a span of time, of the years 1500 … 2500, or with `era=canon` of \
        −1999 … 3000, of which the place sees something with the Sun's upper limb above the horizon; needs \
        the Starter plan or higher. Contacts \
        and what is seen are those of `/solar-eclipse/local-circumstances/details`, which takes `jd` \
        (and the same `theory` and `era`). \
        `date` is greatest eclipse for the whole Earth and `type` the kind of the eclipse as a whole; \
        `localType` is what is seen at the place: a total eclipse whose totality is below the horizon there \
        is `partial`. `max` is greatest eclipse there, or sunrise or sunset if the Sun is down then; \
        `magnitude` and `obscuration` are those of that instant, `sunAlt` airless. `durationSec` is how long \
        the total or annular phase is seen, null in a partial eclipse. `c1` … `c4` are null where the \
        contact is below the horizon or does not exist. `pathDistanceKM` is the length of the geodesic to \
        the nearest point of the central line on the day side, and `pathBearing` its direction there from \
        the place, degrees from north through east; null in eclipses without a central line.\n\n\
        `next=total` answers the first that is seen as total alone. **`ics`** is a calendar to subscribe to \
        (iCalendar, RFC 5545), an event for each eclipse from its first to its last visible instant with the \
        contacts in its text; **`csv`** a table. A list without eclipses is no error.\n\n\
        With `extras=accuracy` or `era=canon` each eclipse has `accuracy`, and a calendar and a table say \
        the same: `sigma` is the standard error of `max.date`, left out where `max` is sunrise or sunset, \
        and `eastWestKm` how far the error of ΔT moves the ground under the shadow: an eclipse whose path is \
        nearer than that may have been seen otherwise.",
    parameters: &[
        FROM,
        TO,
        OBS,
        TYPE,
        MIN_MAGNITUDE,
        MIN_ALT,
        LIMIT,
        ORDER,
        NEXT,
        FORMAT,
        EXTRAS,
        THEORY,
        ERA,
        K1,
        K2,
        SUN_RADIUS,
        DELTA_T,
        DELTA_T_MODEL,
    ],
    access: Access::Key(Plan::Starter),
    cost: COST,
    refusals: &[],
    form: &JSON,
    describe: shape,
    prepare,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EclipseSearchQuery)]
struct Query {
    /// `solar-eclipse/search`.
    name: &'static str,
    /// The first instant, ISO 8601.
    from: String,
    /// The instant after the last.
    to: String,
    /// The observer.
    obs: Site,
    /// Only eclipses of this kind at the place, or null.
    #[serde(rename = "type")]
    #[schema(value_type = Option<LocalTypeWord>)]
    kind: Option<&'static str>,
    /// Least magnitude, or null.
    min_magnitude: Option<f64>,
    /// Least altitude of the Sun, degrees, or null.
    min_alt: Option<f64>,
    /// Most eclipses, or null.
    #[schema(minimum = 1, maximum = 5000)]
    limit: Option<i64>,
    /// Order in time.
    #[schema(value_type = OrderWord)]
    order: &'static str,
    /// The kind of which only the next is wanted, or null.
    #[schema(value_type = Option<NextWord>)]
    next: Option<&'static str>,
    /// Form of the answer.
    #[schema(value_type = EclipseSearchFormat)]
    format: &'static str,
    /// What is added, if given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Vec<AccuracyExtraWord>>)]
    extras: Option<Vec<&'static str>>,
    #[serde(flatten)]
    elements: AskedElements,
    #[serde(flatten)]
    delta_t: AskedDeltaT,
    /// Credits.
    cost: f64,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let chosen = TableFormat::chosen(input, context, &FORMAT);
    let Wanted { span, site, kind, min_magnitude, min_alt, limit, order, next, extras, elements, delta_t } =
        Wanted::read(input)?;
    let has_accuracy = extras.is_some() || elements.era() == Era::Canon;
    if chosen.format == TableFormat::Ics {
        icalendar::check_year(span.0.unix_ms, FROM.name)?;
    }
    let query = Query {
        name: OPERATION.name,
        from: span.0.iso(),
        to: span.1.iso(),
        obs: site,
        kind: kind.map(Word::word),
        min_magnitude,
        min_alt,
        limit,
        order: order.word(),
        next: next.map(Word::word),
        format: chosen.format.word(),
        extras: extras.map(|extras| extras.into_iter().map(Word::word).collect()),
        elements,
        delta_t,
        cost: COST,
    };
    let delta_t = DeltaTInForce::new(delta_t, context);
    let mut search = Search::new(context.generation(), elements, span, site, delta_t);
    search.has_accuracy = has_accuracy;
    search.kind = next.map_or(kind, Next::kind);
    search.min_magnitude = min_magnitude.unwrap_or(0.0);
    search.min_alt_deg = min_alt.unwrap_or(f64::NEG_INFINITY);
    search.left = if next.is_some() { 1 } else { limit.map_or(usize::MAX, |limit| limit as usize) };
    search.is_backwards = order == Order::Descending;
    let pieces = Work::Stream(Box::new(written::pieces(search, chosen.format, site)));
    Ok(chosen.prepared(Prepared::echo(&query), COST, pieces))
}

/// The shapes of all formats.
fn shape() -> Shape {
    TableFormat::shapes(|format| match format {
        TableFormat::Json => {
            let (query, response) = (described::<Query>(), described::<Found>().list());
            (Shape::Envelope { query, response }, Value::Null)
        }
        TableFormat::Ics | TableFormat::Csv => {
            (Shape::Plain(Described::text()), json!(written::example(format)))
        }
    })
}
