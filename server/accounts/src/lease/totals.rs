//! Written spending of all servers, queried from the database without blocking.

use crate::clock::Month;
use crate::credits::{LeaseMessage, LeaseRequests};
use crate::store::{Spent, StoreError, Stored};
use crate::store_handle::StoreHandle;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// Timeout of the database, after which servers continue without it.
const PATIENCE: Duration = Duration::from_millis(500);

/// Totals of accounts, or the error.
pub(super) struct Outcome {
    /// The month.
    pub(super) month: Month,
    /// Ids of the requested accounts.
    pub(super) accounts: Vec<Arc<str>>,
    /// Written spending of each server.
    pub(super) spent: Stored<Vec<Spent>>,
}

/// Queries the database for totals, one query at a time.
pub(super) struct Totals {
    handle: StoreHandle,
    requests: Arc<LeaseRequests>,
    outcomes: (Sender<Outcome>, Receiver<Outcome>),
    /// Start of the last query.
    begun: Option<Instant>,
    /// Whether the query is running.
    is_open: bool,
}

impl Totals {
    /// Makes the query; the lease thread gets a message when totals arrive.
    pub(super) fn new(handle: StoreHandle, requests: Arc<LeaseRequests>) -> Self {
        Self { handle, requests, outcomes: channel(), begun: None, is_open: false }
    }

    /// Whether a new query may start, at least `pause` after the last one.
    pub(super) fn is_free(&self, pause: Duration) -> bool {
        !self.is_open && self.begun.is_none_or(|begun| begun.elapsed() >= pause)
    }

    /// Whether the running query takes too long.
    pub(super) fn is_overdue(&self) -> bool {
        self.is_open && self.begun.is_some_and(|begun| begun.elapsed() >= PATIENCE)
    }

    /// Queries the totals of accounts in a month. The ledger writes the spending of this server first.
    pub(super) fn ask(&mut self, month: Month, accounts: Vec<Arc<str>>) {
        (self.begun, self.is_open) = (Some(Instant::now()), true);
        let ids: Vec<String> = accounts.iter().map(|id| id.to_string()).collect();
        let (outcomes, requests, ids_of_answer) =
            (self.outcomes.0.clone(), self.requests.clone(), accounts.clone());
        let answer = move |spent| {
            drop(outcomes.send(Outcome { month, accounts: ids_of_answer, spent }));
            requests.send(LeaseMessage::Totals);
        };
        if self.handle.leave(move |store| store.spent(month, &ids), answer).is_err() {
            let spent = Err(StoreError::Stopping);
            drop(self.outcomes.0.send(Outcome { month, accounts, spent }));
        }
    }

    /// The totals that have arrived.
    pub(super) fn take(&mut self) -> Option<Outcome> {
        let outcome = self.outcomes.1.try_recv().ok()?;
        self.is_open = false;
        Some(outcome)
    }
}
