//! Credits without Valkey: servers use the spending that each has written into the database, and without the
//! database the last known figures.

use super::Agent;
use crate::clock::Month;
use crate::credits::{LeaseUpdate, ShareReport};
use crate::plan::Credits;
use crate::snapshot::Account;
use crate::store::Spent;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// Interval between two queries for the totals of accounts in use.
const TOTALS: Duration = Duration::from_millis(250);
/// The same interval while calls may have to wait for the totals.
const TOTALS_SOON: Duration = Duration::from_millis(50);

/// Written spending of an account.
#[derive(Debug, Clone, Copy, Default)]
struct Written {
    by_me: i64,
    by_others: i64,
}

impl Agent {
    /// Queries the written spending of all accounts in use.
    pub(super) fn go_on_without(&mut self, due: &[Arc<str>]) {
        if self.tools.totals.is_overdue() {
            return self.go_alone(due);
        }
        let is_asked = self.states.values().any(|state| state.is_asked);
        let pause = if is_asked { TOTALS_SOON } else { TOTALS };
        if self.tools.totals.is_free(pause) && !self.states.is_empty() {
            let accounts = self.states.keys().cloned().collect();
            self.tools.totals.ask(Month::of(self.now_ms()), accounts);
        }
    }

    /// Takes leases beyond the written spending. They limit the spending that other servers cannot see yet.
    pub(super) fn lease_by_totals(&mut self, month: Month, accounts: &[Arc<str>], spent: &[Spent]) {
        self.tools.health.exchanged.set();
        let me = self.tools.me.clone();
        let mut written = HashMap::<&str, Written>::new();
        for row in spent {
            let of_account = written.entry(&row.account).or_default();
            match row.instance == me.as_str() {
                true => of_account.by_me += row.credits.0,
                false => of_account.by_others += row.credits.0,
            }
        }
        self.each(accounts, |agent, account, report| {
            let written = written.get(&*account.id).copied().unwrap_or_default();
            let lease = agent.lease(account.allowance);
            if report.month == month {
                account.meter.update(&lease_beyond(written, lease, &report, account.allowance));
            }
            false
        });
    }

    /// Fail-open mode: neither store is reachable.
    pub(super) fn go_alone(&mut self, accounts: &[Arc<str>]) {
        self.each(accounts, |_, account, _| {
            account.meter.go_alone(account.allowance);
            true
        });
    }

    /// Looks at each of some accounts in use; `apply` returns whether the account is now in fail-open mode.
    fn each(&mut self, accounts: &[Arc<str>], apply: impl Fn(&Self, &Account, ShareReport) -> bool) {
        let (now_ms, snapshot) = (self.now_ms(), self.tools.snapshot.load_full());
        for id in accounts {
            let report =
                snapshot.accounts.get(id).and_then(|a| Some((a, a.meter.share_report(now_ms, false)?)));
            let Some((account, report)) = report else {
                self.forget(id);
                continue;
            };
            let is_idle = self.states.get_mut(id).is_none_or(|state| {
                state.note(report.spent);
                state.is_idle()
            });
            if is_idle || self.is_leaving {
                account.meter.share_report(now_ms, true);
                self.states.remove(id);
                continue;
            }
            let is_alone = apply(self, account, report);
            if let Some(state) = self.states.get_mut(id) {
                (state.is_asked, state.is_alone) = (false, is_alone);
            }
        }
    }
}

/// A lease beyond the written spending of this server, and at least the cost of its waiting calls.
fn lease_beyond(written: Written, lease: Credits, report: &ShareReport, allowance: Credits) -> LeaseUpdate {
    let limit = (written.by_me + lease.0).max(report.spent.0 + report.demand.0);
    LeaseUpdate {
        month: report.month,
        granted: Credits(limit.min(allowance.0 - written.by_others)),
        others: Credits(written.by_others),
        committed: Credits(written.by_others),
        is_exact: false,
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
            let written = Written { by_me, by_others };
            lease_beyond(written, Credits(10), &report(spent, demand), Credits(1000)).granted.0
        };
        assert_eq!(granted(100, 200, 100, 0), 110);
        assert_eq!(granted(100, 200, 108, 0), 110, "what is not written is part of the lease");
        assert_eq!(granted(100, 200, 108, 50), 158, "calls that wait are answered");
        assert_eq!(granted(100, 895, 100, 50), 105, "others have spent the rest");
        assert_eq!(granted(0, 1000, 0, 50), 0);
    }
}
