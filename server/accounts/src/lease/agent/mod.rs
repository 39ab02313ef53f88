//! The thread that agrees with other servers on the credits of accounts.

mod with_valkey;
mod without_valkey;

use super::health::LeaseHealth;
use super::state::LeaseState;
use super::table::{LeaseTable, Presence};
use super::totals::{Outcome, Totals};
use crate::calendar::Calendar;
use crate::clock::{Clock, Month};
use crate::credits::{LeaseMessage, LeaseRequests};
use crate::instance::Instance;
use crate::plan::Credits;
use crate::snapshot::Snapshot;
use arc_swap::ArcSwap;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Interval between reports on accounts in use.
const TICK: Duration = Duration::from_millis(50);
/// Minimum time between two exchanges; requests in between are batched.
const PAUSE: Duration = Duration::from_millis(2);
/// Minimum time between two rounds while Valkey does not answer.
const PAUSE_WITHOUT: Duration = Duration::from_millis(10);
/// Poll interval while idle.
const LOOK: Duration = Duration::from_secs(1);

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
    /// The name of this server.
    pub(super) me: Instance,
    /// The table in Valkey, if there is one.
    pub(super) table: Option<LeaseTable>,
    /// Totals of the database.
    pub(super) totals: Totals,
    /// The share of an allowance that is leased at once, %.
    pub(super) lease_percent: f64,
    /// Metrics of the exchange.
    pub(super) health: LeaseHealth,
}

/// The state of the thread.
pub(super) struct Agent {
    tools: Tools,
    messages: Receiver<LeaseMessage>,
    /// Accounts in use.
    states: HashMap<Arc<str>, LeaseState>,
    /// Accounts that were in use in the month.
    spenders: HashSet<Arc<str>>,
    /// Whether Valkey answered the last request.
    is_agreed: bool,
    /// Whether Valkey has been away since the last full report, and so misses later give-backs.
    was_away: bool,
    /// The month of the spenders.
    month: Month,
    /// Whether the server stops, so that everything is given back.
    is_leaving: bool,
    last_round: Instant,
    last_tick: Instant,
}

impl Agent {
    /// Makes the state of the thread.
    pub(super) fn new(tools: Tools, messages: Receiver<LeaseMessage>) -> Self {
        let now = Instant::now();
        let month = Month::of(tools.calendar.reckoned_ms(tools.clock.now_ms()));
        Self {
            tools,
            messages,
            states: HashMap::new(),
            spenders: HashSet::new(),
            is_agreed: false,
            was_away: false,
            month,
            is_leaving: false,
            last_round: now,
            last_tick: now,
        }
    }

    /// Runs until the server stops, then gives back unspent credits.
    pub(super) fn run(mut self) {
        while self.listen() {
            self.round();
        }
        self.is_leaving = true;
        self.last_tick = self.last_round - TICK;
        self.round();
        if let Some(table) = &mut self.tools.table {
            table.leave();
        }
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
                match message {
                    LeaseMessage::Account(account) => self.ask(account),
                    LeaseMessage::Totals => self.take_totals(),
                    LeaseMessage::Stop => return false,
                }
                next = self.messages.try_recv().ok();
            }
        }
    }

    /// Time of the next round.
    fn next_round(&self) -> Instant {
        let is_asked = self.states.values().any(|state| state.is_asked);
        let next = match (is_asked, self.states.is_empty()) {
            (true, _) if self.is_agreed => self.last_round + PAUSE,
            (true, _) => self.last_round + PAUSE_WITHOUT,
            (false, false) => self.last_tick + TICK,
            (false, true) => self.last_round + LOOK,
        };
        let next_sign = self.tools.table.as_ref().and_then(LeaseTable::next_sign);
        next_sign.map_or(next, |sign| sign.min(next))
    }

    /// Notes a request for an account.
    fn ask(&mut self, account: Arc<str>) {
        self.spenders.insert(account.clone());
        self.states.entry(account).or_insert_with(LeaseState::new).ask();
    }

    /// Schedules a new report on every account that has spent this month.
    fn ask_all_spenders(&mut self) {
        let spenders: Vec<_> = self.spenders.iter().cloned().collect();
        spenders.into_iter().for_each(|account| self.ask(account));
    }

    /// Exchanges reports with the other servers, with or without Valkey.
    fn round(&mut self) {
        self.start_month_if_due();
        let presence = self.tools.table.as_mut().map_or(Presence::Away, LeaseTable::sign_of_life);
        self.is_agreed = presence != Presence::Away;
        if self.is_agreed {
            self.tools.health.exchanged.set();
        }
        self.was_away |= !self.is_agreed;
        if presence == Presence::New {
            // Valkey has lost the earlier reports.
            self.ask_all_spenders();
        }
        self.last_round = Instant::now();
        let is_tick = self.last_round.duration_since(self.last_tick) >= TICK;
        let due = self.states.iter().filter(|(_, state)| is_tick || state.is_asked);
        let due: Vec<Arc<str>> = due.map(|(account, _)| account.clone()).collect();
        match self.is_agreed {
            true => self.exchange(&due),
            false => self.go_on_without(&due),
        }
        if is_tick {
            self.last_tick = self.last_round;
            self.measure();
        }
        self.tools.requests.round_is_over();
    }

    /// Starts a month with the accounts in use as its only spenders.
    fn start_month_if_due(&mut self) {
        let month = Month::of(self.now_ms());
        if month != self.month {
            self.month = month;
            self.spenders.retain(|account| self.states.contains_key(account));
        }
    }

    /// Applies the totals that have arrived.
    fn take_totals(&mut self) {
        while let Some(outcome) = self.tools.totals.take() {
            let Outcome { month, accounts, spent } = outcome;
            for account in &accounts {
                if let Some(state) = self.states.get_mut(account) {
                    state.needs_totals = false;
                }
            }
            match (self.is_agreed, spent) {
                (true, Ok(spent)) => self.seed(month, &accounts, &spent),
                (true, Err(_)) => self.go_on_unseeded(&accounts),
                (false, Ok(spent)) => self.lease_by_totals(month, &accounts, &spent),
                (false, Err(_)) => self.go_alone(&accounts),
            }
        }
        self.tools.requests.round_is_over();
    }

    /// The time by which months are reckoned, milliseconds since 1970.
    fn now_ms(&self) -> i64 {
        self.tools.calendar.reckoned_ms(self.tools.clock.now_ms())
    }

    /// A share of an allowance that is leased at once.
    fn lease(&self, allowance: Credits) -> Credits {
        Credits((allowance.0 as f64 * self.tools.lease_percent / 100.0) as i64)
    }

    /// Updates the metric of granted credits.
    fn measure(&self) {
        let snapshot = self.tools.snapshot.load();
        let accounts = self.states.keys().filter_map(|id| snapshot.accounts.get(id));
        let granted: i64 = accounts.map(|account| account.meter.granted_left().0).sum();
        self.tools.health.granted.set(Credits(granted).to_f64());
    }
}
