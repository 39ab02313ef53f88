//! The use of credits by an account: charged in memory, exact under concurrency, written out in batches.
//!
//! A single server counts all usage itself. Servers that share an account count their own usage and receive
//! grants for the rest ([`share`]).

mod in_use;
mod requests;
mod share;
mod usage;

pub(crate) use in_use::InUse;
pub use requests::LeaseRequests;
pub(crate) use share::{LeaseUpdate, ShareReport};
pub(crate) use usage::UsageEntry;
pub use usage::{OperationUsage, Tally};

use crate::clock::{Month, day_of};
use crate::operation_names::OperationName;
use crate::plan::Credits;
use crate::refusal::Refusal;
use crate::secret::KeyId;
use share::{Cover, Share};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use usage::{OfMonth, PendingUsage};

/// A charge that can be refunded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charge(pub(crate) UsageEntry);

impl Charge {
    /// Credits charged.
    pub fn credits(self) -> Credits {
        self.0.tally.credits
    }
}

/// Credits used and left in the present month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Balance {
    /// Credits used in the month.
    pub used: Credits,
    /// Credits left in the month; never negative.
    pub remaining: Credits,
}

impl Balance {
    fn new(used: Credits, allowance: Credits) -> Self {
        Self { used, remaining: Credits((allowance.0 - used.0).max(0)) }
    }
}

/// Shares of the allowance at which accounts get a notice, %.
pub(crate) const LEVELS: [u8; 2] = [80, 100];

/// The part of the allowance that is used in the present month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The present month.
    pub month: Month,
    /// Credits used in the month.
    pub used: Credits,
    /// The highest of the [`LEVELS`] that is reached, or 0.
    pub level: u8,
}

impl Standing {
    /// Returns the standing with at least `used` credits: other servers may have counted more.
    pub fn with_used(self, used: Credits, allowance: Credits) -> Self {
        let used = used.max(self.used);
        Self { used, level: self.level.max(level(used, allowance)), ..self }
    }
}

/// The highest of the [`LEVELS`] that is reached, or 0.
fn level(used: Credits, allowance: Credits) -> u8 {
    // In 128 bits: large allowances times 100 overflow 64.
    let is_reached = |level: &u8| i128::from(used.0) * 100 >= i128::from(allowance.0) * i128::from(*level);
    let reached = LEVELS.into_iter().rfind(is_reached);
    // Without an allowance there is nothing to run out of.
    reached.filter(|_| allowance.0 > 0).unwrap_or(0)
}

/// A charge that the allowance does not cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted {
    /// Credits used so far.
    pub balance: Balance,
    /// The time at which the allowance is replenished, milliseconds since 1970.
    pub until_ms: i64,
    /// `true` if the allowance is spent. Otherwise other servers may hold credits that are not.
    pub is_known: bool,
}

impl Exhausted {
    /// Returns the refusal of a call of this cost.
    pub fn refusal(&self, cost: Credits, now_ms: i64) -> Refusal {
        if !self.is_known {
            return Refusal::CreditsLate;
        }
        let retry_after_s = (self.until_ms - now_ms).max(0).unsigned_abs().div_ceil(1000);
        let remaining = self.balance.remaining;
        Refusal::CreditsExhausted { cost, remaining, until_ms: self.until_ms, retry_after_s }
    }
}

/// Usage of an account in the present month.
#[derive(Debug)]
pub struct MonthUsage {
    /// The present month.
    pub month: Month,
    /// Credits used by all keys.
    pub used: Credits,
    /// Usage by key and operation.
    pub parts: Vec<OperationUsage>,
}

/// Counts what an account uses and keeps it within its allowance.
#[derive(Debug)]
pub struct Meter {
    state: Mutex<CreditState>,
    /// The account id, and the set it joins when the meter has news.
    announced: Option<(Arc<str>, Arc<InUse>)>,
}

#[derive(Debug)]
struct CreditState {
    month: Month,
    used: Credits,
    of_month: OfMonth,
    /// Usage that is not written yet.
    waiting: PendingUsage,
    /// The allowance for want of which a call was refused after the first level was reached.
    short_of: Option<Credits>,
    /// The share of this server, if other servers spend of the same account.
    share: Option<Box<Share>>,
}

impl Meter {
    /// Makes a meter that begins with what is written of the month of `now_ms`.
    pub fn new(now_ms: i64, written: impl IntoIterator<Item = OperationUsage>) -> Self {
        Self::with(now_ms, written, None)
    }

    /// Makes a meter of an account that other servers use as well; it asks for credits before it spends them.
    pub fn shared(
        now_ms: i64,
        written: impl IntoIterator<Item = OperationUsage>,
        account: Arc<str>,
        requests: Arc<LeaseRequests>,
    ) -> Self {
        Self::with(now_ms, written, Some(Box::new(Share::new(account, requests))))
    }

    fn with(
        now_ms: i64,
        written: impl IntoIterator<Item = OperationUsage>,
        share: Option<Box<Share>>,
    ) -> Self {
        let mut state = CreditState {
            month: Month::of(now_ms),
            used: Credits(0),
            of_month: OfMonth::default(),
            waiting: PendingUsage::default(),
            short_of: None,
            share,
        };
        state.begin_with_all(written);
        Self { state: Mutex::new(state), announced: None }
    }

    /// Adds the meter to the accounts in use whenever it has news.
    pub(crate) fn announced(self, account: Arc<str>, in_use: Arc<InUse>) -> Self {
        Self { announced: Some((account, in_use)), ..self }
    }

    /// Counts usage that is written already.
    pub(crate) fn begin_with(&self, part: OperationUsage) {
        self.state().begin_with_all([part]);
    }

    /// Announces usage to write, or a level that may have been reached.
    fn announce(&self) {
        if let Some((account, in_use)) = &self.announced {
            in_use.add(account);
        }
    }

    fn state(&self) -> MutexGuard<'_, CreditState> {
        // Nothing that holds the lock can panic half-way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Charges a call to the allowance of the month, or returns an error if it does not suffice.
    pub fn charge(
        &self,
        key: KeyId,
        endpoint: OperationName,
        cost: Credits,
        allowance: Credits,
        now_ms: i64,
    ) -> Result<(Charge, Balance), Exhausted> {
        self.charge_tally(key, endpoint, Tally { calls: 1, credits: cost }, allowance, now_ms)
    }

    /// Charges more for a call that is counted already, like [`Self::charge`].
    pub fn charge_more(
        &self,
        key: KeyId,
        endpoint: OperationName,
        cost: Credits,
        allowance: Credits,
        now_ms: i64,
    ) -> Result<Charge, Exhausted> {
        self.charge_tally(key, endpoint, Tally { calls: 0, credits: cost }, allowance, now_ms)
            .map(|(charge, _)| charge)
    }

    fn charge_tally(
        &self,
        key: KeyId,
        endpoint: OperationName,
        tally: Tally,
        allowance: Credits,
        now_ms: i64,
    ) -> Result<(Charge, Balance), Exhausted> {
        let mut state = self.state();
        state.start_month_if_due(now_ms);
        let cover = state.cover(tally.credits, allowance);
        if cover != Cover::Enough {
            // Announced once per allowance, so that refused calls do not wake the ledger again and again.
            let is_short = cover == Cover::Exhausted && state.level(allowance) > 0;
            if is_short && state.short_of.replace(allowance) != Some(allowance) {
                self.announce();
            }
            return Err(Exhausted {
                balance: Balance::new(state.used, allowance),
                until_ms: state.month.end_ms(),
                is_known: cover == Cover::Exhausted,
            });
        }
        // A clock that was set back does not reopen a month.
        let day = day_of(now_ms).max(state.month.first_day);
        let usage = UsageEntry { key, endpoint, day, tally, last_ms: now_ms };
        if state.record(usage) {
            self.announce();
        }
        Ok((Charge(usage), Balance::new(state.used, allowance)))
    }

    /// Refunds a charge.
    pub fn refund(&self, Charge(mut usage): Charge, allowance: Credits) -> Balance {
        // Keeps the day of the charge, so that a late refund reaches the right month.
        usage.tally = Tally { calls: -usage.tally.calls, credits: Credits(-usage.tally.credits.0) };
        let mut state = self.state();
        if state.record(usage) {
            self.announce();
        }
        Balance::new(state.used, allowance)
    }

    /// The balance of the month, without a charge.
    pub fn balance(&self, allowance: Credits, now_ms: i64) -> Balance {
        let mut state = self.state();
        state.start_month_if_due(now_ms);
        Balance::new(state.used, allowance)
    }

    /// Returns the part of the allowance that is used in the month.
    pub fn standing(&self, allowance: Credits, now_ms: i64) -> Standing {
        let mut state = self.state();
        state.start_month_if_due(now_ms);
        Standing { month: state.month, used: state.used, level: state.level(allowance) }
    }

    /// Usage of the month by key and operation.
    pub fn report(&self, now_ms: i64) -> MonthUsage {
        let mut state = self.state();
        state.start_month_if_due(now_ms);
        MonthUsage { month: state.month, used: state.used, parts: state.of_month.parts() }
    }

    pub(crate) fn take_pending(&self) -> Vec<UsageEntry> {
        self.state().waiting.take()
    }

    /// Puts usage back that could not be written, for the next time.
    pub(crate) fn put_back(&self, usage: Vec<UsageEntry>) {
        let mut state = self.state();
        usage.into_iter().for_each(|u| state.waiting.add(u));
    }

    /// Calls and credits that are not written yet.
    pub fn pending(&self) -> Tally {
        let mut sum = Tally::default();
        self.state().waiting.entries().for_each(|u| sum.add(u.tally));
        sum
    }

    /// Usage of a month that is not written yet, by key and operation.
    pub(crate) fn unwritten(&self, month: Month) -> Vec<OperationUsage> {
        let state = self.state();
        let of_month = state.waiting.entries().filter(|u| month.has(u.day));
        of_month.map(|u| (u.key, u.endpoint, u.tally)).collect()
    }

    /// Begins a month anew, earlier or later, with what is written of it.
    pub fn restart(&self, month: Month, written: impl IntoIterator<Item = OperationUsage>) {
        let mut state = self.state();
        state.begin_month(month);
        // Usage that is not written yet is missing in `written`.
        let waiting: Vec<_> = state.waiting.entries().filter(|u| month.has(u.day)).collect();
        let unwritten = waiting.into_iter().map(|u| (u.key, u.endpoint, u.tally));
        state.begin_with_all(written.into_iter().chain(unwritten));
    }

    /// Returns the report for the other servers that use the account, or `None` if there are none. After
    /// `gives_back` the server needs a new grant before it spends again.
    pub(crate) fn share_report(&self, now_ms: i64, gives_back: bool) -> Option<ShareReport> {
        let mut state = self.state();
        state.start_month_if_due(now_ms);
        let CreditState { month, share, .. } = &mut *state;
        share.as_mut().map(|share| share.report(*month, gives_back))
    }

    /// Applies an update from other servers, unless its month is over.
    pub fn update(&self, update: &LeaseUpdate) {
        let mut state = self.state();
        let CreditState { month, used, share, .. } = &mut *state;
        if let Some(share) = share.as_mut().filter(|_| *month == update.month) {
            // Usage of other servers can reach a level too, so the ledger checks it.
            let before = std::mem::replace(&mut used.0, share.update(update));
            if before != used.0 {
                self.announce();
            }
        }
    }

    /// While the store is silent, allows spending a lease beyond the last report.
    pub(crate) fn exceed(&self, lease: Credits, allowance: Credits) {
        if let Some(share) = &mut self.state().share {
            share.exceed(lease.0, allowance.0);
        }
    }

    /// Ends what [`Self::exceed`] has allowed.
    pub(crate) fn keep_to_grant(&self) {
        if let Some(share) = &mut self.state().share {
            share.keep_to_grant();
        }
    }

    /// Has the next call that the allowance does not cover ask again before it is refused.
    pub(crate) fn doubt(&self) {
        if let Some(share) = &mut self.state().share {
            share.doubt();
        }
    }

    /// Credits that are granted to this server and not spent.
    pub(crate) fn granted_left(&self) -> Credits {
        self.state().share.as_ref().map_or(Credits(0), |share| share.left())
    }

    /// Registers a waiting call and returns the channel that announces credits, or `None` on a single server.
    pub fn wait(&self, cost: Credits) -> Option<Arc<LeaseRequests>> {
        let mut state = self.state();
        let share = state.share.as_mut()?;
        share.wait(cost.0);
        Some(share.requests().clone())
    }

    /// Removes a waiting call of this cost.
    pub(crate) fn wait_no_longer(&self, cost: Credits) {
        if let Some(share) = &mut self.state().share {
            share.wait_no_longer(cost.0);
        }
    }

    /// Returns whether a call can now be accepted or refused.
    pub fn is_decided(&self, cost: Credits, allowance: Credits) -> bool {
        let state = self.state();
        let judge = |share: &Share| share.judge(cost.0, state.used.0, allowance.0) != Cover::Unknown;
        state.share.as_deref().is_none_or(judge)
    }
}

impl CreditState {
    /// Begins a new month if the old one has ended.
    fn start_month_if_due(&mut self, now_ms: i64) {
        // A clock that was set back does not reopen a month.
        if day_of(now_ms) < self.month.end_day {
            return;
        }
        self.begin_month(Month::of(now_ms));
    }

    /// Begins a month of which nothing is used.
    fn begin_month(&mut self, month: Month) {
        self.of_month = OfMonth::default();
        if let Some(share) = &mut self.share {
            share.begin_month(self.month, month);
        }
        (self.month, self.used, self.short_of) = (month, Credits(0), None);
    }

    fn cover(&mut self, cost: Credits, allowance: Credits) -> Cover {
        match &mut self.share {
            // Free calls work even with an exhausted allowance.
            _ if cost.0 <= 0 => Cover::Enough,
            None if self.used.0 + cost.0 <= allowance.0 => Cover::Enough,
            None => Cover::Exhausted,
            Some(share) => share.cover(cost.0, self.used.0, allowance.0),
        }
    }

    /// The highest of the [`LEVELS`] that is reached, or 0. All is used, too, when a call was refused for
    /// want of credits after the first level: what is left may never be spent.
    fn level(&self, allowance: Credits) -> u8 {
        match level(self.used, allowance) {
            0 => 0,
            _ if self.short_of == Some(allowance) => LEVELS[LEVELS.len() - 1],
            reached => reached,
        }
    }

    /// Counts usage that is written already, or waits to be.
    fn begin_with_all(&mut self, parts: impl IntoIterator<Item = OperationUsage>) {
        parts.into_iter().for_each(|part| self.begin_with(part));
        if let Some(share) = &mut self.share {
            share.begin_with(self.used.0);
        }
    }

    fn begin_with(&mut self, (key, endpoint, tally): OperationUsage) {
        self.used.0 += tally.credits.0;
        self.of_month.add((key, endpoint, tally));
    }

    /// Counts a call or a refund; gives whether nothing waited to be written before.
    fn record(&mut self, usage: UsageEntry) -> bool {
        let (is_first, credits) = (self.waiting.is_empty(), usage.tally.credits.0);
        self.waiting.add(usage);
        if self.month.has(usage.day) {
            self.begin_with((usage.key, usage.endpoint, usage.tally));
            self.share.iter_mut().for_each(|share| share.spend(credits));
        } else {
            // The refund comes after the month has ended.
            self.share.iter_mut().for_each(|share| share.spend_on(usage.day, credits));
        }
        is_first
    }
}

#[cfg(test)]
mod tests;
