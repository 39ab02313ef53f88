//! Charges the cost of a call to the monthly allowance.

use crate::api::context::Context;
use crate::api::operation::Operation;
use crate::api::prepared::{Freshness, JSON, Prepared, Work};
use accounts::access::Access;
use accounts::credits::{Balance, Charge, Exhausted};
use accounts::gate::Caller;
use accounts::lease::wait::{CreditWait, WaitEnd};
use accounts::operation_names::OperationName;
use accounts::plan::Credits;
use accounts::refusal::Refusal;
use serde::Serialize;
use web::problem::{Code, Problem};

/// A request after pricing.
pub(crate) struct Priced {
    /// The prepared response, or the problem that prevents it.
    pub(crate) prepared: Result<Prepared, Problem>,
    /// The charge; none for callers without an account and for free calls.
    pub(crate) charge: Option<Charge>,
    /// The account's credits afterwards.
    pub(crate) balance: Option<Balance>,
}

/// A request that waits for credits.
pub(crate) struct NeedsCredits {
    pub(crate) wait: CreditWait,
    /// The prepared response.
    pub(crate) prepared: Result<Prepared, Problem>,
}

/// Charges a call. `cost=1` and calls with wrong parameters cost nothing; a call that finds no data costs the
/// minimum price of the operation. The error asks the call to wait for credits that other servers may hold,
/// and gives back what was prepared; `waited` is set once it has waited.
pub(crate) fn price(
    context: &Context,
    operation: &Operation,
    prepared: Result<Prepared, Problem>,
    is_cost_only: bool,
    waited: Option<WaitEnd>,
) -> Result<Priced, Box<NeedsCredits>> {
    // Probes ignore `cost=1`.
    let is_cost_only = is_cost_only && operation.access != Access::Probe;
    let is_unpriced = prepared.as_ref().is_ok_and(|p| matches!(p.work, Work::Pricing(_)));
    let credits = match &prepared {
        _ if is_cost_only => None,
        // Each row is charged when it is answered.
        Ok(Prepared { work: Work::Batch(_), .. }) => Some(0.0),
        Ok(prepared) => Some(prepared.cost),
        Err(problem) => (problem.code == Code::NoData).then_some(operation.cost),
    };
    let is_for_what_is_left = prepared.as_ref().is_ok_and(|p| p.is_for_what_is_left);
    let prepared =
        if is_cost_only && !is_unpriced { prepared.map(|p| echo_alone(p, operation)) } else { prepared };
    let Some(key) = context.caller.key() else { return Ok(Priced { prepared, charge: None, balance: None }) };
    let account = &key.account;
    let Some(credits) = credits.map(Credits::from_f64) else {
        let balance = account.meter.balance(account.allowance, context.reckoned_ms);
        return Ok(Priced { prepared, charge: None, balance: Some(balance) });
    };
    let name = OperationName::new(operation.name);
    let charge = |cost| account.meter.charge(key.id, name, cost, account.allowance, context.reckoned_ms);
    let charged = charge(credits).or_else(|exhausted| match is_for_what_is_left && exhausted.is_known {
        // Another call may use what is left first; a charge of zero always succeeds.
        true => charge(exhausted.balance.remaining).or_else(|_| charge(Credits(0))),
        false => Err(exhausted),
    });
    match charged {
        Ok((charge, balance)) => Ok(Priced { prepared, charge: Some(charge), balance: Some(balance) }),
        Err(exhausted) if !exhausted.is_known && waited.as_ref().is_some_and(WaitEnd::is_over) => {
            let refused = Err(Refusal::CreditsLate.into());
            Ok(Priced { prepared: refused, charge: None, balance: Some(exhausted.balance) })
        }
        Err(exhausted) if !exhausted.is_known => {
            Err(Box::new(NeedsCredits { wait: CreditWait::new(account, credits, waited), prepared }))
        }
        Err(exhausted) => {
            let refusal = refusal(context, credits, &exhausted);
            Ok(Priced { prepared: Err(refusal.into()), charge: None, balance: Some(exhausted.balance) })
        }
    }
}

fn refusal(context: &Context, cost: Credits, exhausted: &Exhausted) -> Refusal {
    let Exhausted { balance, until_ms, .. } = *exhausted;
    let retry_after_s = (until_ms - context.reckoned_ms).max(0).unsigned_abs().div_ceil(1000);
    Refusal::CreditsExhausted { cost, remaining: balance.remaining, until_ms, retry_after_s }
}

/// Refunds a charge after a failed response. Returns the balance, if there was a charge.
pub(crate) fn refund(caller: &Caller, charge: Option<Charge>) -> Option<Balance> {
    let (key, charge) = caller.key().zip(charge)?;
    Some(key.account.meter.refund(charge, key.account.allowance))
}

/// The response to `cost=1`: only the echo, which contains the cost.
fn echo_alone(prepared: Prepared, operation: &Operation) -> Prepared {
    let is_without = prepared.echo.is_empty();
    let cost = prepared.cost;
    let echo = if is_without { Prepared::echo(&Cost { name: operation.name, cost }) } else { prepared.echo };
    // Clients that accept only another format still get the cost.
    let is_form_named = prepared.is_form_named || prepared.form.media_type != JSON.media_type;
    // Shared caches that ignore the query would return it as the response itself.
    let freshness = match prepared.freshness {
        Freshness::Public | Freshness::Forever => Freshness::Never,
        own => own,
    };
    Prepared {
        form: &JSON,
        is_form_named,
        echo,
        freshness,
        headers: Vec::new(),
        work: Work::Nothing,
        ..prepared
    }
}

/// The echo of an operation without an envelope.
#[derive(Serialize)]
struct Cost {
    name: &'static str,
    cost: f64,
}
