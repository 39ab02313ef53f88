//! The thread that agrees with other servers on the credits of accounts.

mod with_valkey;
mod without_valkey;

use super::health::{LeaseHealth, Mode};
use super::state::LeaseState;
use super::table::{Seed, Table, TableEvent};
use super::totals::{Outcome, Totals};
use crate::calendar::Calendar;
use crate::clock::{Clock, Month};
use crate::credits::LeaseRequests;
use crate::plan::Credits;
use crate::snapshot::Snapshot;
use arc_swap::ArcSwap;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Interval between reports on accounts in use.
const TICK: Duration = Duration::from_millis(50);
/// Reports a second on accounts of which plenty is free; the more there are, the rarer each.
const REPORTS_PER_SECOND: f64 = 2000.0;
/// Maximum number of accounts in one exchange, so that it ends in time.
const BATCH: usize = 1000;
/// Maximum interval between two reports on such an account.
const MAX_PACE: Duration = Duration::from_secs(10);
/// Minimum time between two exchanges; requests in between are batched.
const PAUSE: Duration = Duration::from_millis(2);
/// The same without Valkey.
const PAUSE_WITHOUT: Duration = Duration::from_millis(10);
/// Interval between updates of the metric of granted credits.
const MEASURE: Duration = Duration::from_millis(250);
/// Poll interval while idle.
const LOOK: Duration = Duration::from_secs(1);
/// Timeout of the last exchange when the server stops.
const LEAVE_TIME: Duration = Duration::from_secs(1);

/// A message to the lease thread.
#[derive(Debug)]
pub(crate) enum LeaseMessage {
    /// An account needs a lease, or has spending to report.
    Account(Arc<str>),
    /// News from Valkey.
    Table(TableEvent),
    /// What other servers have spent, from PostgreSQL.
    Totals(Outcome),
    /// The server stops.
    Stop,
}

/// Dependencies of the thread.
pub(super) struct Tools {
    /// The accounts.
    pub(super) snapshot: Arc<ArcSwap<Snapshot>>,
    /// The time by which months are reckoned.
    pub(super) calendar: Arc<Calendar>,
    /// The clock.
    pub(super) clock: Clock,
    /// The request channel of the meters.
    pub(super) requests: Arc<LeaseRequests>,
    /// The table in Valkey, if there is one.
    pub(super) table: Option<Table>,
    /// Spending of all servers in PostgreSQL.
    pub(super) totals: Totals,
    /// Metrics of the exchange.
    pub(super) health: LeaseHealth,
}

/// The state of the thread.
pub(super) struct Agent {
    tools: Tools,
    messages: Receiver<LeaseMessage>,
    /// Accounts in use.
    states: HashMap<Arc<str>, LeaseState>,
    /// Accounts in use that need immediate processing.
    urgent: Vec<Arc<str>>,
    /// Accounts that were in use in the month.
    spenders: HashSet<Arc<str>>,
    /// Accounts in use whose totals the table lacks.
    missing: HashSet<Arc<str>>,
    /// Accounts whose totals were read from the database in this month, since Valkey has answered.
    read: HashSet<Arc<str>>,
    /// Totals of the database to be added to the table.
    seeds: Vec<Seed>,
    /// How servers agree at present.
    mode: Mode,
    /// The month of the spenders.
    month: Month,
    /// Whether the server stops, so that everything is given back.
    is_leaving: bool,
    last_round: Instant,
    last_tick: Instant,
    measured: Instant,
}

impl Agent {
    /// Makes the state of the thread.
    pub(super) fn new(tools: Tools, messages: Receiver<LeaseMessage>) -> Self {
        let now = Instant::now();
        let month = Month::of(tools.calendar.reckoned_ms(tools.clock.now_ms()));
        let mode = if tools.table.is_some() { Mode::Valkey } else { Mode::Postgres };
        tools.health.set_mode(mode);
        Self {
            tools,
            messages,
            states: HashMap::new(),
            urgent: Vec::new(),
            spenders: HashSet::new(),
            missing: HashSet::new(),
            read: HashSet::new(),
            seeds: Vec::new(),
            mode,
            month,
            is_leaving: false,
            last_round: now,
            last_tick: now,
            measured: now,
        }
    }

    /// Runs until the server stops, then gives back unspent credits.
    pub(super) fn run(mut self) {
        while self.listen() {
            self.round();
        }
        self.leave();
    }

    /// Receives messages until the next round is due. Returns false when the server stops.
    fn listen(&mut self) -> bool {
        loop {
            let wait = self.next_round().saturating_duration_since(Instant::now());
            let mut next = match self.messages.recv_timeout(wait) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            };
            while let Some(message) = next {
                if !self.take_message(message) {
                    return false;
                }
                next = self.messages.try_recv().ok();
            }
        }
    }

    /// Processes a message. Returns false when the server stops.
    fn take_message(&mut self, message: LeaseMessage) -> bool {
        match message {
            LeaseMessage::Account(account) => self.ask(account),
            LeaseMessage::Table(event) => self.take_event(event),
            LeaseMessage::Totals(outcome) => self.take_totals(outcome),
            LeaseMessage::Stop => return false,
        }
        true
    }

    /// Reports the last spending and gives back the rest, as long as Valkey answers in time.
    fn leave(&mut self) {
        let end = Instant::now() + LEAVE_TIME;
        self.wait_for_exchange(end);
        self.is_leaving = true;
        let accounts: Vec<_> = self.states.keys().cloned().collect();
        accounts.into_iter().for_each(|account| self.ask(account));
        self.round();
        self.wait_for_exchange(end);
    }

    /// Waits for the end of the running exchange in Valkey.
    fn wait_for_exchange(&mut self, end: Instant) {
        while self.mode == Mode::Valkey && self.tools.table.as_ref().is_some_and(Table::is_exchanging) {
            match self.messages.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(message) => self.take_message(message),
                Err(_) => return,
            };
        }
    }

    /// Time of the next round.
    fn next_round(&self) -> Instant {
        let running = match (self.mode, &self.tools.table) {
            (Mode::Valkey, Some(table)) => table.late_at(),
            _ => self.tools.totals.over_at(),
        };
        let pause = if self.mode == Mode::Valkey { PAUSE } else { PAUSE_WITHOUT };
        match (running, self.urgent.is_empty(), self.states.is_empty()) {
            (Some(over), ..) => over.max(self.last_round + pause),
            (None, false, _) => self.last_round + pause,
            (None, true, false) => (self.last_tick + TICK).max(self.last_round + pause),
            (None, true, true) => self.last_round + LOOK,
        }
    }

    /// Notes a request for an account.
    fn ask(&mut self, account: Arc<str>) {
        self.spenders.insert(account.clone());
        if self.states.entry(account.clone()).or_insert_with(LeaseState::new).ask() {
            self.urgent.push(account);
        }
    }

    /// Schedules a new report on every account that has spent this month.
    fn ask_all_spenders(&mut self) {
        let spenders: Vec<_> = self.spenders.iter().cloned().collect();
        spenders.into_iter().for_each(|account| self.ask(account));
    }

    /// Exchanges reports with the other servers, with or without Valkey.
    fn round(&mut self) {
        self.start_month_if_due();
        self.choose_mode();
        self.last_round = Instant::now();
        let is_tick = self.last_round.duration_since(self.last_tick) >= TICK;
        let has_begun = match self.mode {
            Mode::Valkey => self.exchange(is_tick),
            Mode::Postgres | Mode::Alone => self.exchange_without(is_tick),
        };
        if is_tick && has_begun {
            self.last_tick = self.last_round;
        }
        if self.measured.elapsed() >= MEASURE {
            self.measure();
        }
    }

    /// Chooses the best store that answers.
    fn choose_mode(&mut self) {
        let is_there = self.tools.table.as_ref().is_some_and(Table::is_there);
        let mode = match (is_there, self.tools.totals.is_away()) {
            (true, _) => Mode::Valkey,
            (false, false) => Mode::Postgres,
            (false, true) => Mode::Alone,
        };
        if mode == self.mode {
            return;
        }
        match mode {
            Mode::Valkey => tracing::info!("servers agree on credits in Valkey again"),
            Mode::Postgres => {
                tracing::warn!(
                    "servers agree on credits in PostgreSQL: each may exceed an allowance by a lease"
                );
            }
            Mode::Alone => tracing::error!(
                "neither Valkey nor PostgreSQL answers about credits: this server spends by the last \
                 figures, and allowances may be exceeded"
            ),
        }
        if self.mode == Mode::Valkey {
            self.keep_a_lease_each();
            // They will be out of date.
            self.seeds.clear();
        } else if mode == Mode::Valkey {
            // Servers may have spent in between, and ended.
            self.read.clear();
        }
        self.tools.health.set_mode(mode);
        self.mode = mode;
        // The other store lacks the last reports, and grants that were given back.
        self.ask_all_spenders();
    }

    /// The interval between reports on an account of which plenty is free.
    fn pace(&self) -> Duration {
        Duration::from_secs_f64(self.states.len() as f64 / REPORTS_PER_SECOND).clamp(TICK, MAX_PACE)
    }

    /// The accounts of the next exchange: the urgent ones, and at a tick those due, longest wait first.
    fn due(&mut self, is_tick: bool) -> Vec<Arc<str>> {
        let mut due: Vec<Arc<str>> = self.urgent.drain(..self.urgent.len().min(BATCH)).collect();
        let room = BATCH - due.len();
        if is_tick && room > 0 {
            let pace = self.pace();
            let more = self.states.iter().filter(|(_, state)| !state.is_asked && state.is_due(pace));
            let mut more: Vec<_> = more.map(|(account, state)| (state.reported(), account)).collect();
            if more.len() > room {
                more.select_nth_unstable(room);
            }
            due.extend(more.into_iter().take(room).map(|(_, account)| account.clone()));
        }
        due
    }

    /// Starts a month with the accounts in use as its only spenders.
    fn start_month_if_due(&mut self) {
        let month = Month::of(self.now_ms());
        if month != self.month {
            self.month = month;
            self.read.clear();
            self.spenders.retain(|account| self.states.contains_key(account));
        }
    }

    /// Applies news from Valkey.
    fn take_event(&mut self, event: TableEvent) {
        let Some(table) = &mut self.tools.table else { return };
        table.note(&event);
        match event {
            TableEvent::Away => {}
            TableEvent::There => self.tools.health.exchanged.set(),
            // Valkey has lost the earlier reports.
            TableEvent::New => self.ask_all_spenders(),
            TableEvent::Exchanged(exchanged) => {
                self.tools.health.exchanged.set();
                self.take_grants(&exchanged);
            }
        }
        self.tools.requests.round_is_over();
    }

    /// Applies what the other servers have spent.
    fn take_totals(&mut self, outcome: Outcome) {
        self.tools.totals.note(&outcome);
        let Outcome { month, reported, spent } = outcome;
        match (self.mode, spent) {
            (Mode::Valkey, Ok(spent)) => self.seed(month, &reported, spent),
            (Mode::Valkey, Err(_)) if self.tools.totals.is_away() => self.ask_again(&reported, true),
            // They are still missing.
            (Mode::Valkey, Err(_)) => {}
            (_, Ok(spent)) => self.lease_by_totals(month, &reported, &spent),
            // Late is not away: until then, servers keep to their leases.
            (_, Err(_)) => reported.into_iter().for_each(|(account, _)| self.ask(account)),
        }
        self.tools.requests.round_is_over();
    }

    /// Removes an account that was deleted.
    fn forget(&mut self, account: &Arc<str>) {
        self.missing.remove(account);
        self.states.remove(account);
        self.spenders.remove(account);
    }

    /// The time by which months are reckoned, milliseconds since 1970.
    fn now_ms(&self) -> i64 {
        self.tools.calendar.reckoned_ms(self.tools.clock.now_ms())
    }

    /// Updates the metric of granted credits.
    fn measure(&mut self) {
        self.measured = Instant::now();
        let snapshot = self.tools.snapshot.load();
        let accounts = self.states.keys().filter_map(|id| snapshot.accounts.get(id));
        let granted: i64 = accounts.map(|account| account.meter.granted_left().0).sum();
        self.tools.health.granted.set(Credits(granted).to_f64());
    }
}
