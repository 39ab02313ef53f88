//! Leases: how servers that share accounts agree on credits, while no call waits for another machine.
//!
//! Each server counts its own spending on an account in a month, S. A grant, G, is the limit up to which it
//! may spend without asking. A thread ([`agent`]) reports S and fetches grants before they are used up. A
//! rule ([`crate::grant`]) grants at most the credits that are neither spent nor granted, so that the servers
//! together spend no more than the allowance. The rows of all servers are in a [`LeaseStore`], which applies
//! the rule in a transaction. S is a sum that only its server reports, so nothing is counted twice.
//!
//! A call without a grant, the first for a while or one of the last, waits for the thread ([`wait`]). It is
//! refused for good only when the allowance is spent. The grant of a server that has died ends
//! ([`holders`]). While the store does not answer, a server spends at most one lease beyond its last report.
//!
//! The module `simulation` tests all of this with servers, a network and a store that are values.

mod agent;
mod health;
mod holders;
mod state;
pub mod wait;

use super::calendar::Calendar;
use super::clock::{Clock, Now};
use super::credits::LeaseRequests;
use super::grant::LeaseRequest;
use super::snapshot::Snapshot;
use super::store::LeaseStore;
use agent::{Agent, LeaseMessage};
use arc_swap::ArcSwap;
pub use health::{LeaseHealth, Mode};
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// The request channel of the meters before the lease thread runs.
pub(crate) struct PendingLeases {
    /// The request channel of the meters.
    pub requests: Arc<LeaseRequests>,
    sender: Sender<LeaseMessage>,
    messages: Receiver<LeaseMessage>,
    health: LeaseHealth,
}

/// Dependencies of the lease thread.
pub(crate) struct Deps {
    /// The accounts.
    pub snapshot: Arc<ArcSwap<Snapshot>>,
    /// The time by which months are reckoned.
    pub calendar: Arc<Calendar>,
    /// The clock.
    pub clock: Clock,
    /// The rows of all servers.
    pub store: Box<dyn LeaseStore>,
}

/// The thread that agrees with other servers on credits.
pub struct Leases {
    sender: Sender<LeaseMessage>,
    /// Metrics of the exchange.
    pub health: LeaseHealth,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl PendingLeases {
    /// Opens the request channel.
    pub fn open(lease_percent: f64) -> Self {
        let health = LeaseHealth::default();
        let (sender, messages) = channel();
        let asks = sender.clone();
        // Dropped once the thread has ended.
        let request = move |account: &Arc<str>| drop(asks.send(LeaseMessage::Account(account.clone())));
        let requests = LeaseRequests::new(lease_percent, health.waits.clone(), request);
        Self { requests, sender, messages, health }
    }

    /// Starts the lease thread, and one for the store, so that a slow store delays nothing else.
    pub fn start(self, deps: Deps) -> io::Result<Leases> {
        let Self { requests, sender, messages, health } = self;
        let (exchanges, queue) = channel::<Vec<LeaseRequest>>();
        let (outcomes, mut store) = (sender.clone(), deps.store);
        let answer = move || {
            for requests in queue {
                let responses = store.exchange(&requests);
                if let Err(error) = &responses {
                    tracing::debug!(%error, "an exchange about credits failed");
                }
                drop(outcomes.send(LeaseMessage::Exchanged(responses.ok())));
            }
        };
        std::thread::Builder::new().name("leases".into()).spawn(answer)?;
        let (snapshot, of_thread) = (deps.snapshot, health.clone());
        let (clock, calendar) = (deps.clock, deps.calendar);
        let run = move || {
            let now = || {
                let Now { steady, unix_ms } = clock.now();
                Now { steady, unix_ms: calendar.reckoned_ms(unix_ms) }
            };
            let (mut agent, mut received) = (Agent::new(requests, of_thread, now()), Vec::new());
            loop {
                let snapshot = snapshot.load_full();
                let find = |id: &str| snapshot.accounts.get(id).cloned();
                let step = agent.step(now(), received.drain(..), find);
                if let Some(requests) = step.exchange {
                    // The other thread lives as long as this one.
                    drop(exchanges.send(requests));
                }
                let Some(next) = step.next else { return };
                match messages.recv_timeout(next.saturating_duration_since(clock.steady())) {
                    Ok(message) => received.push(message),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                }
                received.extend(messages.try_iter());
            }
        };
        let thread = std::thread::Builder::new().name("credits".into()).spawn(run)?;
        Ok(Leases { sender, health, thread: Mutex::new(Some(thread)) })
    }
}

impl Leases {
    /// Reports the last spending, gives back the rest and ends the thread.
    pub fn close(&self) {
        drop(self.sender.send(LeaseMessage::Stop));
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Err(_)) = thread.map(JoinHandle::join) {
            tracing::error!("the thread that shares credits with other servers has panicked");
        }
    }
}

#[cfg(test)]
mod simulation;
