//! What an account has used: charged in memory, exact under concurrency, written out in batches.

mod in_use;
mod usage;

pub(crate) use in_use::InUse;
pub use usage::Tally;
pub(crate) use usage::UsageEntry;

use crate::accounts::clock::{Month, day_of};
use crate::accounts::operation_names::OperationName;
use crate::accounts::plan::Credits;
use crate::accounts::secret::KeyId;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use usage::{OfMonth, Waiting};

/// A charge that can be refunded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charge(UsageEntry);

impl Charge {
    /// The credits that were taken.
    pub(crate) fn credits(self) -> Credits {
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

/// Shares of the allowance of which accounts are told, %.
pub(crate) const LEVELS: [u8; 2] = [80, 100];

/// How much of the allowance is used in the present month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Standing {
    /// The present month.
    pub(crate) month: Month,
    /// Credits used in the month.
    pub(crate) used: Credits,
    /// The highest of the [`LEVELS`] that is reached, or 0.
    pub(crate) level: u8,
}

impl Standing {
    /// The same if `used` credits are, because other servers have counted more than this one knows.
    pub(crate) fn with_used(self, used: Credits, allowance: Credits) -> Self {
        let used = used.max(self.used);
        Self { used, level: self.level.max(level(used, allowance)), ..self }
    }
}

/// The highest of the [`LEVELS`] that is reached, or 0.
fn level(used: Credits, allowance: Credits) -> u8 {
    let is_reached = |level: &u8| i128::from(used.0) * 100 >= i128::from(allowance.0) * i128::from(*level);
    let reached = LEVELS.into_iter().rfind(is_reached);
    reached.filter(|_| allowance.0 > 0).unwrap_or(0)
}

/// A charge that the allowance does not cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted {
    /// Credits used so far.
    pub balance: Balance,
    /// When the allowance is replenished, milliseconds since 1970.
    pub until_ms: i64,
}

/// What a key has used of an operation.
pub type Part = (KeyId, OperationName, Tally);

/// Usage of an account in the present month.
#[derive(Debug)]
pub struct MonthUsage {
    /// The present month.
    pub month: Month,
    /// Credits used by all keys.
    pub used: Credits,
    /// Usage by key and operation.
    pub parts: Vec<Part>,
}

/// Counts what an account uses and keeps it within its allowance.
#[derive(Debug)]
pub struct Meter {
    state: Mutex<State>,
    /// The account, and where it is added when the meter has something to tell.
    announced: Option<(Arc<str>, Arc<InUse>)>,
}

#[derive(Debug)]
struct State {
    month: Month,
    used: Credits,
    of_month: OfMonth,
    /// Usage that is not written yet.
    waiting: Waiting,
    /// The allowance for want of which a call was refused after the first level was reached.
    short_of: Option<Credits>,
}

impl Meter {
    /// Makes a meter that begins with what is written of the month of `now_ms`.
    pub fn new(now_ms: i64, written: impl IntoIterator<Item = Part>) -> Self {
        let mut state = State {
            month: Month::of(now_ms),
            used: Credits(0),
            of_month: OfMonth::default(),
            waiting: Waiting::default(),
            short_of: None,
        };
        written.into_iter().for_each(|part| state.begin_with(part));
        Self { state: Mutex::new(state), announced: None }
    }

    /// Makes the meter of an account, which is added to those in use whenever there is something to tell.
    pub(crate) fn announcing(now_ms: i64, account: Arc<str>, in_use: Arc<InUse>) -> Self {
        Self { announced: Some((account, in_use)), ..Self::new(now_ms, []) }
    }

    /// Counts usage that is written already.
    pub(crate) fn begin_with(&self, part: Part) {
        self.state().begin_with(part);
    }

    /// Tells that usage is to be written or a level may be reached.
    pub(crate) fn announce(&self) {
        if let Some((account, in_use)) = &self.announced {
            in_use.add(account);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that holds the lock can panic half-way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the cost of a call from the allowance of the month, or nothing if it does not suffice.
    pub fn charge(
        &self,
        key: KeyId,
        endpoint: OperationName,
        cost: Credits,
        allowance: Credits,
        now_ms: i64,
    ) -> Result<(Charge, Balance), Exhausted> {
        let mut state = self.state();
        state.start_month_if_due(now_ms);
        if cost.0 > 0 && state.used.0 + cost.0 > allowance.0 {
            if state.level(allowance) > 0 && state.short_of.replace(allowance) != Some(allowance) {
                self.announce();
            }
            return Err(Exhausted {
                balance: Balance::new(state.used, allowance),
                until_ms: state.month.end_ms(),
            });
        }
        // A clock that was set back does not reopen a month.
        let day = day_of(now_ms).max(state.month.first_day);
        let usage =
            UsageEntry { key, endpoint, day, tally: Tally { calls: 1, credits: cost }, last_ms: now_ms };
        if state.record(usage) {
            self.announce();
        }
        Ok((Charge(usage), Balance::new(state.used, allowance)))
    }

    /// Refunds a charge.
    pub fn refund(&self, Charge(mut usage): Charge, allowance: Credits) -> Balance {
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

    /// How much of the allowance is used in the month.
    pub(crate) fn standing(&self, allowance: Credits, now_ms: i64) -> Standing {
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

    /// Takes the usage that is not written yet.
    pub(crate) fn take_pending(&self) -> Vec<UsageEntry> {
        self.state().waiting.take()
    }

    /// Puts usage back that could not be written, for the next time.
    pub(crate) fn put_back(&self, usage: Vec<UsageEntry>) {
        let mut state = self.state();
        usage.into_iter().for_each(|u| state.waiting.add(u));
    }

    /// Calls and credits that are not written yet.
    pub(crate) fn pending(&self) -> Tally {
        let mut sum = Tally::default();
        self.state().waiting.entries().for_each(|u| sum.add(u.tally));
        sum
    }

    /// Usage of a month that is not written yet, by key and operation.
    pub(crate) fn unwritten(&self, month: Month) -> Vec<Part> {
        let state = self.state();
        let of_month = state.waiting.entries().filter(|u| month.has(u.day));
        of_month.map(|u| (u.key, u.endpoint, u.tally)).collect()
    }

    /// Begins a month anew, earlier or later, with what is written of it.
    pub(crate) fn restart(&self, month: Month, written: impl IntoIterator<Item = Part>) {
        let mut state = self.state();
        (state.month, state.used, state.short_of) = (month, Credits(0), None);
        state.of_month = OfMonth::default();
        let waiting: Vec<_> = state.waiting.entries().filter(|u| month.has(u.day)).collect();
        let unwritten = waiting.into_iter().map(|u| (u.key, u.endpoint, u.tally));
        written.into_iter().chain(unwritten).for_each(|part| state.begin_with(part));
    }
}

impl State {
    /// Begins a new month if the old one has ended.
    fn start_month_if_due(&mut self, now_ms: i64) {
        if day_of(now_ms) < self.month.end_day {
            return;
        }
        self.of_month = OfMonth::default();
        self.month = Month::of(now_ms);
        self.used = Credits(0);
        self.short_of = None;
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

    /// Counts usage that is written already.
    fn begin_with(&mut self, (key, endpoint, tally): Part) {
        self.used.0 += tally.credits.0;
        self.of_month.add((key, endpoint, tally));
    }

    /// Counts a call or a refund; gives whether nothing waited to be written before.
    fn record(&mut self, usage: UsageEntry) -> bool {
        let is_first = self.waiting.is_empty();
        self.waiting.add(usage);
        // A refund may come after the month has ended.
        if self.month.has(usage.day) {
            self.begin_with((usage.key, usage.endpoint, usage.tally));
        }
        is_first
    }
}

#[cfg(test)]
mod tests;
