//! How servers agree by Valkey, where everyone takes leases before it spends.

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
    /// Tells what is spent of accounts, and takes leases.
    pub(super) fn exchange(&mut self, due: &[Arc<str>]) {
        let snapshot = self.tools.snapshot.load_full();
        let (mut accounts, mut questions) = (Vec::new(), Vec::new());
        for id in due {
            match snapshot.accounts.get(id) {
                Some(account) => {
                    if let Some(question) = self.question(account) {
                        accounts.push(account);
                        questions.push(question);
                    }
                }
                // The account was deleted.
                None => self.forget(id),
            }
        }
        let answers = self.tools.table.as_mut().and_then(|table| table.exchange(&questions));
        let Some(answers) = answers else {
            (self.is_agreed, self.was_away) = (false, true);
            return self.go_on_without(due);
        };
        self.tools.health.exchanged.set();
        if std::mem::take(&mut self.was_away) {
            // Report what was given back meanwhile.
            self.ask_all_spenders();
        }
        for ((account, question), answer) in accounts.into_iter().zip(&questions).zip(answers) {
            self.take(account, question, answer);
        }
        self.ask_for_missing_totals();
    }

    /// Builds the request for an account, if one is needed.
    fn question(&mut self, account: &Account) -> Option<TableRequest> {
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

    fn take(&mut self, account: &Account, question: &TableRequest, answer: TableResponse) {
        let Some(state) = self.states.get_mut(&account.id) else { return };
        (state.is_asked, state.is_alone) = (false, false);
        state.others_wait = answer.others_wait;
        let free = question.allowance.0 - answer.update.committed.0 - answer.update.granted.0;
        state.is_plenty_free = answer.is_seeded && free >= PLENTY.0;
        if answer.is_seeded || question.goes_on {
            account.meter.update(&answer.update);
        }
        state.needs_totals = match (answer.is_seeded, question.goes_on) {
            (true, _) => false,
            (false, false) => true,
            (false, true) => self.tools.totals.is_free(TOTALS_LATER),
        };
        let is_granted = question.report.demand.0 > 0 || answer.update.granted.0 > question.report.spent.0;
        if question.is_last && !is_granted {
            self.states.remove(&account.id);
        }
    }

    /// Asks the database for what is not on the table yet.
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

    /// Puts on the table what the database has.
    pub(super) fn seed(&mut self, month: Month, accounts: &[Arc<str>], spent: &[Spent]) {
        let seeded = self.tools.table.as_mut().and_then(|t| t.seed(month.first_day, accounts, spent));
        self.is_agreed = seeded.is_some();
        self.was_away |= seeded.is_none();
        self.ask_again(accounts, false);
    }

    /// Goes on with what the servers know: the database does not answer.
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
