//! Requests for credits from meters to the lease thread, and the signal that wakes waiting calls.

use crate::plan::Credits;
use prometheus_client::metrics::counter::Counter;
use std::fmt;
use std::sync::Arc;
use tokio::sync::watch;

/// A function that requests credits for an account.
type Request = Box<dyn Fn(&Arc<str>) + Send + Sync>;

/// The way for meters to request credits shared with other servers.
pub struct LeaseRequests {
    request: Request,
    /// Counts the rounds after which meters were updated.
    rounds: watch::Sender<u64>,
    /// The share of an allowance that is leased at once, %.
    lease_percent: f64,
    /// Calls that had to wait for credits.
    pub waits: Counter,
}

impl LeaseRequests {
    /// Makes it from the function that requests credits for an account.
    pub(crate) fn new(
        lease_percent: f64,
        waits: Counter,
        request: impl Fn(&Arc<str>) + Send + Sync + 'static,
    ) -> Arc<Self> {
        let (rounds, _) = watch::channel(0);
        Arc::new(Self { request: Box::new(request), rounds, lease_percent, waits })
    }

    /// The credits of an allowance that are leased at once.
    pub(crate) fn lease(&self, allowance: Credits) -> Credits {
        Credits((allowance.0 as f64 * self.lease_percent / 100.0) as i64)
    }

    /// Requests credits for an account without waiting.
    pub fn ask(&self, account: &Arc<str>) {
        (self.request)(account);
    }

    /// Wakes the waiting calls so that they check for credits.
    pub(crate) fn round_is_over(&self) {
        self.rounds.send_modify(|rounds| *rounds += 1);
    }

    /// Subscribes to the rounds from now on.
    pub(crate) fn rounds(&self) -> watch::Receiver<u64> {
        self.rounds.subscribe()
    }
}

impl fmt::Debug for LeaseRequests {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("LeaseRequests").finish_non_exhaustive()
    }
}
