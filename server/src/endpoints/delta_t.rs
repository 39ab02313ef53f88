//! The operation `/delta-t/{date}`: ΔT = TT − UT1.

use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::instant::Instant;
use crate::api::operation::{Operation, Shape};
use crate::api::parameters::Parameters;
use crate::api::prepared::{JSON, Prepared};
use crate::api::value::Words;
use crate::vocabulary::delta_t::{AskedDeltaT, DeltaTInForce};
use accounts::access::Access;
use accounts::plan::Plan;
use astro::time::delta_t::Source;
use serde::Serialize;
use utoipa::ToSchema;
use web::problem::{Code, Problem};

const COST: f64 = 0.5;

/// The operation `/delta-t/{date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "delta-t",
    id: "delta-t",
    group: Group::Time,
    paths: &["/delta-t/{date}"],
    summary: "ΔT = TT − UT1",
    description: "Returns ΔT in seconds with its standard error (`sigma`, seconds) and its `source`.\n\n\
        The default model interpolates linearly in the decimal year between nodes: Meeus's table 10.A for \
        1620–2004, IERS observations from 2005, IERS and USNO predictions to 2033, and Espenak and Meeus's \
        polynomials before and after. To avoid jumps, the polynomials are shifted by a share of the \
        difference at each seam, over 100 years before 1620 and 50 years after the last prediction.\n\n\
        **`model`** selects another model. `em2006` uses the polynomials alone in all years, adjusted to the \
        n-dot of their canon (−25.858″/cy²), and is within 1.3 s of the canon's ΔT. `smh2016` is the spline \
        of Stephenson, Morrison and Hohenkerk (2016) with the coefficients of 2020 for −720 to 2019 (n-dot \
        −25.82″/cy²). Before and after these years it integrates their length of the day, 1.72 t − 3.5 \
        sin(2π (t + 0.75) / 14) ms with t in centuries from 1825, from either end without a jump. Errors of \
        `em2006`: 0.8 u² s before 1620 with u in centuries from 1820, at least 20 s; from 2005 Huber's \
        (2000) random walk. Errors of `smh2016`: the published ones to 2500, then growing as Huber's.",
    parameters: DeltaTQuery::ALL,
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[Code::Unavailable],
    form: &JSON,
    describe: Shape::envelope::<DeltaTQuery, Response>,
    prepare,
};

/// The parameters of `/delta-t`.
#[derive(Parameters)]
struct DeltaTQuery {
    /// The instant, Universal Time, in the years −1999 … +3000.
    #[param(path, example = "2024-04-08")]
    date: Instant,
    #[param(flatten = &[AskedDeltaT::MODEL])]
    delta_t: AskedDeltaT,
}

/// The source of a value of ΔT.
#[derive(Words)]
#[words(remote = Source)]
pub(crate) enum DeltaTSource {
    Table,
    Observed,
    Predicted,
    Polynomial,
    Spline,
    Extrapolated,
}

/// ΔT at an instant with its uncertainty.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeltaT)]
struct Response {
    /// TT − UT1, s.
    delta_t: f64,
    /// `table`, `observed`, `predicted` or `polynomial`; with `smh2016` `spline` or `extrapolated`.
    #[schema(value_type = DeltaTSource)]
    source: &'static str,
    /// One standard error, s.
    sigma: f64,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: DeltaTQuery = input.parameters()?;
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let node = delta_t.node(query.date.ut1(), DeltaTQuery::DATE.name)?;
    Ok(Prepared::json(&query.in_query(OPERATION.name, COST), COST, move || {
        Ok(Response { delta_t: node.delta_t_s, source: node.source.word(), sigma: node.sigma_s })
    }))
}
