//! Requests for credits from meters to the lease thread, and the signal that wakes waiting calls.

use prometheus_client::metrics::counter::Counter;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::watch;

/// A message to the lease thread.
#[derive(Debug)]
pub(crate) enum LeaseMessage {
    /// An account needs a lease, or has spending to report.
    Account(Arc<str>),
    /// The requested totals have arrived.
    Totals,
    /// The server stops.
    Stop,
}

/// The channel through which meters request credits shared with other servers.
#[derive(Debug)]
pub struct LeaseRequests {
    messages: Sender<LeaseMessage>,
    /// Counts the rounds after which meters were updated.
    rounds: watch::Sender<u64>,
    /// Calls that had to wait for credits.
    pub waits: Counter,
}

impl LeaseRequests {
    /// Makes the channel and its receiving end.
    pub(crate) fn new(waits: Counter) -> (Arc<Self>, Receiver<LeaseMessage>) {
        let (messages, received) = channel();
        let (rounds, _) = watch::channel(0);
        (Arc::new(Self { messages, rounds, waits }), received)
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
