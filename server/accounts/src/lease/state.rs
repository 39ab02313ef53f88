//! State of an account in use, as the lease thread keeps it.

use crate::plan::Credits;
use std::time::{Duration, Instant};

/// Time without a call after which a server gives back its grant, so that other servers can use it.
const IDLE: Duration = Duration::from_secs(1);
/// The idle time while plenty is free: the next call needs no exchange.
const IDLE_WITH_PLENTY: Duration = Duration::from_secs(60);
/// Interval between reports on an account of which plenty is free, if there is nothing to report.
const LOOK: Duration = Duration::from_millis(250);
/// Time that exhaustion is trusted. A later call requests credits again.
const BELIEVED: Duration = Duration::from_millis(250);
/// Time for which a lease lasts at the present rate. The next one is requested at half of it, so an account
/// in use asks a few times a second.
const LEASE_TIME: Duration = Duration::from_millis(500);
/// Time over which the rate is averaged.
const RATE_TIME: Duration = Duration::from_millis(250);

/// An account that is in use.
#[derive(Debug)]
pub(super) struct LeaseState {
    /// Spending of this server at the last report, if there was one.
    spent: Option<Credits>,
    /// Recent spending, thousandths of a credit a second.
    rate: f64,
    /// Credits spent between the last two reports.
    recent: Credits,
    /// Time of the last change.
    changed: Instant,
    /// Time of the last report.
    reported: Instant,
    /// Time until which exhaustion is trusted.
    believed_until: Option<Instant>,
    /// Needs immediate processing.
    pub(super) is_queued: bool,
    /// `true` if calls at other servers wait for credits, so that this server keeps no unused credits.
    pub(super) others_wait: bool,
    /// `true` if so much is free that neither this server nor another needs exact figures.
    pub(super) is_plenty_free: bool,
}

impl LeaseState {
    /// An account that comes into use.
    pub(super) fn new(now: Instant) -> Self {
        Self {
            spent: None,
            rate: 0.0,
            recent: Credits(0),
            changed: now,
            reported: now,
            believed_until: None,
            is_queued: false,
            others_wait: false,
            is_plenty_free: false,
        }
    }

    /// Notes a request for the account. Returns whether it is the first since the last report.
    pub(super) fn ask(&mut self, now: Instant) -> bool {
        self.changed = now;
        !std::mem::replace(&mut self.is_queued, true)
    }

    /// Records a report of this server's spending.
    pub(super) fn report(&mut self, spent: Credits, now: Instant) {
        self.recent = Credits(spent.0 - self.spent.unwrap_or(spent).0);
        let time = now.duration_since(self.reported).max(Duration::from_millis(1));
        let weight = (time.as_secs_f64() / RATE_TIME.as_secs_f64()).min(1.0);
        self.rate += (self.recent.0.max(0) as f64 / time.as_secs_f64() - self.rate) * weight;
        (self.spent, self.reported, self.is_queued) = (Some(spent), now, false);
        if self.recent.0 != 0 {
            self.changed = now;
        }
    }

    /// The size of the next lease, at least the usual one. A busy server needs more at a time, and so does a
    /// slow store: the grant must last for two exchanges, and be able to grow.
    pub(super) fn lease(&self, usual: Credits) -> Credits {
        let for_a_time = (self.rate * LEASE_TIME.as_secs_f64()) as i64;
        usual.max(Credits(for_a_time)).max(Credits(4 * self.recent.0))
    }

    /// Notes a response.
    pub(super) fn updated(&mut self, now: Instant) {
        self.believed_until = Some(now + BELIEVED);
    }

    /// Returns whether the last response is too old for a refusal; true once.
    pub(super) fn is_doubtful(&mut self, now: Instant) -> bool {
        self.believed_until.take_if(|until| *until <= now).is_some()
    }

    /// Time of the last report.
    pub(super) fn reported(&self) -> Instant {
        self.reported
    }

    /// Returns whether a report is due without a request. While plenty is free, there is one in `pace`.
    pub(super) fn is_due(&self, pace: Duration, now: Instant) -> bool {
        !self.is_plenty_free || now.duration_since(self.reported) >= pace.max(LOOK)
    }

    /// Returns whether there was no call for a while.
    pub(super) fn is_idle(&self, now: Instant) -> bool {
        let idle = if self.is_plenty_free { IDLE_WITH_PLENTY } else { IDLE };
        now.duration_since(self.changed) >= idle
    }

    /// Returns whether unspent credits go back: others need them, or they are unused here.
    pub(super) fn gives_back(&self, now: Instant) -> bool {
        self.others_wait || self.is_idle(now)
    }
}
