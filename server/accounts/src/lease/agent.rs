//! The part of a server that agrees with other servers on the credits of accounts.
//!
//! It is a value that reads no clock and sends nothing. Its thread passes on messages and the time, and
//! carries out each [`Step`]; so does the simulation.

use super::health::{LeaseHealth, Mode};
use super::holders::Holders;
use super::state::LeaseState;
use crate::account::Account;
use crate::clock::{Month, Now};
use crate::credits::{LeaseRequests, LeaseUpdate};
use crate::grant::{LeaseRequest, LeaseResponse};
use crate::plan::Credits;
use indexmap::{IndexMap, IndexSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Interval between reports on accounts in use.
const TICK: Duration = Duration::from_millis(50);
/// Reports a second on accounts of which plenty is free; the more there are, the rarer each.
const REPORTS_PER_SECOND: f64 = 2000.0;
/// Maximum number of accounts in one exchange, so that it ends in time.
const BATCH: usize = 1000;
/// Maximum interval between two reports on such an account.
const MAX_PACE: Duration = Duration::from_secs(10);
/// Minimum time between the beginnings of two exchanges; requests in between are batched.
const PAUSE: Duration = Duration::from_millis(5);
/// Pause after an exchange that failed.
const RETRY: Duration = Duration::from_millis(250);
/// Time without a response after which PostgreSQL counts as silent. One that is far away, and locked by other
/// servers, needs most of a second.
const SILENT: Duration = Duration::from_secs(2);
/// Silence after a failed exchange. A broken connection alone is not enough: the next one may work.
const SILENT_AFTER_FAILURE: Duration = Duration::from_millis(500);
/// Interval between exchanges while no account is in use, which only show whether PostgreSQL answers.
const LOOK: Duration = Duration::from_secs(1);
/// Interval between updates of the metric of granted credits.
const MEASURE: Duration = Duration::from_millis(250);
/// Timeout of the last exchanges when the server stops.
const LEAVE_TIME: Duration = Duration::from_secs(1);
/// More than all servers spend of one account in a second.
const PLENTY: Credits = Credits(20_000_000);

#[derive(Debug)]
pub(crate) enum LeaseMessage {
    /// An account needs a lease, or has spending to report.
    Account(Arc<str>),
    /// The responses to the running exchange, or none if it failed.
    Exchanged(Option<Vec<LeaseResponse>>),
    Stop,
}

/// The next step of the thread.
#[derive(Debug)]
pub(crate) struct Step {
    /// An exchange to begin.
    pub(crate) exchange: Option<Vec<LeaseRequest>>,
    /// Time of the next step if no message comes before; none when all is given back.
    pub(crate) next: Option<Instant>,
}

/// The state of the thread.
pub(crate) struct Agent {
    requests: Arc<LeaseRequests>,
    health: LeaseHealth,
    /// Accounts in use.
    states: IndexMap<Arc<str>, LeaseState>,
    /// Accounts in use that need immediate processing.
    urgent: Vec<Arc<str>>,
    /// Accounts that need credits while PostgreSQL is silent.
    stranded: Vec<Arc<str>>,
    /// Accounts that were reported in the month.
    reported: IndexSet<Arc<str>>,
    /// Grants of other servers.
    holders: Holders,
    /// The month of the reports.
    month: Month,
    /// Number of the last exchange.
    beat: i64,
    running: Option<Vec<Running>>,
    /// Begin of the last exchange.
    begun: Instant,
    /// End of the last exchange, if it failed.
    failed: Option<Instant>,
    /// Begin of the first exchange since the last response.
    unanswered: Option<Instant>,
    /// `true` if PostgreSQL has not answered for a while.
    pub(super) is_silent: bool,
    /// The time by which everything is to be given back when the server stops.
    leaves: Option<Instant>,
    ticked: Instant,
    measured: Instant,
}

/// A request of the running exchange.
struct Running {
    request: LeaseRequest,
    /// `true` if all that was not spent was given back.
    gave_back: bool,
    /// `true` if the account is no longer in use, unless this brings a grant.
    is_last: bool,
}

impl Agent {
    /// Makes the state of the thread.
    pub(crate) fn new(requests: Arc<LeaseRequests>, health: LeaseHealth, now: Now) -> Self {
        health.set_mode(Mode::Postgres);
        Self {
            requests,
            health,
            states: IndexMap::new(),
            urgent: Vec::new(),
            stranded: Vec::new(),
            reported: IndexSet::new(),
            holders: Holders::default(),
            month: Month::of(now.unix_ms),
            beat: 0,
            running: None,
            begun: now.steady,
            failed: None,
            unanswered: None,
            is_silent: false,
            leaves: None,
            ticked: now.steady,
            measured: now.steady,
        }
    }

    /// Processes messages, and decides what to do now. `find` returns the account with an id, unless it was
    /// deleted.
    pub(crate) fn step(
        &mut self,
        now: Now,
        messages: impl IntoIterator<Item = LeaseMessage>,
        find: impl Fn(&str) -> Option<Arc<Account>>,
    ) -> Step {
        self.start_month_if_due(now);
        for message in messages {
            match message {
                LeaseMessage::Account(account) => self.ask(account, now.steady),
                LeaseMessage::Exchanged(Some(responses)) => self.take_responses(responses, now, &find),
                LeaseMessage::Exchanged(None) => self.fail(now.steady),
                LeaseMessage::Stop => self.leave(now.steady),
            }
        }
        self.notice_silence(now.steady);
        self.exceed(&find);
        if now.steady.duration_since(self.measured) >= MEASURE {
            self.measure(now.steady, &find);
        }
        let exchange = self.exchange(now, &find);
        Step { exchange, next: self.next(now.steady) }
    }

    /// Time of the next step; none when the server stops and has given back everything.
    fn next(&self, now: Instant) -> Option<Instant> {
        let is_done = self.running.is_none() && self.urgent.is_empty();
        if self.leaves.is_some_and(|end| is_done || now >= end || self.failed.is_some()) {
            return None;
        }
        let tick = if self.states.is_empty() { self.begun + LOOK } else { self.ticked + TICK };
        Some(match &self.running {
            Some(_) => now + TICK,
            None if self.urgent.is_empty() => tick.max(self.free_at()),
            None => self.free_at(),
        })
    }

    /// Earliest time of the next exchange.
    fn free_at(&self) -> Instant {
        let after_begin = self.begun + PAUSE;
        self.failed.map_or(after_begin, |failed| after_begin.max(failed + RETRY))
    }

    /// Notes a request for an account.
    fn ask(&mut self, account: Arc<str>, now: Instant) {
        if self.is_silent {
            self.stranded.push(account.clone());
        }
        if self.states.entry(account.clone()).or_insert_with(|| LeaseState::new(now)).ask(now) {
            self.urgent.push(account);
        }
    }

    /// Schedules a report on an account that is not a sign of use.
    fn ask_again(&mut self, account: &Arc<str>) {
        let Some(state) = self.states.get_mut(account) else { return };
        if self.is_silent {
            self.stranded.push(account.clone());
        }
        if !std::mem::replace(&mut state.is_queued, true) {
            self.urgent.push(account.clone());
        }
    }

    /// Begins to give back everything.
    fn leave(&mut self, now: Instant) {
        self.leaves = Some(now + LEAVE_TIME);
        let accounts: Vec<_> = self.states.keys().cloned().collect();
        accounts.iter().for_each(|account| self.ask_again(account));
    }

    /// Starts a month in which nothing is reported yet.
    fn start_month_if_due(&mut self, now: Now) {
        let month = Month::of(now.unix_ms);
        if month != self.month {
            self.month = month;
            self.reported.clear();
        }
    }

    /// Begins an exchange about the accounts that are due, unless one is running or it is too early.
    fn exchange(
        &mut self,
        now: Now,
        find: &impl Fn(&str) -> Option<Arc<Account>>,
    ) -> Option<Vec<LeaseRequest>> {
        let is_tick = now.steady.duration_since(self.ticked) >= TICK;
        let is_quiet = self.states.is_empty() && now.steady < self.begun + LOOK;
        let is_done = self.leaves.is_some() && self.urgent.is_empty();
        let is_due = is_tick || !self.urgent.is_empty();
        if self.running.is_some() || now.steady < self.free_at() || !is_due || is_quiet || is_done {
            return None;
        }
        if is_tick {
            self.ticked = now.steady;
            self.doubt(now.steady, find);
        }
        self.beat += 1;
        let mut requests = Vec::new();
        for id in self.due(is_tick, now.steady) {
            match find(&id) {
                Some(account) => requests.extend(self.request(&account, now)),
                None => self.forget(&id),
            }
        }
        if requests.is_empty() && now.steady < self.begun + LOOK {
            return None;
        }
        self.begun = now.steady;
        self.unanswered.get_or_insert(now.steady);
        let exchange = requests.iter().map(|running| running.request.clone()).collect();
        self.running = Some(requests);
        Some(exchange)
    }

    /// The accounts of the next exchange: the urgent ones, and at a tick those due, longest wait first.
    fn due(&mut self, is_tick: bool, now: Instant) -> Vec<Arc<str>> {
        let mut due: Vec<Arc<str>> = self.urgent.drain(..self.urgent.len().min(BATCH)).collect();
        let room = BATCH - due.len();
        if is_tick && room > 0 {
            let pace = self.pace();
            let more = self.states.iter().filter(|(_, state)| !state.is_queued && state.is_due(pace, now));
            let mut more: Vec<_> = more.map(|(account, state)| (state.reported(), account)).collect();
            if more.len() > room {
                more.select_nth_unstable(room);
            }
            due.extend(more.into_iter().take(room).map(|(_, account)| account.clone()));
        }
        due
    }

    /// The interval between reports on an account of which plenty is free.
    fn pace(&self) -> Duration {
        Duration::from_secs_f64(self.states.len() as f64 / REPORTS_PER_SECOND).clamp(TICK, MAX_PACE)
    }

    fn request(&mut self, account: &Account, now: Now) -> Option<Running> {
        let (is_leaving, pace) = (self.leaves.is_some(), self.pace());
        let state = self.states.get_mut(&account.id)?;
        let is_last = is_leaving || (state.is_idle(now.steady) && !state.is_queued);
        let gave_back = is_last || state.gives_back(now.steady);
        let report = account.meter.share_report(now.unix_ms, gave_back)?;
        state.report(report.spent, now.steady);
        let usual = self.requests.lease(account.allowance);
        let request = LeaseRequest {
            account: account.id.clone(),
            month: report.month,
            beat: self.beat,
            spent: report.spent,
            granted: report.granted,
            lease: if is_last { Credits(0) } else { state.lease(usual) },
            demand: report.demand,
            cheapest: report.cheapest,
            allowance: account.allowance,
            until_next: if state.is_plenty_free { pace } else { Duration::ZERO },
            expired: self.holders.expired(&account.id, report.month, now.steady),
        };
        Some(Running { request, gave_back, is_last })
    }

    /// Applies the responses to the running exchange.
    fn take_responses(
        &mut self,
        responses: Vec<LeaseResponse>,
        now: Now,
        find: &impl Fn(&str) -> Option<Arc<Account>>,
    ) {
        (self.failed, self.unanswered) = (None, None);
        self.health.exchanged.set();
        if std::mem::take(&mut self.is_silent) {
            tracing::info!("PostgreSQL answers about credits again: allowances are exact");
            self.health.set_mode(Mode::Postgres);
            // What was allowed meanwhile ends for all accounts, and not only for those of this exchange.
            self.states.keys().filter_map(|id| find(id)).for_each(|account| account.meter.keep_to_grant());
        }
        let mut is_lost = false;
        for (running, response) in self.running.take().into_iter().flatten().zip(responses) {
            let (account, month) = (&running.request.account, running.request.month);
            is_lost |= response.is_first && month == self.month && self.reported.contains(account);
            if let Some(account) = find(account) {
                self.take_response(&account, &running, &response, now);
            }
            self.reported.insert(running.request.account);
        }
        if is_lost {
            // PostgreSQL has crashed and lost the reports: the other servers need them.
            let reported = std::mem::take(&mut self.reported);
            reported.into_iter().for_each(|account| self.ask(account, now.steady));
        }
        self.requests.round_is_over();
    }

    fn take_response(
        &mut self,
        account: &Account,
        Running { request, gave_back, is_last }: &Running,
        response: &LeaseResponse,
        now: Now,
    ) {
        let LeaseRequest { month, spent, .. } = *request;
        let LeaseResponse { granted, others, committed, .. } = *response;
        account.meter.update(&LeaseUpdate { month, reported: spent, granted, others, committed });
        self.holders.note(&account.id, month, response, now.steady);
        let Some(state) = self.states.get_mut(&account.id) else { return };
        state.updated(now.steady);
        state.others_wait = response.others_wait;
        let (allowance, free) = (request.allowance.0, request.allowance.0 - committed.0 - granted.0);
        state.is_plenty_free = free >= (allowance / 2).clamp(1, PLENTY.0);
        if *is_last && request.demand.0 == 0 && granted <= spent && !state.is_queued {
            account.meter.doubt();
            self.forget(&account.id);
        } else if response.others_wait && !gave_back && granted > spent {
            // Calls elsewhere wait for these credits.
            self.ask_again(&account.id);
        }
    }

    /// Notes that the running exchange failed. Its accounts are reported again.
    fn fail(&mut self, now: Instant) {
        self.failed = Some(now);
        for running in self.running.take().into_iter().flatten() {
            self.ask_again(&running.request.account);
        }
    }

    /// Notices that PostgreSQL does not answer.
    fn notice_silence(&mut self, now: Instant) {
        let patience = if self.failed.is_some() { SILENT_AFTER_FAILURE } else { SILENT };
        let is_silent = self.unanswered.is_some_and(|since| now.duration_since(since) >= patience);
        if is_silent && !self.is_silent {
            tracing::error!(
                "PostgreSQL does not answer about credits: this server spends at most a lease of each \
                 account until it does"
            );
            self.health.set_mode(Mode::Alone);
            self.is_silent = true;
            self.holders.clear();
            self.stranded = self.states.keys().cloned().collect();
        }
    }

    /// Allows accounts in use to spend a lease beyond the last report while PostgreSQL is silent.
    fn exceed(&mut self, find: &impl Fn(&str) -> Option<Arc<Account>>) {
        let stranded = std::mem::take(&mut self.stranded);
        if stranded.is_empty() || !self.is_silent {
            return;
        }
        for account in stranded.iter().filter_map(|id| find(id)) {
            account.meter.exceed(self.requests.lease(account.allowance), account.allowance);
        }
        self.requests.round_is_over();
    }

    /// Has calls ask again where the last response is too old for a refusal.
    fn doubt(&mut self, now: Instant, find: &impl Fn(&str) -> Option<Arc<Account>>) {
        for (id, state) in &mut self.states {
            if state.is_doubtful(now)
                && let Some(account) = find(id)
            {
                account.meter.doubt();
            }
        }
    }

    /// Removes an account that was deleted or is no longer in use.
    fn forget(&mut self, account: &Arc<str>) {
        self.holders.remove(account);
        self.states.swap_remove(account);
    }

    /// Updates the metric of granted credits.
    fn measure(&mut self, now: Instant, find: &impl Fn(&str) -> Option<Arc<Account>>) {
        self.measured = now;
        let accounts = self.states.keys().filter_map(|id| find(id));
        let granted: i64 = accounts.map(|account| account.meter.granted_left().0).sum();
        self.health.granted.set(Credits(granted).to_f64());
    }
}
