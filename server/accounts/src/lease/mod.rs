//! Leases: how servers that share accounts agree on credits, while no call waits for another machine.
//!
//! Each server counts what it has itself spent of an account in a month, S. A grant, G, is up to where it may
//! spend without asking. A thread ([`agent`]) tells S and fetches grants before they are used up, all of them
//! in one pipeline: in Valkey a script ([`table`]) grants at most what neither is spent nor granted, so that
//! together no more is spent than the allowance. Without Valkey a server goes by what all have written into
//! the database ([`totals`]), at most one lease beyond what it has itself written or what the calls cost
//! that wait, and when nobody answers by what it knows. What is in Valkey can be lost: it is made again
//! from the database and from the servers, and as S is a sum that its server alone tells, nothing is
//! counted twice.
//!
//! A call that finds no grant, because it is the first for a while or because little is left, waits until the
//! thread has asked ([`wait`]).

mod agent;
pub mod asking;
mod customer;
pub mod health;
mod table;
mod totals;
pub mod wait;

use super::calendar::Calendar;
use super::clock::Clock;
use super::instance::Instance;
use super::ledger::desk::Desk;
use super::snapshot::Snapshot;
use super::valkey::Valkey;
use agent::{Agent, Tools};
use arc_swap::ArcSwap;
use asking::{Asking, Message};
use health::LeaseHealth;
use std::io;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use table::Table;
use totals::Totals;

/// Where meters ask, before the thread runs that answers.
pub(crate) struct Question {
    /// Where meters ask.
    pub asking: Arc<Asking>,
    messages: Receiver<Message>,
    health: LeaseHealth,
}

/// What the thread looks at.
pub(crate) struct Surroundings {
    /// The accounts.
    pub snapshot: Arc<ArcSwap<Snapshot>>,
    /// The time by which months are reckoned.
    pub calendar: Arc<Calendar>,
    /// The clock.
    pub clock: Clock,
    /// The store.
    pub desk: Desk,
    /// The name of this server.
    pub(crate) me: Instance,
    /// The connection to Valkey, if there is one.
    pub valkey: Option<Valkey>,
}

/// The thread that agrees with other servers on credits.
pub struct Leases {
    asking: Arc<Asking>,
    /// How the exchange fares.
    pub health: LeaseHealth,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Question {
    /// Makes the place where meters ask.
    pub fn open() -> Self {
        let health = LeaseHealth::default();
        let (asking, messages) = Asking::new(health.waits.clone());
        Self { asking, messages, health }
    }

    /// Starts the thread that answers.
    pub fn start(self, lease_percent: f64, around: Surroundings) -> io::Result<Leases> {
        let Self { asking, messages, health } = self;
        let Surroundings { snapshot, calendar, clock, desk, me, valkey } = around;
        let tools = Tools {
            snapshot,
            calendar,
            clock,
            asking: asking.clone(),
            table: valkey.map(|valkey| Table::new(valkey, me.clone())),
            totals: Totals::new(desk, asking.clone()),
            me,
            lease_percent,
            health: health.clone(),
        };
        let agent = Agent::new(tools, messages);
        let thread = std::thread::Builder::new().name("credits".into()).spawn(move || agent.run())?;
        Ok(Leases { asking, health, thread: Mutex::new(Some(thread)) })
    }
}

impl Leases {
    /// Tells others for the last time what is spent, gives back what is not, and ends the thread.
    pub fn close(&self) {
        self.asking.send(Message::Stop);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Err(_)) = thread.map(JoinHandle::join) {
            tracing::error!("the thread that shares credits with other servers has panicked");
        }
    }
}

#[cfg(test)]
mod tests;
