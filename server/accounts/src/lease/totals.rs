//! What all servers have written that they have spent, asked of the database without waiting for it.

use super::asking::{Asking, Message};
use crate::clock::Month;
use crate::ledger::desk::Desk;
use crate::store::{Spent, StoreError, Stored};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// How long the database may take before servers go on without it.
const PATIENCE: Duration = Duration::from_millis(500);

/// Totals of accounts, or why there are none.
pub(super) struct Outcome {
    /// The month.
    pub(super) month: Month,
    /// Ids of the accounts that were asked for.
    pub(super) accounts: Vec<Arc<str>>,
    /// What each server has written that it has spent.
    pub(super) spent: Stored<Vec<Spent>>,
}

/// Asks the database for totals, one question at a time.
pub(super) struct Totals {
    desk: Desk,
    asking: Arc<Asking>,
    outcomes: (Sender<Outcome>, Receiver<Outcome>),
    /// When the last question was asked.
    asked: Option<Instant>,
    /// Whether it waits for its answer.
    is_open: bool,
}

impl Totals {
    /// Makes the place to ask for totals; the thread of the leases is told when they have come.
    pub(super) fn new(desk: Desk, asking: Arc<Asking>) -> Self {
        Self { desk, asking, outcomes: channel(), asked: None, is_open: false }
    }

    /// Whether a question can be asked that is at least so much later than the last one.
    pub(super) fn is_free(&self, pause: Duration) -> bool {
        !self.is_open && self.asked.is_none_or(|asked| asked.elapsed() >= pause)
    }

    /// Whether the answer to the last question takes too long.
    pub(super) fn is_overdue(&self) -> bool {
        self.is_open && self.asked.is_some_and(|asked| asked.elapsed() >= PATIENCE)
    }

    /// Asks for the totals of accounts in a month. The database has what this server has spent before.
    pub(super) fn ask(&mut self, month: Month, accounts: Vec<Arc<str>>) {
        (self.asked, self.is_open) = (Some(Instant::now()), true);
        let ids: Vec<String> = accounts.iter().map(|id| id.to_string()).collect();
        let (outcomes, asking, asked_for) = (self.outcomes.0.clone(), self.asking.clone(), accounts.clone());
        let answer = move |spent| {
            drop(outcomes.send(Outcome { month, accounts: asked_for, spent }));
            asking.send(Message::Totals);
        };
        if self.desk.leave(move |store| store.spent(month, &ids), answer).is_err() {
            let spent = Err(StoreError::Stopping);
            drop(self.outcomes.0.send(Outcome { month, accounts, spent }));
        }
    }

    /// The totals that have come.
    pub(super) fn take(&mut self) -> Option<Outcome> {
        let outcome = self.outcomes.1.try_recv().ok()?;
        self.is_open = false;
        Some(outcome)
    }
}
