//! The exchange of credits in Valkey, where every server takes a lease before it spends.

use super::{Agent, BATCH};
use crate::clock::Month;
use crate::lease::table::{Seed, Table, TableRequest, TableResponse};
use crate::plan::Credits;
use crate::snapshot::Account;
use crate::store::Spent;
use std::sync::Arc;
use std::time::Duration;

/// Pause before the database is queried again after a failure.
const TOTALS_LATER: Duration = Duration::from_secs(1);

/// More than all servers spend of one account in a second.
const PLENTY: Credits = Credits(20_000_000);

impl Agent {
    /// Reports the spending of accounts and takes leases, unless an exchange is running.
    /// Returns whether it could.
    pub(super) fn exchange(&mut self, is_tick: bool) -> bool {
        self.ask_for_missing_totals();
        if !self.tools.table.as_ref().is_some_and(Table::is_free) {
            return false;
        }
        let snapshot = self.tools.snapshot.load_full();
        let mut requests = Vec::new();
        for id in self.due(is_tick) {
            match snapshot.accounts.get(&id) {
                Some(account) => requests.extend(self.request(account)),
                // The account was deleted.
                None => self.forget(&id),
            }
        }
        if let Some(table) = self.tools.table.as_mut().filter(|_| !requests.is_empty()) {
            table.exchange(std::mem::take(&mut self.seeds), requests);
        }
        true
    }

    /// Builds the request for an account.
    fn request(&mut self, account: &Account) -> Option<TableRequest> {
        let (now_ms, is_leaving, pace) = (self.now_ms(), self.is_leaving, self.pace());
        let state = self.states.get_mut(&account.id)?;
        let is_last = is_leaving || (state.is_idle() && !state.is_asked);
        let report = account.meter.share_report(now_ms, is_last || state.gives_back())?;
        let recent = state.report(report.spent);
        let lease = match is_last {
            true => Credits(0),
            // A busy server, or a slow Valkey, needs more at a time: a grant lasts for two exchanges, and it
            // must be able to grow.
            false => self.tools.requests.lease(account.allowance).max(Credits(4 * recent.0)),
        };
        let until_next = if state.is_plenty_free { pace } else { Duration::ZERO };
        let (id, allowance, goes_on) = (account.id.clone(), account.allowance, state.goes_on);
        Some(TableRequest { account: id, report, lease, allowance, goes_on, is_last, until_next })
    }

    /// Applies the responses of an exchange.
    pub(super) fn take_grants(&mut self, exchanged: &[(TableRequest, TableResponse)]) {
        let snapshot = self.tools.snapshot.load_full();
        for (request, response) in exchanged {
            if let Some(account) = snapshot.accounts.get(&request.account) {
                self.take_grant(account, request, response);
            }
        }
        self.ask_for_missing_totals();
    }

    fn take_grant(&mut self, account: &Account, request: &TableRequest, response: &TableResponse) {
        let Some(state) = self.states.get_mut(&account.id) else { return };
        (state.is_alone, state.others_wait) = (false, response.others_wait);
        let (allowance, update) = (request.allowance.0, &response.update);
        let free = allowance - update.committed.0 - update.granted.0;
        state.is_plenty_free = response.is_seeded && free >= (allowance / 2).clamp(1, PLENTY.0);
        if response.is_seeded || request.goes_on {
            account.meter.update(update);
        }
        let is_missing = !response.is_seeded && (!request.goes_on || self.tools.totals.is_free(TOTALS_LATER));
        if is_missing || (!self.read.contains(&account.id) && !self.tools.totals.is_away()) {
            self.missing.insert(account.id.clone());
        }
        let is_granted = request.report.demand.0 > 0 || update.granted.0 > request.report.spent.0;
        if request.is_last && !is_granted && !state.is_asked {
            self.states.remove(&account.id);
        }
    }

    /// Queries the database for totals that the table does not have.
    fn ask_for_missing_totals(&mut self) {
        let (is_free, is_away) = (self.tools.totals.is_free(Duration::ZERO), self.tools.totals.is_away());
        if self.missing.is_empty() || !(is_free || is_away) {
            return;
        }
        let snapshot = self.tools.snapshot.load();
        self.missing.retain(|id| snapshot.accounts.get(id).is_some());
        let missing: Vec<_> = self.missing.iter().take(BATCH).cloned().collect();
        let reported = self.spending(&missing);
        if is_away {
            self.ask_again(&reported, true);
        }
        if is_free {
            self.tools.totals.ask(Month::of(self.now_ms()), reported);
        }
    }

    /// Adds the totals of the database to the table, with the next exchange.
    pub(super) fn seed(&mut self, month: Month, reported: &[(Arc<str>, Credits)], spent: Vec<Spent>) {
        let accounts: Vec<_> = reported.iter().map(|(account, _)| account.clone()).collect();
        self.read.extend(accounts.iter().cloned());
        self.seeds.push(Seed { first_day: month.first_day, accounts, spent });
        self.ask_again(reported, false);
    }

    /// Asks the table again, which has the totals now, or `goes_on` without.
    pub(super) fn ask_again(&mut self, reported: &[(Arc<str>, Credits)], goes_on: bool) {
        for (account, _) in reported {
            self.missing.remove(account);
            if let Some(state) = self.states.get_mut(account) {
                state.goes_on = goes_on;
                self.ask(account.clone());
            }
        }
    }
}
