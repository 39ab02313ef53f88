//! State of an account in use, as the lease thread keeps it.

use crate::plan::Credits;
use std::time::{Duration, Instant};

/// Time without a call after which a server gives back its grant, so that other servers can use it.
const IDLE: Duration = Duration::from_secs(1);

/// An account that is in use.
#[derive(Debug)]
pub(super) struct LeaseState {
    /// Spending of this server at the last check.
    spent: Credits,
    /// Time of the last change.
    changed: Instant,
    /// Needs immediate processing.
    pub(super) is_asked: bool,
    /// Whether calls at other servers wait for credits, so that this server keeps no unused credits.
    pub(super) others_wait: bool,
    /// Whether totals from the database are needed.
    pub(super) needs_totals: bool,
    /// Whether this server may go on without them.
    pub(super) goes_on: bool,
    /// Whether the account is in fail-open mode.
    pub(super) is_alone: bool,
    /// Whether the last exchange left enough credits for a second of any server.
    pub(super) is_plenty_free: bool,
}

impl LeaseState {
    /// An account that comes into use.
    pub(super) fn new() -> Self {
        Self {
            spent: Credits(0),
            changed: Instant::now(),
            is_asked: true,
            others_wait: false,
            needs_totals: false,
            goes_on: false,
            is_alone: false,
            is_plenty_free: false,
        }
    }

    /// Notes a request for the account.
    pub(super) fn ask(&mut self) {
        (self.is_asked, self.changed) = (true, Instant::now());
    }

    /// Records the spending of this server. Returns whether it has changed.
    pub(super) fn note(&mut self, spent: Credits) -> bool {
        let is_new = self.spent != spent;
        if is_new {
            (self.spent, self.changed) = (spent, Instant::now());
        }
        is_new
    }

    /// Whether neither this server nor another needs an exchange.
    pub(super) fn may_be_left_out(&self) -> bool {
        self.is_plenty_free && !self.is_asked && !self.needs_totals && !self.gives_back()
    }

    /// Whether there was no call for a while.
    pub(super) fn is_idle(&self) -> bool {
        self.changed.elapsed() >= IDLE
    }

    /// Whether unspent credits go back: others need them, they are unused here, or they are not agreed.
    pub(super) fn gives_back(&self) -> bool {
        self.others_wait || self.is_alone || self.is_idle()
    }
}
