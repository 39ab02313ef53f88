//! The exchange of credits in Valkey, where every server takes a lease before it spends.

use super::Agent;
use crate::clock::Month;
use crate::lease::table::{TableRequest, TableResponse};
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
    /// Reports the spending of accounts and takes leases.
    pub(super) fn exchange(&mut self, due: &[Arc<str>]) {
        let snapshot = self.tools.snapshot.load_full();
        let (mut accounts, mut requests) = (Vec::new(), Vec::new());
        for id in due {
            match snapshot.accounts.get(id) {
                Some(account) => {
                    if let Some(request) = self.request(account) {
                        accounts.push(account);
                        requests.push(request);
                    }
                }
                // The account was deleted.
                None => self.forget(id),
            }
        }
        let responses = self.tools.table.as_mut().and_then(|table| table.exchange(&requests));
        let Some(responses) = responses else {
            (self.is_agreed, self.was_away) = (false, true);
            return self.go_on_without(due);
        };
        self.tools.health.exchanged.set();
        if std::mem::take(&mut self.was_away) {
            // Report what was given back meanwhile.
            self.ask_all_spenders();
        }
        for ((account, request), response) in accounts.into_iter().zip(&requests).zip(responses) {
            self.take(account, request, response);
        }
        self.ask_for_missing_totals();
    }

    /// Builds the request for an account, if one is needed.
    fn request(&mut self, account: &Account) -> Option<TableRequest> {
        let (now_ms, is_leaving) = (self.now_ms(), self.is_leaving);
        let state = self.states.get_mut(&account.id)?;
        let is_new = state.note(account.meter.share_report(now_ms, false)?.spent);
        if !is_new && !is_leaving && state.may_be_left_out() {
            return None;
        }
        let is_last = is_leaving || state.is_idle();
        let report = account.meter.share_report(now_ms, is_last || state.gives_back())?;
        let goes_on = state.goes_on;
        let lease = if is_last { Credits(0) } else { self.lease(account.allowance) };
        let (id, allowance) = (account.id.clone(), account.allowance);
        Some(TableRequest { account: id, report, lease, allowance, goes_on, is_last })
    }

    fn take(&mut self, account: &Account, request: &TableRequest, response: TableResponse) {
        let Some(state) = self.states.get_mut(&account.id) else { return };
        (state.is_asked, state.is_alone) = (false, false);
        state.others_wait = response.others_wait;
        let free = request.allowance.0 - response.update.committed.0 - response.update.granted.0;
        state.is_plenty_free = response.is_seeded && free >= PLENTY.0;
        if response.is_seeded || request.goes_on {
            account.meter.update(&response.update);
        }
        state.needs_totals = match (response.is_seeded, request.goes_on) {
            (true, _) => false,
            (false, false) => true,
            (false, true) => self.tools.totals.is_free(TOTALS_LATER),
        };
        let is_granted = request.report.demand.0 > 0 || response.update.granted.0 > request.report.spent.0;
        if request.is_last && !is_granted {
            self.states.remove(&account.id);
        }
    }

    /// Queries the database for totals that the table does not have.
    fn ask_for_missing_totals(&mut self) {
        let missing = self.states.iter().filter(|(_, state)| state.needs_totals);
        let missing: Vec<Arc<str>> = missing.map(|(account, _)| account.clone()).collect();
        if missing.is_empty() {
            return;
        }
        if self.tools.totals.is_overdue() {
            return self.go_on_unseeded(&missing);
        }
        if self.tools.totals.is_free(Duration::ZERO) {
            self.tools.totals.ask(Month::of(self.now_ms()), missing);
        }
    }

    /// Writes the totals of the database into the table.
    pub(super) fn seed(&mut self, month: Month, accounts: &[Arc<str>], spent: &[Spent]) {
        let seeded = self.tools.table.as_mut().and_then(|t| t.seed(month.first_day, accounts, spent));
        self.is_agreed = seeded.is_some();
        self.was_away |= seeded.is_none();
        self.ask_again(accounts, false);
    }

    /// Continues without totals, because the database does not answer.
    pub(super) fn go_on_unseeded(&mut self, accounts: &[Arc<str>]) {
        self.ask_again(accounts, true);
    }

    fn ask_again(&mut self, accounts: &[Arc<str>], goes_on: bool) {
        for account in accounts {
            if let Some(state) = self.states.get_mut(account) {
                (state.is_asked, state.goes_on, state.needs_totals) = (true, goes_on, false);
            }
        }
    }

    /// Removes an account that was deleted.
    pub(super) fn forget(&mut self, account: &Arc<str>) {
        self.states.remove(account);
        self.spenders.remove(account);
    }
}
