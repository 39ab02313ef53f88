//! Usage: calls and credits by key, operation and day.

use crate::accounts::operation_names::OperationName;
use crate::accounts::plan::Credits;
use crate::accounts::secret::KeyId;
use std::collections::HashMap;

/// A number of calls and the credits that they cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Number of calls.
    pub calls: i64,
    /// Credits that the calls cost.
    pub credits: Credits,
}

impl Tally {
    /// Adds the calls and credits of another tally.
    pub(crate) fn add(&mut self, other: Self) {
        self.calls += other.calls;
        self.credits.0 += other.credits.0;
    }

    /// Whether nothing was called and nothing charged.
    pub(super) fn is_zero(&self) -> bool {
        *self == Self::default()
    }
}

/// Usage of a key at an operation on a day; negative where a charge that was written before was taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UsageEntry {
    /// Id of the key.
    pub(crate) key: KeyId,
    /// Name of the operation.
    pub(crate) endpoint: OperationName,
    /// Days since 1970-01-01.
    pub(crate) day: i64,
    /// Calls and credits.
    pub(crate) tally: Tally,
    /// When the last of the calls came, milliseconds since 1970.
    pub(crate) last_ms: i64,
}

/// Usage that waits to be written, summed by key, operation and day: however long it waits, it takes no more
/// room than there are of these.
#[derive(Debug, Default)]
pub(super) struct Waiting(HashMap<(KeyId, OperationName, i64), (Tally, i64)>);

impl Waiting {
    /// Adds usage to what waits.
    pub(super) fn add(&mut self, usage: UsageEntry) {
        let (sum, last_ms) = self.0.entry((usage.key, usage.endpoint, usage.day)).or_default();
        sum.add(usage.tally);
        *last_ms = usage.last_ms.max(*last_ms);
    }

    /// What waits, without what has been taken back meanwhile.
    pub(super) fn entries(&self) -> impl Iterator<Item = UsageEntry> {
        self.0.iter().filter(|(_, (tally, _))| !tally.is_zero()).map(
            |(&(key, endpoint, day), &(tally, last_ms))| UsageEntry { key, endpoint, day, tally, last_ms },
        )
    }

    /// Takes all that waits.
    pub(super) fn take(&mut self) -> Vec<UsageEntry> {
        let all = self.entries().collect();
        self.0 = HashMap::new();
        all
    }
}
