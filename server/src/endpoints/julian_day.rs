//! The operation `/julian-day/{date}`: Julian Day of a date.

use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{Kind, Parameter};
use crate::api::prepared::{JSON, Prepared};
use accounts::access::Access;
use accounts::plan::Plan;
use serde::Serialize;
use utoipa::ToSchema;
use web::problem::Problem;

const DATE: Parameter =
    Parameter::path("date", Kind::DateTime, "2024-04-08T18:18:00Z", "The instant, Universal Time.");
const COST: f64 = 0.5;

/// The operation `/julian-day/{date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "julian-day",
    id: "julian-day",
    group: Group::Time,
    paths: &["/julian-day/{date}"],
    summary: "Julian Day of a date",
    description: "The Julian Day of a date of the (proleptic) Gregorian calendar: 2024-04-08T00:00Z is \
        2460408.5. Exact to the millisecond.",
    parameters: &[DATE],
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[],
    form: &JSON,
    describe: || Shape::Envelope { query: described::<Query>(), response: described::<Response>() },
    prepare,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = JulianDayQuery)]
struct Query {
    /// `julian-day`.
    name: &'static str,
    /// The instant, ISO 8601.
    date: String,
    /// Credits.
    cost: f64,
}

/// The Julian Day of a date.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = JulianDay)]
struct Response {
    /// Days since −4712 January 1, 12h of the Julian calendar.
    julian_day: f64,
}

fn prepare(input: &mut Input, _: &Context) -> Result<Prepared, Problem> {
    let date = input.required(&DATE, Input::instant);
    let date = input.check(date)?;
    let query = Query { name: OPERATION.name, date: date.iso(), cost: COST };
    Ok(Prepared::json(&query, COST, move || Ok(Response { julian_day: date.ut1().0 })))
}
