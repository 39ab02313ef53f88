//! `/delta-t/{date}`.

use super::JSON;
use crate::api::input::Input;
use crate::api::openapi::described;
use crate::api::operation::{Access, Context, Endpoint, Prepared, Shape};
use crate::api::parameter::{Kind, Parameter};
use crate::http::problem::Problem;
use serde::Serialize;
use utoipa::ToSchema;

const DATE: Parameter = Parameter::path(
    "date",
    Kind::DateTime,
    "2024-04-08",
    "The instant, Universal Time, in the years −1999 … +3000.",
);
const COST: f64 = 0.5;

/// The operation.
pub const ENDPOINT: Endpoint = Endpoint {
    name: "delta-t",
    paths: &["/delta-t/{date}"],
    summary: "ΔT = TT − UT1",
    description: "ΔT in seconds, linear in the decimal year between nodes: Meeus's table 10.A for 1620–2004, IERS observations from 2005, IERS and USNO predictions to 2033, and Espenak and Meeus's polynomials before and after. The polynomials are shifted by a share of the difference at each seam, over 100 years before 1620 and 50 years after the last prediction, so that there is no jump. `sigma` is one standard error in seconds, `source` says which of these the value rests on.",
    parameters: &[DATE],
    access: Access::Free,
    cost: COST,
    refusals: &[],
    media_type: JSON,
    describe: || Shape::Envelope { query: described::<Query>(), response: described::<Response>() },
    prepare,
};

#[derive(Serialize, ToSchema)]
#[schema(as = DeltaTQuery)]
struct Query {
    /// `delta-t`.
    name: &'static str,
    /// The instant, ISO 8601.
    date: String,
    /// Credits.
    cost: f64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeltaT)]
struct Response {
    /// TT − UT1, s.
    delta_t: f64,
    /// `table`, `observed`, `predicted` or `polynomial`.
    source: &'static str,
    /// One standard error, s.
    sigma: f64,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let date = input.instant(&DATE);
    input.check()?;
    let Some(date) = date else { return Err(Problem::parameter(DATE.name, "required")) };
    let node = context.delta_t(date.ut1(), DATE.name)?;
    let query = Query { name: ENDPOINT.name, date: date.iso(), cost: COST };
    Ok(Prepared::json(&query, COST, move || {
        Ok(Response { delta_t: node.delta_t_s, source: node.source.word(), sigma: node.sigma_s })
    }))
}
