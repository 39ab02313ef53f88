//! The operation `/date/{julian-day}`: date of a Julian Day.

use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::instant::Instant;
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{JULIAN_DAY, Parameter};
use crate::api::prepared::{JSON, Prepared};
use accounts::access::Access;
use accounts::plan::Plan;
use astro::time::Ut1;
use serde::Serialize;
use utoipa::ToSchema;
use web::problem::Problem;

const DAY: Parameter = Parameter::path(
    "julian-day",
    JULIAN_DAY,
    "2460409.2625",
    "The Julian Day; dates of ECMAScript reach from −271821 to +275760.",
);
const COST: f64 = 0.5;

/// The operation `/date/{julian-day}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "date",
    id: "date",
    group: Group::Time,
    paths: &["/date/{julian-day}"],
    summary: "Date of a Julian Day",
    description: "The date of the (proleptic) Gregorian calendar, to the nearest millisecond. A Julian Day \
        of our time as a double number resolves 0.04 ms.",
    parameters: &[DAY],
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[],
    form: &JSON,
    describe: || Shape::Envelope { query: described::<Query>(), response: described::<Response>() },
    prepare,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = DateQuery)]
struct Query {
    /// `date`.
    name: &'static str,
    /// The Julian Day.
    #[serde(rename = "julian-day")]
    julian_day: f64,
    /// Credits.
    cost: f64,
}

/// The date of a Julian Day.
#[derive(Serialize, ToSchema)]
#[schema(as = DateOfJulianDay)]
struct Response {
    /// The instant, ISO 8601.
    date: String,
}

fn prepare(input: &mut Input, _: &Context) -> Result<Prepared, Problem> {
    let day = input.required(&DAY, Input::number);
    let julian_day = input.check(day)?;
    let query = Query { name: OPERATION.name, julian_day, cost: COST };
    Ok(Prepared::json(&query, COST, move || Ok(Response { date: Instant::from_ut1(Ut1(julian_day)).iso() })))
}
