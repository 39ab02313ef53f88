//! The slack that faults explain: spending beyond an allowance, and differences of the store from the truth.

use super::store::AccountMonth;
use std::collections::BTreeMap;

/// The sums of a world, millicredits.
#[derive(Debug, Default)]
pub(super) struct Slack {
    /// The number of times a server had no response. It may then spend a lease of each account, in any month.
    pub(super) silences: i64,
    /// Spending that a server had not reported when it was killed, or that a crash of the store has lost, and
    /// grants that a silent server could not report.
    lost: BTreeMap<AccountMonth, i64>,
    /// Refunds, which the store may have missed: how much more than the truth may be stored.
    pub(super) refunds: BTreeMap<AccountMonth, i64>,
}

impl Slack {
    pub(super) fn lose(&mut self, of: AccountMonth, millicredits: i64) {
        *self.lost.entry(of).or_default() += millicredits.max(0);
    }

    /// Returns the greatest spending beyond the allowance, with the greatest lease that there was.
    pub(super) fn beyond(&self, of: AccountMonth, lease: i64) -> i64 {
        self.silences * lease + self.lost(of)
    }

    /// Returns the greatest amount by which the store may be less than the truth.
    pub(super) fn lost(&self, of: AccountMonth) -> i64 {
        self.lost.get(&of).copied().unwrap_or(0)
    }
}
