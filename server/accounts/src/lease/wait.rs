//! The wait of a call for credits that other servers may have.

use crate::account::Account;
use crate::credits::{Exhausted, LeaseRequests};
use crate::plan::Credits;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// Maximum wait of a call.
pub(super) const MAX_WAIT: Duration = Duration::from_secs(1);

/// Returns what `charge` returns once it does not depend on other servers, at most after the time for which
/// calls may wait: then the error says that the allowance is not known to be spent. `charge` costs `cost`,
/// which is reserved for the call while it waits.
pub async fn charged<T>(
    account: &Account,
    cost: Credits,
    charge: impl Fn() -> Result<T, Exhausted>,
) -> Result<T, Exhausted> {
    let is_open = |result: &Result<T, Exhausted>| result.as_ref().is_err_and(|e| !e.is_known);
    let first = charge();
    if !is_open(&first) {
        return first;
    }
    // In a box, so that the memory of calls that need not wait does not contain it.
    Box::pin(async {
        let wait = CreditWait::new(account, cost);
        loop {
            wait.over().await;
            let result = charge();
            if !is_open(&result) || Instant::now() >= wait.until {
                return result;
            }
        }
    })
    .await
}

/// A call that waits for credits. Until the drop, the credits stay reserved for it.
struct CreditWait<'a> {
    account: &'a Account,
    cost: Credits,
    requests: Option<Arc<LeaseRequests>>,
    until: Instant,
}

impl<'a> CreditWait<'a> {
    fn new(account: &'a Account, cost: Credits) -> Self {
        let requests = account.meter.wait(cost);
        if let Some(requests) = &requests {
            requests.waits.inc();
        }
        Self { account, cost, requests, until: Instant::now() + MAX_WAIT }
    }

    /// Waits for a decision, at most for as long as calls may.
    async fn over(&self) {
        // After the time the caller decides.
        let _ = timeout_at(self.until, self.decided()).await;
    }

    async fn decided(&self) {
        let Some(requests) = &self.requests else { return };
        let mut rounds = requests.rounds();
        while !self.account.meter.is_decided(self.cost, self.account.allowance) {
            if rounds.changed().await.is_err() {
                // The lease thread has ended.
                std::future::pending::<()>().await;
            }
        }
    }
}

/// Also runs when the client has disconnected.
impl Drop for CreditWait<'_> {
    fn drop(&mut self) {
        if self.requests.is_some() {
            self.account.meter.wait_no_longer(self.cost);
        }
    }
}
