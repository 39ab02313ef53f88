//! Charges rows to the allowance of the caller.

use crate::api::prelude::*;
use accounts::credits::Charge;
use accounts::lease::wait::charged;
use accounts::operation_names::OperationName;
use accounts::plan::Credits;
use accounts::snapshot::Key;
use tokio::time::Instant;

/// Charges the rows of a call, as they are answered.
pub(crate) struct Payer {
    /// The key of the caller; none for callers without an account.
    pub(crate) key: Option<Arc<Key>>,
    /// Name of the operation in usage.
    pub(crate) operation: &'static str,
    /// Price of a row.
    pub(crate) price: Credits,
    /// Price of a bad row: the lowest of the operation.
    pub(crate) least: Credits,
    /// Time of `begun`, milliseconds since 1970, for months of usage.
    pub(crate) reckoned_ms: i64,
    /// The beginning of the call.
    pub(crate) begun: Instant,
    /// Counts credits for the operator.
    pub(crate) count: Box<dyn Fn(Credits) + Send + Sync>,
}

/// Rows that are paid. The caller gets the credits back unless they are [kept](Payer::keep).
pub(super) struct Paid {
    pub(super) rows: usize,
    charge: Option<(Arc<Key>, Charge)>,
}

impl Drop for Paid {
    fn drop(&mut self) {
        if let Some((key, charge)) = self.charge.take() {
            key.account.meter.refund(charge, key.account.allowance);
        }
    }
}

impl Payer {
    /// Keeps the credits of rows that are answered.
    pub(super) fn keep(&self, mut paid: Paid) {
        if let Some((_, charge)) = paid.charge.take() {
            (self.count)(charge.credits());
        }
    }

    /// Returns the problem of an account that cannot pay a row.
    pub(super) async fn can_pay(&self) -> Result<(), Problem> {
        self.pay(1, |rows| Credits(self.least.0 * rows as i64)).await.1.map_or(Ok(()), Err)
    }

    /// Charges as many of `rows` as the allowance covers: fewer only with the reason. `cost` is the price of
    /// the first rows, by their number.
    pub(super) async fn pay(
        &self,
        rows: usize,
        cost: impl Fn(usize) -> Credits + Send,
    ) -> (Paid, Option<Problem>) {
        let Some(key) = &self.key else { return (Paid { rows, charge: None }, None) };
        let (account, name) = (&key.account, OperationName::new(self.operation));
        let (mut paid, mut charge, mut problem) = (rows, None, None);
        while paid > 0 {
            let now_ms = || self.reckoned_ms + self.begun.elapsed().as_millis() as i64;
            let price = cost(paid);
            let pay = || account.meter.charge_more(key.id, name, price, account.allowance, now_ms());
            match charged(account, price, pay).await {
                Ok(charged) => {
                    charge = Some((Arc::clone(key), charged));
                    break;
                }
                Err(exhausted) => {
                    let remaining = exhausted.balance.remaining;
                    // Another call may use what is left first.
                    let fewer = (0..paid).rev().find(|rows| exhausted.is_known && cost(*rows) <= remaining);
                    (paid, problem) = (fewer.unwrap_or(0), Some(exhausted.refusal(price, now_ms())));
                }
            }
        }
        (Paid { rows: paid, charge }, problem.map(Problem::from))
    }
}
