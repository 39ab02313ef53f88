//! What a call costs, taken from the allowance of the month.

use crate::accounts::meter::{Balance, Charge};
use crate::accounts::operation_names::OperationName;
use crate::accounts::plan::Credits;
use crate::accounts::refusal::Refusal;
use crate::api::context::Context;
use crate::api::operation::Operation;
use crate::api::prepared::{JSON, Prepared, Work};
use crate::http::problem::{Code, Problem};

/// A request whose price has been settled.
pub(crate) struct Priced {
    /// The answer that is left to be made, or the problem that stands in its way.
    pub(crate) prepared: Result<Prepared, Problem>,
    /// What was charged; none for a caller without an account, and for calls that cost nothing.
    pub(crate) charge: Option<Charge>,
    /// The account's credits afterwards.
    pub(crate) balance: Option<Balance>,
}

/// Charges a call. `cost=1` leaves nothing to be done and costs nothing; a call with wrong parameters costs
/// nothing; one for which there are no data costs the operation's least price.
pub(crate) fn price(
    context: &Context,
    operation: &Operation,
    prepared: Result<Prepared, Problem>,
    is_cost_only: bool,
) -> Priced {
    let credits = match &prepared {
        _ if is_cost_only => None,
        Ok(prepared) => Some(prepared.cost),
        Err(problem) => (problem.code == Code::NoData).then_some(operation.cost),
    };
    let prepared = if is_cost_only { prepared.map(echo_alone) } else { prepared };
    let Some(key) = context.caller.key() else { return Priced { prepared, charge: None, balance: None } };
    let account = &key.account;
    let Some(credits) = credits.map(Credits::from_f64) else {
        let balance = account.meter.balance(account.allowance, context.now_ms);
        return Priced { prepared, charge: None, balance: Some(balance) };
    };
    let name = OperationName::new(operation.name);
    match account.meter.charge(key.id, name, credits, account.allowance, context.now_ms) {
        Ok((charge, balance)) => Priced { prepared, charge: Some(charge), balance: Some(balance) },
        Err(exhausted) => {
            let refusal = Refusal::CreditsExhausted {
                cost: credits,
                remaining: exhausted.balance.remaining,
                until_ms: exhausted.until_ms,
                retry_after_s: (exhausted.until_ms - context.now_ms).max(0).unsigned_abs().div_ceil(1000),
            };
            Priced { prepared: Err(refusal.into()), charge: None, balance: Some(exhausted.balance) }
        }
    }
}

/// Refunds a charge, because the answer could not be given. Gives the balance, if there was a charge.
pub(crate) fn refund(context: &Context, charge: Option<Charge>) -> Option<Balance> {
    let (key, charge) = context.caller.key().zip(charge)?;
    Some(key.account.meter.refund(charge, key.account.allowance))
}

/// The answer to `cost=1`: the echo alone, which has the cost in it. Answers without an echo cost nothing and
/// stay as they are.
fn echo_alone(prepared: Prepared) -> Prepared {
    if prepared.echo.is_empty() {
        return prepared;
    }
    Prepared { form: &JSON, work: Work::Nothing, ..prepared }
}
