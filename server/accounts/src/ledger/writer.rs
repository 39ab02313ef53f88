//! Writes usage into the store, and keeps usage that cannot be written.
//!
//! In a shared store the rows of a second are limited: with many accounts in use, usage waits up to a minute,
//! so that calls of the same key become one row. Other servers learn the spending sooner (`lease`).

use super::fault_log::FaultLog;
use super::health::Health;
use crate::clock::Clock;
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
    /// `true` if other servers use the store.
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
    pub(super) fn new(health: Health, is_shared: bool, now: Instant) -> Self {
        let faults = FaultLog::new(
            "usage could not be written; it is kept and tried again",
            "usage that was kept has been written",
        );
        Self {
            in_use: IndexMap::new(),
            health,
            is_shared,
            written: now,
            faults,
            pause: FIRST_PAUSE,
            next_try: now,
        }
    }

    /// Notes accounts that may have usage to be written.
    pub(super) fn note(&mut self, accounts: &[Arc<str>], now: Instant) {
        for account in accounts {
            self.in_use.entry(account.clone()).or_insert(now);
        }
    }

    /// Writes the usage that is due, unless that failed a short time ago. Usage that cannot be written waits
    /// for the next call.
    pub(super) fn write(&mut self, store: &mut dyn Store, snapshot: &Snapshot, now: Instant) {
        let since_written = now.saturating_duration_since(self.written);
        let is_early = self.is_shared && since_written < INTERVAL;
        if now >= self.next_try && !is_early {
            let due = since_written.as_millis() / ROW_TIME.as_millis();
            let most = if self.is_shared { due as usize } else { usize::MAX };
            match self.try_rows(store, snapshot, most, now) {
                Ok(()) => self.pause = FIRST_PAUSE,
                Err(_) => {
                    // Doubling pauses spare a database that is overloaded.
                    self.next_try = now + self.pause;
                    self.pause = (self.pause * 2).min(MAX_PAUSE);
                }
            }
        }
        // Counted only during a fault: otherwise the wait is limited.
        let waiting = if self.faults.is_on() { self.pending(snapshot).calls } else { 0 };
        self.health.usage_pending.set(waiting);
    }

    /// Returns whether the last attempt to write succeeded.
    pub(super) fn is_well(&self) -> bool {
        !self.faults.is_on()
    }

    /// Writes all usage for the last time, with pauses between attempts. Returns the usage that is lost
    /// because it could not be written.
    pub(super) fn write_last(
        &mut self,
        store: &mut dyn Store,
        snapshot: &Snapshot,
        clock: &Clock,
        mut pause: impl FnMut(Duration),
    ) -> Tally {
        let begun = clock.steady();
        loop {
            let now = clock.steady();
            if self.try_rows(store, snapshot, usize::MAX, now).is_ok() {
                return Tally::default();
            }
            if now.saturating_duration_since(begun) >= LAST_TRIES {
                return self.pending(snapshot);
            }
            pause(LAST_PAUSE);
        }
    }

    fn try_rows(
        &mut self,
        store: &mut dyn Store,
        snapshot: &Snapshot,
        most: usize,
        now: Instant,
    ) -> Stored<()> {
        let is_late = |since| now.saturating_duration_since(since) >= MAX_WAIT;
        let tried = write_rows(store, snapshot, &self.in_use, most, is_late, &self.health);
        self.faults.note(&tried);
        match tried {
            Ok(accounts) => {
                self.in_use.drain(..accounts);
                self.written = now;
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

/// Writes the usage of accounts in batches, `most` rows and what `is_late`. Returns the number of accounts
/// that it wrote. Stops at the first failure.
fn write_rows(
    store: &mut dyn Store,
    snapshot: &Snapshot,
    in_use: &IndexMap<Arc<str>, Instant>,
    most: usize,
    is_late: impl Fn(Instant) -> bool,
    health: &Health,
) -> Stored<usize> {
    let mut batch = UsageBatch::new();
    let (mut accounts, mut rows, mut rows_of_batch) = (0, 0, 0);
    for (id, since) in in_use {
        if rows >= most && !is_late(*since) {
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
    use crate::secret::KeyId;
    use crate::store::Actor;
    use crate::store::sqlite::SqliteStore;

    const ACCOUNTS: i64 = 200;

    /// A database whose accounts have each made a call that is not written yet.
    struct Unwritten {
        store: SqliteStore,
        snapshot: Snapshot,
        ids: Vec<Arc<str>>,
        key: KeyId,
        /// A second connection to the database.
        other: rusqlite::Connection,
        clock: Clock,
        _folder: tempfile::TempDir,
    }

    impl Unwritten {
        fn of(accounts: i64) -> Self {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("accounts.sqlite");
            let mut store = SqliteStore::open(&path).expect("a database");
            let by = Actor::server(0);
            let create = |n| {
                let email = format!("{n}@example.org");
                store.create_account("Ada", &email, Plan::Free, None, &by).expect("an account").into()
            };
            let ids: Vec<Arc<str>> = (0..accounts).map(create).collect();
            let key = store.create_key(&ids[0], "main", "", &by).expect("a key").id;
            let snapshot = Snapshot::first(&store, None, 0).expect("a snapshot");
            let other = rusqlite::Connection::open(&path).expect("a connection");
            let clock = Clock::Set(Arc::default());
            let all = Self { store, snapshot, ids, key, other, clock, _folder: folder };
            all.call();
            all
        }

        /// Makes a call of each account.
        fn call(&self) {
            for account in self.snapshot.accounts.values() {
                let operation = OperationName::read("date");
                let charged = account.meter.charge(self.key, operation, Credits(500), Credits(9000), 0);
                charged.expect("an allowance");
            }
        }

        /// A writer that has noted all accounts.
        fn writer(&self, is_shared: bool) -> UsageWriter {
            let health = Health::new(self.clock.clone());
            let mut writer = UsageWriter::new(health, is_shared, self.clock.steady());
            writer.note(&self.ids, self.clock.steady());
            writer
        }

        fn write(&mut self, writer: &mut UsageWriter) {
            writer.write(&mut self.store, &self.snapshot, self.clock.steady());
        }

        /// Calls in the database.
        fn written(&self) -> i64 {
            let rows = self.store.usage(crate::clock::Month::of(0), None).expect("read");
            rows.iter().map(|row| row.calls).sum()
        }
    }

    /// Makes the database refuse usage, or take it again.
    fn full(database: &rusqlite::Connection, is_full: bool) {
        let full =
            "CREATE TRIGGER full BEFORE INSERT ON usage BEGIN SELECT RAISE(ABORT, 'disk is full'); END";
        database.execute_batch(if is_full { full } else { "DROP TRIGGER full" }).expect("a trigger");
    }

    #[test]
    fn rows_of_a_second_are_limited_in_a_shared_store() {
        let mut all = Unwritten::of(ACCOUNTS);
        let mut writer = all.writer(true);
        all.clock.sleep(INTERVAL - Duration::from_millis(1));
        all.write(&mut writer);
        assert_eq!(all.written(), 0, "it is too early");
        all.clock.sleep(Duration::from_millis(1));
        all.write(&mut writer);
        // A row a millisecond, and two of each account.
        let half = INTERVAL.as_millis() as usize / 2;
        assert_eq!(all.written(), half as i64);
        assert_eq!(writer.in_use.first().map(|(id, _)| id), Some(&all.ids[half]), "in their order");
        writer.is_shared = false;
        all.write(&mut writer);
        assert!(writer.in_use.is_empty(), "all is written to a store of one server");
        assert_eq!(all.written(), ACCOUNTS);
    }

    #[test]
    fn usage_that_has_waited_for_a_minute_is_written_whatever_the_limit_of_rows() {
        let mut all = Unwritten::of(3);
        let mut writer = all.writer(true);
        for (wait, written) in [(MAX_WAIT - Duration::from_millis(1), 0), (MAX_WAIT, 3)] {
            let now = all.clock.steady() + wait;
            writer.try_rows(&mut all.store, &all.snapshot, 0, now).expect("written");
            assert_eq!(all.written(), written, "{wait:?}");
        }
    }

    #[test]
    fn a_database_that_fails_is_tried_less_and_less_often_and_nothing_is_lost() {
        let mut all = Unwritten::of(1);
        let mut writer = all.writer(false);
        full(&all.other, true);
        let health = writer.health.clone();
        let mut tries = 0;
        for pause_ms in [500, 1000, 2000, 4000, 8000, 10_000, 10_000] {
            all.write(&mut writer);
            tries += 1;
            assert_eq!(health.usage_write_failures.get(), tries);
            all.clock.sleep(Duration::from_millis(pause_ms - 1));
            all.write(&mut writer);
            assert_eq!(health.usage_write_failures.get(), tries, "too early after {pause_ms} ms");
            all.clock.sleep(Duration::from_millis(1));
        }
        assert!(!writer.is_well());
        assert_eq!((health.usage_pending.get(), all.written()), (1, 0));
        assert_eq!(health.usage_written.elapsed(), Duration::from_millis(35_500));
        full(&all.other, false);
        all.write(&mut writer);
        assert!(writer.is_well());
        assert_eq!((health.usage_pending.get(), all.written()), (0, 1));
        assert!(health.usage_written.elapsed().is_zero());
        // After a success, pauses are short again.
        full(&all.other, true);
        all.call();
        writer.note(&all.ids, all.clock.steady());
        all.write(&mut writer);
        full(&all.other, false);
        all.clock.sleep(FIRST_PAUSE);
        all.write(&mut writer);
        assert_eq!(all.written(), 2);
    }

    #[test]
    fn the_last_usage_is_tried_for_five_seconds() {
        for (free_at, lost) in [(3, 0), (usize::MAX, 1)] {
            let all = Unwritten::of(1);
            let mut writer = all.writer(false);
            let Unwritten { mut store, snapshot, other, clock, _folder, .. } = all;
            full(&other, true);
            let mut pauses = 0;
            let left = writer.write_last(&mut store, &snapshot, &clock, |time| {
                pauses += 1;
                if pauses == free_at {
                    full(&other, false);
                }
                clock.sleep(time);
            });
            assert_eq!((left.calls, left.credits), (lost, Credits(500 * lost)));
            assert_eq!(pauses, free_at.min(20));
        }
    }
}
