//! Requests for credits from meters to the lease thread, and the signal that wakes waiting calls.

use crate::lease::LeaseMessage;
use crate::plan::Credits;
use prometheus_client::metrics::counter::Counter;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::watch;

/// The channel through which meters request credits shared with other servers.
#[derive(Debug)]
pub struct LeaseRequests {
    messages: Sender<LeaseMessage>,
    /// Counts the rounds after which meters were updated.
    rounds: watch::Sender<u64>,
    /// The share of an allowance that is leased at once, %.
    lease_percent: f64,
    /// Calls that had to wait for credits.
    pub waits: Counter,
}

impl LeaseRequests {
    /// Makes the channel and its receiving end.
    pub(crate) fn new(lease_percent: f64, waits: Counter) -> (Arc<Self>, Receiver<LeaseMessage>) {
        let (messages, received) = channel();
        let (rounds, _) = watch::channel(0);
        (Arc::new(Self { messages, rounds, lease_percent, waits }), received)
    }

    /// The credits of an allowance that are leased at once.
    pub(crate) fn lease(&self, allowance: Credits) -> Credits {
        Credits((allowance.0 as f64 * self.lease_percent / 100.0) as i64)
    }

    /// Requests credits for an account without waiting.
    pub fn ask(&self, account: &Arc<str>) {
        self.send(LeaseMessage::Account(account.clone()));
    }

    /// Sends a message. It is dropped once the thread has ended.
    pub(crate) fn send(&self, message: LeaseMessage) {
        drop(self.messages.send(message));
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
