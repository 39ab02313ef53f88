//! Writes a notice for each account that has used 80 or 100 % of its allowance of the month.

use super::fault_log::FaultLog;
use crate::clock::Month;
use crate::credits::LEVELS;
use crate::snapshot::Snapshot;
use crate::store::{NewNotice, Store};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Interval between comparisons of usage with allowances.
const INTERVAL: Duration = Duration::from_secs(1);

/// Writes notices. The store ensures that there is one per account, month and level; this only remembers what
/// need not be tried again.
pub(super) struct Notifier {
    /// The highest level with a notice, by account.
    known: HashMap<Arc<str>, (Month, u8)>,
    /// Accounts to look at.
    due: HashSet<Arc<str>>,
    next: Instant,
    faults: FaultLog,
}

impl Notifier {
    /// Makes a notifier without any notice yet.
    pub(super) fn new(now: Instant) -> Self {
        let faults = FaultLog::new(
            "notices of used allowances could not be written; they are tried again",
            "notices of used allowances can be written again",
        );
        Self { known: HashMap::new(), due: HashSet::new(), next: now, faults }
    }

    /// Notes accounts whose usage or allowance has changed.
    pub(super) fn note(&mut self, accounts: impl IntoIterator<Item = Arc<str>>) {
        self.due.extend(accounts);
    }

    /// Writes the notices that have become due, at most once a second.
    /// `reckoned_ms` decides which month it is.
    pub(super) fn look(
        &mut self,
        store: &mut dyn Store,
        snapshot: &Snapshot,
        now: Instant,
        reckoned_ms: i64,
    ) {
        if now < self.next {
            return;
        }
        self.next = now + INTERVAL;
        let (mut due, mut reported) = (Vec::new(), Vec::new());
        for account in self.due.iter().filter_map(|id| snapshot.accounts.get(id)) {
            let standing = account.meter.standing(account.allowance, reckoned_ms);
            let known = self.known.get(&account.id).filter(|(month, _)| *month == standing.month);
            let known = known.map_or(0, |(_, level)| *level);
            if standing.level <= known {
                continue;
            }
            due.extend(LEVELS.into_iter().filter(|level| (known + 1..=standing.level).contains(level)).map(
                |level| NewNotice {
                    account: account.id.to_string(),
                    first_day: standing.month.first_day,
                    level,
                    plan: account.plan,
                    used: standing.used,
                    allowance: account.allowance,
                    created_ms: reckoned_ms,
                },
            ));
            reported.push((account.id.clone(), (standing.month, standing.level)));
        }
        if !due.is_empty() {
            let added = store.add_notices(&due);
            self.faults.note(&added);
            if added.is_err() {
                return;
            }
            self.known.extend(reported);
        }
        self.due = HashSet::new();
    }
}
