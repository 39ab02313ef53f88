//! Writes usage into the store, and keeps usage that cannot be written.
//!
//! In a shared store the rows of a second are limited: with many accounts in use, usage waits up to a minute,
//! so that calls of the same key become one row. Other servers learn the spending sooner (`lease`).

use super::fault_log::FaultLog;
use super::health::Health;
use crate::credits::{Meter, Tally, UsageEntry};
use crate::snapshot::{Account, Snapshot};
use crate::store::{Store, Stored, UsageToAdd};
use indexmap::IndexMap;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// Interval for writing usage and for reading changes.
pub(super) const INTERVAL: Duration = Duration::from_millis(250);
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
/// Mean time between two rows while rows are limited.
const ROW_TIME: Duration = Duration::from_millis(1);
/// Maximum wait of usage while rows are limited.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// Writes the usage of all accounts.
pub(super) struct UsageWriter {
    /// Accounts that may have usage which is not written, longest wait first, with the start of the wait.
    in_use: IndexMap<Arc<str>, Instant>,
    health: Health,
    /// Whether other servers use the store.
    is_shared: bool,
    /// Time of the last success.
    written: Instant,
    faults: FaultLog,
    pause: Duration,
    next_try: Instant,
}

/// Usage of an account that is being written.
type UsageBatch = Vec<(Arc<Meter>, Vec<UsageEntry>)>;

impl UsageWriter {
    /// Makes a writer that has not failed yet.
    pub(super) fn new(health: Health, is_shared: bool) -> Self {
        let faults = FaultLog::new(
            "usage could not be written; it is kept and tried again",
            "usage that was kept has been written",
        );
        let (in_use, now) = (IndexMap::new(), Instant::now());
        Self { in_use, health, is_shared, written: now, faults, pause: FIRST_PAUSE, next_try: now }
    }

    /// Notes accounts that may have usage to be written.
    pub(super) fn note(&mut self, accounts: &[Arc<str>]) {
        let now = Instant::now();
        for account in accounts {
            self.in_use.entry(account.clone()).or_insert(now);
        }
    }

    /// Writes the usage that is due, unless that failed a short time ago. Usage that cannot be written waits
    /// for the next call.
    pub(super) fn write(&mut self, store: &mut dyn Store, snapshot: &Snapshot) {
        let since_written = self.written.elapsed();
        let is_early = self.is_shared && since_written < INTERVAL;
        if Instant::now() >= self.next_try && !is_early {
            let due = since_written.as_millis() / ROW_TIME.as_millis();
            match self.try_rows(store, snapshot, if self.is_shared { due as usize } else { usize::MAX }) {
                Ok(()) => self.pause = FIRST_PAUSE,
                Err(_) => {
                    // Doubling pauses spare a database that is overloaded.
                    self.next_try = Instant::now() + self.pause;
                    self.pause = (self.pause * 2).min(MAX_PAUSE);
                }
            }
        }
        // Counted only during a fault: otherwise the wait is limited.
        let waiting = if self.faults.is_on() { self.pending(snapshot).calls } else { 0 };
        self.health.usage_pending.set(waiting);
    }

    /// Whether the last attempt to write succeeded.
    pub(super) fn is_well(&self) -> bool {
        !self.faults.is_on()
    }

    /// Writes all usage for the last time. Returns the usage that is lost because it could not be written.
    pub(super) fn write_last(&mut self, store: &mut dyn Store, snapshot: &Snapshot) -> Tally {
        let end = Instant::now() + LAST_TRIES;
        while self.try_rows(store, snapshot, usize::MAX).is_err() {
            if Instant::now() >= end {
                return self.pending(snapshot);
            }
            std::thread::sleep(LAST_PAUSE);
        }
        Tally::default()
    }

    fn try_rows(&mut self, store: &mut dyn Store, snapshot: &Snapshot, most: usize) -> Stored<()> {
        let tried = write_rows(store, snapshot, &self.in_use, most, &self.health);
        self.faults.note(&tried);
        match tried {
            Ok(accounts) => {
                self.in_use.drain(..accounts);
                self.written = Instant::now();
                self.health.usage_written.set();
                Ok(())
            }
            Err(e) => {
                self.health.usage_write_failures.inc();
                Err(e)
            }
        }
    }

    /// Calls and credits that are not written yet.
    fn pending(&self, snapshot: &Snapshot) -> Tally {
        pending(self.in_use.keys().filter_map(|id| snapshot.accounts.get(id)))
    }
}

/// Writes the usage of accounts in batches, `most` rows and what has waited for too long. Returns the number
/// of accounts that it wrote. Stops at the first failure.
fn write_rows(
    store: &mut dyn Store,
    snapshot: &Snapshot,
    in_use: &IndexMap<Arc<str>, Instant>,
    most: usize,
    health: &Health,
) -> Stored<usize> {
    let mut batch = UsageBatch::new();
    let (mut accounts, mut rows, mut rows_of_batch) = (0, 0, 0);
    for (id, since) in in_use {
        if rows >= most && since.elapsed() < MAX_WAIT {
            break;
        }
        accounts += 1;
        let Some(account) = snapshot.accounts.get(id) else { continue };
        let usage = account.meter.take_pending();
        if usage.is_empty() {
            continue;
        }
        // One more: the sum of the account.
        rows += usage.len() + 1;
        rows_of_batch += usage.len();
        batch.push((account.meter.clone(), usage));
        if rows_of_batch >= BATCH_ROWS {
            write_batch(store, std::mem::take(&mut batch), health)?;
            rows_of_batch = 0;
        }
    }
    write_batch(store, batch, health)?;
    Ok(accounts)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation_names::OperationName;
    use crate::plan::{Credits, Plan};
    use crate::store::Actor;
    use crate::store::sqlite::SqliteStore;

    const ACCOUNTS: i64 = 200;

    #[test]
    fn rows_of_a_second_are_limited_in_a_shared_store() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = SqliteStore::open(&folder.path().join("accounts.sqlite")).expect("a database");
        let by = Actor::server(0);
        let ids: Vec<Arc<str>> = (0..ACCOUNTS)
            .map(|n| {
                let made = store.create_account("Ada", &format!("{n}@example.org"), Plan::Free, None, &by);
                made.expect("an account").into()
            })
            .collect();
        let key = store.create_key(&ids[0], "main", "", &by).expect("a key").id;
        let snapshot = Snapshot::first(&store, None, 0).expect("a snapshot");
        for id in &ids {
            let meter = &snapshot.accounts.get(id).expect("an account").meter;
            meter.charge(key, OperationName::read("date"), Credits(500), Credits(9000), 0).expect("charged");
        }
        let mut writer = UsageWriter::new(Health::default(), true);
        writer.note(&ids);
        writer.write(&mut store, &snapshot);
        assert_eq!(writer.pending(&snapshot).calls, ACCOUNTS, "it is too early");
        writer.written -= INTERVAL;
        writer.write(&mut store, &snapshot);
        let written = ACCOUNTS - writer.pending(&snapshot).calls;
        // Two rows of each account, one a millisecond.
        assert!((125..ACCOUNTS).contains(&written), "{written}");
        assert_eq!(writer.in_use.first().map(|(id, _)| id), Some(&ids[written as usize]), "in their order");
        // Those that have waited for too long.
        let late = written as usize;
        writer.in_use.values_mut().take(3).for_each(|since| *since -= MAX_WAIT);
        writer.written -= INTERVAL;
        writer.is_shared = false;
        assert_eq!(write_rows(&mut store, &snapshot, &writer.in_use, 0, &writer.health).expect("written"), 3);
        assert_eq!(writer.pending(&snapshot).calls, ACCOUNTS - late as i64 - 3);
        writer.write(&mut store, &snapshot);
        assert!(writer.in_use.is_empty(), "all is written to a store of one server");
        let rows = store.usage(crate::clock::Month::of(0), None).expect("read");
        assert_eq!(rows.iter().map(|row| row.calls).sum::<i64>(), ACCOUNTS);
    }
}
