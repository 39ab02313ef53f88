//! The wait of a call for credits that other servers may have.

use crate::credits::LeaseRequests;
use crate::plan::Credits;
use crate::snapshot::Account;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::{sleep_until, timeout_at};

/// Maximum wait of a call.
const MAX_WAIT: Duration = Duration::from_millis(250);

/// A call that waits for credits.
pub struct CreditWait {
    account: Arc<Account>,
    cost: Credits,
    requests: Option<Arc<LeaseRequests>>,
    begun: Instant,
}

/// A call that has waited for credits. Until the drop, the credits stay reserved for it.
pub struct Waited {
    wait: CreditWait,
    /// Whether the maximum wait is reached.
    is_over: bool,
}

impl Waited {
    /// When the wait began, if it has reached its limit and the decision is final.
    pub fn judged_since(&self) -> Option<Instant> {
        self.is_over.then_some(self.wait.begun)
    }
}

impl CreditWait {
    /// Begins or continues to wait.
    pub fn new(account: &Arc<Account>, cost: Credits, before: Option<Waited>) -> Self {
        let begun = before.as_ref().map_or_else(Instant::now, |waited| waited.wait.begun);
        let requests = account.meter.wait(cost);
        if let (Some(requests), None) = (&requests, &before) {
            requests.waits.inc();
        }
        Self { account: account.clone(), cost, requests, begun }
    }

    /// Waits for a decision or for the deadline.
    pub async fn over(self) -> Waited {
        let end = tokio::time::Instant::from_std(self.begun + MAX_WAIT);
        let is_known = self.is_known_by(end).await;
        Waited { is_over: !is_known || tokio::time::Instant::now() >= end, wait: self }
    }

    /// Waits for a decision; returns whether there is one by `end`.
    async fn is_known_by(&self, end: tokio::time::Instant) -> bool {
        let Some(requests) = &self.requests else { return false };
        let mut rounds = requests.rounds();
        while !self.account.meter.is_decided(self.cost, self.account.allowance) {
            match timeout_at(end, rounds.changed()).await {
                Ok(Ok(())) => {}
                // The lease thread has ended.
                Ok(Err(_)) => sleep_until(end).await,
                Err(_) => return false,
            }
        }
        true
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
