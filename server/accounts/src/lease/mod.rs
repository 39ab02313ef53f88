//! Leases: how servers that share accounts agree on credits, while no call waits for another machine.
//!
//! Each server counts its own spending on an account in a month, S. A grant, G, is the limit up to which it
//! may spend without asking. A thread ([`agent`]) reports S and fetches grants before they are used up, all
//! in one pipeline. In Valkey a script ([`table`]) grants at most the credits that are neither spent nor
//! granted, so that the servers together spend no more than the allowance.
//!
//! Without Valkey servers report S in PostgreSQL and read it there ([`totals`]). A server then spends at most
//! one lease beyond its last report, or the cost of its waiting calls if that is more. If neither store
//! answers, it uses the last known figures ([`health::Mode`]). Both stores have a thread of their own, so a
//! silent one does not delay the other. Data in Valkey may be lost: they are rebuilt from the database and
//! from the servers. S is a sum that only its server reports, so nothing is counted twice.
//!
//! A call without a grant, the first for a while or one of the last, waits for the thread ([`wait`]). It is
//! refused for good only when the allowance is spent.

mod agent;
mod health;
mod state;
mod table;
mod totals;
pub mod wait;

use super::calendar::Calendar;
use super::clock::Clock;
use super::credits::LeaseRequests;
use super::instance::Instance;
use super::snapshot::Snapshot;
use super::valkey::Valkey;
use crate::store::postgres::PostgresReports;
use agent::{Agent, LeaseMessage, Tools};
use arc_swap::ArcSwap;
pub use health::{LeaseHealth, Mode};
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use table::Table;
use totals::Totals;

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
    /// The reports in PostgreSQL.
    pub(crate) reports: PostgresReports,
    /// The name of this server.
    pub(crate) me: Instance,
    /// The connection to Valkey, if there is one.
    pub valkey: Option<Valkey>,
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

    /// Starts the lease thread.
    pub fn start(self, deps: Deps) -> io::Result<Leases> {
        let Self { requests, sender, messages, health } = self;
        let Deps { snapshot, calendar, clock, reports, me, valkey } = deps;
        let (events, outcomes) = (sender.clone(), sender.clone());
        let on_event = move |event| drop(events.send(LeaseMessage::Table(event)));
        let on_outcome = move |outcome| drop(outcomes.send(LeaseMessage::Totals(outcome)));
        let table = valkey.map(|valkey| Table::start(valkey, me, on_event)).transpose()?;
        let totals = Totals::start(reports, on_outcome)?;
        let tools = Tools { snapshot, calendar, clock, requests, table, totals, health: health.clone() };
        let agent = Agent::new(tools, messages);
        let thread = std::thread::Builder::new().name("credits".into()).spawn(move || agent.run())?;
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
mod tests;
