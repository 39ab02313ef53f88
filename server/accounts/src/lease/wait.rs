//! The wait of a call for credits that other servers may have.

use super::asking::Asking;
use crate::plan::Credits;
use crate::snapshot::Account;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::{sleep_until, timeout_at};

/// How long a call waits at most.
const LONGEST: Duration = Duration::from_millis(250);

/// A call that waits for credits.
pub struct Wait {
    account: Arc<Account>,
    cost: Credits,
    asking: Option<Arc<Asking>>,
    begun: Instant,
}

/// A call that has waited for credits. While this lives, what the call costs is kept for it.
pub struct Waited {
    wait: Wait,
    /// Whether it has lasted as long as it may.
    is_over: bool,
}

impl Waited {
    /// When the wait began, if it has lasted as long as it may, so that the call is judged by what is known.
    pub fn judged_since(&self) -> Option<Instant> {
        self.is_over.then_some(self.wait.begun)
    }
}

impl Wait {
    /// Begins or continues to wait.
    pub fn new(account: &Arc<Account>, cost: Credits, before: Option<Waited>) -> Self {
        let begun = before.as_ref().map_or_else(Instant::now, |waited| waited.wait.begun);
        let asking = account.meter.wait(cost);
        if let (Some(asking), None) = (&asking, &before) {
            asking.waits.inc();
        }
        Self { account: account.clone(), cost, asking, begun }
    }

    /// Waits until it is known whether the call is covered, or no longer.
    pub async fn over(self) -> Waited {
        let end = tokio::time::Instant::from_std(self.begun + LONGEST);
        let is_known = self.is_known_by(end).await;
        Waited { is_over: !is_known || tokio::time::Instant::now() >= end, wait: self }
    }

    /// Waits until it is known whether the call is covered; whether it is by `end`.
    async fn is_known_by(&self, end: tokio::time::Instant) -> bool {
        let Some(asking) = &self.asking else { return false };
        let mut rounds = asking.rounds();
        while !self.account.meter.knows(self.cost, self.account.allowance) {
            match timeout_at(end, rounds.changed()).await {
                Ok(Ok(())) => {}
                // Nobody answers any more.
                Ok(Err(_)) => sleep_until(end).await,
                Err(_) => return false,
            }
        }
        true
    }

    /// The call is judged by what is known at once.
    pub fn cut_short(self) -> Waited {
        Waited { wait: self, is_over: true }
    }
}

/// Also of a caller who has gone.
impl Drop for Wait {
    fn drop(&mut self) {
        if self.asking.is_some() {
            self.account.meter.wait_no_longer(self.cost);
        }
    }
}
