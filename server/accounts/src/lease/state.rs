//! State of an account in use, as the lease thread keeps it.

use crate::plan::Credits;
use std::time::{Duration, Instant};

/// Time without a call after which a server gives back its grant, so that other servers can use it.
const IDLE: Duration = Duration::from_secs(1);
/// The same while plenty is free: the next call needs no exchange.
const IDLE_WITH_PLENTY: Duration = Duration::from_secs(60);
/// Interval between reports on an account of which plenty is free, if there is nothing to report.
const LOOK: Duration = Duration::from_millis(250);

/// An account that is in use.
#[derive(Debug)]
pub(super) struct LeaseState {
    /// Spending of this server at the last report, if there was one.
    spent: Option<Credits>,
    /// Time of the last change.
    changed: Instant,
    /// Time of the last report.
    reported: Instant,
    /// Needs immediate processing.
    pub(super) is_asked: bool,
    /// Whether calls at other servers wait for credits, so that this server keeps no unused credits.
    pub(super) others_wait: bool,
    /// Whether this server may go on without the totals of the database.
    pub(super) goes_on: bool,
    /// Whether the account is in fail-open mode.
    pub(super) is_alone: bool,
    /// Whether so much is free that neither this server nor another needs exact figures.
    pub(super) is_plenty_free: bool,
}

impl LeaseState {
    /// An account that comes into use.
    pub(super) fn new() -> Self {
        let now = Instant::now();
        Self {
            spent: None,
            changed: now,
            reported: now,
            is_asked: false,
            others_wait: false,
            goes_on: false,
            is_alone: false,
            is_plenty_free: false,
        }
    }

    /// Notes a request for the account. Returns whether it is the first since the last report.
    pub(super) fn ask(&mut self) -> bool {
        self.changed = Instant::now();
        !std::mem::replace(&mut self.is_asked, true)
    }

    /// Records a report of this server's spending. Returns the credits spent since the last one.
    pub(super) fn report(&mut self, spent: Credits) -> Credits {
        let since = Credits(spent.0 - self.spent.unwrap_or(spent).0);
        (self.spent, self.reported, self.is_asked) = (Some(spent), Instant::now(), false);
        if since.0 != 0 {
            self.changed = self.reported;
        }
        since
    }

    /// Time of the last report.
    pub(super) fn reported(&self) -> Instant {
        self.reported
    }

    /// Whether a report is due without a request. While plenty is free, there is one in `pace`.
    pub(super) fn is_due(&self, pace: Duration) -> bool {
        !self.is_plenty_free || self.is_alone || self.reported.elapsed() >= pace.max(LOOK)
    }

    /// Whether there was no call for a while.
    pub(super) fn is_idle(&self) -> bool {
        self.changed.elapsed() >= if self.is_plenty_free { IDLE_WITH_PLENTY } else { IDLE }
    }

    /// Whether unspent credits go back: others need them, they are unused here, or they are not agreed.
    pub(super) fn gives_back(&self) -> bool {
        self.others_wait || self.is_alone || self.is_idle()
    }
}
