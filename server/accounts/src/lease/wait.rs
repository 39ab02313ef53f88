//! The wait of a call for credits that other servers may have.

use crate::account::Account;
use crate::credits::LeaseRequests;
use crate::plan::Credits;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// Maximum wait of a call.
pub(super) const MAX_WAIT: Duration = Duration::from_secs(1);

/// A call that waits for credits.
pub struct CreditWait {
    account: Arc<Account>,
    cost: Credits,
    requests: Option<Arc<LeaseRequests>>,
    begun: Instant,
}

/// A call that has waited for credits. Until the drop, the credits stay reserved for it.
pub struct WaitEnd(CreditWait);

impl WaitEnd {
    /// Returns whether the call has waited for as long as calls may.
    pub fn is_over(&self) -> bool {
        self.0.begun.elapsed() >= MAX_WAIT
    }
}

impl CreditWait {
    /// Begins or continues to wait.
    pub fn new(account: &Arc<Account>, cost: Credits, before: Option<WaitEnd>) -> Self {
        let begun = before.as_ref().map_or_else(Instant::now, |waited| waited.0.begun);
        let requests = account.meter.wait(cost);
        if let (Some(requests), None) = (&requests, &before) {
            requests.waits.inc();
        }
        Self { account: account.clone(), cost, requests, begun }
    }

    /// Waits for a decision, at most for as long as calls may.
    pub async fn over(self) -> WaitEnd {
        // After the time the caller decides.
        let _ = timeout_at(self.begun + MAX_WAIT, self.decided()).await;
        WaitEnd(self)
    }

    /// Waits for a decision.
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
impl Drop for CreditWait {
    fn drop(&mut self) {
        if self.requests.is_some() {
            self.account.meter.wait_no_longer(self.cost);
        }
    }
}
