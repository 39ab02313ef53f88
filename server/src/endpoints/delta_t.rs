//! The operation `/delta-t/{date}`: ΔT = TT − UT1.

use crate::endpoints::prelude::*;
use astro::time::delta_t::DeltaTOrigin;

const COST: f64 = 0.5;

/// The operation `/delta-t/{date}`.
pub(crate) const OPERATION: Operation =
    Operation::json::<DeltaTQuery, DeltaTResponse>("delta-t", &["/delta-t/{date}"], prepare)
        .documented(Group::Time, include_str!("delta_t.md"))
        .cost(COST)
        .refusals(&[Code::Unavailable]);

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
#[words(remote = DeltaTOrigin)]
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
struct DeltaTResponse {
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
        Ok(DeltaTResponse { delta_t: node.delta_t_s, source: node.source.word(), sigma: node.sigma_s })
    }))
}
