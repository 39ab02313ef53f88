//! What faults explain: how far spending may exceed an allowance, and the store may differ from the truth.

use super::store::AccountMonth;
use std::collections::BTreeMap;

/// The sums of a world, millicredits.
#[derive(Debug, Default)]
pub(super) struct Slack {
    /// How often a server had no answer. It may then spend a lease of each account, in any month.
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

    /// How much more than the allowance may be spent, with the greatest lease that there was.
    pub(super) fn beyond(&self, of: AccountMonth, lease: i64) -> i64 {
        self.silences * lease + self.lost(of)
    }

    /// How much less than the truth may be stored.
    pub(super) fn lost(&self, of: AccountMonth) -> i64 {
        self.lost.get(&of).copied().unwrap_or(0)
    }
}
