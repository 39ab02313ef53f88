//! The part of an account's credits that this server may spend while others spend of the same account.
//!
//! A server counts its own spending in the month, S, and has a grant, G: it may spend up to G without
//! asking. The spending and grants of the others are as of the last update.

use super::requests::LeaseRequests;
use crate::clock::Month;
use crate::plan::Credits;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long exhaustion is trusted. A later call requests credits again.
const BELIEVED: Duration = Duration::from_millis(250);
/// Number of other months whose spending is kept, for late refunds.
const MAX_EARLIER: usize = 3;

/// A server's report on an account to the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ShareReport {
    /// The month.
    pub month: Month,
    /// What this server has spent in it.
    pub spent: Credits,
    /// The limit up to which it may spend without asking, spent credits included.
    pub granted: Credits,
    /// Spending of the others, as last reported.
    pub others: Credits,
    /// Total cost of the calls that wait here.
    pub demand: Credits,
    /// Cost of the cheapest waiting call.
    pub cheapest: Credits,
}

/// An update on an account from the other servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaseUpdate {
    /// The month.
    pub month: Month,
    /// The limit up to which the server may spend without asking again, spent credits included.
    pub granted: Credits,
    /// What others have spent in it.
    pub others: Credits,
    /// What others have spent, or may spend without asking.
    pub(crate) committed: Credits,
    /// Whether calls that have waited in vain may exceed the grant by a lease.
    pub(crate) may_exceed: bool,
}

/// Whether a call is covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cover {
    /// It is.
    Enough,
    /// It is not.
    Exhausted,
    /// The other servers must answer first.
    Unknown,
}

/// State of an account that servers share.
#[derive(Debug)]
pub(super) struct Share {
    account: Arc<str>,
    requests: Arc<LeaseRequests>,
    /// Millicredits that this server has spent in the month.
    spent: i64,
    /// Millicredits up to which it may spend without asking.
    granted: i64,
    /// Millicredits spent from which on it asks for more.
    low: i64,
    /// Millicredits that others have spent or may spend without asking.
    committed: i64,
    /// Whether calls that have waited in vain may exceed the grant by a lease.
    may_exceed: bool,
    is_asked: bool,
    /// Time of the last update.
    updated: Option<Instant>,
    /// What the calls that wait cost.
    waiting: Vec<i64>,
    /// Millicredits that this server has spent in months before, and after if the clock was set back.
    earlier: Vec<(Month, i64)>,
}

impl Share {
    /// Makes the share of an account without a grant.
    pub(super) fn new(account: Arc<str>, requests: Arc<LeaseRequests>) -> Self {
        Self {
            account,
            requests,
            spent: 0,
            granted: 0,
            low: 0,
            committed: 0,
            may_exceed: true,
            is_asked: false,
            updated: None,
            waiting: Vec::new(),
            earlier: Vec::new(),
        }
    }

    /// Whether a call that costs something may be made when `used` of the allowance is used by all. Asks for
    /// more when half of the grant is spent.
    pub(super) fn cover(&mut self, cost: i64, used: i64, allowance: i64) -> Cover {
        let cover = self.judge(cost, used, allowance);
        if cover == Cover::Enough && self.spent + cost > self.low {
            self.ask();
        }
        cover
    }

    /// Whether a call may be made, without asking.
    pub(super) fn judge(&self, cost: i64, used: i64, allowance: i64) -> Cover {
        let is_within = used + cost <= allowance;
        match self.updated {
            _ if cost > allowance => Cover::Exhausted,
            _ if is_within && self.spent + cost <= self.granted => Cover::Enough,
            Some(updated) if !is_within && updated.elapsed() < BELIEVED => Cover::Exhausted,
            _ => Cover::Unknown,
        }
    }

    /// The decision on a call that has waited for long. It is refused only if the allowance is spent: credits
    /// that other servers hold may still come back.
    pub(super) fn cover_late(&mut self, cost: i64, used: i64, allowance: i64) -> Cover {
        let beyond = if self.may_exceed { self.requests.lease(Credits(allowance)).0 } else { 0 };
        let limit = (self.granted + beyond).min(allowance - self.committed);
        match self.cover(cost, used, allowance) {
            Cover::Unknown if used + cost > allowance => Cover::Exhausted,
            Cover::Unknown if self.spent + cost <= limit => Cover::Enough,
            cover => cover,
        }
    }

    /// Counts spending or a refund in the month.
    pub(super) fn spend(&mut self, credits: i64) {
        self.spent += credits;
        // Others may be waiting for the refunded credits.
        if credits < 0 {
            self.ask();
        }
    }

    /// Counts a refund in another month.
    pub(super) fn spend_on(&mut self, day: i64, credits: i64) {
        if let Some((_, spent)) = self.earlier.iter_mut().find(|(month, _)| month.has(day)) {
            *spent += credits;
        }
    }

    /// What others have spent, if all have used so much together.
    pub(super) fn others(&self, used: i64) -> i64 {
        used - self.spent
    }

    /// Begins another month, without an update yet.
    pub(super) fn begin_month(&mut self, old: Month, new: Month) {
        if self.spent != 0 {
            self.earlier.push((old, self.spent));
        }
        let before = self.earlier.iter().position(|(month, _)| *month == new);
        self.spent = before.map_or(0, |at| self.earlier.remove(at).1);
        // Refunds arrive seconds after their charge; older months need none.
        if self.earlier.len() > MAX_EARLIER {
            self.earlier.remove(0);
        }
        (self.granted, self.low, self.committed, self.updated) = (self.spent, self.spent, 0, None);
        self.may_exceed = true;
    }

    /// Uses the written spending of the others until the first update.
    pub(super) fn begin_with(&mut self, used: i64) {
        self.committed = used - self.spent;
    }

    /// Returns the report for the others. With `gives_back` the grant ends at what is spent.
    pub(super) fn report(&mut self, month: Month, used: i64, gives_back: bool) -> ShareReport {
        self.is_asked = false;
        if gives_back {
            (self.granted, self.low) = (self.spent, self.spent);
        }
        ShareReport {
            month,
            spent: Credits(self.spent),
            granted: Credits(self.granted.max(self.spent)),
            others: Credits(self.others(used)),
            demand: Credits(self.waiting.iter().sum()),
            cheapest: Credits(self.waiting.iter().copied().min().unwrap_or(0)),
        }
    }

    /// Applies an update and returns the usage of all servers.
    pub(super) fn update(&mut self, update: &LeaseUpdate) -> i64 {
        self.granted = update.granted.0;
        // At half of the grant the next one is requested, so that it arrives before this one is used up.
        self.low = self.granted - (self.granted - self.spent) / 2;
        self.committed = update.committed.0;
        self.may_exceed = update.may_exceed;
        self.updated = Some(Instant::now());
        update.others.0 + self.spent
    }

    /// Fail-open mode: allows spending all credits that are not known to be granted to others.
    pub(super) fn go_alone(&mut self, allowance: i64) {
        // Never below the grant, which others already count as spent.
        self.granted = (allowance - self.committed).max(self.granted);
        (self.low, self.may_exceed) = (self.granted, false);
        self.updated = Some(Instant::now());
    }

    /// Lowers the grant to a lease, which waiting calls may not exceed.
    pub(super) fn keep(&mut self, lease: i64) {
        self.granted = self.granted.min(self.spent + lease);
        (self.low, self.may_exceed) = (self.low.min(self.granted), false);
    }

    /// Credits that are granted and not spent.
    pub(super) fn left(&self) -> Credits {
        Credits((self.granted - self.spent).max(0))
    }

    /// Registers a waiting call.
    pub(super) fn wait(&mut self, cost: i64) {
        self.waiting.push(cost);
        self.ask();
    }

    /// Removes a waiting call of this cost.
    pub(super) fn wait_no_longer(&mut self, cost: i64) {
        if let Some(at) = self.waiting.iter().position(|waiting| *waiting == cost) {
            self.waiting.swap_remove(at);
        }
    }

    /// The channel for credit requests.
    pub(super) fn requests(&self) -> &Arc<LeaseRequests> {
        &self.requests
    }

    fn ask(&mut self) {
        // One message per round, however many calls need credits.
        if !std::mem::replace(&mut self.is_asked, true) {
            self.requests.ask(&self.account);
        }
    }
}
