//! Leases: how servers that share accounts agree on credits, while no call waits for another machine.
//!
//! Each server counts its own spending on an account in a month, S. A grant, G, is the limit up to which it
//! may spend without asking. A thread ([`agent`]) reports S and fetches grants before they are used up, all
//! in one pipeline. In Valkey a script ([`table`]) grants at most the credits that are neither spent nor
//! granted, so that the servers together spend no more than the allowance.
//!
//! Without Valkey a server reads the spending that all servers have written into the database ([`totals`]).
//! It then spends at most one lease beyond its own written spending, or the cost of its waiting calls if that
//! is more. If neither store answers, it uses the last known figures. Data in Valkey may be lost: they are
//! rebuilt from the database and from the servers. S is a sum that only its server reports, so nothing is
//! counted twice.
//!
//! A call without a grant, the first for a while or one of the last, waits for the thread ([`wait`]).

mod agent;
mod health;
mod state;
mod table;
mod totals;
pub mod wait;

use super::calendar::Calendar;
use super::clock::Clock;
use super::credits::{LeaseMessage, LeaseRequests};
use super::instance::Instance;
use super::snapshot::Snapshot;
use super::valkey::Valkey;
use crate::store_handle::StoreHandle;
use agent::{Agent, Tools};
use arc_swap::ArcSwap;
pub use health::LeaseHealth;
use std::io;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use table::LeaseTable;
use totals::Totals;

/// The request channel of the meters before the lease thread runs.
pub(crate) struct PendingLeases {
    /// The request channel of the meters.
    pub requests: Arc<LeaseRequests>,
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
    /// The store.
    pub handle: StoreHandle,
    /// The name of this server.
    pub(crate) me: Instance,
    /// The connection to Valkey, if there is one.
    pub valkey: Option<Valkey>,
}

/// The thread that agrees with other servers on credits.
pub struct Leases {
    requests: Arc<LeaseRequests>,
    /// Metrics of the exchange.
    pub health: LeaseHealth,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl PendingLeases {
    /// Opens the request channel.
    pub fn open() -> Self {
        let health = LeaseHealth::default();
        let (requests, messages) = LeaseRequests::new(health.waits.clone());
        Self { requests, messages, health }
    }

    /// Starts the lease thread.
    pub fn start(self, lease_percent: f64, deps: Deps) -> io::Result<Leases> {
        let Self { requests, messages, health } = self;
        let Deps { snapshot, calendar, clock, handle, me, valkey } = deps;
        let tools = Tools {
            snapshot,
            calendar,
            clock,
            requests: requests.clone(),
            table: valkey.map(|valkey| LeaseTable::new(valkey, me.clone())),
            totals: Totals::new(handle, requests.clone()),
            me,
            lease_percent,
            health: health.clone(),
        };
        let agent = Agent::new(tools, messages);
        let thread = std::thread::Builder::new().name("credits".into()).spawn(move || agent.run())?;
        Ok(Leases { requests, health, thread: Mutex::new(Some(thread)) })
    }
}

impl Leases {
    /// Reports the last spending, gives back the rest and ends the thread.
    pub fn close(&self) {
        self.requests.send(LeaseMessage::Stop);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Err(_)) = thread.map(JoinHandle::join) {
            tracing::error!("the thread that shares credits with other servers has panicked");
        }
    }
}

#[cfg(test)]
mod tests;
