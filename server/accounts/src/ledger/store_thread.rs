//! The thread that reads and writes the store.

use super::clock_check::ClockCheck;
use super::fault_log::FaultLog;
use super::health::Health;
use super::notifier::Notifier;
use super::staleness::Staleness;
use super::writer::{INTERVAL, UsageWriter};
use crate::calendar::{ClockComparison, ClockWatch};
use crate::clock::{Clock, Month};
use crate::credits::Tally;
use crate::snapshot::Snapshot;
use crate::store::{Changed, Store, Stored};
use crate::store_handle::StoreJob;
use arc_swap::ArcSwap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

/// Maximum number of changed accounts that are read one by one. If more have changed,
/// all accounts are read at once.
const MAX_CHANGED: usize = 1000;

/// The state of the thread that reads and writes the store.
pub(super) struct StoreThread {
    store: Box<dyn Store>,
    snapshot: Arc<ArcSwap<Snapshot>>,
    clock: Clock,
    watch: ClockWatch,
    health: Health,
    staleness: Arc<Staleness>,
    writer: UsageWriter,
    notifier: Notifier,
    clock_check: ClockCheck,
    reading: FaultLog,
    /// `true` if the meters are still to be filled for the month of a clock that was set.
    is_month_due: bool,
}

impl StoreThread {
    /// Makes the state of the thread.
    pub(super) fn new(
        store: Box<dyn Store>,
        snapshot: Arc<ArcSwap<Snapshot>>,
        clock: Clock,
        watch: ClockWatch,
        health: Health,
        staleness: Arc<Staleness>,
    ) -> Self {
        let mut reading = FaultLog::new(
            "the accounts could not be read; the old ones stay",
            "the accounts can be read again",
        );
        if staleness.is_unread() {
            reading.begin();
        }
        let now = clock.steady();
        let writer = UsageWriter::new(health.clone(), staleness.is_shared(), now);
        let mut notifier = Notifier::new(now);
        // A level may have been reached just before the last stop, so all accounts are checked once.
        notifier.note(ids_of(&snapshot.load()));
        let clock_check = ClockCheck::new(health.clock_difference.clone(), now);
        Self {
            store,
            snapshot,
            clock,
            watch,
            health,
            staleness,
            writer,
            notifier,
            clock_check,
            reading,
            is_month_due: false,
        }
    }

    /// Runs until the last sender is gone; waits in real time. Returns the usage that could not be written
    /// and is lost.
    pub(super) fn run(mut self, queue: &Receiver<StoreJob>) -> Tally {
        let mut next = Instant::now() + INTERVAL;
        loop {
            match queue.recv_timeout(next.saturating_duration_since(Instant::now())) {
                Ok(job) => {
                    // The caller sees the usage that is due.
                    self.look_after();
                    let answer = job(self.store.as_mut());
                    // The caller gets the result after the snapshot has it.
                    self.refresh();
                    answer();
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.look_after();
                    self.refresh();
                    next = Instant::now() + INTERVAL;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let snapshot = self.snapshot.load_full();
                    // Includes accounts with usage since the last round.
                    self.writer.note(&snapshot.in_use.take(), self.clock.steady());
                    let pause = |time| self.clock.sleep(time);
                    return self.writer.write_last(self.store.as_mut(), &snapshot, &self.clock, pause);
                }
            }
        }
    }

    /// Checks the clock and the file, then writes usage and notices.
    fn look_after(&mut self) {
        self.look_at_clock();
        self.look_at_file();
        let (in_use, now) = (self.snapshot.load().in_use.take(), self.clock.steady());
        self.writer.note(&in_use, now);
        self.notifier.note(in_use);
        self.writer.write(self.store.as_mut(), &self.snapshot.load_full(), now);
        if self.is_month_due {
            let begun = self.begin_month();
            self.reading.note(&begun);
            self.is_month_due = begun.is_err();
        }
        // Notices need the same database: without it they would only fail too.
        if self.writer.is_well() {
            let (snapshot, reckoned_ms) = (self.snapshot.load_full(), self.watch.now_ms());
            self.notifier.look(self.store.as_mut(), &snapshot, now, reckoned_ms);
        }
    }

    fn look_at_clock(&mut self) {
        match self.watch.look() {
            ClockComparison::Steady => {}
            ClockComparison::Set(by_ms) => {
                let seconds = by_ms / 1000;
                tracing::warn!(seconds, "the clock was set; months follow it if it stays so for a minute");
            }
            ClockComparison::Back => tracing::info!("the clock is back; months have not followed it"),
            ClockComparison::Believed(by_ms) => {
                let seconds = by_ms / 1000;
                tracing::warn!(seconds, "the clock has stayed where it was set; months follow it");
                self.is_month_due = true;
            }
        }
    }

    fn look_at_file(&mut self) {
        let is_replaced = self.store.is_replaced();
        // Logged on change only, not at each check.
        match (is_replaced, self.health.file_replaced.get() == 1) {
            (true, false) => tracing::error!(
                "the file of the accounts was replaced or deleted under the server, which goes on with the \
                 old one: changes and usage are lost; stop the server, put the right file in place, and \
                 start it again"
            ),
            (false, true) => tracing::info!("the file of the accounts is in its place again"),
            _ => {}
        }
        self.health.file_replaced.set(i64::from(is_replaced));
    }

    /// Fills all meters with the written usage of the month to which the clock was set.
    fn begin_month(&mut self) -> Stored<()> {
        let (month, snapshot) = (Month::of(self.watch.now_ms()), self.snapshot.load_full());
        snapshot.restart_meters(self.store.as_ref(), month)?;
        self.notifier.note(ids_of(&snapshot));
        Ok(())
    }

    /// Replaces the snapshot if the store has changed. The new one shares the unchanged parts.
    fn refresh(&mut self) {
        let renewed = self.renewed();
        self.reading.note(&renewed);
        let could_be_read = renewed.is_ok();
        if let Ok(Some((snapshot, changed))) = renewed {
            self.notifier.note(changed);
            self.snapshot.store(Arc::new(snapshot));
        }
        self.staleness.note(could_be_read);
        if could_be_read {
            self.clock_check.look(self.store.as_ref(), &self.clock);
        }
    }

    /// A new snapshot if the store has changed, and the accounts that have.
    fn renewed(&mut self) -> Stored<Option<(Snapshot, Vec<Arc<str>>)>> {
        let (before, now_ms) = (self.snapshot.load_full(), self.watch.now_ms());
        if self.staleness.is_unread() {
            self.store.connect()?;
            let snapshot = before.begun(self.store.as_ref(), now_ms)?;
            let ids = ids_of(&snapshot);
            return Ok(Some((snapshot, ids)));
        }
        let store = self.store.as_ref();
        Ok(Some(match store.changed_since(before.revision)? {
            Changed::Nothing => return Ok(None),
            Changed::Accounts { revision, ids } if ids.len() <= MAX_CHANGED => {
                let snapshot = before.with_changed(store, revision, &ids, now_ms)?;
                (snapshot, ids.into_iter().map(Arc::from).collect())
            }
            Changed::Accounts { .. } | Changed::Everything => {
                let snapshot = before.renewed(store, now_ms)?;
                let changed = ids_of(&snapshot);
                (snapshot, changed)
            }
        }))
    }
}

fn ids_of(snapshot: &Snapshot) -> Vec<Arc<str>> {
    snapshot.accounts.values().map(|account| account.id.clone()).collect()
}
