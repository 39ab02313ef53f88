//! The operation `/delta-t/{date}`: ΔT = TT − UT1.

use crate::endpoints::prelude::*;
use crate::vocabulary::delta_t::{DeltaTModel, OBSERVED_YEARS};
use astro::time::delta_t::{DeltaTOrigin, Model};

const COST: f64 = 0.5;

pub(crate) const OPERATION: Operation =
    Operation::json::<DeltaTQuery, DeltaTResponse>("delta-t", &["/delta-t/{date}"], prepare)
        .documented(Group::Time, include_str!("delta_t.md"))
        .cost(COST);

/// The parameters of `/delta-t`.
#[derive(Parameters)]
struct DeltaTQuery {
    /// The instant, Universal Time, in the years −1999 … +3000.
    #[param(path, example = "2024-04-08")]
    date: Instant,
    #[param(flatten = &[DeltaTInput::MODEL])]
    delta_t: DeltaTInput,
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
    /// One standard error, s. It contains the difference from `smh2016`, unless the IERS has the value.
    sigma: f64,
    /// The value of the better model, only if the values differ by more than its standard error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    better: Option<BetterDeltaT>,
}

/// ΔT by a better model.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BetterDeltaT {
    #[schema(value_type = DeltaTModel)]
    model: &'static str,
    /// TT − UT1, s.
    delta_t: f64,
    /// One standard error, s.
    sigma: f64,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: DeltaTQuery = input.parameters()?;
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let node = delta_t.node(query.date.ut1(), DeltaTQuery::DATE.name)?;
    let is_by_iers = matches!(node.source, DeltaTOrigin::Observed | DeltaTOrigin::Predicted);
    let better = || {
        let best = context.data.delta_t(Some(Model::Smh2016)).at_year_or_end(node.year);
        let is_far = (node.delta_t_s - best.delta_t_s).abs() > best.sigma_s;
        let (delta_t, sigma) = (best.delta_t_s, best.sigma_s);
        is_far.then(|| BetterDeltaT { model: Model::Smh2016.word(), delta_t, sigma })
    };
    // In the years of the table it is as good.
    let better = if is_by_iers || OBSERVED_YEARS.contains(&node.year) { None } else { better() };
    Ok(Prepared::json(&query.in_query(OPERATION.name, COST), COST, move || {
        Ok(DeltaTResponse {
            delta_t: node.delta_t_s,
            source: node.source.word(),
            sigma: node.sigma_s,
            better,
        })
    }))
}
