//! Usage: calls and credits by key, operation and day.

use crate::operation_names::OperationName;
use crate::plan::Credits;
use crate::secret::KeyId;

/// A number of calls and the credits that they cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Number of calls.
    pub calls: i64,
    /// Credits that the calls cost.
    pub credits: Credits,
}

/// Usage of an operation by a key.
pub type OperationUsage = (KeyId, OperationName, Tally);

impl Tally {
    /// Adds the calls and credits of another tally.
    pub fn add(&mut self, other: Self) {
        self.calls += other.calls;
        self.credits.0 += other.credits.0;
    }

    /// Returns whether nothing was called and nothing charged.
    pub(super) fn is_zero(&self) -> bool {
        *self == Self::default()
    }
}

/// Usage of a key at an operation on a day; negative after the refund of a written charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UsageEntry {
    /// Id of the key.
    pub key: KeyId,
    /// Name of the operation.
    pub endpoint: OperationName,
    /// Days since 1970-01-01.
    pub day: i64,
    /// Calls and credits.
    pub tally: Tally,
    /// The time of the last of the calls, milliseconds since 1970.
    pub(crate) last_ms: i64,
}

/// Usage of a month by key and operation, in a sorted list: most accounts have few entries.
#[derive(Debug, Default)]
pub(super) struct OfMonth(Vec<OperationUsage>);

impl OfMonth {
    /// Adds calls and credits of a key at an operation.
    pub(super) fn add(&mut self, (key, endpoint, tally): OperationUsage) {
        match self.0.binary_search_by_key(&(key, endpoint), |part| (part.0, part.1)) {
            Ok(at) => self.0[at].2.add(tally),
            Err(at) => {
                if self.0.len() == self.0.capacity() {
                    self.0.reserve_exact(1 + self.0.len() / 2);
                }
                self.0.insert(at, (key, endpoint, tally));
            }
        }
    }

    /// Returns usage by key and operation, sorted, without refunded entries.
    pub(super) fn parts(&self) -> Vec<OperationUsage> {
        self.0.iter().filter(|part| !part.2.is_zero()).copied().collect()
    }
}

/// Pending usage, summed by key, operation and day, so that a long wait does not let it grow without limit.
#[derive(Debug, Default)]
pub(super) struct PendingUsage(Vec<UsageEntry>);

impl PendingUsage {
    /// Returns whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds usage to what waits.
    pub(super) fn add(&mut self, usage: UsageEntry) {
        let name = |usage: &UsageEntry| (usage.key, usage.endpoint, usage.day);
        match self.0.binary_search_by_key(&name(&usage), name) {
            Ok(at) => {
                let sum = &mut self.0[at];
                sum.tally.add(usage.tally);
                sum.last_ms = usage.last_ms.max(sum.last_ms);
            }
            Err(at) => self.0.insert(at, usage),
        }
    }

    /// Returns the waiting usage without refunded entries.
    pub(super) fn entries(&self) -> impl Iterator<Item = UsageEntry> {
        self.0.iter().filter(|usage| !usage.tally.is_zero()).copied()
    }

    pub(super) fn take(&mut self) -> Vec<UsageEntry> {
        let mut all = std::mem::take(&mut self.0);
        all.retain(|usage| !usage.tally.is_zero());
        all
    }
}
