//! The part of an account's credits that this server may spend while others spend of the same account.
//!
//! A server counts its own spending in the month, S, and has a grant, G: it may spend up to G without
//! asking. The spending and grants of the others are as of the last update.

use super::requests::LeaseRequests;
use crate::clock::Month;
use crate::plan::Credits;
use std::sync::Arc;

/// Number of other months whose spending is kept, for late refunds.
const MAX_EARLIER: usize = 3;

/// A server's report on an account to the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ShareReport {
    /// The month.
    pub month: Month,
    /// Credits that this server has spent in it.
    pub spent: Credits,
    /// The limit up to which it was granted to spend, spent credits included.
    pub granted: Credits,
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
    /// Credits that this server had spent in it by the report.
    pub reported: Credits,
    /// The limit up to which the server may spend without asking again, spent credits included.
    pub granted: Credits,
    /// Credits that others have spent in it.
    pub others: Credits,
    /// Credits that others have spent, or may spend without a request.
    pub committed: Credits,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cover {
    Enough,
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
    /// Millicredits that it has reported to have spent.
    pub(super) reported: i64,
    /// Millicredits up to which it is granted to spend.
    granted: i64,
    /// Millicredits up to which it may spend without asking: the grant, or more while the store is silent.
    pub(super) limit: i64,
    /// Millicredits spent from which on it asks for more.
    low: i64,
    /// Millicredits that others have spent or may spend without asking.
    committed: i64,
    is_sent: bool,
    /// `true` if the last update is recent enough for a refusal.
    is_fresh: bool,
    /// The costs of the calls that wait.
    waiting: Vec<i64>,
    /// Months before, and after if the clock was set back.
    earlier: Vec<OtherMonth>,
}

/// Millicredits that this server has spent in another month.
#[derive(Debug)]
struct OtherMonth {
    month: Month,
    spent: i64,
    reported: i64,
}

impl Share {
    /// Makes the share of an account without a grant.
    pub(super) fn new(account: Arc<str>, requests: Arc<LeaseRequests>) -> Self {
        Self {
            account,
            requests,
            spent: 0,
            reported: 0,
            granted: 0,
            limit: 0,
            low: 0,
            committed: 0,
            is_sent: false,
            is_fresh: false,
            waiting: Vec::new(),
            earlier: Vec::new(),
        }
    }

    /// Returns the cover of a call that costs something when all servers have used `used` of the allowance.
    /// Asks for more when half of the grant is spent.
    pub(super) fn cover(&mut self, cost: i64, used: i64, allowance: i64) -> Cover {
        let cover = self.judge(cost, used, allowance);
        if cover == Cover::Enough && self.spent + cost > self.low {
            self.ask();
        }
        cover
    }

    /// Returns the cover of a call, without a request for credits.
    pub(super) fn judge(&self, cost: i64, used: i64, allowance: i64) -> Cover {
        let is_within = used + cost <= allowance;
        match is_within {
            _ if cost > allowance => Cover::Exhausted,
            true if self.spent + cost <= self.limit => Cover::Enough,
            false if self.is_fresh => Cover::Exhausted,
            _ => Cover::Unknown,
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
        if let Some(other) = self.earlier.iter_mut().find(|other| other.month.has(day)) {
            other.spent += credits;
        }
    }

    /// Begins another month, without an update yet.
    pub(super) fn begin_month(&mut self, old: Month, new: Month) {
        if self.spent != 0 || self.reported != 0 {
            self.earlier.push(OtherMonth { month: old, spent: self.spent, reported: self.reported });
        }
        let before = self.earlier.iter().position(|other| other.month == new);
        let before = before.map(|at| self.earlier.remove(at));
        (self.spent, self.reported) = before.map_or((0, 0), |before| (before.spent, before.reported));
        // Refunds arrive seconds after their charge; older months need none.
        if self.earlier.len() > MAX_EARLIER {
            self.earlier.remove(0);
        }
        (self.granted, self.limit, self.low) = (self.spent, self.spent, self.spent);
        (self.committed, self.is_fresh) = (0, false);
    }

    /// Uses the written spending of the others until the first update.
    pub(super) fn begin_with(&mut self, used: i64) {
        self.committed = used - self.spent;
    }

    /// Returns the report for the others. With `gives_back` the grant ends at what is spent or awaited here.
    pub(super) fn report(&mut self, month: Month, gives_back: bool) -> ShareReport {
        self.is_sent = false;
        // After refunds the others may see the lower figure, even if this server gets no response.
        self.reported = self.reported.min(self.spent);
        let demand = self.waiting.iter().sum();
        let cheapest = self.waiting.iter().copied().min().unwrap_or(0);
        if gives_back {
            // Calls that wait here may not have run yet since the grant that covers them came.
            let left = self.granted - self.spent;
            let kept = if left >= cheapest { left.min(demand) } else { 0 };
            self.granted = self.spent + kept.max(0);
            (self.limit, self.low) = (self.granted, self.granted);
        }
        ShareReport {
            month,
            spent: Credits(self.spent),
            granted: Credits(self.granted.max(self.spent)),
            demand: Credits(demand),
            cheapest: Credits(cheapest),
        }
    }

    /// Applies an update and returns the usage of all servers.
    pub(super) fn update(&mut self, update: &LeaseUpdate) -> i64 {
        (self.reported, self.granted, self.limit) = (update.reported.0, update.granted.0, update.granted.0);
        // At half of the grant the next one is requested, so that it arrives before this one is used up.
        self.low = self.granted - (self.granted - self.spent) / 2;
        (self.committed, self.is_fresh) = (update.committed.0, true);
        update.others.0 + self.spent
    }

    /// While the store is silent, allows spending a lease beyond the last report, within what is known to be
    /// free. Refusals rest on the last figures.
    pub(super) fn exceed(&mut self, lease: i64, allowance: i64) {
        self.limit = self.limit.max((self.reported + lease).min(allowance - self.committed));
        (self.low, self.is_fresh) = (self.limit, true);
    }

    /// Ends what [`Self::exceed`] has allowed.
    pub(super) fn keep_to_grant(&mut self) {
        self.limit = self.granted;
        self.low = self.low.min(self.limit);
    }

    /// Has the next call that the allowance does not cover ask again before it is refused.
    pub(super) fn doubt(&mut self) {
        self.is_fresh = false;
    }

    /// Credits that are granted and not spent.
    pub(super) fn left(&self) -> Credits {
        Credits((self.limit - self.spent).max(0))
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
        if !std::mem::replace(&mut self.is_sent, true) {
            self.requests.ask(&self.account);
        }
    }
}
