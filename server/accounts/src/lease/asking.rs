//! Where meters ask for credits, and where calls hear that an answer has come.

use prometheus_client::metrics::counter::Counter;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::watch;

/// What the thread of the leases is told.
#[derive(Debug)]
pub(super) enum Message {
    /// An account wants a lease, or others are to be told what it has spent.
    Account(Arc<str>),
    /// The totals that were asked for have come.
    Totals,
    /// The server stops.
    Stop,
}

/// Where the meters of a server ask for credits that it shares with other servers.
#[derive(Debug)]
pub struct Asking {
    messages: Sender<Message>,
    /// Counts the times at which meters were told something.
    rounds: watch::Sender<u64>,
    /// Calls that had to wait for credits.
    pub waits: Counter,
}

impl Asking {
    /// Makes the place to ask, and the end at which the questions come out.
    pub(super) fn new(waits: Counter) -> (Arc<Self>, Receiver<Message>) {
        let (messages, received) = channel();
        let (rounds, _) = watch::channel(0);
        (Arc::new(Self { messages, rounds, waits }), received)
    }

    /// Asks for the account with this id, without waiting.
    pub fn ask(&self, account: &Arc<str>) {
        self.send(Message::Account(account.clone()));
    }

    /// Tells the thread something. When it has ended nobody needs to know any more.
    pub(super) fn send(&self, message: Message) {
        drop(self.messages.send(message));
    }

    /// Wakes the calls that wait, to see whether there are credits for them.
    pub(super) fn round_is_over(&self) {
        self.rounds.send_modify(|rounds| *rounds += 1);
    }

    /// Hears of all rounds from now on.
    pub(super) fn rounds(&self) -> watch::Receiver<u64> {
        self.rounds.subscribe()
    }
}
