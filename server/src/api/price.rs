//! Charges the cost of a call to the monthly allowance.

use crate::api::long_responses::StartFlag;
use crate::api::prelude::*;
use accounts::credits::{Balance, Charge};
use accounts::gate::Caller;
use accounts::lease::wait::charged;
use accounts::operation_names::OperationName;
use accounts::plan::Credits;
use accounts::snapshot::Key;

/// The bill of a call. A charge is refunded when the bill is dropped, as it is with a call that its client
/// abandons, unless it is [kept](Bill::keep) or the pool has begun to work for it.
pub(crate) struct Bill<'a> {
    /// The key whose account pays; none for callers without one.
    key: Option<&'a Arc<Key>>,
    operation: OperationName,
    /// The time of the request, milliseconds since 1970, for months of usage.
    reckoned_ms: i64,
    begun: &'a StartFlag,
    charge: Option<Charge>,
    is_kept: bool,
    /// The credits of the account after the last charge or refund.
    pub(crate) balance: Option<Balance>,
}

impl<'a> Bill<'a> {
    /// Begins a bill without a charge. `begun` is set once the pool works for the call.
    pub(crate) fn new(
        caller: &'a Caller,
        operation: &'static str,
        reckoned_ms: i64,
        begun: &'a StartFlag,
    ) -> Self {
        let (charge, is_kept, balance) = (None, false, None);
        let operation = OperationName::new(operation);
        Self { key: caller.key(), operation, reckoned_ms, begun, charge, is_kept, balance }
    }

    /// Reads the balance for a call that is free: from now on nothing is charged.
    pub(crate) fn read(&mut self) {
        let account = self.key.take().map(|key| &key.account);
        self.balance = account.map(|of| of.meter.balance(of.allowance, self.reckoned_ms));
    }

    /// Charges the cost of the call instead of an earlier charge; `with_what_is_left`, at most what is left.
    pub(crate) async fn pay(&mut self, cost: f64, with_what_is_left: bool) -> Result<(), Problem> {
        let (Some(key), cost) = (self.key, Credits::from_f64(cost)) else { return Ok(()) };
        if self.credits() == Some(cost) {
            return Ok(());
        }
        self.refund();
        let (account, name) = (&key.account, self.operation);
        let charge = |cost| account.meter.charge(key.id, name, cost, account.allowance, self.reckoned_ms);
        let paid = charged(account, cost, || charge(cost)).await;
        let paid = paid.or_else(|exhausted| match with_what_is_left {
            // Another call may use what is left first; a charge of zero always succeeds.
            true => charge(exhausted.balance.remaining).or_else(|_| charge(Credits(0))),
            false => Err(exhausted),
        });
        let (charge, balance) = match paid {
            Ok((charge, balance)) => (Ok(charge), balance),
            Err(exhausted) => (Err(exhausted.refusal(cost, self.reckoned_ms)), exhausted.balance),
        };
        self.balance = Some(balance);
        self.charge = Some(charge?);
        Ok(())
    }

    /// Charges the price of the next stage of work, which refunds that of the stage before. A client that
    /// leaves before the next stage has begun pays nothing.
    pub(crate) async fn pay_stage(&mut self, cost: f64) -> Result<(), Problem> {
        self.begun.reset();
        self.pay(cost, false).await
    }

    /// Keeps the charge, whatever becomes of the call.
    pub(crate) fn keep(&mut self) {
        self.is_kept = true;
    }

    /// Refunds the charge, unless it is kept.
    pub(crate) fn refund(&mut self) {
        if let Some((key, charge)) = self.key.zip(self.charge.take_if(|_| !self.is_kept)) {
            self.balance = Some(key.account.meter.refund(charge, key.account.allowance));
        }
    }

    /// Credits charged to the account.
    pub(crate) fn credits(&self) -> Option<Credits> {
        self.charge.map(Charge::credits)
    }
}

impl Drop for Bill<'_> {
    fn drop(&mut self) {
        if !self.begun.is_set() || std::thread::panicking() {
            self.refund();
        }
    }
}
