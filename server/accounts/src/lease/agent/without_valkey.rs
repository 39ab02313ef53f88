//! Credits without Valkey: servers report in PostgreSQL what they spend and read what the others do; without
//! PostgreSQL they use the last known figures.

use super::Agent;
use crate::clock::Month;
use crate::credits::{LeaseUpdate, ShareReport};
use crate::lease::health::Mode;
use crate::plan::Credits;
use crate::store::Spent;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// Interval between two exchanges about accounts in use.
const TOTALS: Duration = Duration::from_millis(250);
/// The same while calls may have to wait for the totals.
const TOTALS_SOON: Duration = Duration::from_millis(10);
/// The same while no account is in use, to see whether PostgreSQL answers.
const TOTALS_IDLE: Duration = Duration::from_secs(1);

impl Agent {
    /// Exchanges the spending on accounts in use in PostgreSQL, unless an exchange is running.
    /// Returns whether it could.
    pub(super) fn exchange_without(&mut self, is_tick: bool) -> bool {
        if self.mode == Mode::Alone && (is_tick || !self.urgent.is_empty()) {
            let due = self.due(is_tick);
            self.go_alone(due);
            self.tools.requests.round_is_over();
        }
        let pause = match (self.urgent.is_empty(), self.states.is_empty()) {
            (false, _) => TOTALS_SOON,
            (true, false) => TOTALS,
            (true, true) => TOTALS_IDLE,
        };
        if !self.tools.totals.is_free(pause) {
            return self.mode == Mode::Alone;
        }
        let is_tick = is_tick || self.urgent.is_empty();
        let due = match self.mode {
            // It only looks whether PostgreSQL answers.
            Mode::Alone => self.states.keys().take(1).cloned().collect(),
            _ => self.due(is_tick),
        };
        let due: Vec<Arc<str>> = due.into_iter().filter(|id| self.is_used(id)).collect();
        let reported = self.spending(&due);
        self.tools.totals.ask(Month::of(self.now_ms()), reported);
        true
    }

    /// What this server has spent on accounts.
    pub(super) fn spending(&mut self, ids: &[Arc<str>]) -> Vec<(Arc<str>, Credits)> {
        let (now_ms, snapshot) = (self.now_ms(), self.tools.snapshot.load_full());
        let spent = |id: &Arc<str>| {
            let spent = snapshot.accounts.get(id)?.meter.share_report(now_ms, false)?.spent;
            if let Some(state) = self.states.get_mut(id) {
                state.report(spent);
            }
            Some((id.clone(), spent))
        };
        ids.iter().filter_map(spent).collect()
    }

    /// Whether an account is still in use. If not, its unspent credits are given back.
    fn is_used(&mut self, id: &Arc<str>) -> bool {
        let (now_ms, snapshot) = (self.now_ms(), self.tools.snapshot.load_full());
        let Some(account) = snapshot.accounts.get(id) else {
            self.forget(id);
            return false;
        };
        let is_used = self.states.get(id).is_some_and(|state| state.is_asked || !state.is_idle());
        if !is_used || self.is_leaving {
            account.meter.share_report(now_ms, true);
            self.states.remove(id);
        }
        is_used && !self.is_leaving
    }

    /// Takes leases beyond the reported spending. They limit the spending that other servers cannot see yet.
    pub(super) fn lease_by_totals(
        &mut self,
        month: Month,
        reported: &[(Arc<str>, Credits)],
        spent: &[Spent],
    ) {
        self.tools.health.exchanged.set();
        let (now_ms, snapshot) = (self.now_ms(), self.tools.snapshot.load_full());
        let mut by_others = HashMap::<&str, i64>::new();
        spent.iter().for_each(|row| *by_others.entry(&row.account).or_default() += row.credits.0);
        for (id, by_me) in reported {
            let Some(account) = snapshot.accounts.get(id) else { continue };
            let Some(report) = account.meter.share_report(now_ms, false) else { continue };
            let known = Reported { by_me: by_me.0, by_others: by_others.get(&**id).copied().unwrap_or(0) };
            let lease = self.tools.requests.lease(account.allowance);
            if report.month == month {
                account.meter.update(&lease_beyond(known, lease, &report, account.allowance));
            }
            if let Some(state) = self.states.get_mut(id) {
                (state.is_alone, state.is_plenty_free) = (false, false);
            }
        }
    }

    /// Lowers the grants to a lease: the others do not see them in PostgreSQL.
    pub(super) fn keep_a_lease_each(&self) {
        let snapshot = self.tools.snapshot.load();
        for account in self.states.keys().filter_map(|id| snapshot.accounts.get(id)) {
            account.meter.keep(self.tools.requests.lease(account.allowance));
        }
    }

    /// Fail-open mode: neither store is reachable.
    fn go_alone(&mut self, ids: Vec<Arc<str>>) {
        let ids: Vec<Arc<str>> = ids.into_iter().filter(|id| self.is_used(id)).collect();
        self.spending(&ids);
        let snapshot = self.tools.snapshot.load_full();
        for id in ids {
            if let (Some(account), Some(state)) = (snapshot.accounts.get(&id), self.states.get_mut(&id)) {
                account.meter.go_alone(account.allowance);
                state.is_alone = true;
            }
        }
    }
}

/// Reported spending of an account.
#[derive(Debug, Clone, Copy, Default)]
struct Reported {
    by_me: i64,
    by_others: i64,
}

/// A lease beyond the reported spending of this server, and at least the cost of its waiting calls.
fn lease_beyond(known: Reported, lease: Credits, report: &ShareReport, allowance: Credits) -> LeaseUpdate {
    let limit = (known.by_me + lease.0).max(report.spent.0 + report.demand.0);
    LeaseUpdate {
        month: report.month,
        granted: Credits(limit.min(allowance.0 - known.by_others)),
        others: Credits(known.by_others),
        committed: Credits(known.by_others),
        may_exceed: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_without_valkey_is_beyond_what_is_written_and_within_the_allowance() {
        let report = |spent, demand| ShareReport {
            month: Month::new(2026, 11),
            spent: Credits(spent),
            granted: Credits(spent),
            others: Credits(0),
            demand: Credits(demand),
            cheapest: Credits(demand),
        };
        let granted = |by_me, by_others, spent, demand| {
            let known = Reported { by_me, by_others };
            lease_beyond(known, Credits(10), &report(spent, demand), Credits(1000)).granted.0
        };
        assert_eq!(granted(100, 200, 100, 0), 110);
        assert_eq!(granted(100, 200, 108, 0), 110, "what is not reported is part of the lease");
        assert_eq!(granted(100, 200, 108, 50), 158, "calls that wait are answered");
        assert_eq!(granted(100, 895, 100, 50), 105, "others have spent the rest");
        assert_eq!(granted(0, 1000, 0, 50), 0);
    }
}
