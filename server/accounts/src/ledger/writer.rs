//! Writes usage into the store, and keeps usage that cannot be written.

use super::fault_log::FaultLog;
use super::health::Health;
use crate::credits::{Meter, Tally, UsageEntry};
use crate::snapshot::{Account, Snapshot};
use crate::store::{Store, Stored, UsageToAdd};
use std::collections::HashSet;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// Approximate number of rows in one transaction: few enough for a busy PostgreSQL within the timeout.
const BATCH_ROWS: usize = 5000;
/// Pause after the first failure; it doubles with every further one.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// Maximum pause between two attempts.
const MAX_PAUSE: Duration = Duration::from_secs(10);
/// Timeout for writing the last usage when the server stops.
const LAST_TRIES: Duration = Duration::from_secs(5);
/// Pause between two of the last attempts.
const LAST_PAUSE: Duration = Duration::from_millis(250);

/// Writes the usage of all accounts.
pub(super) struct UsageWriter {
    /// Accounts that may have usage which is not written.
    in_use: HashSet<Arc<str>>,
    health: Health,
    faults: FaultLog,
    pause: Duration,
    next_try: Instant,
}

/// Usage of an account that is being written.
type UsageBatch = Vec<(Arc<Meter>, Vec<UsageEntry>)>;

impl UsageWriter {
    /// Makes a writer that has not failed yet.
    pub(super) fn new(health: Health) -> Self {
        let faults = FaultLog::new(
            "usage could not be written; it is kept and tried again",
            "usage that was kept has been written",
        );
        Self { in_use: HashSet::new(), health, faults, pause: FIRST_PAUSE, next_try: Instant::now() }
    }

    /// Notes accounts that may have usage to be written.
    pub(super) fn note(&mut self, accounts: &[Arc<str>]) {
        self.in_use.extend(accounts.iter().cloned());
    }

    /// Writes all usage, unless that failed a short time ago. Usage that cannot be written waits for the next
    /// call.
    pub(super) fn write(&mut self, store: &mut dyn Store, snapshot: &Snapshot) {
        if Instant::now() >= self.next_try {
            match self.try_all(store, snapshot) {
                Ok(()) => self.pause = FIRST_PAUSE,
                Err(_) => {
                    // Doubling pauses spare a database that is overloaded.
                    self.next_try = Instant::now() + self.pause;
                    self.pause = (self.pause * 2).min(MAX_PAUSE);
                }
            }
        }
        // Counted only during a fault: otherwise usage waits for a quarter of a second.
        let waiting = if self.faults.is_on() { self.pending(snapshot).calls } else { 0 };
        self.health.usage_pending.set(waiting);
    }

    /// Whether the last attempt wrote all usage.
    pub(super) fn is_well(&self) -> bool {
        !self.faults.is_on()
    }

    /// Writes all usage for the last time. Returns the usage that is lost because it could not be written.
    pub(super) fn write_last(&mut self, store: &mut dyn Store, snapshot: &Snapshot) -> Tally {
        let end = Instant::now() + LAST_TRIES;
        while self.try_all(store, snapshot).is_err() {
            if Instant::now() >= end {
                return self.pending(snapshot);
            }
            std::thread::sleep(LAST_PAUSE);
        }
        Tally::default()
    }

    fn try_all(&mut self, store: &mut dyn Store, snapshot: &Snapshot) -> Stored<()> {
        let tried = write_all(store, snapshot, &self.in_use, &self.health);
        match tried {
            Ok(()) => {
                self.in_use.clear();
                self.health.usage_written.set();
            }
            Err(_) => drop(self.health.usage_write_failures.inc()),
        }
        self.faults.note(&tried);
        tried
    }

    /// Calls and credits that are not written yet.
    fn pending(&self, snapshot: &Snapshot) -> Tally {
        pending(self.in_use.iter().filter_map(|id| snapshot.accounts.get(id)))
    }
}

/// Writes the usage of accounts in batches and stops at the first failure.
fn write_all(
    store: &mut dyn Store,
    snapshot: &Snapshot,
    in_use: &HashSet<Arc<str>>,
    health: &Health,
) -> Stored<()> {
    let mut batch = UsageBatch::new();
    let mut rows = 0;
    for account in in_use.iter().filter_map(|id| snapshot.accounts.get(id)) {
        let usage = account.meter.take_pending();
        if !usage.is_empty() {
            rows += usage.len();
            batch.push((account.meter.clone(), usage));
        }
        if rows >= BATCH_ROWS {
            write_batch(store, std::mem::take(&mut batch), health)?;
            rows = 0;
        }
    }
    write_batch(store, batch, health)
}

fn write_batch(store: &mut dyn Store, batch: UsageBatch, health: &Health) -> Stored<()> {
    if batch.is_empty() {
        return Ok(());
    }
    let to_add = |u: &UsageEntry| {
        let endpoint = u.endpoint.as_str();
        UsageToAdd { key: u.key, endpoint, day: u.day, tally: u.tally, last_used_ms: u.last_ms }
    };
    let all: Vec<UsageToAdd> = batch.iter().flat_map(|(_, usage)| usage).map(to_add).collect();
    let mut sum = Tally::default();
    all.iter().for_each(|row| sum.add(row.tally));
    let under_way = |tally| *health.usage_under_way.lock().unwrap_or_else(PoisonError::into_inner) = tally;
    under_way(sum);
    let written = store.write_usage(&all);
    under_way(Tally::default());
    // Back to the meters, which add it to newer usage of the same key and day.
    if written.is_err() {
        batch.into_iter().for_each(|(meter, usage)| meter.put_back(usage));
    }
    written
}

/// Calls and credits of accounts that are not written yet.
pub(super) fn pending<'a>(accounts: impl Iterator<Item = &'a Arc<Account>>) -> Tally {
    let mut sum = Tally::default();
    accounts.for_each(|a| sum.add(a.meter.pending()));
    sum
}
