//! The accounts of a running server: the snapshot that requests read, and the one thread that reads and
//! writes the store.
//!
//! Usage is written every [`INTERVAL`], and changes by other processes are read as often: a process that is
//! killed loses at most the usage of that time.

use super::clock::Clock;
use super::meter::{Meter, UsageEntry};
use super::snapshot::Snapshot;
use super::store::sqlite::SqliteStore;
use super::store::{Store, StoreError, Stored, UsageToAdd};
use arc_swap::{ArcSwap, Guard};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often usage is written and changes are looked for.
const INTERVAL: Duration = Duration::from_millis(250);
/// Usage rows in one transaction, about.
const BATCH_ROWS: usize = 20_000;

/// Work on the store. It returns what is to be called once requests see its effect: that wakes the caller who
/// waits for the result.
type Job = Box<dyn FnOnce(&mut dyn Store) -> Box<dyn FnOnce()> + Send>;

/// The accounts of a running server.
pub struct Ledger {
    snapshot: Arc<ArcSwap<Snapshot>>,
    jobs: Mutex<Option<Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Ledger {
    /// Opens the database in a file and starts the thread that owns it.
    pub fn open(path: &Path, clock: Clock) -> Stored<Self> {
        let store = SqliteStore::open(path)?;
        let snapshot = Snapshot::read(&store, None, clock.now_ms())?;
        let snapshot = Arc::new(ArcSwap::from_pointee(snapshot));
        let (jobs, queue) = channel();
        let keeper = Keeper { store: Box::new(store), snapshot: snapshot.clone(), clock, is_failing: false };
        let thread = std::thread::Builder::new().name("ledger".into()).spawn(move || keeper.run(&queue));
        let thread = thread.map_err(|source| StoreError::File { path: path.to_owned(), source })?;
        Ok(Self { snapshot, jobs: Mutex::new(Some(jobs)), thread: Mutex::new(Some(thread)) })
    }

    /// The snapshot in force.
    pub fn snapshot(&self) -> Guard<Arc<Snapshot>> {
        self.snapshot.load()
    }

    /// Works with the store in its thread and waits for the result; requests see the effect from then on. It
    /// blocks, so it is not for the threads that answer requests.
    pub fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let (answer, answered) = channel();
        let job: Job = Box::new(move |store| {
            let done = work(store);
            // The caller who waited may have gone.
            Box::new(move || drop(answer.send(done)))
        });
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).clone();
        jobs.and_then(|j| j.send(job).ok()).ok_or(StoreError::Stopping)?;
        answered.recv().map_err(|_| StoreError::Stopping)?
    }

    /// Writes the usage that is not written yet and ends the thread.
    pub(crate) fn close(&self) {
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(thread) = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // The panic of a thread has been reported already.
            let _ = thread.join();
        }
    }
}

impl Drop for Ledger {
    fn drop(&mut self) {
        self.close();
    }
}

/// The state of the thread that reads and writes the store.
struct Keeper {
    store: Box<dyn Store>,
    snapshot: Arc<ArcSwap<Snapshot>>,
    clock: Clock,
    is_failing: bool,
}

impl Keeper {
    fn run(mut self, queue: &Receiver<Job>) {
        let mut next = Instant::now() + INTERVAL;
        loop {
            match queue.recv_timeout(next.saturating_duration_since(Instant::now())) {
                Ok(job) => {
                    // A caller who reads usage reads all of it.
                    self.write_usage();
                    let answer = job(self.store.as_mut());
                    self.refresh();
                    answer();
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.write_usage();
                    self.refresh();
                    next = Instant::now() + INTERVAL;
                }
                Err(RecvTimeoutError::Disconnected) => return self.write_usage(),
            }
        }
    }

    /// Writes the usage of all accounts; what cannot be written stays for the next time.
    fn write_usage(&mut self) {
        let snapshot = self.snapshot.load_full();
        let mut batch: Vec<(Arc<Meter>, Vec<UsageEntry>)> = Vec::new();
        let mut rows = 0;
        for account in snapshot.accounts.values() {
            let usage = account.meter.take_pending();
            if !usage.is_empty() {
                rows += usage.len();
                batch.push((account.meter.clone(), usage));
            }
            if rows >= BATCH_ROWS {
                self.write_batch(std::mem::take(&mut batch));
                rows = 0;
            }
        }
        self.write_batch(batch);
    }

    fn write_batch(&mut self, batch: Vec<(Arc<Meter>, Vec<UsageEntry>)>) {
        if batch.is_empty() {
            return;
        }
        let to_add = |u: &UsageEntry| {
            let endpoint = u.endpoint.as_str();
            UsageToAdd { key: u.key, endpoint, day: u.day, tally: u.tally }
        };
        let all: Vec<UsageToAdd> = batch.iter().flat_map(|(_, usage)| usage).map(to_add).collect();
        let written = self.store.write_usage(&all);
        self.log_outcome(&written, "usage could not be written; it is kept and tried again");
        if written.is_err() {
            batch.into_iter().for_each(|(meter, usage)| meter.put_back(usage));
        }
    }

    /// Replaces the snapshot if the store has changed.
    fn refresh(&mut self) {
        let before = self.snapshot.load_full();
        let renewed = self.store.revision().and_then(|revision| match revision == before.revision {
            true => Ok(None),
            false => Snapshot::read(self.store.as_ref(), Some(&before), self.clock.now_ms()).map(Some),
        });
        match renewed {
            Ok(Some(snapshot)) => self.snapshot.store(Arc::new(snapshot)),
            Ok(None) => {}
            Err(e) => self.log_outcome(&Err(e), "the accounts could not be read; the old ones stay"),
        }
    }

    /// Logs the first failure and the first success after it, not every one between.
    fn log_outcome(&mut self, result: &Stored<()>, what: &str) {
        match result {
            Err(e) if !self.is_failing => tracing::error!(error = %e, "{what}"),
            Ok(()) if self.is_failing => tracing::info!("the accounts can be written again"),
            _ => {}
        }
        self.is_failing = result.is_err();
    }
}
